from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.business_customer import BusinessCustomer
from ...models.business_customer_create_request import BusinessCustomerCreateRequest
from ...models.individual_customer import IndividualCustomer
from ...models.individual_customer_create_request import IndividualCustomerCreateRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: BusinessCustomerCreateRequest | IndividualCustomerCreateRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/customers",
    }

    if isinstance(body, IndividualCustomerCreateRequest):
        _kwargs["json"] = body.to_dict()
    else:
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> BusinessCustomer | IndividualCustomer:
    if response.status_code == 201:

        def _parse_response_201(data: object) -> BusinessCustomer | IndividualCustomer:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_customer_type_0 = IndividualCustomer.from_dict(data)

                return componentsschemas_customer_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_customer_type_1 = BusinessCustomer.from_dict(data)

            return componentsschemas_customer_type_1

        response_201 = _parse_response_201(response.json())

        return response_201

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[BusinessCustomer | IndividualCustomer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BusinessCustomerCreateRequest | IndividualCustomerCreateRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[BusinessCustomer | IndividualCustomer]:
    """Create a customer

     Create a customer with an internal account in each of its currencies. An individual is checked at
    once; a business
    is checked when a verification is submitted. Only an approved customer may pay and be paid.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (BusinessCustomerCreateRequest | IndividualCustomerCreateRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BusinessCustomer | IndividualCustomer]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    body: BusinessCustomerCreateRequest | IndividualCustomerCreateRequest,
    idempotency_key: str | Unset = UNSET,
) -> BusinessCustomer | IndividualCustomer:
    """Create a customer

     Create a customer with an internal account in each of its currencies. An individual is checked at
    once; a business
    is checked when a verification is submitted. Only an approved customer may pay and be paid.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (BusinessCustomerCreateRequest | IndividualCustomerCreateRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BusinessCustomer | IndividualCustomer
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: BusinessCustomerCreateRequest | IndividualCustomerCreateRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[BusinessCustomer | IndividualCustomer]:
    """Create a customer

     Create a customer with an internal account in each of its currencies. An individual is checked at
    once; a business
    is checked when a verification is submitted. Only an approved customer may pay and be paid.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (BusinessCustomerCreateRequest | IndividualCustomerCreateRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BusinessCustomer | IndividualCustomer]
    """

    kwargs = _get_kwargs(
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    body: BusinessCustomerCreateRequest | IndividualCustomerCreateRequest,
    idempotency_key: str | Unset = UNSET,
) -> BusinessCustomer | IndividualCustomer:
    """Create a customer

     Create a customer with an internal account in each of its currencies. An individual is checked at
    once; a business
    is checked when a verification is submitted. Only an approved customer may pay and be paid.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (BusinessCustomerCreateRequest | IndividualCustomerCreateRequest):

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BusinessCustomer | IndividualCustomer
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
