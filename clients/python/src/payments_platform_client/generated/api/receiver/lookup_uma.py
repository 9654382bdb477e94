from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.receiver_uma_lookup_response import ReceiverUmaLookupResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    receiver_uma_address: str,
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
        "url": "/receiver/uma/{receiver_uma_address}".format(
            receiver_uma_address=quote(str(receiver_uma_address), safe=""),
        ),
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ReceiverUmaLookupResponse:
    if response.status_code == 200:
        response_200 = ReceiverUmaLookupResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ReceiverUmaLookupResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    receiver_uma_address: str,
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ReceiverUmaLookupResponse]:
    """Look up a UMA address as a receiver

     Ask the receiver's institution whether there is such a person, and what the person can get. A quote
    to the address
    names the lookup by its `lookupId`, for 30 minutes.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        receiver_uma_address (str): The receiver's UMA address, `$user@domain`; capitals do not
            matter.
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
        Response[ReceiverUmaLookupResponse]
    """

    kwargs = _get_kwargs(
        receiver_uma_address=receiver_uma_address,
        customer_id=customer_id,
        sender_uma_address=sender_uma_address,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    receiver_uma_address: str,
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ReceiverUmaLookupResponse:
    """Look up a UMA address as a receiver

     Ask the receiver's institution whether there is such a person, and what the person can get. A quote
    to the address
    names the lookup by its `lookupId`, for 30 minutes.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        receiver_uma_address (str): The receiver's UMA address, `$user@domain`; capitals do not
            matter.
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
        ReceiverUmaLookupResponse
    """

    return sync_detailed(
        receiver_uma_address=receiver_uma_address,
        client=client,
        customer_id=customer_id,
        sender_uma_address=sender_uma_address,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    receiver_uma_address: str,
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ReceiverUmaLookupResponse]:
    """Look up a UMA address as a receiver

     Ask the receiver's institution whether there is such a person, and what the person can get. A quote
    to the address
    names the lookup by its `lookupId`, for 30 minutes.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        receiver_uma_address (str): The receiver's UMA address, `$user@domain`; capitals do not
            matter.
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
        Response[ReceiverUmaLookupResponse]
    """

    kwargs = _get_kwargs(
        receiver_uma_address=receiver_uma_address,
        customer_id=customer_id,
        sender_uma_address=sender_uma_address,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    receiver_uma_address: str,
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    sender_uma_address: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ReceiverUmaLookupResponse:
    """Look up a UMA address as a receiver

     Ask the receiver's institution whether there is such a person, and what the person can get. A quote
    to the address
    names the lookup by its `lookupId`, for 30 minutes.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        receiver_uma_address (str): The receiver's UMA address, `$user@domain`; capitals do not
            matter.
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
        ReceiverUmaLookupResponse
    """

    return (
        await asyncio_detailed(
            receiver_uma_address=receiver_uma_address,
            client=client,
            customer_id=customer_id,
            sender_uma_address=sender_uma_address,
            idempotency_key=idempotency_key,
        )
    ).parsed
