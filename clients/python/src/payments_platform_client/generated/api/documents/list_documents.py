from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.document_list_response import DocumentListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    cursor: str | Unset = UNSET,
    document_holder: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["documentHolder"] = document_holder

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/documents",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> DocumentListResponse:
    if response.status_code == 200:
        response_200 = DocumentListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[DocumentListResponse]:
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
    document_holder: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> Response[DocumentListResponse]:
    """List documents

     What was uploaded, newest first, without the files.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        document_holder (str | Unset): Only documents of this customer or beneficial owner. As a
            reply has shown it, with its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DocumentListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        document_holder=document_holder,
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
    document_holder: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> DocumentListResponse:
    """List documents

     What was uploaded, newest first, without the files.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        document_holder (str | Unset): Only documents of this customer or beneficial owner. As a
            reply has shown it, with its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DocumentListResponse
    """

    return sync_detailed(
        client=client,
        cursor=cursor,
        document_holder=document_holder,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    document_holder: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> Response[DocumentListResponse]:
    """List documents

     What was uploaded, newest first, without the files.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        document_holder (str | Unset): Only documents of this customer or beneficial owner. As a
            reply has shown it, with its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[DocumentListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        document_holder=document_holder,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    document_holder: str | Unset = UNSET,
    limit: int | Unset = 20,
) -> DocumentListResponse:
    """List documents

     What was uploaded, newest first, without the files.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        document_holder (str | Unset): Only documents of this customer or beneficial owner. As a
            reply has shown it, with its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        DocumentListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            cursor=cursor,
            document_holder=document_holder,
            limit=limit,
        )
    ).parsed
