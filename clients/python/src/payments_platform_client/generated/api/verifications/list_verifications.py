from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.verification_list_response import VerificationListResponse
from ...models.verification_status import VerificationStatus
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    cursor: str | Unset = UNSET,
    customer_id: str | Unset = UNSET,
    limit: int | Unset = 20,
    verification_status: VerificationStatus | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["customerId"] = customer_id

    params["limit"] = limit

    json_verification_status: str | Unset = UNSET
    if not isinstance(verification_status, Unset):
        json_verification_status = verification_status.value

    params["verificationStatus"] = json_verification_status

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/verifications",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> VerificationListResponse:
    if response.status_code == 200:
        response_200 = VerificationListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[VerificationListResponse]:
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
    limit: int | Unset = 20,
    verification_status: VerificationStatus | Unset = UNSET,
) -> Response[VerificationListResponse]:
    """List verifications

     Verifications of your customers, newest first.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only verifications of this customer. As a reply has shown it,
            with its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        verification_status (VerificationStatus | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[VerificationListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        customer_id=customer_id,
        limit=limit,
        verification_status=verification_status,
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
    limit: int | Unset = 20,
    verification_status: VerificationStatus | Unset = UNSET,
) -> VerificationListResponse:
    """List verifications

     Verifications of your customers, newest first.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only verifications of this customer. As a reply has shown it,
            with its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        verification_status (VerificationStatus | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        VerificationListResponse
    """

    return sync_detailed(
        client=client,
        cursor=cursor,
        customer_id=customer_id,
        limit=limit,
        verification_status=verification_status,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    customer_id: str | Unset = UNSET,
    limit: int | Unset = 20,
    verification_status: VerificationStatus | Unset = UNSET,
) -> Response[VerificationListResponse]:
    """List verifications

     Verifications of your customers, newest first.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only verifications of this customer. As a reply has shown it,
            with its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        verification_status (VerificationStatus | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[VerificationListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        customer_id=customer_id,
        limit=limit,
        verification_status=verification_status,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    customer_id: str | Unset = UNSET,
    limit: int | Unset = 20,
    verification_status: VerificationStatus | Unset = UNSET,
) -> VerificationListResponse:
    """List verifications

     Verifications of your customers, newest first.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): `nextCursor` of the page before, with the same filters. Left out:
            the first page. 1 to 1,024 characters.
        customer_id (str | Unset): Only verifications of this customer. As a reply has shown it,
            with its prefix.
        limit (int | Unset): How many to answer with at most, 20 unless another number is given. 1
            to 100. Default: 20.
        verification_status (VerificationStatus | Unset):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        VerificationListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            cursor=cursor,
            customer_id=customer_id,
            limit=limit,
            verification_status=verification_status,
        )
    ).parsed
