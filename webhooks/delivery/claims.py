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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import connection

from platforms.base import clock
from platforms.database import sql
from platforms.database.locks import Lock
from platforms.models import Environment, Platform
from webhooks import due
from webhooks.delivery import queues
from webhooks.delivery.claim_statements import BY_ORDER
from webhooks.delivery.queues import Queue
from webhooks.models import EventState, FurtherEndpoint
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
class DueEndpoint:
    """An endpoint for which events are due: that of a platform's configuration, or a further one."""

    id: uuid.UUID
    """The platform's key where it is that of the configuration."""
    platform_id: uuid.UUID
    url: str
    """Empty where nothing is to be sent."""
    is_sandbox: bool
    clock_offset: dt.timedelta
    is_further: bool = False
    takes_some_types: bool = False
    """Some of its due events may have to be skipped."""

    @classmethod
    def of(cls, platform: Platform) -> "DueEndpoint":
        """Return the endpoint of a platform's configuration."""
        is_sandbox = platform.environment == Environment.SANDBOX
        return cls(platform.id, platform.id, platform.webhook_endpoint, is_sandbox, platform.clock_offset)

    @classmethod
    def further(cls, endpoint: FurtherEndpoint) -> "DueEndpoint":
        """Return a further endpoint, as it is set."""
        platform = endpoint.platform
        of_configuration = cls.of(platform)
        return dataclasses.replace(of_configuration, id=endpoint.id, url=endpoint.url, is_further=True)

    @property
    def queue(self) -> Queue:
        """The queue in which events wait for it."""
        return queues.FURTHER if self.is_further else queues.FIRST


Slots = dict[DueEndpoint, int]
"""Free slots at each endpoint: requests that may be started."""


@dataclasses.dataclass(frozen=True, slots=True)
class DueEvent:
    """An event to send now. `attempt` is the number of this attempt, `sequence` the event's number in its stream.

    `payload` is the stored form of the envelope: `payloads.to_send` opens it.
    """

    id: uuid.UUID
    endpoint: DueEndpoint
    type: str
    payload: str
    created_at: dt.datetime
    attempt: int
    resource: str
    sequence: int | None
    queued_id: uuid.UUID
    """The key of the row that waits: the event's own in the first queue."""
    stream: str
    """The name of its stream: that of the resource in the first queue."""


@dataclasses.dataclass(frozen=True, slots=True)
class Claimed:
    """What was claimed: the events of each stream in order, the first of which is due."""

    batches: list[list[DueEvent]]
    with_free_slots: set[DueEndpoint]
    """Endpoints at which more requests may be started than streams were found."""


def lease() -> dt.timedelta:
    """Return how long a claim lasts: one request, and some time to store its outcome."""
    return dt.timedelta(seconds=settings.WEBHOOK_TIMEOUT_SECONDS + _SPARE_SECONDS)


def due_endpoints(*, now: dt.datetime) -> list[DueEndpoint]:
    """Return the endpoints with an event due at `now` (real time; a sandbox clock's offset is added)."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE_ENDPOINTS, {"now": now})
        return [DueEndpoint(*row) for row in cursor.fetchall()]


def lock(*, free_slots: Slots) -> Slots:
    """Lock and return those endpoints that no other sender is claiming from at this moment, until the commit.

    Without the lock, senders claiming the same events at the same time would wait for each other and find them taken.
    """
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_ENDPOINTS, [[endpoint.id for endpoint in free_slots]])
        free = {row[0] for row in cursor.fetchall()}
    return {endpoint: slots for endpoint, slots in free_slots.items() if endpoint.id in free}


def by_queue(endpoints: Iterable[DueEndpoint]) -> Iterator[tuple[Queue, list[DueEndpoint]]]:
    """Yield each queue in which events wait for one of these endpoints, with its endpoints."""
    every = list(endpoints)
    for queue in queues.ALL:
        of_queue = [endpoint for endpoint in every if endpoint.queue is queue]
        if of_queue:
            yield queue, of_queue


def claim(
    *, free_slots: Slots, holder: uuid.UUID, in_flight: Mapping[str, uuid.UUID] | None = None, now: dt.datetime
) -> Claimed:
    """Claim for `holder` the longest due streams of each endpoint, as many as there are free slots.

    The number of slots is bounded: all senders together stay within MAX_CONCURRENCY at an endpoint, and each has an
    equal share at most. The slots cover the new streams and those that `holder` has `in_flight` (stream → endpoint);
    they stay leased until `holder` releases them. A holder without a slot gets a lease of none, so that the others
    count it when they share. Streams in flight are left out, even if `holder` has lost its claim on them.
    """
    assert connection.in_atomic_block
    batches: list[list[DueEvent]] = []
    with_free_slots: set[DueEndpoint] = set()
    for queue, endpoints in by_queue(free_slots):
        of_queue = {endpoint: free_slots[endpoint] for endpoint in endpoints}
        in_queue = _claim(queue, of_queue, holder=holder, in_flight=in_flight or {}, now=now)
        batches += in_queue.batches
        with_free_slots |= in_queue.with_free_slots
    return Claimed(batches, with_free_slots)


def _claim(
    queue: Queue, free_slots: Slots, *, holder: uuid.UUID, in_flight: Mapping[str, uuid.UUID], now: dt.datetime
) -> Claimed:
    endpoints = {endpoint.id: endpoint for endpoint in free_slots}
    busy = collections.Counter(in_flight.values())
    arguments: dict[str, Any] = {
        "owners": list(endpoints),
        "due_by": [clock.of(endpoint, now) for endpoint in free_slots],
        "free_slots": list(free_slots.values()),
        "busy": [busy[key] for key in endpoints],
        "max_concurrency": MAX_CONCURRENCY,
        "holder": holder,
        "in_flight": list(in_flight),
        "lease": lease(),
    }
    with connection.cursor() as cursor:
        cursor.execute(BY_ORDER)
        # A claim that a crash of the database forgets means one more delivery.
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute(queue.claim, arguments)
        claimed = cursor.fetchall()
    granted = {owner: slots for owner, slots, _, _ in claimed}
    streams = [(stream, owner, last) for owner, _, stream, last in claimed if stream is not None]
    rows = _first_events(queue, [stream for stream, _, _ in streams])
    batches = {
        stream: _batch(rows[stream], endpoint=endpoints[owner], stream=stream, last=last, now=now)
        for stream, owner, last in streams
    }
    release(queue, streams=[stream for stream, batch in batches.items() if not batch], holder=holder)
    to_send = [batch for batch in batches.values() if batch]
    taken = collections.Counter(batch[0].endpoint.id for batch in to_send)
    return Claimed(to_send, {endpoints[owner] for owner, slots in granted.items() if taken[owner] < slots})


def _first_events(queue: Queue, streams: list[str]) -> Mapping[str, list[tuple[Any, ...]]]:
    """Return the first rows that wait in each stream; see `_batch`."""
    rows = collections.defaultdict[str, list[tuple[Any, ...]]](list)
    if streams:
        with connection.cursor() as cursor:
            cursor.execute(queue.batches, {"streams": streams, "longest": MAX_BATCH})
            for row in cursor.fetchall():
                rows[row[0]].append(row[1:])
    return rows


def release(queue: Queue, *, streams: Sequence[str], holder: uuid.UUID) -> int:
    """Release streams with nothing in flight; return how many `holder` still held.

    They stay locked until the commit.
    """
    if not streams:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(queue.release, [list(streams), holder])
        return int(cursor.rowcount)


def renew(queue: Queue, *, streams: Sequence[str], holder: uuid.UUID) -> set[str]:
    """Renew the claims of `holder` on streams; return those that it still held."""
    if not streams:
        return set()
    arguments: list[Any] = [lease(), list(streams), holder]
    with connection.cursor() as cursor:
        cursor.execute(queue.renew, arguments)
        return {stream for (stream,) in cursor.fetchall()}


def renew_slots(queue: Queue, *, holder: uuid.UUID) -> None:
    """Renew the slot leases of a sender that still uses them."""
    arguments: list[Any] = [lease(), holder]
    with connection.cursor() as cursor:
        cursor.execute(queue.renew_slots, arguments)


def release_slots(queue: Queue, *, holder: uuid.UUID) -> None:
    """Release the slots of a sender."""
    with connection.cursor() as cursor:
        cursor.execute(queue.release_slots, [holder])


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


def skip(*, endpoints: Sequence[DueEndpoint], now: dt.datetime) -> int:
    """Mark due events that are not sent, a thousand at a time; return how many were marked.

    They are those of an endpoint that is not set or switched off, and those whose type it does not take.
    """
    assert connection.in_atomic_block
    count = 0
    with connection.cursor() as cursor:
        cursor.execute(BY_ORDER)
        for queue, of_queue in by_queue(endpoints):
            cursor.execute(queue.skip, {"owners": [endpoint.id for endpoint in of_queue], "now": now})
            count += int(cursor.fetchone()[0])
    return count


def mark_blocked(*, endpoints: Sequence[DueEndpoint], now: dt.datetime) -> int:
    """Mark due events as WAITING that are blocked by an earlier event of their stream.

    They leave the index of due events, so that looking for work stays cheap however many events a dead endpoint has
    accumulated. The end of the earlier event makes them due again. Return how many were marked.
    """
    assert connection.in_atomic_block
    return sum(_mark_blocked(queue, of_queue, now=now) for queue, of_queue in by_queue(endpoints))


def _mark_blocked(queue: Queue, endpoints: Sequence[DueEndpoint], *, now: dt.datetime) -> int:
    with connection.cursor() as cursor:
        arguments: dict[str, Any] = {
            "owners": [endpoint.id for endpoint in endpoints],
            "due_by": [clock.of(endpoint, now) for endpoint in endpoints],
            "patience": _PATIENCE,
            "most": _BLOCKED_AT_ONCE,
        }
        cursor.execute(queue.find_blocked, arguments)
        streams = sorted(row[0] for row in cursor.fetchall())
        if not streams:
            return 0
        lock_streams(queue, streams)
        cursor.execute(queue.mark_blocked, {**arguments, "streams": streams})
        return int(cursor.rowcount)


def lock_streams(queue: Queue, streams: list[str]) -> None:
    """Lock streams, given in the order of their names, until the commit.

    Until then no other sender stores an outcome in these streams or blocks their events, and the next statement sees
    what others stored before.
    """
    with connection.cursor() as cursor:
        cursor.execute(queue.lock_streams, [streams])


def reconcile(*, now: dt.datetime) -> int:
    """Make due the events that nothing else would ever make due; return how many.

    - Events blocked by one that no longer exists: skipped for want of an endpoint, or deleted by hand.
    - Events due in the future because they were stored, or last tried, while the machine's clock was ahead.

    Slot leases of senders that died are deleted too.
    """
    assert connection.in_atomic_block
    count = 0
    arguments: dict[str, Any] = {"now": now, "slack": _CLOCK_SLACK, "lease": lease()}
    with connection.cursor() as cursor:
        cursor.execute(BY_ORDER)
        for queue in queues.ALL:
            cursor.execute(queue.delete_old_slots, arguments)
            cursor.execute(queue.wake_orphans, [now])
            count += int(cursor.rowcount)
            cursor.execute(queue.bring_back, arguments)
            count += int(cursor.rowcount)
    return count


def _batch(
    rows: Sequence[tuple[Any, ...]], *, endpoint: DueEndpoint, stream: str, last: int, now: dt.datetime
) -> list[DueEvent]:
    """Return the events that may be sent one after the other, from the first of the stream on, each with its number.

    Rows are (key of the waiting row, event's key, type, payload, resource, created_at, attempts, sequence, state,
    next_attempt_at, url).
    """
    batch: list[DueEvent] = []
    local_now = clock.of(endpoint, now)
    for queued_id, key, type_, payload, resource, created_at, attempts, known, state, next_attempt_at, url in rows:
        is_waiting = state == EventState.WAITING
        if (is_waiting and not batch) or (not is_waiting and next_attempt_at > local_now) or not url:
            break
        # The endpoint may have been changed since it was read: a TEST for the new one is never sent again.
        if url != endpoint.url:
            endpoint = dataclasses.replace(endpoint, url=url)
        sequence = known
        if sequence is None and type_ not in NEVER_RETRIED:
            sequence = last + 1
        last = max(last, sequence or 0)
        attempt = min(attempts + 1, _MOST_ATTEMPTS)
        batch.append(
            DueEvent(key, endpoint, type_, payload, created_at, attempt, resource, sequence, queued_id, stream)
        )
    return batch


_DUE_ENDPOINTS = sql.of_constants(
    """
SELECT platform.id, platform.id, platform.webhook_endpoint, platform.environment = 'SANDBOX', platform.clock_offset,
       FALSE, COALESCE((SELECT health.types <> '{{}}' FROM webhooks_endpointhealth health
                         WHERE health.platform_id = platform.id), FALSE)
  FROM platforms_platform platform WHERE {platform_has_due_event}
UNION ALL
SELECT endpoint.id, platform.id,
       CASE WHEN endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL THEN endpoint.url ELSE '' END,
       platform.environment = 'SANDBOX', platform.clock_offset, TRUE, FALSE
  FROM webhooks_furtherendpoint endpoint JOIN platforms_platform platform ON platform.id = endpoint.platform_id
 WHERE {endpoint_has_due_event}
""",
    platform_has_due_event=due.PLATFORM_HAS_DUE_EVENT,
    endpoint_has_due_event=due.ENDPOINT_HAS_DUE_EVENT,
)
_LOCK_ENDPOINTS = sql.of_constants(
    "SELECT id FROM unnest(%s::uuid[]) AS id WHERE {is_locked}", is_locked=Lock.EVENTS.tried("id::text")
)
