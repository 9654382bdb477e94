from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.beneficial_owner_list_response import BeneficialOwnerListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    cursor: str | Unset = UNSET,
    customer_id: str,
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["customerId"] = customer_id

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/beneficial-owners",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BeneficialOwnerListResponse:
    if response.status_code == 200:
        response_200 = BeneficialOwnerListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[BeneficialOwnerListResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    customer_id: str,
    limit: int | Unset = 20,
) -> Response[BeneficialOwnerListResponse]:
    """List the beneficial owners of a business

     The people who own or control the business that `customerId` names, newest first; none for a
    customer that is no
    business of yours.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str): The business whose owners are listed. As a reply has shown it, with its
            prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BeneficialOwnerListResponse]
    """

    kwargs = _get_kwargs(
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
    cursor: str | Unset = UNSET,
    customer_id: str,
    limit: int | Unset = 20,
) -> BeneficialOwnerListResponse:
    """List the beneficial owners of a business

     The people who own or control the business that `customerId` names, newest first; none for a
    customer that is no
    business of yours.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str): The business whose owners are listed. As a reply has shown it, with its
            prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BeneficialOwnerListResponse
    """

    return sync_detailed(
        client=client,
        cursor=cursor,
        customer_id=customer_id,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    customer_id: str,
    limit: int | Unset = 20,
) -> Response[BeneficialOwnerListResponse]:
    """List the beneficial owners of a business

     The people who own or control the business that `customerId` names, newest first; none for a
    customer that is no
    business of yours.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str): The business whose owners are listed. As a reply has shown it, with its
            prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BeneficialOwnerListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        customer_id=customer_id,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    customer_id: str,
    limit: int | Unset = 20,
) -> BeneficialOwnerListResponse:
    """List the beneficial owners of a business

     The people who own or control the business that `customerId` names, newest first; none for a
    customer that is no
    business of yours.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str): The business whose owners are listed. As a reply has shown it, with its
            prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BeneficialOwnerListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            cursor=cursor,
            customer_id=customer_id,
            limit=limit,
        )
    ).parsed
