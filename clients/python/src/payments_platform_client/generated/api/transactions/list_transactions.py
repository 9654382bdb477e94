import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.list_transactions_sort_order import ListTransactionsSortOrder
from ...models.transaction_list_response import TransactionListResponse
from ...models.transaction_status import TransactionStatus
from ...models.transaction_type import TransactionType
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    cursor: str | Unset = UNSET,
    customer_id: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    receiver_account_identifier: str | Unset = UNSET,
    reference: str | Unset = UNSET,
    sender_account_identifier: str | Unset = UNSET,
    sort_order: ListTransactionsSortOrder | Unset = ListTransactionsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: TransactionStatus | Unset = UNSET,
    type_: TransactionType | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["customerId"] = customer_id

    json_end_date: str | Unset = UNSET
    if not isinstance(end_date, Unset):
        json_end_date = end_date.isoformat()
    params["endDate"] = json_end_date

    params["limit"] = limit

    params["platformCustomerId"] = platform_customer_id

    params["receiverAccountIdentifier"] = receiver_account_identifier

    params["reference"] = reference

    params["senderAccountIdentifier"] = sender_account_identifier

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
        "url": "/transactions",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> TransactionListResponse:
    if response.status_code == 200:
        response_200 = TransactionListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[TransactionListResponse]:
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
    customer_id: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    receiver_account_identifier: str | Unset = UNSET,
    reference: str | Unset = UNSET,
    sender_account_identifier: str | Unset = UNSET,
    sort_order: ListTransactionsSortOrder | Unset = ListTransactionsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: TransactionStatus | Unset = UNSET,
    type_: TransactionType | Unset = UNSET,
) -> Response[TransactionListResponse]:
    """List transactions

     Payments of the platform and its customers, newest first. Without a filter but `type`, `totalCount`
    is exact.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only payments of this customer. As a reply has shown it, with
            its prefix.
        end_date (datetime.datetime | Unset): Only what was created at this moment or earlier. ISO
            8601 with an offset, or a date: then its last instant in UTC.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        platform_customer_id (str | Unset): Only payments of the customer that you gave this name.
            1 to 255 characters.
        receiver_account_identifier (str | Unset): Only payments to this account, by its `id`, or
            to this UMA address. 1 to 320 characters.
        reference (str | Unset): Only the payment of this reference:
            `reconciliationInstructions.reference`. 1 to 64 characters.
        sender_account_identifier (str | Unset): Only payments from this account, by its `id`, or
            from this UMA address. 1 to 320 characters.
        sort_order (ListTransactionsSortOrder | Unset): By the moment of creation: `desc` is
            newest first, `asc` oldest first. Default: ListTransactionsSortOrder.DESC.
        start_date (datetime.datetime | Unset): Only what was created at this moment or later. ISO
            8601 with an offset, or a date: then its first instant in UTC.
        status (TransactionStatus | Unset):
        type_ (TransactionType | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TransactionListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        customer_id=customer_id,
        end_date=end_date,
        limit=limit,
        platform_customer_id=platform_customer_id,
        receiver_account_identifier=receiver_account_identifier,
        reference=reference,
        sender_account_identifier=sender_account_identifier,
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
    customer_id: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    receiver_account_identifier: str | Unset = UNSET,
    reference: str | Unset = UNSET,
    sender_account_identifier: str | Unset = UNSET,
    sort_order: ListTransactionsSortOrder | Unset = ListTransactionsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: TransactionStatus | Unset = UNSET,
    type_: TransactionType | Unset = UNSET,
) -> TransactionListResponse:
    """List transactions

     Payments of the platform and its customers, newest first. Without a filter but `type`, `totalCount`
    is exact.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only payments of this customer. As a reply has shown it, with
            its prefix.
        end_date (datetime.datetime | Unset): Only what was created at this moment or earlier. ISO
            8601 with an offset, or a date: then its last instant in UTC.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        platform_customer_id (str | Unset): Only payments of the customer that you gave this name.
            1 to 255 characters.
        receiver_account_identifier (str | Unset): Only payments to this account, by its `id`, or
            to this UMA address. 1 to 320 characters.
        reference (str | Unset): Only the payment of this reference:
            `reconciliationInstructions.reference`. 1 to 64 characters.
        sender_account_identifier (str | Unset): Only payments from this account, by its `id`, or
            from this UMA address. 1 to 320 characters.
        sort_order (ListTransactionsSortOrder | Unset): By the moment of creation: `desc` is
            newest first, `asc` oldest first. Default: ListTransactionsSortOrder.DESC.
        start_date (datetime.datetime | Unset): Only what was created at this moment or later. ISO
            8601 with an offset, or a date: then its first instant in UTC.
        status (TransactionStatus | Unset):
        type_ (TransactionType | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TransactionListResponse
    """

    return sync_detailed(
        client=client,
        cursor=cursor,
        customer_id=customer_id,
        end_date=end_date,
        limit=limit,
        platform_customer_id=platform_customer_id,
        receiver_account_identifier=receiver_account_identifier,
        reference=reference,
        sender_account_identifier=sender_account_identifier,
        sort_order=sort_order,
        start_date=start_date,
        status=status,
        type_=type_,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    customer_id: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    receiver_account_identifier: str | Unset = UNSET,
    reference: str | Unset = UNSET,
    sender_account_identifier: str | Unset = UNSET,
    sort_order: ListTransactionsSortOrder | Unset = ListTransactionsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: TransactionStatus | Unset = UNSET,
    type_: TransactionType | Unset = UNSET,
) -> Response[TransactionListResponse]:
    """List transactions

     Payments of the platform and its customers, newest first. Without a filter but `type`, `totalCount`
    is exact.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only payments of this customer. As a reply has shown it, with
            its prefix.
        end_date (datetime.datetime | Unset): Only what was created at this moment or earlier. ISO
            8601 with an offset, or a date: then its last instant in UTC.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        platform_customer_id (str | Unset): Only payments of the customer that you gave this name.
            1 to 255 characters.
        receiver_account_identifier (str | Unset): Only payments to this account, by its `id`, or
            to this UMA address. 1 to 320 characters.
        reference (str | Unset): Only the payment of this reference:
            `reconciliationInstructions.reference`. 1 to 64 characters.
        sender_account_identifier (str | Unset): Only payments from this account, by its `id`, or
            from this UMA address. 1 to 320 characters.
        sort_order (ListTransactionsSortOrder | Unset): By the moment of creation: `desc` is
            newest first, `asc` oldest first. Default: ListTransactionsSortOrder.DESC.
        start_date (datetime.datetime | Unset): Only what was created at this moment or later. ISO
            8601 with an offset, or a date: then its first instant in UTC.
        status (TransactionStatus | Unset):
        type_ (TransactionType | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[TransactionListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        customer_id=customer_id,
        end_date=end_date,
        limit=limit,
        platform_customer_id=platform_customer_id,
        receiver_account_identifier=receiver_account_identifier,
        reference=reference,
        sender_account_identifier=sender_account_identifier,
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
    customer_id: str | Unset = UNSET,
    end_date: datetime.datetime | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    receiver_account_identifier: str | Unset = UNSET,
    reference: str | Unset = UNSET,
    sender_account_identifier: str | Unset = UNSET,
    sort_order: ListTransactionsSortOrder | Unset = ListTransactionsSortOrder.DESC,
    start_date: datetime.datetime | Unset = UNSET,
    status: TransactionStatus | Unset = UNSET,
    type_: TransactionType | Unset = UNSET,
) -> TransactionListResponse:
    """List transactions

     Payments of the platform and its customers, newest first. Without a filter but `type`, `totalCount`
    is exact.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only payments of this customer. As a reply has shown it, with
            its prefix.
        end_date (datetime.datetime | Unset): Only what was created at this moment or earlier. ISO
            8601 with an offset, or a date: then its last instant in UTC.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        platform_customer_id (str | Unset): Only payments of the customer that you gave this name.
            1 to 255 characters.
        receiver_account_identifier (str | Unset): Only payments to this account, by its `id`, or
            to this UMA address. 1 to 320 characters.
        reference (str | Unset): Only the payment of this reference:
            `reconciliationInstructions.reference`. 1 to 64 characters.
        sender_account_identifier (str | Unset): Only payments from this account, by its `id`, or
            from this UMA address. 1 to 320 characters.
        sort_order (ListTransactionsSortOrder | Unset): By the moment of creation: `desc` is
            newest first, `asc` oldest first. Default: ListTransactionsSortOrder.DESC.
        start_date (datetime.datetime | Unset): Only what was created at this moment or later. ISO
            8601 with an offset, or a date: then its first instant in UTC.
        status (TransactionStatus | Unset):
        type_ (TransactionType | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        TransactionListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            cursor=cursor,
            customer_id=customer_id,
            end_date=end_date,
            limit=limit,
            platform_customer_id=platform_customer_id,
            receiver_account_identifier=receiver_account_identifier,
            reference=reference,
            sender_account_identifier=sender_account_identifier,
            sort_order=sort_order,
            start_date=start_date,
            status=status,
            type_=type_,
        )
    ).parsed
