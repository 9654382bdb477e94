from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.discovery_list_response import DiscoveryListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    country: str | Unset = UNSET,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["country"] = country

    params["currency"] = currency

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/discoveries",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DiscoveryListResponse:
    if response.status_code == 200:
        response_200 = DiscoveryListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[DiscoveryListResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    country: str | Unset = UNSET,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[DiscoveryListResponse]:
    """List the banks and providers that money can be sent to

     Answer with all that match, by country, currency and name.

    Permission: `VIEW`.

    Args:
        country (str | Unset): Only what is in this country. ISO 3166-1 alpha-2; small letters are
            taken too.
        currency (str | Unset): Only what is paid in this currency. Small letters are taken too. A
            code such as `USD`; small letters are taken, too.
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DiscoveryListResponse]
    """

    kwargs = _get_kwargs(
        country=country,
        currency=currency,
        cursor=cursor,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    country: str | Unset = UNSET,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> DiscoveryListResponse:
    """List the banks and providers that money can be sent to

     Answer with all that match, by country, currency and name.

    Permission: `VIEW`.

    Args:
        country (str | Unset): Only what is in this country. ISO 3166-1 alpha-2; small letters are
            taken too.
        currency (str | Unset): Only what is paid in this currency. Small letters are taken too. A
            code such as `USD`; small letters are taken, too.
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DiscoveryListResponse
    """

    return sync_detailed(
        client=client,
        country=country,
        currency=currency,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    country: str | Unset = UNSET,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[DiscoveryListResponse]:
    """List the banks and providers that money can be sent to

     Answer with all that match, by country, currency and name.

    Permission: `VIEW`.

    Args:
        country (str | Unset): Only what is in this country. ISO 3166-1 alpha-2; small letters are
            taken too.
        currency (str | Unset): Only what is paid in this currency. Small letters are taken too. A
            code such as `USD`; small letters are taken, too.
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DiscoveryListResponse]
    """

    kwargs = _get_kwargs(
        country=country,
        currency=currency,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    country: str | Unset = UNSET,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> DiscoveryListResponse:
    """List the banks and providers that money can be sent to

     Answer with all that match, by country, currency and name.

    Permission: `VIEW`.

    Args:
        country (str | Unset): Only what is in this country. ISO 3166-1 alpha-2; small letters are
            taken too.
        currency (str | Unset): Only what is paid in this currency. Small letters are taken too. A
            code such as `USD`; small letters are taken, too.
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DiscoveryListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            country=country,
            currency=currency,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
