from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.beneficial_owner import BeneficialOwner
from ...models.beneficial_owner_update_request import BeneficialOwnerUpdateRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    beneficial_owner_id: str,
    *,
    body: BeneficialOwnerUpdateRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/beneficial-owners/{beneficial_owner_id}".format(
            beneficial_owner_id=quote(str(beneficial_owner_id), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
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
    body: BeneficialOwnerUpdateRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[BeneficialOwner]:
    """Change a beneficial owner

     Change what the body names. A person whose identity changes is checked again.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        beneficial_owner_id (str): The beneficial owner's `id`, `BeneficialOwner:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (BeneficialOwnerUpdateRequest | Unset): What may change of a beneficial owner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BeneficialOwner]
    """

    kwargs = _get_kwargs(
        beneficial_owner_id=beneficial_owner_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    beneficial_owner_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: BeneficialOwnerUpdateRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> BeneficialOwner:
    """Change a beneficial owner

     Change what the body names. A person whose identity changes is checked again.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        beneficial_owner_id (str): The beneficial owner's `id`, `BeneficialOwner:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (BeneficialOwnerUpdateRequest | Unset): What may change of a beneficial owner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        BeneficialOwner
    """

    return sync_detailed(
        beneficial_owner_id=beneficial_owner_id,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    beneficial_owner_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: BeneficialOwnerUpdateRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[BeneficialOwner]:
    """Change a beneficial owner

     Change what the body names. A person whose identity changes is checked again.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        beneficial_owner_id (str): The beneficial owner's `id`, `BeneficialOwner:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (BeneficialOwnerUpdateRequest | Unset): What may change of a beneficial owner.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[BeneficialOwner]
    """

    kwargs = _get_kwargs(
        beneficial_owner_id=beneficial_owner_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    beneficial_owner_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: BeneficialOwnerUpdateRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> BeneficialOwner:
    """Change a beneficial owner

     Change what the body names. A person whose identity changes is checked again.

    Permission: `MANAGE`.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        beneficial_owner_id (str): The beneficial owner's `id`, `BeneficialOwner:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (BeneficialOwnerUpdateRequest | Unset): What may change of a beneficial owner.

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
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
