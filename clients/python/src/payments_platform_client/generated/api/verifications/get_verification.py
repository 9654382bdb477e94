from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.verification import Verification
from ...types import Response


def _get_kwargs(
    verification_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/verifications/{verification_id}".format(
            verification_id=quote(str(verification_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Verification:
    if response.status_code == 200:
        response_200 = Verification.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Verification]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    verification_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[Verification]:
    """Read a verification

     Where the verification stands, and what it lacks.

    Permission: `VIEW`.

    Args:
        verification_id (str): The verification's `id`, `Verification:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Verification]
    """

    kwargs = _get_kwargs(
        verification_id=verification_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    verification_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Verification:
    """Read a verification

     Where the verification stands, and what it lacks.

    Permission: `VIEW`.

    Args:
        verification_id (str): The verification's `id`, `Verification:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Verification
    """

    return sync_detailed(
        verification_id=verification_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    verification_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[Verification]:
    """Read a verification

     Where the verification stands, and what it lacks.

    Permission: `VIEW`.

    Args:
        verification_id (str): The verification's `id`, `Verification:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Verification]
    """

    kwargs = _get_kwargs(
        verification_id=verification_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    verification_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Verification:
    """Read a verification

     Where the verification stands, and what it lacks.

    Permission: `VIEW`.

    Args:
        verification_id (str): The verification's `id`, `Verification:<uuid>`.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Verification
    """

    return (
        await asyncio_detailed(
            verification_id=verification_id,
            client=client,
        )
    ).parsed
