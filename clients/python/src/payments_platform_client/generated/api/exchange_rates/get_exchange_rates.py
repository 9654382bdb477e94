from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.exchange_rate_list_response import ExchangeRateListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    cursor: str | Unset = UNSET,
    destination_currency: list[str] | Unset = UNSET,
    limit: int | Unset = UNSET,
    sending_amount: int | Unset = 10000,
    source_currency: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    json_destination_currency: list[str] | Unset = UNSET
    if not isinstance(destination_currency, Unset):
        json_destination_currency = destination_currency

    params["destinationCurrency"] = json_destination_currency

    params["limit"] = limit

    params["sendingAmount"] = sending_amount

    params["sourceCurrency"] = source_currency

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/exchange-rates",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ExchangeRateListResponse:
    if response.status_code == 200:
        response_200 = ExchangeRateListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ExchangeRateListResponse]:
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
    destination_currency: list[str] | Unset = UNSET,
    limit: int | Unset = UNSET,
    sending_amount: int | Unset = 10000,
    source_currency: str | Unset = UNSET,
) -> Response[ExchangeRateListResponse]:
    """Read exchange rates, fees included

     Answer with one row per corridor and rail of the destination.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        destination_currency (list[str] | Unset): What arrives: currencies of the platform's, one
            by one or with commas. Left out: all of them. At most 100 items.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.
        sending_amount (int | Unset): What is sent, in the smallest unit of the source currency,
            of which `receivingAmount` is worked out. 0 to 9,223,372,036,854,775,807. Default: 10000.
        source_currency (str | Unset): What is sent: one of the platform's currencies. Left out:
            all of them. A code such as `USD` or `BTC`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ExchangeRateListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        destination_currency=destination_currency,
        limit=limit,
        sending_amount=sending_amount,
        source_currency=source_currency,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    destination_currency: list[str] | Unset = UNSET,
    limit: int | Unset = UNSET,
    sending_amount: int | Unset = 10000,
    source_currency: str | Unset = UNSET,
) -> ExchangeRateListResponse:
    """Read exchange rates, fees included

     Answer with one row per corridor and rail of the destination.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        destination_currency (list[str] | Unset): What arrives: currencies of the platform's, one
            by one or with commas. Left out: all of them. At most 100 items.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.
        sending_amount (int | Unset): What is sent, in the smallest unit of the source currency,
            of which `receivingAmount` is worked out. 0 to 9,223,372,036,854,775,807. Default: 10000.
        source_currency (str | Unset): What is sent: one of the platform's currencies. Left out:
            all of them. A code such as `USD` or `BTC`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ExchangeRateListResponse
    """

    return sync_detailed(
        client=client,
        cursor=cursor,
        destination_currency=destination_currency,
        limit=limit,
        sending_amount=sending_amount,
        source_currency=source_currency,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    destination_currency: list[str] | Unset = UNSET,
    limit: int | Unset = UNSET,
    sending_amount: int | Unset = 10000,
    source_currency: str | Unset = UNSET,
) -> Response[ExchangeRateListResponse]:
    """Read exchange rates, fees included

     Answer with one row per corridor and rail of the destination.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        destination_currency (list[str] | Unset): What arrives: currencies of the platform's, one
            by one or with commas. Left out: all of them. At most 100 items.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.
        sending_amount (int | Unset): What is sent, in the smallest unit of the source currency,
            of which `receivingAmount` is worked out. 0 to 9,223,372,036,854,775,807. Default: 10000.
        source_currency (str | Unset): What is sent: one of the platform's currencies. Left out:
            all of them. A code such as `USD` or `BTC`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ExchangeRateListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        destination_currency=destination_currency,
        limit=limit,
        sending_amount=sending_amount,
        source_currency=source_currency,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    destination_currency: list[str] | Unset = UNSET,
    limit: int | Unset = UNSET,
    sending_amount: int | Unset = 10000,
    source_currency: str | Unset = UNSET,
) -> ExchangeRateListResponse:
    """Read exchange rates, fees included

     Answer with one row per corridor and rail of the destination.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        destination_currency (list[str] | Unset): What arrives: currencies of the platform's, one
            by one or with commas. Left out: all of them. At most 100 items.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.
        sending_amount (int | Unset): What is sent, in the smallest unit of the source currency,
            of which `receivingAmount` is worked out. 0 to 9,223,372,036,854,775,807. Default: 10000.
        source_currency (str | Unset): What is sent: one of the platform's currencies. Left out:
            all of them. A code such as `USD` or `BTC`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ExchangeRateListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            cursor=cursor,
            destination_currency=destination_currency,
            limit=limit,
            sending_amount=sending_amount,
            source_currency=source_currency,
        )
    ).parsed
