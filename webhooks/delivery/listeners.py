"""Listeners: developers' `manage.py listen`, which answer approvals in place of an endpoint of their sandbox platform.

A listener says with each of its requests that it is there; a few seconds after the last one it is not. The question is
an event that the listener reads like any other, and its answer is recorded as the attempt that an endpoint would have
had.
"""

import dataclasses
import datetime as dt
import functools
import logging
import time
import uuid
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import transaction

from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.models import Environment, Platform
from webhooks.delivery import claims, client, deliveries
from webhooks.delivery.redelivery import EventNotFound
from webhooks.models import Delivery, Event, EventState
from webhooks.outbox.event_types import EventType

logger = logging.getLogger(__name__)
SECONDS = 15.0
"""How long a listener may take: somebody may be reading the question."""
LONGEST_ANSWER = 2048
"""Characters of an answer's body, which is kept whole: what waits for it reads it there."""
_PRESENT_SECONDS = 10
_LOOK_AGAIN_SECONDS = 0.2


class NotAwaited(errors.DomainError):
    """The event is no question to a listener, or was answered, or has waited too long."""

    code = "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"
    message = "This event does not wait for an answer."


def note(*, platform_id: uuid.UUID) -> None:
    """Remember that a listener of a platform answers approvals; without the Redis-protocol server it is not asked."""
    if server := _server():
        try:
            server.set(_key(platform_id), 1, ex=_PRESENT_SECONDS)
        except redis.RedisError:
            logger.warning("no listener is asked: the Redis-protocol server is unreachable")


def is_present(platform: Platform) -> bool:
    """Tell whether a listener answers for a platform that has no endpoint to be asked at."""
    server = _server()
    if server is None or platform.environment != Environment.SANDBOX or platform.webhook_endpoint:
        return False
    try:
        return bool(server.exists(_key(platform.id)))
    except redis.RedisError:
        return False


def awaits_answer(event: Event, *, now: dt.datetime) -> bool:
    """Tell whether an event is a question that a listener may still answer; `now` on the platform's clock."""
    return (
        event.type == EventType.INCOMING_PAYMENT_PENDING
        and event.state == EventState.NO_ENDPOINT
        and event.attempts == 0
        and now - event.created_at < dt.timedelta(seconds=SECONDS)
    )


def wait(event: claims.DueEvent, *, is_settled: Callable[[], bool], seconds: float = SECONDS) -> client.Reply:
    """Wait for the answer to a question; a time-out is recorded as the answer. Never in a database transaction.

    `is_settled` tells whether the payment was decided meanwhile in another way, which ends the wait.
    """
    began = time.monotonic()
    while (answer := _answer_to(event)) is None and time.monotonic() - began < seconds and not is_settled():
        time.sleep(_LOOK_AGAIN_SECONDS)
    if answer is not None:
        return answer
    silence = client.Reply(None, b"", round((time.monotonic() - began) * 1000), client.Failure.TIMEOUT)
    with transaction.atomic(durable=True):
        # The answer may come at this moment: it locks the row too.
        Event.objects.select_for_update().get(id=event.id)
        answer = _answer_to(event)
        if answer is None:
            deliveries.record_single(attempt=deliveries.Attempt(event, silence), now=clock.real_now())
    return answer or silence


def answer(*, platform_id: uuid.UUID, event_id: uuid.UUID | None, reply: client.Reply, now: dt.datetime) -> Event:
    """Record a listener's answer to a question; `now` on the platform's clock. Raises EventNotFound, NotAwaited."""
    event: Event | None = by_key(Event.objects.select_for_update(), event_id)
    if event is None or event.platform_id != platform_id:
        raise EventNotFound
    if not awaits_answer(event, now=now):
        raise NotAwaited
    sent = claims.DueEvent(
        event.id,
        claims.DueEndpoint.of(event.platform),
        event.type,
        event.payload,
        event.created_at,
        1,
        event.resource,
        event.sequence,
        queued_id=event.id,
        stream=event.resource,
    )
    took = max(0, round((now - event.created_at).total_seconds() * 1000))
    told = dataclasses.replace(reply, milliseconds=took)
    deliveries.record_single(attempt=deliveries.Attempt(sent, told), now=clock.real_now())
    event.refresh_from_db()
    return event


def forget() -> None:
    """Forget the connection to the server: the next call takes the address that the settings have by then."""
    _server.cache_clear()


def _answer_to(event: claims.DueEvent) -> client.Reply | None:
    answer = Delivery.objects.filter(event_id=event.id).first()
    if answer is None:
        return None
    failure = client.Failure(answer.error) if answer.error else None
    return client.Reply(answer.status, answer.reply.encode(), answer.milliseconds, failure)


def _key(platform_id: uuid.UUID) -> str:
    return f"listener:{platform_id}"


@functools.cache
def _server() -> "redis.Redis | None":
    if not settings.REDIS_URL:
        return None
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
