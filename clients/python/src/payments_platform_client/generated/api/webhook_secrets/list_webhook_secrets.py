from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.webhook_secret_list_response import WebhookSecretListResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["cursor"] = cursor

    params["limit"] = limit

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/webhook-secrets",
        "params": params,
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> WebhookSecretListResponse:
    if response.status_code == 200:
        response_200 = WebhookSecretListResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[WebhookSecretListResponse]:
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
    limit: int | Unset = UNSET,
) -> Response[WebhookSecretListResponse]:
    """List the secrets that sign webhooks

     Answer with the secrets that sign now, newest first, without their texts.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookSecretListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        limit=limit,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> WebhookSecretListResponse:
    """List the secrets that sign webhooks

     Answer with the secrets that sign now, newest first, without their texts.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookSecretListResponse
    """

    return sync_detailed(
        client=client,
        cursor=cursor,
        limit=limit,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> Response[WebhookSecretListResponse]:
    """List the secrets that sign webhooks

     Answer with the secrets that sign now, newest first, without their texts.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[WebhookSecretListResponse]
    """

    kwargs = _get_kwargs(
        cursor=cursor,
        limit=limit,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    *,
    client: AuthenticatedClient | Client,
    cursor: str | Unset = UNSET,
    limit: int | Unset = UNSET,
) -> WebhookSecretListResponse:
    """List the secrets that sign webhooks

     Answer with the secrets that sign now, newest first, without their texts.

    Permission: `VIEW`.

    Args:
        cursor (str | Unset): Without effect: this list comes whole. 1 to 1,024 characters.
        limit (int | Unset): Without effect: this list comes whole. 1 to 100.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        WebhookSecretListResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            cursor=cursor,
            limit=limit,
        )
    ).parsed
