from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.uma_invitation import UmaInvitation
from ...types import Response


def _get_kwargs(
    invitation_code: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/invitations/{invitation_code}".format(
            invitation_code=quote(str(invitation_code), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> UmaInvitation:
    if response.status_code == 200:
        response_200 = UmaInvitation.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[UmaInvitation]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    invitation_code: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[UmaInvitation]:
    """Read an invitation

     Answer with the invitation as the caller's platform may see it.

    Permission: `VIEW`.

    Args:
        invitation_code (str): The invitation's `code`. Capitals, blanks and hyphens do not
            matter.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UmaInvitation]
    """

    kwargs = _get_kwargs(
        invitation_code=invitation_code,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    invitation_code: str,
    *,
    client: AuthenticatedClient | Client,
) -> UmaInvitation:
    """Read an invitation

     Answer with the invitation as the caller's platform may see it.

    Permission: `VIEW`.

    Args:
        invitation_code (str): The invitation's `code`. Capitals, blanks and hyphens do not
            matter.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UmaInvitation
    """

    return sync_detailed(
        invitation_code=invitation_code,
        client=client,
    ).parsed


async def asyncio_detailed(
    invitation_code: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[UmaInvitation]:
    """Read an invitation

     Answer with the invitation as the caller's platform may see it.

    Permission: `VIEW`.

    Args:
        invitation_code (str): The invitation's `code`. Capitals, blanks and hyphens do not
            matter.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UmaInvitation]
    """

    kwargs = _get_kwargs(
        invitation_code=invitation_code,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    invitation_code: str,
    *,
    client: AuthenticatedClient | Client,
) -> UmaInvitation:
    """Read an invitation

     Answer with the invitation as the caller's platform may see it.

    Permission: `VIEW`.

    Args:
        invitation_code (str): The invitation's `code`. Capitals, blanks and hyphens do not
            matter.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UmaInvitation
    """

    return (
        await asyncio_detailed(
            invitation_code=invitation_code,
            client=client,
        )
    ).parsed
