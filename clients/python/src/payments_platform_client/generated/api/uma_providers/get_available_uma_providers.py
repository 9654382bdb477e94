from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.get_available_uma_providers_sort_order import GetAvailableUmaProvidersSortOrder
from ...models.uma_provider_list_response import UmaProviderListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    country_code: str | Unset = UNSET,
    currency_code: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    has_blocked_providers: bool | Unset = False,
    limit: int | Unset = 20,
    sort_order: GetAvailableUmaProvidersSortOrder | Unset = GetAvailableUmaProvidersSortOrder.DESC,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["countryCode"] = country_code

    params["currencyCode"] = currency_code

    params["cursor"] = cursor

    params["hasBlockedProviders"] = has_blocked_providers

    params["limit"] = limit

    json_sort_order: str | Unset = UNSET
    if not isinstance(sort_order, Unset):
        json_sort_order = sort_order.value

    params["sortOrder"] = json_sort_order

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/uma-providers",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> UmaProviderListResponse:
    if response.status_code == 200:
        response_200 = UmaProviderListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[UmaProviderListResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    country_code: str | Unset = UNSET,
    currency_code: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    has_blocked_providers: bool | Unset = False,
    limit: int | Unset = 20,
    sort_order: GetAvailableUmaProvidersSortOrder | Unset = GetAvailableUmaProvidersSortOrder.DESC,
) -> Response[UmaProviderListResponse]:
    """List UMA providers

     The institutions that the service knows, whose customers have UMA addresses.

    Permission: `VIEW`.

    Args:
        country_code (str | Unset): Only institutions that serve this country: ISO 3166-1 alpha-2.
        currency_code (str | Unset): Only institutions that take this currency. 1 to 8 characters.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        has_blocked_providers (bool | Unset): true: institutions that payments are not allowed
            with, too. Default: False.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        sort_order (GetAvailableUmaProvidersSortOrder | Unset): By the moment of creation: `desc`
            is newest first, `asc` oldest first. Default: GetAvailableUmaProvidersSortOrder.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UmaProviderListResponse]
    """

    kwargs = _get_kwargs(
        country_code=country_code,
        currency_code=currency_code,
        cursor=cursor,
        has_blocked_providers=has_blocked_providers,
        limit=limit,
        sort_order=sort_order,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    country_code: str | Unset = UNSET,
    currency_code: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    has_blocked_providers: bool | Unset = False,
    limit: int | Unset = 20,
    sort_order: GetAvailableUmaProvidersSortOrder | Unset = GetAvailableUmaProvidersSortOrder.DESC,
) -> UmaProviderListResponse:
    """List UMA providers

     The institutions that the service knows, whose customers have UMA addresses.

    Permission: `VIEW`.

    Args:
        country_code (str | Unset): Only institutions that serve this country: ISO 3166-1 alpha-2.
        currency_code (str | Unset): Only institutions that take this currency. 1 to 8 characters.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        has_blocked_providers (bool | Unset): true: institutions that payments are not allowed
            with, too. Default: False.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        sort_order (GetAvailableUmaProvidersSortOrder | Unset): By the moment of creation: `desc`
            is newest first, `asc` oldest first. Default: GetAvailableUmaProvidersSortOrder.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UmaProviderListResponse
    """

    return sync_detailed(
        client=client,
        country_code=country_code,
        currency_code=currency_code,
        cursor=cursor,
        has_blocked_providers=has_blocked_providers,
        limit=limit,
        sort_order=sort_order,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    country_code: str | Unset = UNSET,
    currency_code: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    has_blocked_providers: bool | Unset = False,
    limit: int | Unset = 20,
    sort_order: GetAvailableUmaProvidersSortOrder | Unset = GetAvailableUmaProvidersSortOrder.DESC,
) -> Response[UmaProviderListResponse]:
    """List UMA providers

     The institutions that the service knows, whose customers have UMA addresses.

    Permission: `VIEW`.

    Args:
        country_code (str | Unset): Only institutions that serve this country: ISO 3166-1 alpha-2.
        currency_code (str | Unset): Only institutions that take this currency. 1 to 8 characters.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        has_blocked_providers (bool | Unset): true: institutions that payments are not allowed
            with, too. Default: False.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        sort_order (GetAvailableUmaProvidersSortOrder | Unset): By the moment of creation: `desc`
            is newest first, `asc` oldest first. Default: GetAvailableUmaProvidersSortOrder.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UmaProviderListResponse]
    """

    kwargs = _get_kwargs(
        country_code=country_code,
        currency_code=currency_code,
        cursor=cursor,
        has_blocked_providers=has_blocked_providers,
        limit=limit,
        sort_order=sort_order,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    country_code: str | Unset = UNSET,
    currency_code: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    has_blocked_providers: bool | Unset = False,
    limit: int | Unset = 20,
    sort_order: GetAvailableUmaProvidersSortOrder | Unset = GetAvailableUmaProvidersSortOrder.DESC,
) -> UmaProviderListResponse:
    """List UMA providers

     The institutions that the service knows, whose customers have UMA addresses.

    Permission: `VIEW`.

    Args:
        country_code (str | Unset): Only institutions that serve this country: ISO 3166-1 alpha-2.
        currency_code (str | Unset): Only institutions that take this currency. 1 to 8 characters.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        has_blocked_providers (bool | Unset): true: institutions that payments are not allowed
            with, too. Default: False.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        sort_order (GetAvailableUmaProvidersSortOrder | Unset): By the moment of creation: `desc`
            is newest first, `asc` oldest first. Default: GetAvailableUmaProvidersSortOrder.DESC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UmaProviderListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            country_code=country_code,
            currency_code=currency_code,
            cursor=cursor,
            has_blocked_providers=has_blocked_providers,
            limit=limit,
            sort_order=sort_order,
        )
    ).parsed
