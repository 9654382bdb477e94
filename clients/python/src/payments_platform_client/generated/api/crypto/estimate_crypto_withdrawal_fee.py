from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.estimate_crypto_withdrawal_fee_request import EstimateCryptoWithdrawalFeeRequest
from ...models.estimate_crypto_withdrawal_fee_response import EstimateCryptoWithdrawalFeeResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: EstimateCryptoWithdrawalFeeRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/crypto/estimate-withdrawal-fee",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> EstimateCryptoWithdrawalFeeResponse:
    if response.status_code == 200:
        response_200 = EstimateCryptoWithdrawalFeeResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[EstimateCryptoWithdrawalFeeResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: EstimateCryptoWithdrawalFeeRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[EstimateCryptoWithdrawalFeeResponse]:
    """Estimate the fees of a withdrawal to a wallet

     Say what it would cost to send an amount to a wallet, and what would arrive. Nothing moves.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (EstimateCryptoWithdrawalFeeRequest): A withdrawal that somebody thinks of.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EstimateCryptoWithdrawalFeeResponse]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: EstimateCryptoWithdrawalFeeRequest,
    idempotency_key: str | Unset = UNSET,
) -> EstimateCryptoWithdrawalFeeResponse:
    """Estimate the fees of a withdrawal to a wallet

     Say what it would cost to send an amount to a wallet, and what would arrive. Nothing moves.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (EstimateCryptoWithdrawalFeeRequest): A withdrawal that somebody thinks of.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EstimateCryptoWithdrawalFeeResponse
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: EstimateCryptoWithdrawalFeeRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[EstimateCryptoWithdrawalFeeResponse]:
    """Estimate the fees of a withdrawal to a wallet

     Say what it would cost to send an amount to a wallet, and what would arrive. Nothing moves.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (EstimateCryptoWithdrawalFeeRequest): A withdrawal that somebody thinks of.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EstimateCryptoWithdrawalFeeResponse]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: EstimateCryptoWithdrawalFeeRequest,
    idempotency_key: str | Unset = UNSET,
) -> EstimateCryptoWithdrawalFeeResponse:
    """Estimate the fees of a withdrawal to a wallet

     Say what it would cost to send an amount to a wallet, and what would arrive. Nothing moves.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (EstimateCryptoWithdrawalFeeRequest): A withdrawal that somebody thinks of.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EstimateCryptoWithdrawalFeeResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
