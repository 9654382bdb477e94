from http import HTTPStatus
from typing import Any

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.listen_request import ListenRequest
from ...models.listen_response import ListenResponse
from ...types import UNSET, Response, Unset


def _get_kwargs(
    *,
    body: ListenRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/sandbox/webhooks/listen",
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> ListenResponse:
    if response.status_code == 200:
        response_200 = ListenResponse.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[ListenResponse]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ListenRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ListenResponse]:
    """Read events as signed requests

     Answer with copies of what happened since: they are signed now, and numbered like the originals.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (ListenRequest | Unset): Where to go on.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListenResponse]
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
    body: ListenRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ListenResponse:
    """Read events as signed requests

     Answer with copies of what happened since: they are signed now, and numbered like the originals.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (ListenRequest | Unset): Where to go on.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListenResponse
    """

    return sync_detailed(
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    *,
    client: AuthenticatedClient | Client,
    body: ListenRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[ListenResponse]:
    """Read events as signed requests

     Answer with copies of what happened since: they are signed now, and numbered like the originals.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (ListenRequest | Unset): Where to go on.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ListenResponse]
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
    body: ListenRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> ListenResponse:
    """Read events as signed requests

     Answer with copies of what happened since: they are signed now, and numbered like the originals.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (ListenRequest | Unset): Where to go on.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ListenResponse
    """

    return (
        await asyncio_detailed(
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
