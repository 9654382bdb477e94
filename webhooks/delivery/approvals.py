"""Approvals: events sent while the requester waits, because the platform's answer decides about a payment.

An approval is signed and stored like any event, but bypasses the queue: it gets one attempt and a few seconds.
The caller decides what an answer means for the payment.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

import orjson
from django.db import transaction
from django.db.models import Q

from platforms.base import clock
from platforms.models import Platform
from webhooks.delivery import claims, client, deliveries, endpoints, listeners, sender
from webhooks.models import OPEN_STATES, Event, EventState, FurtherEndpoint
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType
from webhooks.signing import signing_keys

SECONDS = 5.0
"""How long a platform may take to answer."""
_KEPT_BYTES = 64 * 1024
"""Bytes of the answer's body that are kept: it may carry data about the receiver that was asked for."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """The platform's answer: a status with the JSON object of its body, or why there was no answer."""

    status: int | None
    body: dict[str, Any] | None = None
    failure: client.Failure | None = None


def ask(
    *,
    platform_id: uuid.UUID,
    resource: str,
    data: events.Data,
    now: dt.datetime,
    is_settled: Callable[[], bool] = lambda: False,
    timeout_seconds: float = SECONDS,
) -> Answer | None:
    """Ask a platform to approve an incoming payment; None when it has no endpoint, and no listener answers.

    `resource` is the payment, about which nothing was sent yet; `data` its snapshot; `now` on the platform's clock.
    `is_settled` tells whether the payment was decided meanwhile. Opens its own short database transactions and holds
    none while it waits; must not be called inside one.
    """
    platform = Platform.objects.get(id=platform_id)
    new = events.NewEvent(platform.id, EventType.INCOMING_PAYMENT_PENDING.value, resource, data, now)
    endpoint = _asked(platform)
    if endpoint is None:
        if not listeners.is_present(platform):
            return None
        with transaction.atomic(durable=True):
            event = _store(claims.DueEndpoint.of(platform), new, state=EventState.NO_ENDPOINT)
        heard = listeners.wait(event, is_settled=is_settled)
        return Answer(heard.status, _object(heard.body), heard.failure)
    with transaction.atomic(durable=True):
        signer = signing_keys.signers(platform_ids=[platform_id], now=clock.real_now())[platform_id]
        event = _store(endpoint, new, state=EventState.ABANDONED)
    request = sender.to_request(event, signer=signer, sent_at=clock.real_now())
    reply = client.send(dataclasses.replace(request, timeout_seconds=timeout_seconds, keep_bytes=_KEPT_BYTES))
    attempt = deliveries.Attempt(event, dataclasses.replace(reply, body=reply.body[: client.KEPT_BYTES]))
    moment = clock.real_now()
    with transaction.atomic(durable=True):
        deliveries.record_single(attempt=attempt, now=moment)
        endpoints.note(attempts=[attempt], now=moment)
    return Answer(reply.status, _object(reply.body), reply.failure)


def _asked(platform: Platform) -> claims.DueEndpoint | None:
    """Return the endpoint that is asked: the configuration's; else the oldest further one that takes such events."""
    if platform.webhook_endpoint:
        return claims.DueEndpoint.of(platform)
    live = FurtherEndpoint.objects.for_platform(platform.id).filter(disabled_at=None, deleted_at=None)
    takes = Q(types=[]) | Q(types__contains=[EventType.INCOMING_PAYMENT_PENDING.value])
    endpoint = live.filter(takes).select_related("platform").order_by("id").first()
    return None if endpoint is None else claims.DueEndpoint.further(endpoint)


def _store(endpoint: claims.DueEndpoint, new: events.NewEvent, *, state: EventState) -> claims.DueEvent:
    """Store the event before it is sent, as one without an answer: the right record if this process dies."""
    waiting = Event.objects.filter(resource=new.resource, state__in=OPEN_STATES)
    assert not waiting.exists(), "an approval is the first event of its payment"
    sequence = claims.next_sequence(platform_id=endpoint.platform_id, resource=new.resource)
    event = deliveries.single(endpoint=endpoint, new=new, sequence=sequence)
    deliveries.store_single(event, state=state, attempts=0)
    return event


def _object(body: bytes) -> dict[str, Any] | None:
    try:
        content = orjson.loads(body)
    except orjson.JSONDecodeError:
        return None
    return content if isinstance(content, dict) else None
