"""`emit`: tell a platform that something happened. The one module of this app that the apps above import."""

import contextlib
import contextvars
import dataclasses
import datetime as dt
import functools
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import orjson
from django.db import connection

from platforms.kit import clock, forgetting, identifiers, queue, writes
from webhooks import payloads
from webhooks.event_types import KNOWN
from webhooks.models import Delivery, Event

DELIVER_TASK = "webhooks.deliver_due_events"
"""What is rung when an event has become due."""
_INTO = "webhooks_event (id, platform_id, type, resource, payload, created_at, state, attempts, next_attempt_at)"
_ROW = "(%s, %s, %s, %s, %s, %s, 'PENDING', 0, %s)"
_ROWS_PER_STATEMENT = 500
MOST_BYTES = 256 * 1024
"""The largest envelope that is stored and sent. A larger one loses the lists and objects of its data."""
_LONGEST_KEPT_VALUE = 1000
_heard: "contextvars.ContextVar[list[NewEvent] | None]" = contextvars.ContextVar("heard", default=None)

Data = Mapping[str, Any] | bytes | None
"""A resource as its GET shows it: a dictionary, or its JSON already encoded. Only TEST has none."""


@dataclasses.dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to store: `type` from the catalogue, `resource` a public identifier, `now` on the platform's clock."""

    platform_id: uuid.UUID
    type: str
    resource: str
    data: Data
    now: dt.datetime
    late: writes.Late | None = None
    """What of `data` the database fills in."""


def emit(*, platform_id: uuid.UUID, type: str, resource: str, data: Data, now: dt.datetime) -> uuid.UUID:  # noqa: A002
    """Store an event in the caller's database transaction; it is sent after the commit. Return its key.

    Costs one statement: whether the platform has an endpoint is asked when the event is due.
    """
    return emit_many([NewEvent(platform_id, type, resource, data, now)])[0]


def emit_many(events: Sequence[NewEvent]) -> list[uuid.UUID]:
    """Store events in the caller's database transaction with one statement; they are sent after the commit."""
    assert writes.is_open(), "an event commits with the change it tells of"
    heard = _heard.get()
    if heard is not None:
        heard.extend(events)
    keys = [identifiers.new_key() for _ in events]
    for start in range(0, len(events), _ROWS_PER_STATEMENT):
        rows = []
        values: list[Any] = []
        for key, event in zip(keys[start : start + _ROWS_PER_STATEMENT], events[start:], strict=False):
            envelope = payloads.to_store(encode(key, event).decode(), event_type=event.type, event_id=key)
            values += (key, event.platform_id, event.type, event.resource, envelope, event.now, event.now)
            rows.append(_ROW if event.late is None else _row_with(event.late))
        writes.insert(_INTO, ", ".join(rows), values)
    if keys:
        queue.ring(DELIVER_TASK)
    return keys


@functools.cache
def _row_with(late: writes.Late) -> str:
    return f"(%s, %s, %s, %s, {late.put_into('%s')}, %s, 'PENDING', 0, %s)"


@contextlib.contextmanager
def overheard() -> Iterator[list[NewEvent]]:
    """Collect what is emitted inside the block: for showing what a change would tell, before it is rolled back."""
    heard: list[NewEvent] = []
    mark = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(mark)


def forget(*, platform_id: uuid.UUID, named: Sequence[str]) -> int:
    """Thin out the events that name one of these keys, and what endpoints answered; return how many there were.

    An event that was not sent yet is sent as it is then. Reads all of the platform's events.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, type, payload FROM webhooks_event WHERE platform_id = %s AND EXISTS ("
            "  SELECT FROM unnest(%s::text[]) name"
            "   WHERE position(name IN payload) > 0 OR position(name IN resource) > 0"
            " ) FOR UPDATE",
            [platform_id, list(named)],
        )
        found = cursor.fetchall()
    for key, type_, stored in found:
        envelope = orjson.loads(payloads.to_send(stored, event_id=key))
        if "data" in envelope:
            envelope["data"] = forgetting.thinned(envelope["data"])
        thinned = payloads.to_store(orjson.dumps(envelope).decode(), event_type=type_, event_id=key)
        Event.objects.filter(id=key).update(payload=thinned)
    Delivery.objects.filter(event__in=[key for key, _, _ in found]).exclude(reply="").update(reply="")
    return len(found)


def encode(key: uuid.UUID, event: NewEvent) -> bytes:
    """Return the envelope as it will be signed and sent."""
    assert event.type in KNOWN, f"{event.type} is not in the catalogue"
    envelope: dict[str, Any] = {
        "id": identifiers.public("Webhook", key),
        "type": event.type,
        "timestamp": clock.iso(event.now),
    }
    if event.data is not None:
        envelope["data"] = orjson.Fragment(event.data) if isinstance(event.data, bytes) else event.data
    encoded = orjson.dumps(envelope)
    return encoded if len(encoded) <= MOST_BYTES else _shortened(encoded)


def _shortened(encoded: bytes) -> bytes:
    """Return an envelope whose data keeps only its plain, short values, and says so with `isTruncated`.

    A change is not refused because its message is long: the receiver reads the resource instead.
    """
    envelope = orjson.loads(encoded)
    envelope["data"] = {
        name: value
        for name, value in envelope["data"].items()
        if not isinstance(value, list | dict) and len(str(value)) <= _LONGEST_KEPT_VALUE
    }
    envelope["isTruncated"] = True
    return orjson.dumps(envelope)
