from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.approve_payment_request import ApprovePaymentRequest
from ...models.incoming_transaction import IncomingTransaction
from ...types import UNSET, Response, Unset


def _get_kwargs(
    transaction_id: str,
    *,
    body: ApprovePaymentRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/transactions/{transaction_id}/approve".format(
            transaction_id=quote(str(transaction_id), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> IncomingTransaction:
    if response.status_code == 200:
        response_200 = IncomingTransaction.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[IncomingTransaction]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    transaction_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ApprovePaymentRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[IncomingTransaction]:
    """Approve an incoming payment that waits for your word

     Approve the payment; its sender is then given an invoice.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        transaction_id (str): The transaction's `id`, `Transaction:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (ApprovePaymentRequest | Unset): What is told about the receiver: what the approval
            webhook has asked for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IncomingTransaction]
    """

    kwargs = _get_kwargs(
        transaction_id=transaction_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    transaction_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ApprovePaymentRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> IncomingTransaction:
    """Approve an incoming payment that waits for your word

     Approve the payment; its sender is then given an invoice.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        transaction_id (str): The transaction's `id`, `Transaction:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (ApprovePaymentRequest | Unset): What is told about the receiver: what the approval
            webhook has asked for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IncomingTransaction
    """

    return sync_detailed(
        transaction_id=transaction_id,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    transaction_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ApprovePaymentRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[IncomingTransaction]:
    """Approve an incoming payment that waits for your word

     Approve the payment; its sender is then given an invoice.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        transaction_id (str): The transaction's `id`, `Transaction:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (ApprovePaymentRequest | Unset): What is told about the receiver: what the approval
            webhook has asked for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[IncomingTransaction]
    """

    kwargs = _get_kwargs(
        transaction_id=transaction_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    transaction_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ApprovePaymentRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> IncomingTransaction:
    """Approve an incoming payment that waits for your word

     Approve the payment; its sender is then given an invoice.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        transaction_id (str): The transaction's `id`, `Transaction:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (ApprovePaymentRequest | Unset): What is told about the receiver: what the approval
            webhook has asked for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        IncomingTransaction
    """

    return (
        await asyncio_detailed(
            transaction_id=transaction_id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
