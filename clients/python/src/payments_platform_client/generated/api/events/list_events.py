import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.event_list_response import EventListResponse
from ...models.event_status import EventStatus
from ...models.event_type import EventType
from ...models.list_events_sort_order import ListEventsSortOrder
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    cursor: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    failed: bool | Unset = UNSET,
    limit: int | Unset = 20,
    resource_id: str | Unset = UNSET,
    sort_order: ListEventsSortOrder | Unset = ListEventsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: EventStatus | Unset = UNSET,
    type_: EventType | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    json_end_date: str | Unset = UNSET
    if not isinstance(end_date, Unset):
        json_end_date = end_date.isoformat()
    params["endDate"] = json_end_date

    params["failed"] = failed

    params["limit"] = limit

    params["resourceId"] = resource_id

    json_sort_order: str | Unset = UNSET
    if not isinstance(sort_order, Unset):
        json_sort_order = sort_order.value

    params["sortOrder"] = json_sort_order

    json_start_date: str | Unset = UNSET
    if not isinstance(start_date, Unset):
        json_start_date = start_date.isoformat()
    params["startDate"] = json_start_date

    json_status: str | Unset = UNSET
    if not isinstance(status, Unset):
        json_status = status.value

    params["status"] = json_status

    json_type_: str | Unset = UNSET
    if not isinstance(type_, Unset):
        json_type_ = type_.value

    params["type"] = json_type_

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/events",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> EventListResponse:
    if response.status_code == 200:
        response_200 = EventListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[EventListResponse]:
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
    end_date: datetime.datetime | Unset = UNSET,
    failed: bool | Unset = UNSET,
    limit: int | Unset = 20,
    resource_id: str | Unset = UNSET,
    sort_order: ListEventsSortOrder | Unset = ListEventsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: EventStatus | Unset = UNSET,
    type_: EventType | Unset = UNSET,
) -> Response[EventListResponse]:
    """List events of the last 90 days

     What was told, or is about to be, to your webhook endpoint, newest first.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        end_date (datetime.datetime | Unset): Only what was created at this moment or earlier. ISO
            8601 with an offset, or a date: then its last instant in UTC.
        failed (bool | Unset): true: only events that were given up, refused, or failed at least
            once so far.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        resource_id (str | Unset): Only what happened to this: an `id`, or the code of an
            invitation.
        sort_order (ListEventsSortOrder | Unset): By the moment of creation: `desc` is newest
            first, `asc` oldest first. Default: ListEventsSortOrder.DESC.
        start_date (datetime.datetime | Unset): Only what was created at this moment or later. ISO
            8601 with an offset, or a date: then its first instant in UTC.
        status (EventStatus | Unset):
        type_ (EventType | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EventListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        end_date=end_date,
        failed=failed,
        limit=limit,
        resource_id=resource_id,
        sort_order=sort_order,
        start_date=start_date,
        status=status,
        type_=type_,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    failed: bool | Unset = UNSET,
    limit: int | Unset = 20,
    resource_id: str | Unset = UNSET,
    sort_order: ListEventsSortOrder | Unset = ListEventsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: EventStatus | Unset = UNSET,
    type_: EventType | Unset = UNSET,
) -> EventListResponse:
    """List events of the last 90 days

     What was told, or is about to be, to your webhook endpoint, newest first.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        end_date (datetime.datetime | Unset): Only what was created at this moment or earlier. ISO
            8601 with an offset, or a date: then its last instant in UTC.
        failed (bool | Unset): true: only events that were given up, refused, or failed at least
            once so far.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        resource_id (str | Unset): Only what happened to this: an `id`, or the code of an
            invitation.
        sort_order (ListEventsSortOrder | Unset): By the moment of creation: `desc` is newest
            first, `asc` oldest first. Default: ListEventsSortOrder.DESC.
        start_date (datetime.datetime | Unset): Only what was created at this moment or later. ISO
            8601 with an offset, or a date: then its first instant in UTC.
        status (EventStatus | Unset):
        type_ (EventType | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EventListResponse
    """

    return sync_detailed(
        client=client,
        cursor=cursor,
        end_date=end_date,
        failed=failed,
        limit=limit,
        resource_id=resource_id,
        sort_order=sort_order,
        start_date=start_date,
        status=status,
        type_=type_,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    failed: bool | Unset = UNSET,
    limit: int | Unset = 20,
    resource_id: str | Unset = UNSET,
    sort_order: ListEventsSortOrder | Unset = ListEventsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: EventStatus | Unset = UNSET,
    type_: EventType | Unset = UNSET,
) -> Response[EventListResponse]:
    """List events of the last 90 days

     What was told, or is about to be, to your webhook endpoint, newest first.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        end_date (datetime.datetime | Unset): Only what was created at this moment or earlier. ISO
            8601 with an offset, or a date: then its last instant in UTC.
        failed (bool | Unset): true: only events that were given up, refused, or failed at least
            once so far.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        resource_id (str | Unset): Only what happened to this: an `id`, or the code of an
            invitation.
        sort_order (ListEventsSortOrder | Unset): By the moment of creation: `desc` is newest
            first, `asc` oldest first. Default: ListEventsSortOrder.DESC.
        start_date (datetime.datetime | Unset): Only what was created at this moment or later. ISO
            8601 with an offset, or a date: then its first instant in UTC.
        status (EventStatus | Unset):
        type_ (EventType | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EventListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        end_date=end_date,
        failed=failed,
        limit=limit,
        resource_id=resource_id,
        sort_order=sort_order,
        start_date=start_date,
        status=status,
        type_=type_,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    failed: bool | Unset = UNSET,
    limit: int | Unset = 20,
    resource_id: str | Unset = UNSET,
    sort_order: ListEventsSortOrder | Unset = ListEventsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: EventStatus | Unset = UNSET,
    type_: EventType | Unset = UNSET,
) -> EventListResponse:
    """List events of the last 90 days

     What was told, or is about to be, to your webhook endpoint, newest first.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        end_date (datetime.datetime | Unset): Only what was created at this moment or earlier. ISO
            8601 with an offset, or a date: then its last instant in UTC.
        failed (bool | Unset): true: only events that were given up, refused, or failed at least
            once so far.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        resource_id (str | Unset): Only what happened to this: an `id`, or the code of an
            invitation.
        sort_order (ListEventsSortOrder | Unset): By the moment of creation: `desc` is newest
            first, `asc` oldest first. Default: ListEventsSortOrder.DESC.
        start_date (datetime.datetime | Unset): Only what was created at this moment or later. ISO
            8601 with an offset, or a date: then its first instant in UTC.
        status (EventStatus | Unset):
        type_ (EventType | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EventListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            cursor=cursor,
            end_date=end_date,
            failed=failed,
            limit=limit,
            resource_id=resource_id,
            sort_order=sort_order,
            start_date=start_date,
            status=status,
            type_=type_,
        )
    ).parsed
