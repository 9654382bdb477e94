from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.platform_internal_account_list_response import PlatformInternalAccountListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["currency"] = currency

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/platform/internal-accounts",
        "params": params,
    }

    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> PlatformInternalAccountListResponse:
    if response.status_code == 200:
        response_200 = PlatformInternalAccountListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[PlatformInternalAccountListResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[PlatformInternalAccountListResponse]:
    """List internal accounts of the platform

     Answer with all of them: one per currency.

    Permission: `VIEW`.

    Args:
        currency (str | Unset): Only accounts in this currency. A code such as `USD`; small
            letters are taken, too.
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PlatformInternalAccountListResponse]
    """

    kwargs = _get_kwargs(
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
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> PlatformInternalAccountListResponse:
    """List internal accounts of the platform

     Answer with all of them: one per currency.

    Permission: `VIEW`.

    Args:
        currency (str | Unset): Only accounts in this currency. A code such as `USD`; small
            letters are taken, too.
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PlatformInternalAccountListResponse
    """

    return sync_detailed(
        client=client,
        currency=currency,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[PlatformInternalAccountListResponse]:
    """List internal accounts of the platform

     Answer with all of them: one per currency.

    Permission: `VIEW`.

    Args:
        currency (str | Unset): Only accounts in this currency. A code such as `USD`; small
            letters are taken, too.
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[PlatformInternalAccountListResponse]
    """

    kwargs = _get_kwargs(
        currency=currency,
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> PlatformInternalAccountListResponse:
    """List internal accounts of the platform

     Answer with all of them: one per currency.

    Permission: `VIEW`.

    Args:
        currency (str | Unset): Only accounts in this currency. A code such as `USD`; small
            letters are taken, too.
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        PlatformInternalAccountListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            currency=currency,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
