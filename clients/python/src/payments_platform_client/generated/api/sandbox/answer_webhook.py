from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.answer_webhook_request import AnswerWebhookRequest
from ...models.event import Event
from ...types import UNSET, Response, Unset


def _get_kwargs(
    webhook_id: str,
    *,
    body: AnswerWebhookRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "method": "post",
        "url": "/sandbox/webhooks/{webhook_id}/answer".format(
            webhook_id=quote(str(webhook_id), safe=""),
        ),
    }

    if not isinstance(body, Unset):
        _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Event:
    if response.status_code == 200:
        response_200 = Event.from_dict(response.json())

        return response_200

    raise errors.UnexpectedStatus(response.status_code, response.content)


def _build_response(*, client: AuthenticatedClient | Client, response: httpx.Response) -> Response[Event]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    webhook_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: AnswerWebhookRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[Event]:
    """Answer a payment that waits for approval

     Your answer counts as that of an endpoint would, once, within 15 seconds of the event.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        webhook_id (str): The event's `id`, which the listener was told: `Webhook:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (AnswerWebhookRequest | Unset): What an endpoint would have answered: a `status`, or
            why there is none.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Event]
    """

    kwargs = _get_kwargs(
        webhook_id=webhook_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    webhook_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: AnswerWebhookRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Event:
    """Answer a payment that waits for approval

     Your answer counts as that of an endpoint would, once, within 15 seconds of the event.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        webhook_id (str): The event's `id`, which the listener was told: `Webhook:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (AnswerWebhookRequest | Unset): What an endpoint would have answered: a `status`, or
            why there is none.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Event
    """

    return sync_detailed(
        webhook_id=webhook_id,
        client=client,
        body=body,
        idempotency_key=idempotency_key,
    ).parsed


async def asyncio_detailed(
    webhook_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: AnswerWebhookRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Response[Event]:
    """Answer a payment that waits for approval

     Your answer counts as that of an endpoint would, once, within 15 seconds of the event.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        webhook_id (str): The event's `id`, which the listener was told: `Webhook:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (AnswerWebhookRequest | Unset): What an endpoint would have answered: a `status`, or
            why there is none.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[Event]
    """

    kwargs = _get_kwargs(
        webhook_id=webhook_id,
        body=body,
        idempotency_key=idempotency_key,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    webhook_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: AnswerWebhookRequest | Unset = UNSET,
    idempotency_key: str | Unset = UNSET,
) -> Event:
    """Answer a payment that waits for approval

     Your answer counts as that of an endpoint would, once, within 15 seconds of the event.

    Permission: `TRANSACT`. Sandbox platforms only.

    Repeat it safely with an `Idempotency-Key`: the reply is kept under it for 30 days.

    Args:
        webhook_id (str): The event's `id`, which the listener was told: `Webhook:<uuid>`.
        idempotency_key (str | Unset): A text of your own for one intention, such as a UUID. The
            same request with the same key has one effect, and gets the first reply again. 1 to 255
            printable ASCII characters without a comma.
        body (AnswerWebhookRequest | Unset): What an endpoint would have answered: a `status`, or
            why there is none.

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Event
    """

    return (
        await asyncio_detailed(
            webhook_id=webhook_id,
            client=client,
            body=body,
            idempotency_key=idempotency_key,
        )
    ).parsed
