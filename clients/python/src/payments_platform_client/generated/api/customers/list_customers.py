import datetime
from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.customer_list_response import CustomerListResponse
from ...models.customer_status import CustomerStatus
from ...models.list_customers_customer_type import ListCustomersCustomerType
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    customer_type: ListCustomersCustomerType | Unset = UNSET,
    is_including_deleted: bool | Unset = False,
    kyb_status: CustomerStatus | Unset = UNSET,
    kyc_status: CustomerStatus | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    region: str | Unset = UNSET,
    uma_address: str | Unset = UNSET,
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

    params["currency"] = currency

    params["cursor"] = cursor

    json_customer_type: str | Unset = UNSET
    if not isinstance(customer_type, Unset):
        json_customer_type = customer_type.value

    params["customerType"] = json_customer_type

    params["isIncludingDeleted"] = is_including_deleted

    json_kyb_status: str | Unset = UNSET
    if not isinstance(kyb_status, Unset):
        json_kyb_status = kyb_status.value

    params["kybStatus"] = json_kyb_status

    json_kyc_status: str | Unset = UNSET
    if not isinstance(kyc_status, Unset):
        json_kyc_status = kyc_status.value

    params["kycStatus"] = json_kyc_status

    params["limit"] = limit

    params["platformCustomerId"] = platform_customer_id

    params["region"] = region

    params["umaAddress"] = uma_address

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
        "url": "/customers",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> CustomerListResponse:
    if response.status_code == 200:
        response_200 = CustomerListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[CustomerListResponse]:
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
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    customer_type: ListCustomersCustomerType | Unset = UNSET,
    is_including_deleted: bool | Unset = False,
    kyb_status: CustomerStatus | Unset = UNSET,
    kyc_status: CustomerStatus | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    region: str | Unset = UNSET,
    uma_address: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> Response[CustomerListResponse]:
    """List customers

     Your customers, newest first. Deleted ones are left out unless `isIncludingDeleted` asks for them.

    Permission: `VIEW`.

    Args:
        created_after (datetime.datetime | Unset): Only what was created at this moment or later.
            ISO 8601 with an offset, or a date: then its first instant in UTC.
        created_before (datetime.datetime | Unset): Only what was created at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.
        currency (str | Unset): Only customers who have an account in this currency. A code such
            as `USD`; small letters are taken, too.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_type (ListCustomersCustomerType | Unset): Only persons, or only businesses.
        is_including_deleted (bool | Unset): true: deleted customers too. Default: False.
        kyb_status (CustomerStatus | Unset):
        kyc_status (CustomerStatus | Unset):
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        platform_customer_id (str | Unset): Only the customer that you gave this name. 1 to 255
            characters.
        region (str | Unset): Only customers of this region, as it was given. 1 to 255 characters.
        uma_address (str | Unset): Only the customer who has this address; capitals do not matter.
            1 to 320 characters.
        updated_after (datetime.datetime | Unset): Only what was last changed at this moment or
            later. ISO 8601 with an offset, or a date: then its first instant in UTC.
        updated_before (datetime.datetime | Unset): Only what was last changed at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CustomerListResponse]
    """

    kwargs = _get_kwargs(
        created_after=created_after,
        created_before=created_before,
        currency=currency,
        cursor=cursor,
        customer_type=customer_type,
        is_including_deleted=is_including_deleted,
        kyb_status=kyb_status,
        kyc_status=kyc_status,
        limit=limit,
        platform_customer_id=platform_customer_id,
        region=region,
        uma_address=uma_address,
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
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    customer_type: ListCustomersCustomerType | Unset = UNSET,
    is_including_deleted: bool | Unset = False,
    kyb_status: CustomerStatus | Unset = UNSET,
    kyc_status: CustomerStatus | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    region: str | Unset = UNSET,
    uma_address: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> CustomerListResponse:
    """List customers

     Your customers, newest first. Deleted ones are left out unless `isIncludingDeleted` asks for them.

    Permission: `VIEW`.

    Args:
        created_after (datetime.datetime | Unset): Only what was created at this moment or later.
            ISO 8601 with an offset, or a date: then its first instant in UTC.
        created_before (datetime.datetime | Unset): Only what was created at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.
        currency (str | Unset): Only customers who have an account in this currency. A code such
            as `USD`; small letters are taken, too.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_type (ListCustomersCustomerType | Unset): Only persons, or only businesses.
        is_including_deleted (bool | Unset): true: deleted customers too. Default: False.
        kyb_status (CustomerStatus | Unset):
        kyc_status (CustomerStatus | Unset):
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        platform_customer_id (str | Unset): Only the customer that you gave this name. 1 to 255
            characters.
        region (str | Unset): Only customers of this region, as it was given. 1 to 255 characters.
        uma_address (str | Unset): Only the customer who has this address; capitals do not matter.
            1 to 320 characters.
        updated_after (datetime.datetime | Unset): Only what was last changed at this moment or
            later. ISO 8601 with an offset, or a date: then its first instant in UTC.
        updated_before (datetime.datetime | Unset): Only what was last changed at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CustomerListResponse
    """

    return sync_detailed(
        client=client,
        created_after=created_after,
        created_before=created_before,
        currency=currency,
        cursor=cursor,
        customer_type=customer_type,
        is_including_deleted=is_including_deleted,
        kyb_status=kyb_status,
        kyc_status=kyc_status,
        limit=limit,
        platform_customer_id=platform_customer_id,
        region=region,
        uma_address=uma_address,
        updated_after=updated_after,
        updated_before=updated_before,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    created_after: datetime.datetime | Unset = UNSET,
    created_before: datetime.datetime | Unset = UNSET,
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    customer_type: ListCustomersCustomerType | Unset = UNSET,
    is_including_deleted: bool | Unset = False,
    kyb_status: CustomerStatus | Unset = UNSET,
    kyc_status: CustomerStatus | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    region: str | Unset = UNSET,
    uma_address: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> Response[CustomerListResponse]:
    """List customers

     Your customers, newest first. Deleted ones are left out unless `isIncludingDeleted` asks for them.

    Permission: `VIEW`.

    Args:
        created_after (datetime.datetime | Unset): Only what was created at this moment or later.
            ISO 8601 with an offset, or a date: then its first instant in UTC.
        created_before (datetime.datetime | Unset): Only what was created at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.
        currency (str | Unset): Only customers who have an account in this currency. A code such
            as `USD`; small letters are taken, too.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_type (ListCustomersCustomerType | Unset): Only persons, or only businesses.
        is_including_deleted (bool | Unset): true: deleted customers too. Default: False.
        kyb_status (CustomerStatus | Unset):
        kyc_status (CustomerStatus | Unset):
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        platform_customer_id (str | Unset): Only the customer that you gave this name. 1 to 255
            characters.
        region (str | Unset): Only customers of this region, as it was given. 1 to 255 characters.
        uma_address (str | Unset): Only the customer who has this address; capitals do not matter.
            1 to 320 characters.
        updated_after (datetime.datetime | Unset): Only what was last changed at this moment or
            later. ISO 8601 with an offset, or a date: then its first instant in UTC.
        updated_before (datetime.datetime | Unset): Only what was last changed at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[CustomerListResponse]
    """

    kwargs = _get_kwargs(
        created_after=created_after,
        created_before=created_before,
        currency=currency,
        cursor=cursor,
        customer_type=customer_type,
        is_including_deleted=is_including_deleted,
        kyb_status=kyb_status,
        kyc_status=kyc_status,
        limit=limit,
        platform_customer_id=platform_customer_id,
        region=region,
        uma_address=uma_address,
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
    currency: str | Unset = UNSET,
    cursor: str | Unset = UNSET,
    customer_type: ListCustomersCustomerType | Unset = UNSET,
    is_including_deleted: bool | Unset = False,
    kyb_status: CustomerStatus | Unset = UNSET,
    kyc_status: CustomerStatus | Unset = UNSET,
    limit: int | Unset = 20,
    platform_customer_id: str | Unset = UNSET,
    region: str | Unset = UNSET,
    uma_address: str | Unset = UNSET,
    updated_after: datetime.datetime | Unset = UNSET,
    updated_before: datetime.datetime | Unset = UNSET,
) -> CustomerListResponse:
    """List customers

     Your customers, newest first. Deleted ones are left out unless `isIncludingDeleted` asks for them.

    Permission: `VIEW`.

    Args:
        created_after (datetime.datetime | Unset): Only what was created at this moment or later.
            ISO 8601 with an offset, or a date: then its first instant in UTC.
        created_before (datetime.datetime | Unset): Only what was created at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.
        currency (str | Unset): Only customers who have an account in this currency. A code such
            as `USD`; small letters are taken, too.
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_type (ListCustomersCustomerType | Unset): Only persons, or only businesses.
        is_including_deleted (bool | Unset): true: deleted customers too. Default: False.
        kyb_status (CustomerStatus | Unset):
        kyc_status (CustomerStatus | Unset):
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        platform_customer_id (str | Unset): Only the customer that you gave this name. 1 to 255
            characters.
        region (str | Unset): Only customers of this region, as it was given. 1 to 255 characters.
        uma_address (str | Unset): Only the customer who has this address; capitals do not matter.
            1 to 320 characters.
        updated_after (datetime.datetime | Unset): Only what was last changed at this moment or
            later. ISO 8601 with an offset, or a date: then its first instant in UTC.
        updated_before (datetime.datetime | Unset): Only what was last changed at this moment or
            earlier. ISO 8601 with an offset, or a date: then its last instant in UTC.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        CustomerListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            created_after=created_after,
            created_before=created_before,
            currency=currency,
            cursor=cursor,
            customer_type=customer_type,
            is_including_deleted=is_including_deleted,
            kyb_status=kyb_status,
            kyc_status=kyc_status,
            limit=limit,
            platform_customer_id=platform_customer_id,
            region=region,
            uma_address=uma_address,
            updated_after=updated_after,
            updated_before=updated_before,
        )
    ).parsed
