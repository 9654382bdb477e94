"""Deliveries: what is due, and what became of it. The sending itself happens between the two, in `webhooks.sender`."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence

import orjson
from django.db import connection

from webhooks import retry
from webhooks.client import Reply
from webhooks.models import Delivery, Event, EventState
from webhooks.operations import endpoints


@dataclasses.dataclass(frozen=True, slots=True)
class DuePlatform:
    """A platform with events that are due. `endpoint` may be empty."""

    id: uuid.UUID
    endpoint: str
    is_sandbox: bool
    clock_offset: dt.timedelta


@dataclasses.dataclass(frozen=True, slots=True)
class DueEvent:
    """An event to send now. `attempt` is the number that this attempt will have."""

    id: uuid.UUID
    platform: DuePlatform
    type: str
    payload: str
    created_at: dt.datetime
    attempt: int


@dataclasses.dataclass(frozen=True, slots=True)
class Attempt:
    """An event that was sent, and the reply."""

    event: DueEvent
    reply: Reply


def due_platforms(*, now: dt.datetime) -> list[DuePlatform]:
    """Return the platforms that have an event due at `now` (real time; a sandbox clock's offset is added)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT platform.id, platform.webhook_endpoint, platform.environment = 'SANDBOX', platform.clock_offset"
            "  FROM platforms_platform platform"
            " WHERE EXISTS (SELECT FROM webhooks_event event"
            "                WHERE event.platform_id = platform.id AND event.state = 'PENDING'"
            "                  AND event.next_attempt_at <= %s + platform.clock_offset)",
            [now],
        )
        return [DuePlatform(*row) for row in cursor.fetchall()]


def due_events(*, rooms: Mapping[DuePlatform, int], in_flight: Sequence[uuid.UUID], now: dt.datetime) -> list[DueEvent]:
    """Return for each platform its longest due events, as many as there is room for, without those in flight."""
    platforms = {platform.id: platform for platform in rooms}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT event.id, wanted.platform_id, event.type, event.payload, event.created_at, event.attempts + 1"
            "  FROM unnest(%s::uuid[], %s::timestamptz[], %s::int[]) AS wanted (platform_id, due_by, room)"
            " CROSS JOIN LATERAL ("
            "  SELECT * FROM webhooks_event"
            "   WHERE platform_id = wanted.platform_id AND state = 'PENDING' AND next_attempt_at <= wanted.due_by"
            "     AND id <> ALL (%s::uuid[])"
            "   ORDER BY next_attempt_at LIMIT wanted.room) event",
            [
                list(platforms),
                [now + platform.clock_offset for platform in rooms],
                list(rooms.values()),
                list(in_flight),
            ],
        )
        return [DueEvent(row[0], platforms[row[1]], *row[2:]) for row in cursor.fetchall()]


def set_aside(*, platform_ids: Sequence[uuid.UUID], now: dt.datetime) -> int:
    """Mark due events of platforms without an endpoint, a thousand at a time: they will not be sent.

    Return how many were marked.
    """
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE webhooks_event SET state = 'NO_ENDPOINT', next_attempt_at = NULL"
            " WHERE state = 'PENDING' AND id IN ("
            "  SELECT event.id FROM webhooks_event event JOIN platforms_platform platform"
            "      ON platform.id = event.platform_id AND platform.webhook_endpoint = ''"
            "   WHERE event.platform_id = ANY (%s::uuid[]) AND event.state = 'PENDING'"
            "     AND event.next_attempt_at <= %s + platform.clock_offset LIMIT 1000)",
            [list(platform_ids), now],
        )
        return int(cursor.rowcount)


def record(*, attempts: Sequence[Attempt], now: dt.datetime) -> None:
    """Write down what became of each attempt and when the event is due again, in one statement for all of them.

    An endpoint that answered 410 is switched off.
    """
    assert connection.in_atomic_block
    outcomes = []
    for done in attempts:
        event, reply = done.event, done.reply
        local_now = now + event.platform.clock_offset
        verdict = retry.judge(
            event_type=event.type, attempt=event.attempt, created_at=event.created_at, reply=reply, now=local_now
        )
        if verdict.disables_endpoint:
            endpoints.disable(
                platform_id=event.platform.id, url=event.platform.endpoint, reason="answered 410", now=local_now
            )
        outcomes.append(
            {
                "event_id": event.id,
                "state": verdict.state.value,
                "next_attempt_at": verdict.next_attempt_at,
                "attempt": event.attempt,
                "at": local_now,
                "url": event.platform.endpoint,
                "status": reply.status,
                "milliseconds": reply.milliseconds,
                "reply": reply.text,
                "error": reply.failure.value if reply.failure else "",
            }
        )
    with connection.cursor() as cursor:
        # Not waiting for the disk: an outcome that a crash of the database forgets means one more delivery.
        cursor.execute("SET LOCAL synchronous_commit = off")
        # One JSON text costs the driver a fraction of ten arrays.
        cursor.execute(_RECORD, [orjson.dumps(outcomes).decode()])


def record_trial(*, attempt: Attempt, resource: str, now: dt.datetime) -> None:
    """Store an event that was sent outside the queue, with its one attempt. It is final whatever the answer was."""
    assert connection.in_atomic_block
    event = attempt.event
    is_acknowledged = 200 <= (attempt.reply.status or 0) < 300
    Event.objects.create(
        id=event.id,
        platform_id=event.platform.id,
        type=event.type,
        resource=resource,
        payload=event.payload,
        created_at=event.created_at,
        state=EventState.DELIVERED if is_acknowledged else EventState.ABANDONED,
        attempts=1,
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


# All rows are locked in the order of their keys, those too whose attempt is only noted (the note's foreign key would
# lock them later), and the state is only changed where it is still pending: a second sender, after a lost lease, must
# neither deadlock with the first nor undo what it wrote.
_RECORD = """
WITH outcome AS (
    SELECT * FROM json_to_recordset(%s::json) AS row (
        event_id uuid, state text, next_attempt_at timestamptz, attempt int, at timestamptz, url text,
        status smallint, milliseconds int, reply text, error text
    )
), locked AS (
    SELECT event.id, event.state FROM webhooks_event event
     WHERE event.id IN (SELECT event_id FROM outcome)
     ORDER BY event.id FOR UPDATE
), changed AS (
    UPDATE webhooks_event event
       SET state = outcome.state, next_attempt_at = outcome.next_attempt_at, attempts = outcome.attempt
      FROM outcome JOIN locked ON locked.id = outcome.event_id AND locked.state = 'PENDING'
     WHERE event.id = outcome.event_id
)
INSERT INTO webhooks_delivery (event_id, attempt, at, url, status, milliseconds, reply, error)
SELECT event_id, attempt, at, url, status, milliseconds, reply, error FROM outcome
"""
