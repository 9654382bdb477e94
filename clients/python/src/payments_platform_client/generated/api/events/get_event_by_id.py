from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.event_with_attempts import EventWithAttempts
from ...types import Response


def _get_kwargs(
    event_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "method": "get",
        "url": "/events/{event_id}".format(
            event_id=quote(str(event_id), safe=""),
        ),
    }

    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> EventWithAttempts:
    if response.status_code == 200:
        response_200 = EventWithAttempts.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[EventWithAttempts]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    event_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[EventWithAttempts]:
    """Read an event with its attempts

     Answer with the event, what was sent, and how each attempt went.

    Permission: `VIEW`.

    Args:
        event_id (str): The event's `id`, `Event:<uuid>`, or the `webhookId` that your endpoint
            got.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EventWithAttempts]
    """

    kwargs = _get_kwargs(
        event_id=event_id,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    event_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> EventWithAttempts:
    """Read an event with its attempts

     Answer with the event, what was sent, and how each attempt went.

    Permission: `VIEW`.

    Args:
        event_id (str): The event's `id`, `Event:<uuid>`, or the `webhookId` that your endpoint
            got.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EventWithAttempts
    """

    return sync_detailed(
        event_id=event_id,
        client=client,
    ).parsed


async def asyncio_detailed(
    event_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> Response[EventWithAttempts]:
    """Read an event with its attempts

     Answer with the event, what was sent, and how each attempt went.

    Permission: `VIEW`.

    Args:
        event_id (str): The event's `id`, `Event:<uuid>`, or the `webhookId` that your endpoint
            got.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[EventWithAttempts]
    """

    kwargs = _get_kwargs(
        event_id=event_id,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    event_id: str,
    *,
    client: AuthenticatedClient | Client,
) -> EventWithAttempts:
    """Read an event with its attempts

     Answer with the event, what was sent, and how each attempt went.

    Permission: `VIEW`.

    Args:
        event_id (str): The event's `id`, `Event:<uuid>`, or the `webhookId` that your endpoint
            got.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        EventWithAttempts
    """

    return (
        await asyncio_detailed(
            event_id=event_id,
            client=client,
        )
    ).parsed
