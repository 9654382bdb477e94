"""Approvals: an event whose answer decides, asked for while the requester waits.

An approval is signed and stored as every event is, but it goes past the queue: it gets one attempt and a few seconds.
What an answer means for the payment is the caller's business.
"""

import dataclasses
import datetime as dt
import uuid
from typing import Any

import orjson
from django.db import transaction

from platforms.base import clock
from platforms.models import Platform
from webhooks.delivery import claims, client, deliveries, endpoints, sender
from webhooks.models import OPEN_STATES, Event, EventState
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType
from webhooks.signing import signing_keys

SECONDS = 5.0
"""How long a platform may think."""
_KEPT_BYTES = 64 * 1024
"""Of the answer's body: it may carry what is asked about the receiver."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What the platform said: a status with the JSON object that came with it, or why nothing came."""

    status: int | None
    body: dict[str, Any] | None = None
    failure: client.Failure | None = None


def ask(
    *, platform_id: uuid.UUID, resource: str, data: events.Data, now: dt.datetime, timeout_seconds: float = SECONDS
) -> Answer | None:
    """Ask a platform to approve an incoming payment; None when it has set no endpoint.

    `resource` is the payment, about which nothing was sent yet; `data` its snapshot; `now` on the platform's clock.
    Opens its own short database transactions and holds none while it waits; must not be called inside one.
    """
    with transaction.atomic(durable=True):
        platform = Platform.objects.get(id=platform_id)
        if not platform.webhook_endpoint:
            return None
        signer = signing_keys.signers(platform_ids=[platform_id], now=clock.real_now())[platform_id]
        event = _store(platform, resource=resource, data=data, now=now)
    request = sender.to_request(event, signer=signer, sent_at=clock.real_now())
    reply = client.send(dataclasses.replace(request, timeout_seconds=timeout_seconds, keep_bytes=_KEPT_BYTES))
    attempt = deliveries.Attempt(event, dataclasses.replace(reply, body=reply.body[: client.KEPT_BYTES]))
    moment = clock.real_now()
    with transaction.atomic(durable=True):
        deliveries.record_single(attempt=attempt, now=moment)
        endpoints.note(attempts=[attempt], now=moment)
    return Answer(reply.status, _object(reply.body), reply.failure)


def _store(platform: Platform, *, resource: str, data: events.Data, now: dt.datetime) -> claims.DueEvent:
    """Store the event before it is sent, as one that got no answer: that is what it is if this process dies."""
    waiting = Event.objects.filter(resource=resource, state__in=OPEN_STATES)
    assert not waiting.exists(), "an approval is the first event of its payment"
    new = events.NewEvent(platform.id, EventType.INCOMING_PAYMENT_PENDING.value, resource, data, now)
    sequence = claims.next_sequence(platform_id=platform.id, resource=resource)
    event = deliveries.single(platform=platform, new=new, sequence=sequence)
    deliveries.store_single(event, state=EventState.ABANDONED, attempts=0)
    return event


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        content = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    return content if isinstance(content, dict) else None
