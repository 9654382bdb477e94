import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.token_list_response import TokenListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    name: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    json_created_after: str | Unset = UNSET
    if not isinstance(created_after, Unset):
        json_created_after = created_after.isoformat()
    params["createdAfter"] = json_created_after

    json_created_before: str | Unset = UNSET
    if not isinstance(created_before, Unset):
        json_created_before = created_before.isoformat()
    params["createdBefore"] = json_created_before

    params["cursor"] = cursor

    params["limit"] = limit

    params["name"] = name

    json_updated_after: str | Unset = UNSET
    if not isinstance(updated_after, Unset):
        json_updated_after = updated_after.isoformat()
    params["updatedAfter"] = json_updated_after

    json_updated_before: str | Unset = UNSET
    if not isinstance(updated_before, Unset):
        json_updated_before = updated_before.isoformat()
    params["updatedBefore"] = json_updated_before

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/tokens",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> TokenListResponse:
    if response.status_code == 200:
        response_200 = TokenListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[TokenListResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    name: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> Response[TokenListResponse]:
    """List API tokens

     The live tokens of the platform, newest first: neither revoked ones nor secrets.

    Permission: `VIEW`.

    Args:
        created_after (datetime.datetime | Unset): Only what was created at this moment or later.
            ISO 8601 with an offset, or a date: then its first instant in UTC.
        created_before (datetime.datetime | Unset): Only what was created at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        name (str | Unset): Only the tokens of exactly this name.
        updated_after (datetime.datetime | Unset): Only what was last changed at this moment or
            later. ISO 8601 with an offset, or a date: then its first instant in UTC.
        updated_before (datetime.datetime | Unset): Only what was last changed at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TokenListResponse]
    """

    kwargs = _get_kwargs(
        created_after=created_after,
        created_before=created_before,
        cursor=cursor,
        limit=limit,
        name=name,
        updated_after=updated_after,
        updated_before=updated_before,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    name: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> TokenListResponse:
    """List API tokens

     The live tokens of the platform, newest first: neither revoked ones nor secrets.

    Permission: `VIEW`.

    Args:
        created_after (datetime.datetime | Unset): Only what was created at this moment or later.
            ISO 8601 with an offset, or a date: then its first instant in UTC.
        created_before (datetime.datetime | Unset): Only what was created at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        name (str | Unset): Only the tokens of exactly this name.
        updated_after (datetime.datetime | Unset): Only what was last changed at this moment or
            later. ISO 8601 with an offset, or a date: then its first instant in UTC.
        updated_before (datetime.datetime | Unset): Only what was last changed at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TokenListResponse
    """

    return sync_detailed(
        client=client,
        created_after=created_after,
        created_before=created_before,
        cursor=cursor,
        limit=limit,
        name=name,
        updated_after=updated_after,
        updated_before=updated_before,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    name: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> Response[TokenListResponse]:
    """List API tokens

     The live tokens of the platform, newest first: neither revoked ones nor secrets.

    Permission: `VIEW`.

    Args:
        created_after (datetime.datetime | Unset): Only what was created at this moment or later.
            ISO 8601 with an offset, or a date: then its first instant in UTC.
        created_before (datetime.datetime | Unset): Only what was created at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        name (str | Unset): Only the tokens of exactly this name.
        updated_after (datetime.datetime | Unset): Only what was last changed at this moment or
            later. ISO 8601 with an offset, or a date: then its first instant in UTC.
        updated_before (datetime.datetime | Unset): Only what was last changed at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TokenListResponse]
    """

    kwargs = _get_kwargs(
        created_after=created_after,
        created_before=created_before,
        cursor=cursor,
        limit=limit,
        name=name,
        updated_after=updated_after,
        updated_before=updated_before,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    cursor: str | Unset = UNSET,
    limit: int | Unset = 20,
    name: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> TokenListResponse:
    """List API tokens

     The live tokens of the platform, newest first: neither revoked ones nor secrets.

    Permission: `VIEW`.

    Args:
        created_after (datetime.datetime | Unset): Only what was created at this moment or later.
            ISO 8601 with an offset, or a date: then its first instant in UTC.
        created_before (datetime.datetime | Unset): Only what was created at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        name (str | Unset): Only the tokens of exactly this name.
        updated_after (datetime.datetime | Unset): Only what was last changed at this moment or
            later. ISO 8601 with an offset, or a date: then its first instant in UTC.
        updated_before (datetime.datetime | Unset): Only what was last changed at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TokenListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            created_after=created_after,
            created_before=created_before,
            cursor=cursor,
            limit=limit,
            name=name,
            updated_after=updated_after,
            updated_before=updated_before,
        )
    ).parsed
