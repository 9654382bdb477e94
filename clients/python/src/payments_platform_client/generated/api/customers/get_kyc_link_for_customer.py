from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.kyc_link_response import KycLinkResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    customer_id: str | Unset = UNSET,
    platform_customer_id: str,
    redirect_uri: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    params: dict[str, Any] = {}

    params["customerId"] = customer_id

    params["platformCustomerId"] = platform_customer_id

    params["redirectUri"] = redirect_uri

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/customers/kyc-link",
        "params": params,
    }

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> KycLinkResponse:
    if response.status_code == 200:
        response_200 = KycLinkResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[KycLinkResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    platform_customer_id: str,
    redirect_uri: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[KycLinkResponse]:
    """Make a link to the hosted identity page

     A person opens the link in a browser and gives name, date of birth, address and documents there. An
    individual whom
    `platformCustomerId` does not name yet is created, UNVERIFIED. Each request makes a new link. Where
    several live
    customers have the `platformCustomerId`, it is refused until `customerId` says which one;
    `details.customerIds` has
    their ids.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        customer_id (str | Unset): Which customer, where several have this `platformCustomerId`.
            As a reply has shown it, with its prefix.
        platform_customer_id (str): Your own name of the customer. One that does not exist yet is
            created, as an individual. 1 to 255 characters.
        redirect_uri (str | Unset): Where the page leads people when they are done: an https
            address. 1 to 2,048 characters.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[KycLinkResponse]
    """

    kwargs = _get_kwargs(
        customer_id=customer_id,
        platform_customer_id=platform_customer_id,
        redirect_uri=redirect_uri,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    platform_customer_id: str,
    redirect_uri: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> KycLinkResponse:
    """Make a link to the hosted identity page

     A person opens the link in a browser and gives name, date of birth, address and documents there. An
    individual whom
    `platformCustomerId` does not name yet is created, UNVERIFIED. Each request makes a new link. Where
    several live
    customers have the `platformCustomerId`, it is refused until `customerId` says which one;
    `details.customerIds` has
    their ids.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        customer_id (str | Unset): Which customer, where several have this `platformCustomerId`.
            As a reply has shown it, with its prefix.
        platform_customer_id (str): Your own name of the customer. One that does not exist yet is
            created, as an individual. 1 to 255 characters.
        redirect_uri (str | Unset): Where the page leads people when they are done: an https
            address. 1 to 2,048 characters.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        KycLinkResponse
    """

    return sync_detailed(
        client=client,
        customer_id=customer_id,
        platform_customer_id=platform_customer_id,
        redirect_uri=redirect_uri,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    platform_customer_id: str,
    redirect_uri: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[KycLinkResponse]:
    """Make a link to the hosted identity page

     A person opens the link in a browser and gives name, date of birth, address and documents there. An
    individual whom
    `platformCustomerId` does not name yet is created, UNVERIFIED. Each request makes a new link. Where
    several live
    customers have the `platformCustomerId`, it is refused until `customerId` says which one;
    `details.customerIds` has
    their ids.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        customer_id (str | Unset): Which customer, where several have this `platformCustomerId`.
            As a reply has shown it, with its prefix.
        platform_customer_id (str): Your own name of the customer. One that does not exist yet is
            created, as an individual. 1 to 255 characters.
        redirect_uri (str | Unset): Where the page leads people when they are done: an https
            address. 1 to 2,048 characters.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[KycLinkResponse]
    """

    kwargs = _get_kwargs(
        customer_id=customer_id,
        platform_customer_id=platform_customer_id,
        redirect_uri=redirect_uri,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    customer_id: str | Unset = UNSET,
    platform_customer_id: str,
    redirect_uri: str | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> KycLinkResponse:
    """Make a link to the hosted identity page

     A person opens the link in a browser and gives name, date of birth, address and documents there. An
    individual whom
    `platformCustomerId` does not name yet is created, UNVERIFIED. Each request makes a new link. Where
    several live
    customers have the `platformCustomerId`, it is refused until `customerId` says which one;
    `details.customerIds` has
    their ids.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        customer_id (str | Unset): Which customer, where several have this `platformCustomerId`.
            As a reply has shown it, with its prefix.
        platform_customer_id (str): Your own name of the customer. One that does not exist yet is
            created, as an individual. 1 to 255 characters.
        redirect_uri (str | Unset): Where the page leads people when they are done: an https
            address. 1 to 2,048 characters.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        KycLinkResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            customer_id=customer_id,
            platform_customer_id=platform_customer_id,
            redirect_uri=redirect_uri,
            idempotency_key=idempotency_key,
        )
    ).parsed
