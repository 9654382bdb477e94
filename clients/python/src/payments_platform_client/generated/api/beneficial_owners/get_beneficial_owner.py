from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.beneficial_owner import BeneficialOwner
from ...types import Response


def _get_kwargs(
    beneficial_owner_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/beneficial-owners/{beneficial_owner_id}".format(
            beneficial_owner_id=quote(str(beneficial_owner_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> BeneficialOwner:
    if response.status_code == 200:
        response_200 = BeneficialOwner.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[BeneficialOwner]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    beneficial_owner_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[BeneficialOwner]:
    """Read a beneficial owner

     The person, the share and how the check of the identity stands.

    Permission: `VIEW`.

    Args:
        beneficial_owner_id (str): The beneficial owner's `id`, `BeneficialOwner:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BeneficialOwner]
    """

    kwargs = _get_kwargs(
        beneficial_owner_id=beneficial_owner_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    beneficial_owner_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> BeneficialOwner:
    """Read a beneficial owner

     The person, the share and how the check of the identity stands.

    Permission: `VIEW`.

    Args:
        beneficial_owner_id (str): The beneficial owner's `id`, `BeneficialOwner:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BeneficialOwner
    """

    return sync_detailed(
        beneficial_owner_id=beneficial_owner_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    beneficial_owner_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[BeneficialOwner]:
    """Read a beneficial owner

     The person, the share and how the check of the identity stands.

    Permission: `VIEW`.

    Args:
        beneficial_owner_id (str): The beneficial owner's `id`, `BeneficialOwner:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BeneficialOwner]
    """

    kwargs = _get_kwargs(
        beneficial_owner_id=beneficial_owner_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    beneficial_owner_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> BeneficialOwner:
    """Read a beneficial owner

     The person, the share and how the check of the identity stands.

    Permission: `VIEW`.

    Args:
        beneficial_owner_id (str): The beneficial owner's `id`, `BeneficialOwner:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BeneficialOwner
    """

    return (
        await asyncio_detailed(
            beneficial_owner_id=beneficial_owner_id,
            client=client,
        )
    ).parsed
