"""Positions of listeners: which events a developer's `listen` has not been shown yet, each with its number.

A listener gets copies, whatever the state of the events. It reads by key, that is by the time an event was made.
Database transactions commit in another order, so the last seconds are read again and again, and the position
remembers which of their events were shown.
"""

import collections
import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import connection

from platforms.base import identifiers
from platforms.database import sql
from webhooks.delivery import claim_statements, claims
from webhooks.models import Event
from webhooks.outbox.event_types import NEVER_RETRIED

MOST = 100
"""Events shown at once."""
_LOOK_BACK = dt.timedelta(seconds=15)
"""How long after an event was made its database transaction may commit."""
_MOST_SEEN = 2000


@dataclasses.dataclass(frozen=True, slots=True)
class Position:
    """How far a listener has read: everything up to the key `after`, and of later events those in `seen`."""

    after: uuid.UUID
    seen: frozenset[uuid.UUID] = frozenset()


def start(moment: dt.datetime) -> Position:
    """Return the position before everything made from `moment` (real time) on."""
    return Position(identifiers.first_key(moment))


def take(*, platform_id: uuid.UUID, position: Position, now: dt.datetime) -> tuple[list[Event], Position, bool]:
    """Return up to MOST events after a position, the next position, and whether there may be more at once.

    `now` is real time. Events of one resource come in order, numbered as their first attempt would number
    them. Events of a resource claimed by a sender are left for later: the sender numbers them.
    """
    assert connection.in_atomic_block
    rows = Event.objects.for_platform(platform_id).filter(id__gt=position.after).exclude(id__in=position.seen)
    found = list(rows.order_by("id")[:MOST])
    unnumbered = [event for event in found if event.sequence is None and event.type not in NEVER_RETRIED]
    held_back = _number(unnumbered, platform_id=platform_id) if unnumbered else set()
    shown = [event for event in found if event.id not in held_back]
    shown.sort(key=lambda event: event.number)
    is_full = len(found) == MOST
    bounds = [identifiers.first_key(now - _LOOK_BACK), *(uuid.UUID(int=key.int - 1) for key in held_back)]
    if is_full:
        bounds.append(found[-1].id)
    return shown, _advance(position, min(bounds), [event.id for event in shown]), is_full


def _advance(position: Position, settled: uuid.UUID, shown: Sequence[uuid.UUID]) -> Position:
    after = max(position.after, settled)
    seen = sorted(key for key in {*position.seen, *shown} if key > after)
    if len(seen) > _MOST_SEEN:
        # On a platform this busy the listener looks back for less.
        after = seen[-_MOST_SEEN - 1]
        seen = seen[-_MOST_SEEN:]
    return Position(after, frozenset(seen))


def _number(events: Sequence[Event], *, platform_id: uuid.UUID) -> set[uuid.UUID]:
    """Number events, in the given rows too; return the keys of those claimed by a sender."""
    last: dict[str, int] = collections.defaultdict(int)
    for event in events:
        last[event.resource] = max(last[event.resource], event.number)
    with connection.cursor() as cursor:
        resources = sorted(last)
        streams: dict[str, Any] = {"resources": resources, "platform_id": platform_id, "lease": claims.lease()}
        cursor.execute(_LOCK_STREAMS, streams)
        free = [row[0] for row in cursor.fetchall() if row[1]]
        arguments: dict[str, Any] = {
            "resources": free,
            "up_to": [last[resource] for resource in free],
            "keys": [event.id for event in events],
            "unnumbered": list(NEVER_RETRIED),
        }
        cursor.execute(_NUMBER, arguments)
    numbers = dict(Event.objects.filter(id__in=[event.id for event in events]).values_list("id", "sequence"))
    for event in events:
        event.sequence = numbers[event.id]
    return {event.id for event in events if event.sequence is None}


# Missing streams are made, then locked one after the other in the order in which senders lock them.
_LOCK_STREAMS = sql.of_constants(
    """
INSERT INTO webhooks_eventstream AS stream (resource, platform_id, last_sequence)
SELECT resource, %(platform_id)s, 0 FROM unnest(%(resources)s::text[]) AS shown (resource)
    ON CONFLICT (resource) DO UPDATE SET last_sequence = stream.last_sequence
RETURNING stream.resource, {is_claimed} IS NOT TRUE
""",
    is_claimed=claim_statements.IS_CLAIMED,
)
# A sender numbers all open events of a stream in order. So events before the ones shown are numbered too.
_NUMBER = """
WITH shown AS (
    SELECT * FROM unnest(%(resources)s::text[], %(up_to)s::bigint[]) AS shown (resource, up_to)
), nameless AS (
    SELECT event.id, event.resource, event.number FROM webhooks_event event JOIN shown USING (resource)
     WHERE event.id = ANY (%(keys)s) AND event.sequence IS NULL
     UNION
    SELECT event.id, event.resource, event.number FROM shown
     CROSS JOIN LATERAL (
           SELECT * FROM webhooks_event event
            WHERE event.resource = shown.resource AND event.state IN ('PENDING', 'WAITING')
              AND event.number <= shown.up_to
            ORDER BY event.number) event
     WHERE event.sequence IS NULL AND event.type <> ALL (%(unnumbered)s)
), numbered AS (
    SELECT nameless.id, nameless.resource, stream.last_sequence
           + row_number() OVER (PARTITION BY nameless.resource ORDER BY nameless.number) AS sequence
      FROM nameless JOIN webhooks_eventstream stream USING (resource)
), written AS (
    UPDATE webhooks_event event SET sequence = numbered.sequence FROM numbered WHERE event.id = numbered.id
)
UPDATE webhooks_eventstream stream SET last_sequence = newest.sequence
  FROM (SELECT resource, max(sequence) AS sequence FROM numbered GROUP BY resource) newest
 WHERE stream.resource = newest.resource
"""
