from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.uma_invitation import UmaInvitation
from ...models.uma_invitation_claim_request import UmaInvitationClaimRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    invitation_code: str,
    *,
    body: UmaInvitationClaimRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/invitations/{invitation_code}/claim".format(
            invitation_code=quote(str(invitation_code), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
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
    body: UmaInvitationClaimRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[UmaInvitation]:
    """Claim an invitation for a customer

     Claim it; the inviter's platform is told. No money moves.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        invitation_code (str): The invitation's `code`. Capitals, blanks and hyphens do not
            matter.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (UmaInvitationClaimRequest): Who claims an invitation.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UmaInvitation]
    """

    kwargs = _get_kwargs(
        invitation_code=invitation_code,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    invitation_code: str,
    *,
    client: AuthenticatedClient | Client,
    body: UmaInvitationClaimRequest,
    idempotency_key: str | Unset = UNSET,
) -> UmaInvitation:
    """Claim an invitation for a customer

     Claim it; the inviter's platform is told. No money moves.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        invitation_code (str): The invitation's `code`. Capitals, blanks and hyphens do not
            matter.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (UmaInvitationClaimRequest): Who claims an invitation.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        UmaInvitation
    """

    return sync_detailed(
        invitation_code=invitation_code,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    invitation_code: str,
    *,
    client: AuthenticatedClient | Client,
    body: UmaInvitationClaimRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[UmaInvitation]:
    """Claim an invitation for a customer

     Claim it; the inviter's platform is told. No money moves.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        invitation_code (str): The invitation's `code`. Capitals, blanks and hyphens do not
            matter.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (UmaInvitationClaimRequest): Who claims an invitation.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[UmaInvitation]
    """

    kwargs = _get_kwargs(
        invitation_code=invitation_code,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    invitation_code: str,
    *,
    client: AuthenticatedClient | Client,
    body: UmaInvitationClaimRequest,
    idempotency_key: str | Unset = UNSET,
) -> UmaInvitation:
    """Claim an invitation for a customer

     Claim it; the inviter's platform is told. No money moves.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        invitation_code (str): The invitation's `code`. Capitals, blanks and hyphens do not
            matter.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (UmaInvitationClaimRequest): Who claims an invitation.

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
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
