from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.receiver_external_account_lookup_response import ReceiverExternalAccountLookupResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    account_id: str,
    *,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    params: dict[str, Any] = {}

    params["customerId"] = customer_id

    params["senderUmaAddress"] = sender_uma_address

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/receiver/external-account/{account_id}".format(
            account_id=quote(str(account_id), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ReceiverExternalAccountLookupResponse:
    if response.status_code == 200:
        response_200 = ReceiverExternalAccountLookupResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ReceiverExternalAccountLookupResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    account_id: str,
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ReceiverExternalAccountLookupResponse]:
    """Look up an external account as a receiver

     Say in which currency, at about which rate and within which limits a sender can pay the account, and
    what must be
    told about the sender. A quote may name the lookup by its `lookupId` for 30 minutes.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        account_id (str): The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`
            as the address says.
        customer_id (str | Unset): Who wants to send. Send `customerId`, `senderUmaAddress`, or
            both of one customer. Both may be left out for an external account of a customer: its
            holder is taken. As a reply has shown it, with its prefix.
        sender_uma_address (str | Unset): Who wants to send. Send `customerId`,
            `senderUmaAddress`, or both of one customer. Both may be left out for an external account
            of a customer: its holder is taken. `$user@domain`. 1 to 320 characters.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReceiverExternalAccountLookupResponse]
    """

    kwargs = _get_kwargs(
        account_id=account_id,
        customer_id=customer_id,
        sender_uma_address=sender_uma_address,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    account_id: str,
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ReceiverExternalAccountLookupResponse:
    """Look up an external account as a receiver

     Say in which currency, at about which rate and within which limits a sender can pay the account, and
    what must be
    told about the sender. A quote may name the lookup by its `lookupId` for 30 minutes.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        account_id (str): The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`
            as the address says.
        customer_id (str | Unset): Who wants to send. Send `customerId`, `senderUmaAddress`, or
            both of one customer. Both may be left out for an external account of a customer: its
            holder is taken. As a reply has shown it, with its prefix.
        sender_uma_address (str | Unset): Who wants to send. Send `customerId`,
            `senderUmaAddress`, or both of one customer. Both may be left out for an external account
            of a customer: its holder is taken. `$user@domain`. 1 to 320 characters.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReceiverExternalAccountLookupResponse
    """

    return sync_detailed(
        account_id=account_id,
        client=client,
        customer_id=customer_id,
        sender_uma_address=sender_uma_address,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    account_id: str,
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ReceiverExternalAccountLookupResponse]:
    """Look up an external account as a receiver

     Say in which currency, at about which rate and within which limits a sender can pay the account, and
    what must be
    told about the sender. A quote may name the lookup by its `lookupId` for 30 minutes.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        account_id (str): The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`
            as the address says.
        customer_id (str | Unset): Who wants to send. Send `customerId`, `senderUmaAddress`, or
            both of one customer. Both may be left out for an external account of a customer: its
            holder is taken. As a reply has shown it, with its prefix.
        sender_uma_address (str | Unset): Who wants to send. Send `customerId`,
            `senderUmaAddress`, or both of one customer. Both may be left out for an external account
            of a customer: its holder is taken. `$user@domain`. 1 to 320 characters.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ReceiverExternalAccountLookupResponse]
    """

    kwargs = _get_kwargs(
        account_id=account_id,
        customer_id=customer_id,
        sender_uma_address=sender_uma_address,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    account_id: str,
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ReceiverExternalAccountLookupResponse:
    """Look up an external account as a receiver

     Say in which currency, at about which rate and within which limits a sender can pay the account, and
    what must be
    told about the sender. A quote may name the lookup by its `lookupId` for 30 minutes.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        account_id (str): The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`
            as the address says.
        customer_id (str | Unset): Who wants to send. Send `customerId`, `senderUmaAddress`, or
            both of one customer. Both may be left out for an external account of a customer: its
            holder is taken. As a reply has shown it, with its prefix.
        sender_uma_address (str | Unset): Who wants to send. Send `customerId`,
            `senderUmaAddress`, or both of one customer. Both may be left out for an external account
            of a customer: its holder is taken. `$user@domain`. 1 to 320 characters.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ReceiverExternalAccountLookupResponse
    """

    return (
        await asyncio_detailed(
            account_id=account_id,
            client=client,
            customer_id=customer_id,
            sender_uma_address=sender_uma_address,
            idempotency_key=idempotency_key,
        )
    ).parsed
