"""Claims: which events are sent next, and who sends them.

The events of a resource are a stream, sent one after the other in the order of `number`. A sender claims streams, not
events: while it holds the claim, no other sender sends any event of that resource. A claim ends with the outcome of
the events that were claimed; the claim of a sender that died expires. This module holds short statements about due
events; the sending itself happens in `webhooks.delivery.sender`, outside any database transaction.
"""

import collections
import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import connection

from platforms.base import clock
from platforms.database import sql
from platforms.database.locks import Lock
from platforms.models import Environment, Platform
from webhooks import due
from webhooks.models import EventState
from webhooks.outbox.event_types import NEVER_RETRIED

MAX_BATCH = 16
"""Events of a stream that are claimed at once, to be sent one after the other."""
MAX_CONCURRENCY = 64
"""Requests in flight to one endpoint at most, all senders together."""
_SPARE_SECONDS = 5
_BLOCKED_AT_ONCE = 1000
_PATIENCE = dt.timedelta(seconds=1)
"""How long an event may be due behind another one before it becomes WAITING."""
_CLOCK_SLACK = dt.timedelta(minutes=1)
_MOST_ATTEMPTS = 2_147_483_647


@dataclasses.dataclass(frozen=True, slots=True)
class DuePlatform:
    """A platform with events that are due. `endpoint` may be empty."""

    id: uuid.UUID
    endpoint: str
    is_sandbox: bool
    clock_offset: dt.timedelta

    @classmethod
    def of(cls, platform: Platform) -> "DuePlatform":
        """Return what sending needs of a platform."""
        is_sandbox = platform.environment == Environment.SANDBOX
        return cls(platform.id, platform.webhook_endpoint, is_sandbox, platform.clock_offset)


Slots = dict[DuePlatform, int]
"""Free slots at the endpoint of each platform: requests that may be started."""


@dataclasses.dataclass(frozen=True, slots=True)
class DueEvent:
    """An event to send now. `attempt` is the number of this attempt, `sequence` the event's number in its stream.

    `payload` is the stored form of the envelope: `payloads.to_send` opens it.
    """

    id: uuid.UUID
    platform: DuePlatform
    type: str
    payload: str
    created_at: dt.datetime
    attempt: int
    resource: str
    sequence: int | None


def lease() -> dt.timedelta:
    """Return how long a claim lasts: one request, and some time to store its outcome."""
    return dt.timedelta(seconds=settings.WEBHOOK_TIMEOUT_SECONDS + _SPARE_SECONDS)


def due_platforms(*, now: dt.datetime) -> list[DuePlatform]:
    """Return the platforms that have an event due at `now` (real time; a sandbox clock's offset is added)."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE_PLATFORMS, {"now": now})
        return [DuePlatform(*row) for row in cursor.fetchall()]


def lock(*, free_slots: Slots) -> Slots:
    """Lock and return those platforms that no other sender is claiming from at this moment, until the commit.

    Without the lock, senders claiming the same events at the same time would wait for each other and find them taken.
    """
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_PLATFORMS, [[platform.id for platform in free_slots]])
        free = {row[0] for row in cursor.fetchall()}
    return {platform: slots for platform, slots in free_slots.items() if platform.id in free}


def claim(
    *, free_slots: Slots, holder: uuid.UUID, in_flight: Mapping[str, uuid.UUID] | None = None, now: dt.datetime
) -> list[list[DueEvent]]:
    """Claim for `holder` the longest due streams of each platform, as many as there are free slots.

    The number of slots is bounded: all senders together stay within MAX_CONCURRENCY at an endpoint, and each has an
    equal share at most. The slots cover the new streams and those that `holder` has `in_flight` (resource → platform);
    they stay leased until `holder` releases them. A holder without a slot gets a lease of none, so that the others
    count it when they share. Streams in flight are left out, even if `holder` has lost its claim on them. Return the
    events of each stream in order; the first is due.
    """
    assert connection.in_atomic_block
    platforms = {platform.id: platform for platform in free_slots}
    busy = collections.Counter((in_flight or {}).values())
    arguments: dict[str, Any] = {
        "platforms": list(platforms),
        "due_by": [clock.of(platform, now) for platform in free_slots],
        "free_slots": list(free_slots.values()),
        "busy": [busy[platform.id] for platform in free_slots],
        "max_concurrency": MAX_CONCURRENCY,
        "holder": holder,
        "in_flight": list(in_flight or {}),
        "lease": lease(),
    }
    with connection.cursor() as cursor:
        # A claim that a crash of the database forgets means one more delivery.
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute(_CLAIM, arguments)
        claimed = cursor.fetchall()
        if not claimed:
            return []
        cursor.execute(_BATCHES, {"resources": [row[0] for row in claimed], "longest": MAX_BATCH})
        rows: dict[str, list[tuple[Any, ...]]] = {}
        for row in cursor.fetchall():
            rows.setdefault(row[0], []).append(row[1:])
    batches = {
        resource: _batch(rows.get(resource, []), platform=platforms[platform_id], resource=resource, last=last, now=now)
        for resource, platform_id, last in claimed
    }
    release(resources=[resource for resource, batch in batches.items() if not batch], holder=holder)
    return [batch for batch in batches.values() if batch]


def release(*, resources: Sequence[str], holder: uuid.UUID) -> int:
    """Release streams with nothing in flight; return how many `holder` still held.

    They stay locked until the commit.
    """
    if not resources:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE webhooks_eventstream SET claimed_by = NULL, claimed_until = NULL"
            " WHERE id IN (SELECT id FROM webhooks_eventstream"
            "               WHERE resource = ANY (%s) AND claimed_by = %s ORDER BY resource FOR UPDATE)",
            [list(resources), holder],
        )
        return int(cursor.rowcount)


def renew_slots(*, holder: uuid.UUID) -> None:
    """Renew the slot leases of a sender that still uses them."""
    arguments: list[Any] = [lease(), holder]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE webhooks_endpointshare SET held_until = now() + %s WHERE holder = %s", arguments)


def release_slots(*, holder: uuid.UUID) -> None:
    """Release the slots of a sender."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM webhooks_endpointshare WHERE holder = %s", [holder])


def next_sequence(*, platform_id: uuid.UUID, resource: str) -> int:
    """Take the next number of a stream for an event that is sent outside the queue, while nothing waits in it."""
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO webhooks_eventstream AS stream (resource, platform_id, last_sequence) VALUES (%s, %s, 1)"
            " ON CONFLICT (resource) DO UPDATE SET last_sequence = stream.last_sequence + 1 RETURNING last_sequence",
            [resource, platform_id],
        )
        return int(cursor.fetchone()[0])


def skip(*, platform_ids: Sequence[uuid.UUID], now: dt.datetime) -> int:
    """Mark due events of platforms without an endpoint as not to be sent, a thousand at a time.

    Return how many were marked.
    """
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE webhooks_event SET state = 'NO_ENDPOINT', next_attempt_at = NULL"
            " WHERE id IN ("
            "  SELECT event.id FROM platforms_platform platform CROSS JOIN LATERAL ("
            "         SELECT event.id FROM webhooks_event event"
            "          WHERE event.platform_id = platform.id AND event.state = 'PENDING'"
            "            AND event.next_attempt_at <= %s + platform.clock_offset"
            "          ORDER BY event.next_attempt_at LIMIT 1000 FOR UPDATE SKIP LOCKED) event"
            "   WHERE platform.id = ANY (%s::uuid[]) AND platform.webhook_endpoint = '')",
            [now, list(platform_ids)],
        )
        return int(cursor.rowcount)


def mark_blocked(*, platforms: Sequence[DuePlatform], now: dt.datetime) -> int:
    """Mark due events as WAITING that are blocked by an earlier event of their stream.

    They leave the index of due events, so that looking for work stays cheap however many events a dead endpoint has
    accumulated. The end of the earlier event makes them due again. Return how many were marked.
    """
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        arguments: dict[str, Any] = {
            "platforms": [platform.id for platform in platforms],
            "due_by": [clock.of(platform, now) for platform in platforms],
            "patience": _PATIENCE,
            "most": _BLOCKED_AT_ONCE,
        }
        cursor.execute(_FIND_BLOCKED, arguments)
        resources = sorted(row[0] for row in cursor.fetchall())
        if not resources:
            return 0
        lock_streams(resources)
        cursor.execute(_MARK_BLOCKED, {**arguments, "resources": resources})
        return int(cursor.rowcount)


def lock_streams(resources: list[str]) -> None:
    """Lock streams, given in the order of their resources, until the commit.

    Until then no other sender stores an outcome in these streams or blocks their events, and the next statement sees
    what others stored before.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_STREAMS, [resources])


def reconcile(*, now: dt.datetime) -> int:
    """Make due the events that nothing else would ever make due; return how many.

    - Events blocked by one that no longer exists: skipped for want of an endpoint, or deleted by hand.
    - Events due in the future because they were stored, or last tried, while the machine's clock was ahead.

    Slot leases of senders that died are deleted too.
    """
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        arguments: dict[str, Any] = {"now": now, "slack": _CLOCK_SLACK, "lease": lease()}
        cursor.execute(_DELETE_OLD_SLOTS, arguments)
        cursor.execute(_WAKE_ORPHANS, [now])
        woken = int(cursor.rowcount)
        cursor.execute(_BRING_BACK, arguments)
        return woken + int(cursor.rowcount)


def _batch(
    rows: Sequence[tuple[Any, ...]], *, platform: DuePlatform, resource: str, last: int, now: dt.datetime
) -> list[DueEvent]:
    """Return the events that may be sent one after the other, from the first of the stream on, each with its number.

    Rows are (id, type, payload, created_at, attempts, sequence, state, next_attempt_at, endpoint).
    """
    batch: list[DueEvent] = []
    local_now = clock.of(platform, now)
    for key, type_, payload, created_at, attempts, known, state, next_attempt_at, endpoint in rows:
        is_waiting = state == EventState.WAITING
        if (is_waiting and not batch) or (not is_waiting and next_attempt_at > local_now) or not endpoint:
            break
        # The endpoint may have been changed since `platform` was read: a TEST for the new one is never sent again.
        if endpoint != platform.endpoint:
            platform = dataclasses.replace(platform, endpoint=endpoint)
        sequence = known
        if sequence is None and type_ not in NEVER_RETRIED:
            sequence = last + 1
        last = max(last, sequence or 0)
        attempt = min(attempts + 1, _MOST_ATTEMPTS)
        batch.append(DueEvent(key, platform, type_, payload, created_at, attempt, resource, sequence))
    return batch


_DUE_PLATFORMS = sql.of_constants(
    "SELECT platform.id, platform.webhook_endpoint, platform.environment = 'SANDBOX', platform.clock_offset"
    " FROM platforms_platform platform WHERE {has_due_event}",
    has_due_event=due.PLATFORM_HAS_DUE_EVENT,
)
_LOCK_PLATFORMS = sql.of_constants(
    "SELECT id FROM unnest(%s::uuid[]) AS id WHERE {is_locked}", is_locked=Lock.EVENTS.tried("id::text")
)


def _is_live(until: str) -> str:
    """Return the condition that a lease has not expired.

    A lease that ends later than any lease can was written before the database's clock was set back.
    """
    return f"({until} > now() AND {until} <= now() + 2 * %(lease)s)"


IS_CLAIMED = _is_live("stream.claimed_until")
"""Condition that a sender has claimed a stream; NULL or false where none has."""
_IS_HELD = _is_live("share.held_until")
# Every look at another row is a subquery with an order and a limit, or a lateral join: the planner turns EXISTS into
# joins, and reads whole tables for them whenever its statistics are out of date.
_CLAIM = sql.of_constants(
    """
WITH wanted AS MATERIALIZED (
    SELECT asked.platform_id, asked.due_by, asked.busy,
           GREATEST(0, LEAST(
               asked.slots,
               %(max_concurrency)s - others.places - asked.busy,
               GREATEST(1, %(max_concurrency)s / (others.number + 1)) - asked.busy)) AS slots
      FROM unnest(%(platforms)s::uuid[], %(due_by)s::timestamptz[], %(free_slots)s::int[], %(busy)s::int[])
           AS asked (platform_id, due_by, slots, busy)
     CROSS JOIN LATERAL (
           SELECT COALESCE(sum(share.places), 0) AS places, count(*) AS number FROM webhooks_endpointshare share
            WHERE share.platform_id = asked.platform_id AND share.holder <> %(holder)s AND {is_held}) others
), share AS (
    INSERT INTO webhooks_endpointshare (platform_id, holder, places, held_until)
    SELECT platform_id, %(holder)s, busy + slots, now() + %(lease)s FROM wanted
        ON CONFLICT (platform_id, holder) DO UPDATE
       SET places = EXCLUDED.places, held_until = EXCLUDED.held_until
), head AS (
    SELECT wanted.platform_id, event.resource
      FROM wanted
     CROSS JOIN LATERAL (
           SELECT event.resource FROM webhooks_event event
            WHERE event.platform_id = wanted.platform_id AND event.state = 'PENDING'
              AND event.next_attempt_at <= wanted.due_by AND event.resource <> ALL (%(in_flight)s::text[])
              AND event.number = (
                  SELECT first.number FROM webhooks_event first
                   WHERE first.resource = event.resource AND first.state IN ('PENDING', 'WAITING')
                   ORDER BY first.number LIMIT 1)
              AND (SELECT {is_claimed} FROM webhooks_eventstream stream
                    WHERE stream.resource = event.resource) IS NOT TRUE
            ORDER BY event.next_attempt_at LIMIT wanted.slots) event
)
INSERT INTO webhooks_eventstream AS stream (resource, platform_id, last_sequence, claimed_by, claimed_until)
SELECT resource, platform_id, 0, %(holder)s, now() + %(lease)s FROM head ORDER BY resource
    ON CONFLICT (resource) DO UPDATE
   SET claimed_by = EXCLUDED.claimed_by, claimed_until = EXCLUDED.claimed_until
 WHERE {is_claimed} IS NOT TRUE
RETURNING stream.resource, stream.platform_id, stream.last_sequence
""",
    is_held=_IS_HELD,
    is_claimed=IS_CLAIMED,
)
# A separate statement, so that it sees what other senders stored before they released the streams claimed above.
# Times that Python has no value for would stop all senders.
_BATCHES = """
SELECT claimed.resource, event.id, event.type, event.payload,
       LEAST(GREATEST(event.created_at, '1970-01-01Z'::timestamptz), '9000-01-01Z'::timestamptz), event.attempts,
       event.sequence, event.state, GREATEST(event.next_attempt_at, '1970-01-01Z'::timestamptz),
       (SELECT webhook_endpoint FROM platforms_platform WHERE id = event.platform_id)
  FROM unnest(%(resources)s::text[]) AS claimed (resource)
 CROSS JOIN LATERAL (
       SELECT * FROM webhooks_event event
        WHERE event.resource = claimed.resource AND event.state IN ('PENDING', 'WAITING')
        ORDER BY event.number LIMIT %(longest)s) event
 ORDER BY event.number
"""
# Blocked by an event that is WAITING itself, is tried again later, or has been in flight for too long.
_BLOCKED = """
       SELECT event.id, event.resource
         FROM unnest(%(platforms)s::uuid[], %(due_by)s::timestamptz[]) AS wanted (platform_id, due_by)
        CROSS JOIN LATERAL (
              SELECT event.id, event.resource FROM webhooks_event event
               WHERE event.platform_id = wanted.platform_id AND event.state = 'PENDING'
                 AND event.next_attempt_at <= wanted.due_by
                 AND (SELECT TRUE FROM webhooks_event earlier
                       WHERE earlier.resource = event.resource AND earlier.number < event.number
                         AND earlier.state IN ('PENDING', 'WAITING')
                         AND (earlier.state = 'WAITING' OR earlier.next_attempt_at > wanted.due_by
                              OR event.next_attempt_at < wanted.due_by - %(patience)s)
                       ORDER BY earlier.number LIMIT 1)
               ORDER BY event.next_attempt_at LIMIT %(most)s) event
"""
_FIND_BLOCKED = sql.of_constants("SELECT DISTINCT resource FROM ({blocked}) event", blocked=_BLOCKED)
_LOCK_STREAMS = """
SELECT stream.id FROM unnest(%s::text[]) AS held (resource)
 CROSS JOIN LATERAL (
       SELECT id FROM webhooks_eventstream stream WHERE stream.resource = held.resource LIMIT 1 FOR UPDATE) stream
"""
_MARK_BLOCKED = sql.of_constants(
    "UPDATE webhooks_event SET state = 'WAITING', next_attempt_at = NULL WHERE state || '' = 'PENDING'"
    " AND id IN (SELECT id FROM ({blocked}) event WHERE resource = ANY (%(resources)s))",
    blocked=_BLOCKED,
)
_DELETE_OLD_SLOTS = sql.of_constants("DELETE FROM webhooks_endpointshare share WHERE NOT ({is_held})", is_held=_IS_HELD)
_WAKE_ORPHANS = """
UPDATE webhooks_event event
   SET state = 'PENDING', next_attempt_at = %s + platform.clock_offset
  FROM platforms_platform platform
 WHERE platform.id = event.platform_id AND event.id IN (
       SELECT waiting.id FROM webhooks_event waiting
        WHERE waiting.state = 'WAITING' AND waiting.number = (
              SELECT first.number FROM webhooks_event first
               WHERE first.resource = waiting.resource AND first.state IN ('PENDING', 'WAITING')
               ORDER BY first.number LIMIT 1)
          FOR UPDATE SKIP LOCKED)
"""
_BRING_BACK = """
UPDATE webhooks_event event
   SET next_attempt_at = %(now)s + platform.clock_offset
  FROM platforms_platform platform
 WHERE platform.id = event.platform_id AND event.id IN (
       SELECT late.id
         FROM platforms_platform owner
        CROSS JOIN LATERAL (
              SELECT event.id FROM webhooks_event event
               WHERE event.platform_id = owner.id AND event.state = 'PENDING'
                 AND event.next_attempt_at > %(now)s + owner.clock_offset + %(slack)s
                 AND %(now)s + owner.clock_offset + %(slack)s < COALESCE(
                     (SELECT max(tried.at) FROM webhooks_delivery tried WHERE tried.event_id = event.id),
                     event.created_at)
               ORDER BY event.next_attempt_at FOR UPDATE SKIP LOCKED) late)
"""
