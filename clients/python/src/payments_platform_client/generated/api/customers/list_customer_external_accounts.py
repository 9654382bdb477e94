from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.external_account_list_response import ExternalAccountListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    customer_id: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["currency"] = currency

    params["cursor"] = cursor

    params["customerId"] = customer_id

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/customers/external-accounts",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ExternalAccountListResponse:
    if response.status_code == 200:
        response_200 = ExternalAccountListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ExternalAccountListResponse]:
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
    customer_id: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> Response[ExternalAccountListResponse]:
    """List external accounts of customers

     Bank accounts, mobile-money accounts and wallets elsewhere, newest first, without deleted ones.

    Permission: `VIEW`.

    Args:
        currency (str | Unset): Only accounts in this currency. A code such as `USD`; small
            letters are taken, too.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only accounts of this customer. As a reply has shown it, with
            its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ExternalAccountListResponse]
    """

    kwargs = _get_kwargs(
        currency=currency,
        cursor=cursor,
        customer_id=customer_id,
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
    customer_id: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> ExternalAccountListResponse:
    """List external accounts of customers

     Bank accounts, mobile-money accounts and wallets elsewhere, newest first, without deleted ones.

    Permission: `VIEW`.

    Args:
        currency (str | Unset): Only accounts in this currency. A code such as `USD`; small
            letters are taken, too.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only accounts of this customer. As a reply has shown it, with
            its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ExternalAccountListResponse
    """

    return sync_detailed(
        client=client,
        currency=currency,
        cursor=cursor,
        customer_id=customer_id,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    customer_id: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> Response[ExternalAccountListResponse]:
    """List external accounts of customers

     Bank accounts, mobile-money accounts and wallets elsewhere, newest first, without deleted ones.

    Permission: `VIEW`.

    Args:
        currency (str | Unset): Only accounts in this currency. A code such as `USD`; small
            letters are taken, too.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only accounts of this customer. As a reply has shown it, with
            its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ExternalAccountListResponse]
    """

    kwargs = _get_kwargs(
        currency=currency,
        cursor=cursor,
        customer_id=customer_id,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    customer_id: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> ExternalAccountListResponse:
    """List external accounts of customers

     Bank accounts, mobile-money accounts and wallets elsewhere, newest first, without deleted ones.

    Permission: `VIEW`.

    Args:
        currency (str | Unset): Only accounts in this currency. A code such as `USD`; small
            letters are taken, too.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only accounts of this customer. As a reply has shown it, with
            its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ExternalAccountListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            currency=currency,
            cursor=cursor,
            customer_id=customer_id,
            limit=limit,
        )
    ).parsed
