"""Deliveries: what became of events that were sent. What is sent next is said in `webhooks.operations.claims`."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

import orjson
from django.db import connection

from webhooks import retry
from webhooks.client import Reply
from webhooks.models import Delivery, Event, EventState
from webhooks.operations import claims, endpoints


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """An event that was sent, and the reply. `goes_on` keeps the claim: the next event of its stream is on its way."""

    event: claims.DueEvent
    reply: Reply
    goes_on: bool = False


def record(
    *, attempts: Sequence[Attempt], holder: uuid.UUID, now: dt.datetime, healthy: frozenset[uuid.UUID] = frozenset()
) -> None:
    """Write down what became of each attempt and when the event is due again, in one statement for all of them.

    The streams go back to whoever comes next, unless their attempt `goes_on`. Endpoints that answered 410, or that
    have failed for too long, are switched off. Platforms named `healthy` need no note of how their endpoint does.
    """
    assert connection.in_atomic_block
    outcomes = orjson.dumps([_outcome(attempt, now=now) for attempt in attempts]).decode()
    arguments: dict[str, Any] = {"outcomes": outcomes, "holder": holder, "lease": claims.lease()}
    with connection.cursor() as cursor:
        # Not waiting for the disk: an outcome that a crash of the database forgets means one more delivery.
        cursor.execute("SET LOCAL synchronous_commit = off")
        # One JSON text costs the driver a fraction of ten arrays.
        cursor.execute(_RECORD, arguments)
    endpoints.note(
        [
            endpoints.Answer(attempt.event.platform, attempt.reply.status, now + attempt.event.platform.clock_offset)
            for attempt in attempts
            if attempt.event.platform.id not in healthy
        ]
    )


def record_single(*, attempt: Attempt, resource: str, now: dt.datetime) -> None:
    """Store an event that was sent outside the queue, with its one attempt. It is final whatever the answer was."""
    assert connection.in_atomic_block
    event = attempt.event
    is_acknowledged = 200 <= (attempt.reply.status or 0) < 300
    Event.objects.update_or_create(
        id=event.id,
        defaults={
            "platform_id": event.platform.id,
            "type": event.type,
            "resource": resource,
            "payload": event.payload,
            "created_at": event.created_at,
            "state": EventState.DELIVERED if is_acknowledged else EventState.ABANDONED,
            "attempts": 1,
            "sequence": event.sequence,
        },
    )
    Delivery.objects.create(
        event_id=event.id,
        attempt=event.attempt,
        at=now + event.platform.clock_offset,
        url=event.platform.endpoint,
        status=attempt.reply.status,
        milliseconds=attempt.reply.milliseconds,
        reply=attempt.reply.text,
        error=attempt.reply.failure or "",
    )


def _outcome(attempt: Attempt, *, now: dt.datetime) -> dict[str, object]:
    event, reply = attempt.event, attempt.reply
    local_now = now + event.platform.clock_offset
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


# All rows are locked in the order of their keys, those too whose attempt is only noted (the note's foreign key would
# lock them later), and the state is only changed where it is still open: a sender that lost its claim must neither
# deadlock with its successor nor undo what that wrote. A stream that is somebody else's by now stays as it is.
# The successor of an event that has come to its end is due at once if it waited for it.
_RECORD = """
WITH outcome AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%(outcomes)s::json) AS row (
        event_id uuid, resource text, state text, next_attempt_at timestamptz, attempt int, sequence bigint,
        goes_on boolean, at timestamptz, url text, status smallint, milliseconds int, reply text, error text
    )
), locked AS (
    SELECT event.id, event.state FROM webhooks_event event
     WHERE event.id IN (SELECT event_id FROM outcome)
     ORDER BY event.id FOR UPDATE
), changed AS (
    UPDATE webhooks_event event
       SET state = outcome.state, next_attempt_at = outcome.next_attempt_at, attempts = outcome.attempt,
           sequence = COALESCE(event.sequence, outcome.sequence)
      FROM outcome JOIN locked ON locked.id = outcome.event_id AND locked.state IN ('PENDING', 'WAITING')
     WHERE event.id = outcome.event_id
), mine AS (
    SELECT stream.id, stream.resource FROM webhooks_eventstream stream
     WHERE stream.resource IN (SELECT resource FROM outcome) AND stream.claimed_by = %(holder)s
     ORDER BY stream.resource FOR UPDATE
), given_back AS (
    UPDATE webhooks_eventstream stream
       SET last_sequence = GREATEST(stream.last_sequence, outcome.sequence),
           claimed_by = CASE WHEN outcome.goes_on THEN stream.claimed_by END,
           claimed_until = CASE WHEN outcome.goes_on THEN now() + %(lease)s END
      FROM mine JOIN outcome ON outcome.resource = mine.resource
     WHERE stream.id = mine.id
), woken AS (
    UPDATE webhooks_event event
       SET state = 'PENDING', next_attempt_at = outcome.at
      FROM outcome
     CROSS JOIN LATERAL (
           SELECT successor.id FROM webhooks_event successor
            WHERE successor.resource = outcome.resource AND successor.state IN ('PENDING', 'WAITING')
              AND successor.id <> outcome.event_id
            ORDER BY successor.number LIMIT 1) successor
     WHERE outcome.next_attempt_at IS NULL AND event.id = successor.id AND event.state = 'WAITING'
)
INSERT INTO webhooks_delivery (event_id, attempt, at, url, status, milliseconds, reply, error)
SELECT event_id, attempt, at, url, status, milliseconds, reply, error FROM outcome
"""
