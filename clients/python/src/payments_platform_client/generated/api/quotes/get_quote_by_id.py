from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.quote import Quote
from ...types import Response


def _get_kwargs(
    quote_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/quotes/{quote_id}".format(
            quote_id=quote(str(quote_id), safe=""),
        ),
    }

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
) -> Response[Quote]:
    """Read a quote

     Answer with the quote and where its payment stands.

    Permission: `VIEW`.

    Args:
        quote_id (str): The quote's `id`, `Quote:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Quote]
    """

    kwargs = _get_kwargs(
        quote_id=quote_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    quote_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Quote:
    """Read a quote

     Answer with the quote and where its payment stands.

    Permission: `VIEW`.

    Args:
        quote_id (str): The quote's `id`, `Quote:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Quote
    """

    return sync_detailed(
        quote_id=quote_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    quote_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[Quote]:
    """Read a quote

     Answer with the quote and where its payment stands.

    Permission: `VIEW`.

    Args:
        quote_id (str): The quote's `id`, `Quote:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Quote]
    """

    kwargs = _get_kwargs(
        quote_id=quote_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    quote_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Quote:
    """Read a quote

     Answer with the quote and where its payment stands.

    Permission: `VIEW`.

    Args:
        quote_id (str): The quote's `id`, `Quote:<uuid>`.

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
        )
    ).parsed
