from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.internal_account import InternalAccount
from ...models.sandbox_fund_request import SandboxFundRequest
from ...types import UNSET, Response, Unset


def _get_kwargs(
    account_id: str,
    *,
    body: SandboxFundRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/sandbox/internal-accounts/{account_id}/fund".format(
            account_id=quote(str(account_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> InternalAccount:
    if response.status_code == 200:
        response_200 = InternalAccount.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[InternalAccount]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    account_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: SandboxFundRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[InternalAccount]:
    """Add sandbox money to an internal account

     Fund the account at once. While its holder is not approved, no money leaves it.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        account_id (str): The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`
            as the address says.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (SandboxFundRequest): How much to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[InternalAccount]
    """

    kwargs = _get_kwargs(
        account_id=account_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    account_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: SandboxFundRequest,
    idempotency_key: str | Unset = UNSET,
) -> InternalAccount:
    """Add sandbox money to an internal account

     Fund the account at once. While its holder is not approved, no money leaves it.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        account_id (str): The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`
            as the address says.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (SandboxFundRequest): How much to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        InternalAccount
    """

    return sync_detailed(
        account_id=account_id,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    account_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: SandboxFundRequest,
    idempotency_key: str | Unset = UNSET,
) -> Response[InternalAccount]:
    """Add sandbox money to an internal account

     Fund the account at once. While its holder is not approved, no money leaves it.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        account_id (str): The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`
            as the address says.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (SandboxFundRequest): How much to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[InternalAccount]
    """

    kwargs = _get_kwargs(
        account_id=account_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    account_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: SandboxFundRequest,
    idempotency_key: str | Unset = UNSET,
) -> InternalAccount:
    """Add sandbox money to an internal account

     Fund the account at once. While its holder is not approved, no money leaves it.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for ever where it moved
    money, otherwise for 30 days.

    Args:
        account_id (str): The account's `id`, `InternalAccount:<uuid>` or `ExternalAccount:<uuid>`
            as the address says.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (SandboxFundRequest): How much to add.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        InternalAccount
    """

    return (
        await asyncio_detailed(
            account_id=account_id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
