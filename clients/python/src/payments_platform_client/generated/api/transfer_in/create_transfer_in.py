from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.incoming_transaction import IncomingTransaction
from ...models.outgoing_transaction import OutgoingTransaction
from ...models.transfer_request import TransferRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: TransferRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/transfer-in",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> IncomingTransaction | OutgoingTransaction:
    if response.status_code == 201:

        def _parse_response_201(data: object) -> IncomingTransaction | OutgoingTransaction:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_transaction_type_0 = IncomingTransaction.from_dict(data)

                return componentsschemas_transaction_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_transaction_type_1 = OutgoingTransaction.from_dict(data)

            return componentsschemas_transaction_type_1

        response_201 = _parse_response_201(response.json())

        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[IncomingTransaction | OutgoingTransaction]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TransferRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[IncomingTransaction | OutgoingTransaction]:
    """Pull money from an external into an internal account

     Begin the transfer; the reply shows it CREATED. The customers of both accounts must be approved. The
    account's type
    must allow that money is collected from it.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (TransferRequest): A transfer between an internal and an external account of one
            currency.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IncomingTransaction | OutgoingTransaction]
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
    body: TransferRequest,
    idempotency_key: str | Unset = UNSET,
) -> IncomingTransaction | OutgoingTransaction:
    """Pull money from an external into an internal account

     Begin the transfer; the reply shows it CREATED. The customers of both accounts must be approved. The
    account's type
    must allow that money is collected from it.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (TransferRequest): A transfer between an internal and an external account of one
            currency.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IncomingTransaction | OutgoingTransaction
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: TransferRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[IncomingTransaction | OutgoingTransaction]:
    """Pull money from an external into an internal account

     Begin the transfer; the reply shows it CREATED. The customers of both accounts must be approved. The
    account's type
    must allow that money is collected from it.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (TransferRequest): A transfer between an internal and an external account of one
            currency.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IncomingTransaction | OutgoingTransaction]
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
    body: TransferRequest,
    idempotency_key: str | Unset = UNSET,
) -> IncomingTransaction | OutgoingTransaction:
    """Pull money from an external into an internal account

     Begin the transfer; the reply shows it CREATED. The customers of both accounts must be approved. The
    account's type
    must allow that money is collected from it.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (TransferRequest): A transfer between an internal and an external account of one
            currency.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IncomingTransaction | OutgoingTransaction
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
