"""Deliveries: storing the outcome of events that were sent. `webhooks.delivery.claims` decides what is sent next."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

import orjson
from django.db import connection

from platforms.base import clock, identifiers
from platforms.models import Platform
from webhooks.delivery import claims, retry
from webhooks.delivery.client import Reply
from webhooks.models import Delivery, Event, EventState
from webhooks.outbox import events


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """An event that was sent, and the reply. `goes_on` keeps the claim: the next event of the stream is being sent."""

    event: claims.DueEvent
    reply: Reply
    goes_on: bool = False


def record(*, attempts: Sequence[Attempt], holder: uuid.UUID, now: dt.datetime) -> None:
    """Store the outcome of each attempt, and when its event is due again, in one statement for all.

    The streams are released, unless their attempt `goes_on`.
    """
    assert connection.in_atomic_block
    in_order = sorted(attempts, key=lambda attempt: attempt.event.resource)
    outcomes = orjson.dumps([_outcome(attempt, now=now) for attempt in in_order]).decode()
    arguments: dict[str, Any] = {"outcomes": outcomes, "holder": holder, "lease": claims.lease()}
    with connection.cursor() as cursor:
        cursor.execute(_SETTINGS)
        # Locked before anything is read: an earlier holder may have stored the outcome of its events.
        claims.lock_streams([attempt.event.resource for attempt in in_order])
        # One JSON text costs the driver a fraction of ten arrays.
        cursor.execute(_RECORD, arguments)


def single(*, platform: Platform, new: events.NewEvent, sequence: int | None = None) -> claims.DueEvent:
    """Return a new event that will be sent at once, outside the queue."""
    key, owner = identifiers.new_key(), claims.DuePlatform.of(platform)
    payload = events.encode(key, new).decode()
    return claims.DueEvent(key, owner, new.type, payload, new.now, attempt=1, resource=new.resource, sequence=sequence)


def store_single(event: claims.DueEvent, *, state: EventState, attempts: int) -> None:
    """Store an event that is sent outside the queue, or what became of it."""
    row = Event(
        id=event.id,
        platform_id=event.platform.id,
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
        attempt=event.attempt,
        at=clock.of(event.platform, now),
        url=event.platform.endpoint,
        status=attempt.reply.status,
        milliseconds=attempt.reply.milliseconds,
        reply=attempt.reply.text,
        error=attempt.reply.failure or "",
    )


def _outcome(attempt: Attempt, *, now: dt.datetime) -> dict[str, object]:
    event, reply = attempt.event, attempt.reply
    local_now = clock.of(event.platform, now)
    verdict = retry.judge(
        event_type=event.type, attempt=event.attempt, created_at=event.created_at, reply=reply, now=local_now
    )
    return {
        "event_id": event.id,
        "resource": event.resource,
        "state": verdict.state.value,
        "next_attempt_at": verdict.next_attempt_at,
        "attempt": event.attempt,
        "sequence": event.sequence,
        "goes_on": attempt.goes_on,
        "at": local_now,
        "url": event.platform.endpoint,
        "status": reply.status,
        "milliseconds": reply.milliseconds,
        "reply": reply.text,
        "error": reply.failure.value if reply.failure else "",
    }


# Does not wait for the disk: an outcome forgotten in a crash of the database means one more delivery.
#
# The other settings make the planner find rows by their keys. A plan made for a small table (reading all of it for
# each batch) would be kept while the table grows, until its statistics are gathered again.
_SETTINGS = """
SELECT set_config(setting, 'off', TRUE)
  FROM unnest(ARRAY['synchronous_commit', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material'])
       AS setting
"""
# Locking the streams locks all that happens to their events. A sender that has lost its claim must not undo what its
# successor stored: so the state changes only where it is still open, and a stream claimed by another sender is left
# alone.
#
# The successor of an event that has ended is due at once if it was waiting; also where this sender sends it itself,
# because this sender may die before that.
#
# Events are found by their keys. `state || ''` keeps the planner from starting with all events in a state instead,
# which it expects to be few when its statistics are out of date.
_RECORD = """
WITH outcome AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(outcomes)s::json) AS row (
        event_id uuid, resource text, state text, next_attempt_at timestamptz, attempt int, sequence bigint,
        goes_on boolean, at timestamptz, url text, status smallint, milliseconds int, reply text, error text
    )
), held AS MATERIALIZED (
    SELECT stream.* FROM outcome
     CROSS JOIN LATERAL (
           SELECT stream.id, stream.resource, stream.claimed_by = %(holder)s AS is_mine
             FROM webhooks_eventstream stream
            WHERE stream.resource = outcome.resource LIMIT 1) stream
), changed AS (
    UPDATE webhooks_event event
       SET state = outcome.state, next_attempt_at = outcome.next_attempt_at, attempts = outcome.attempt,
           sequence = COALESCE(event.sequence, outcome.sequence)
      FROM held JOIN outcome ON outcome.resource = held.resource
     WHERE event.id = outcome.event_id AND event.state || '' IN ('PENDING', 'WAITING')
), released AS (
    UPDATE webhooks_eventstream stream
       SET last_sequence = GREATEST(stream.last_sequence, outcome.sequence),
           claimed_by = CASE WHEN outcome.goes_on THEN stream.claimed_by END,
           claimed_until = CASE WHEN outcome.goes_on THEN now() + %(lease)s END
      FROM held JOIN outcome ON outcome.resource = held.resource
     WHERE stream.id = held.id AND held.is_mine
), successor AS MATERIALIZED (
    SELECT successor.id, outcome.at FROM held JOIN outcome ON outcome.resource = held.resource
     CROSS JOIN LATERAL (
           SELECT successor.id, successor.state FROM webhooks_event successor
            WHERE successor.resource = outcome.resource AND successor.state IN ('PENDING', 'WAITING')
              AND successor.id <> outcome.event_id
            ORDER BY successor.number LIMIT 1) successor
     WHERE outcome.next_attempt_at IS NULL AND successor.state = 'WAITING'
), woken AS (
    UPDATE webhooks_event event
       SET state = 'PENDING', next_attempt_at = successor.at
      FROM successor
     WHERE event.id = successor.id AND event.state || '' = 'WAITING'
)
INSERT INTO webhooks_delivery (event_id, attempt, at, url, status, milliseconds, reply, error)
SELECT event_id, attempt, at, url, status, milliseconds, reply, error FROM outcome
"""
