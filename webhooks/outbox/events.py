"""`emit`: store an event for a platform. The one module of this app that the apps above import."""

import contextlib
import contextvars
import dataclasses
import datetime as dt
import functools
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from django.db import connection

from platforms import queries
from platforms.base import clock, forgetting, identifiers, jobs
from platforms.database import writes
from webhooks.models import Delivery, Event, payloads
from webhooks.outbox.event_types import FEATURE_OF, KNOWN

DELIVER_TASK = "webhooks.deliver_due_events"
"""The task to wake when an event has become due."""
INTO = "webhooks_event (id, platform_id, type, resource, payload, created_at, state, attempts, next_attempt_at)"
"""Table and columns for statements that insert events themselves."""
STORED = """
SELECT json_agg(json_build_array(event.id, event.payload) ORDER BY made.number)::text
  FROM unnest({}::uuid[]) WITH ORDINALITY AS made(id, number) JOIN webhooks_event event USING (id)
"""
"""SQL: those of some events that are stored, in the order of the list of keys in its place; for `opened`."""
_ROW = "(%s, %s, %s, %s, %s, %s, 'PENDING', 0, %s)"
_ROWS_PER_STATEMENT = 500
MOST_BYTES = 256 * 1024
"""The largest envelope that is stored and sent. A larger one loses the lists and objects of its data."""
_LONGEST_KEPT_VALUE = 1000
_captured: "contextvars.ContextVar[dict[uuid.UUID, NewEvent] | None]" = contextvars.ContextVar("captured", default=None)

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


class Stored(NamedTuple):
    """An event's own columns."""

    id: uuid.UUID
    type: str
    resource: str
    payload: str


def emit(*, platform_id: uuid.UUID, type: str, resource: str, data: Data, now: dt.datetime) -> uuid.UUID:  # noqa: A002
    """Store an event in the caller's database transaction; it is sent after the commit. Return its key.

    Not for types of a feature, which `emit_many` may leave out. Costs one statement: whether the platform has an
    endpoint is checked when the event is due.
    """
    return emit_many([NewEvent(platform_id, type, resource, data, now)])[0]


def emit_many(events: Sequence[NewEvent]) -> list[uuid.UUID]:
    """Store events in the caller's database transaction with one statement; they are sent after the commit.

    Those of a feature that their platform has not turned on are left out. Returns the keys of the others.
    """
    assert connection.in_atomic_block, "an event commits with the change it tells of"
    wanted = functools.cache(is_wanted)
    events = [event for event in events if wanted(event.platform_id, event.type)]
    stored = [_stored(event) for event in events]
    for start in range(0, len(events), _ROWS_PER_STATEMENT):
        part = list(zip(stored, events, strict=True))[start : start + _ROWS_PER_STATEMENT]
        values: list[Any] = []
        for row, event in part:
            values += (row.id, event.platform_id, row.type, row.resource, row.payload, event.now, event.now)
        writes.insert(INTO, ", ".join([_ROW] * len(part)), values)
    if stored:
        jobs.notify(DELIVER_TASK)
    return [row.id for row in stored]


def is_wanted(platform_id: uuid.UUID, type_: str) -> bool:
    """Tell whether a platform is told of events of a type. Asks the database about types of a feature alone."""
    feature = FEATURE_OF.get(type_)
    return feature is None or feature in queries.features(platform_id)


def store(event: NewEvent) -> Stored:
    """Return an event's own columns, with a new key, for a statement that inserts it; not for types of a feature."""
    assert event.type not in FEATURE_OF, f"{event.type} is not for every platform: emit_many asks who is told"
    return _stored(event)


def _stored(event: NewEvent) -> Stored:
    key = identifiers.new_key()
    collected = _captured.get()
    if collected is not None:
        collected[key] = event
    payload = payloads.to_store(encode(key, event).decode(), event_type=event.type, event_id=key)
    return Stored(key, event.type, event.resource, payload)


@contextlib.contextmanager
def captured() -> Iterator[dict[uuid.UUID, NewEvent]]:
    """Collect the events of the block by their keys, for a preview of a change that is rolled back.

    Those that a statement is given and does not insert are among them: STORED tells which are stored.
    """
    collected: dict[uuid.UUID, NewEvent] = {}
    mark = _captured.set(collected)
    try:
        yield collected
    finally:
        _captured.reset(mark)


def opened(stored: str | None) -> list[dict[str, Any]]:
    """Return the envelopes that STORED has found, as they are sent."""
    return [orjson.loads(payloads.to_send(text, event_id=uuid.UUID(key))) for key, text in orjson.loads(stored or "[]")]


def forget(*, platform_id: uuid.UUID, named: Sequence[str]) -> int:
    """Thin out the events that name one of these keys, and the stored answers of endpoints; return how many there were.

    An event not sent yet is sent in its thinned form. Reads all of the platform's events.
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
    """Return the envelope to be signed and sent."""
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
    """Return an envelope whose data keeps only short plain values, marked with `isTruncated`.

    A change is not refused because its envelope is large: the receiver reads the resource instead.
    """
    envelope = orjson.loads(encoded)
    envelope["data"] = {
        name: value
        for name, value in envelope["data"].items()
        if not isinstance(value, list | dict) and len(str(value)) <= _LONGEST_KEPT_VALUE
    }
    envelope["isTruncated"] = True
    return orjson.dumps(envelope)
