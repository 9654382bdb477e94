"""Deliveries: storing the outcome of events that were sent. `webhooks.delivery.claims` decides what is sent next."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django.db import connection
from django.db.models import Exists, OuterRef

from platforms.base import clock, identifiers
from webhooks.delivery import claims, queues, retry
from webhooks.delivery.client import Reply
from webhooks.models import OPEN_STATES, Delivery, Event, EventState
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """An event that was sent, and the reply. `goes_on` keeps the claim: the next event of the stream is being sent."""

    event: claims.DueEvent
    reply: Reply
    goes_on: bool = False


def record(*, attempts: Sequence[Attempt], holder: uuid.UUID, now: dt.datetime) -> None:
    """Store the outcome of each attempt, and when its event is due again, in one statement for all of a queue.

    The streams are released, unless their attempt `goes_on`.
    """
    assert connection.in_atomic_block
    in_order = sorted(attempts, key=lambda attempt: attempt.event.stream)
    with connection.cursor() as cursor:
        cursor.execute(_SETTINGS)
    for queue in queues.ALL:
        of_queue = [attempt for attempt in in_order if attempt.event.endpoint.queue is queue]
        if of_queue:
            _record(queue, of_queue, holder=holder, now=now)


def _record(queue: queues.Queue, attempts: Sequence[Attempt], *, holder: uuid.UUID, now: dt.datetime) -> None:
    outcomes = [_outcome(attempt, now=now) for attempt in attempts]
    stored = orjson.dumps(outcomes).decode()
    arguments: dict[str, Any] = {"outcomes": stored, "holder": holder, "lease": claims.lease()}
    with connection.cursor() as cursor:
        # Locked before anything is read: an earlier holder may have stored the outcome of its events.
        claims.lock_streams(queue, [attempt.event.stream for attempt in attempts])
        if queue is queues.FURTHER:
            _note_tests(attempts, outcomes)
        # One JSON text costs the driver a fraction of ten arrays.
        cursor.execute(queue.record, arguments)


def _note_tests(attempts: Sequence[Attempt], outcomes: Sequence[Mapping[str, object]]) -> None:
    """Let a TEST that was sent to a further endpoint alone stand as it does there.

    It has one attempt. The event is changed before its way there, which is the order in which a redelivery locks them.
    """
    at_first = Delivery.objects.filter(event=OuterRef("id"), endpoint_id=None)
    for attempt, outcome in zip(attempts, outcomes, strict=True):
        if attempt.event.type == EventType.TEST:
            tests = Event.objects.filter(~Exists(at_first), id=attempt.event.id).exclude(state__in=OPEN_STATES)
            tests.update(state=outcome["state"], attempts=outcome["attempt"])


def single(*, endpoint: claims.DueEndpoint, new: events.NewEvent, sequence: int | None = None) -> claims.DueEvent:
    """Return a new event that will be sent at once, outside the queue."""
    key = identifiers.new_key()
    payload = events.encode(key, new).decode()
    return claims.DueEvent(
        key, endpoint, new.type, payload, new.now, 1, new.resource, sequence, queued_id=key, stream=new.resource
    )


def store_single(event: claims.DueEvent, *, state: EventState, attempts: int) -> None:
    """Store an event that is sent outside the queue, or what became of it."""
    row = Event(
        id=event.id,
        platform_id=event.endpoint.platform_id,
        type=event.type,
        resource=event.resource,
        payload=event.payload,
        created_at=event.created_at,
        state=state,
        attempts=attempts,
        sequence=event.sequence,
    )
    changed = ["state", "attempts"]
    Event.objects.bulk_create([row], update_conflicts=True, unique_fields=["id"], update_fields=changed)


def record_single(*, attempt: Attempt, now: dt.datetime) -> None:
    """Store an event that was sent outside the queue, with its one attempt: final, whatever the answer was."""
    assert connection.in_atomic_block
    event = attempt.event
    store_single(event, state=EventState.DELIVERED if attempt.reply.is_success else EventState.ABANDONED, attempts=1)
    Delivery.objects.create(
        event_id=event.id,
        endpoint_id=event.endpoint.id if event.endpoint.is_further else None,
        attempt=event.attempt,
        at=clock.of(event.endpoint, now),
        url=event.endpoint.url,
        status=attempt.reply.status,
        milliseconds=attempt.reply.milliseconds,
        reply=attempt.reply.text,
        error=attempt.reply.failure or "",
        location=attempt.reply.told_location,
    )


def _outcome(attempt: Attempt, *, now: dt.datetime) -> dict[str, object]:
    event, reply = attempt.event, attempt.reply
    local_now = clock.of(event.endpoint, now)
    verdict = retry.judge(
        event_type=event.type, attempt=event.attempt, created_at=event.created_at, reply=reply, now=local_now
    )
    return {
        "queued_id": event.queued_id,
        "event_id": event.id,
        "endpoint_id": event.endpoint.id if event.endpoint.is_further else None,
        "stream": event.stream,
        "state": verdict.state.value,
        "next_attempt_at": verdict.next_attempt_at,
        "attempt": event.attempt,
        "sequence": event.sequence,
        "goes_on": attempt.goes_on,
        "at": local_now,
        "url": event.endpoint.url,
        "status": reply.status,
        "milliseconds": reply.milliseconds,
        "reply": reply.text,
        "error": reply.failure.value if reply.failure else "",
        "location": reply.told_location,
    }


# Does not wait for the disk: an outcome forgotten in a crash of the database means one more delivery.
#
# The other settings make the planner find rows by their keys. A plan made for a small table (reading all of it for
# each batch) would be kept while the table grows, until its statistics are gathered again. Without a sort the first
# event of a stream is found by the index in that order, see `claim_statements.BY_ORDER`.
_SETTINGS = """
SELECT set_config(setting, 'off', TRUE)
  FROM unnest(ARRAY['synchronous_commit', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material',
                    'enable_sort']) AS setting
"""
