from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.quote import Quote
from ...types import UNSET, Response, Unset


def _get_kwargs(
    quote_id: str,
    *,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/quotes/{quote_id}/execute".format(
            quote_id=quote(str(quote_id), safe=""),
        ),
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Quote:
    if response.status_code == 200:
        response_200 = Quote.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Quote]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    quote_id: str,
    *,
    client: AuthenticatedClient | Client,
    idempotency_key: str | Unset = UNSET,
) -> Response[Quote]:
    """Pay a quote from its account

     Debit the source and send the payment on its way: PROCESSING. Payer and payee must still be
    approved, and the
    accounts of the quote must not be deleted.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        quote_id (str): The quote's `id`, `Quote:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Quote]
    """

    kwargs = _get_kwargs(
        quote_id=quote_id,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    quote_id: str,
    *,
    client: AuthenticatedClient | Client,
    idempotency_key: str | Unset = UNSET,
) -> Quote:
    """Pay a quote from its account

     Debit the source and send the payment on its way: PROCESSING. Payer and payee must still be
    approved, and the
    accounts of the quote must not be deleted.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        quote_id (str): The quote's `id`, `Quote:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Quote
    """

    return sync_detailed(
        quote_id=quote_id,
        client=client,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    quote_id: str,
    *,
    client: AuthenticatedClient | Client,
    idempotency_key: str | Unset = UNSET,
) -> Response[Quote]:
    """Pay a quote from its account

     Debit the source and send the payment on its way: PROCESSING. Payer and payee must still be
    approved, and the
    accounts of the quote must not be deleted.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        quote_id (str): The quote's `id`, `Quote:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Quote]
    """

    kwargs = _get_kwargs(
        quote_id=quote_id,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    quote_id: str,
    *,
    client: AuthenticatedClient | Client,
    idempotency_key: str | Unset = UNSET,
) -> Quote:
    """Pay a quote from its account

     Debit the source and send the payment on its way: PROCESSING. Payer and payee must still be
    approved, and the
    accounts of the quote must not be deleted.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        quote_id (str): The quote's `id`, `Quote:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Quote
    """

    return (
        await asyncio_detailed(
            quote_id=quote_id,
            client=client,
            idempotency_key=idempotency_key,
        )
    ).parsed
