from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.quote import Quote
from ...models.quote_request import QuoteRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: QuoteRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/quotes",
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Quote:
    if response.status_code == 201:
        response_201 = Quote.from_dict(response.json())

        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Quote]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: QuoteRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[Quote]:
    """Price a payment across currencies and hold the price for five minutes

     Answer with the quote; PROCESSING when it was to be executed at once. Payer and payee must be
    approved. A quote from
    `REALTIME_FUNDING` is paid by the transfer that its `paymentInstructions` describe, any other by
    executing it.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (QuoteRequest): What a quote is asked for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Quote]
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
    body: QuoteRequest,
    idempotency_key: str | Unset = UNSET,
) -> Quote:
    """Price a payment across currencies and hold the price for five minutes

     Answer with the quote; PROCESSING when it was to be executed at once. Payer and payee must be
    approved. A quote from
    `REALTIME_FUNDING` is paid by the transfer that its `paymentInstructions` describe, any other by
    executing it.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (QuoteRequest): What a quote is asked for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Quote
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: QuoteRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[Quote]:
    """Price a payment across currencies and hold the price for five minutes

     Answer with the quote; PROCESSING when it was to be executed at once. Payer and payee must be
    approved. A quote from
    `REALTIME_FUNDING` is paid by the transfer that its `paymentInstructions` describe, any other by
    executing it.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (QuoteRequest): What a quote is asked for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Quote]
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
    body: QuoteRequest,
    idempotency_key: str | Unset = UNSET,
) -> Quote:
    """Price a payment across currencies and hold the price for five minutes

     Answer with the quote; PROCESSING when it was to be executed at once. Payer and payee must be
    approved. A quote from
    `REALTIME_FUNDING` is paid by the transfer that its `paymentInstructions` describe, any other by
    executing it.

    Permission: `TRANSACT`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (QuoteRequest): What a quote is asked for.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Quote
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
