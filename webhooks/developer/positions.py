"""Listening: which events a developer's `listen` has not been shown yet, each with its number.

A listener gets copies, whatever becomes of the events otherwise. It reads by key, that is by the time an event was
made at. Database transactions commit in another order, so the last seconds are read again and again, and the position
remembers what of them was shown.
"""

import collections
import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import connection

from platforms.base import identifiers
from webhooks.delivery import claims
from webhooks.models import Event
from webhooks.outbox.event_types import NEVER_RETRIED

MOST = 100
"""Events shown at once."""
_LOOK_BACK = dt.timedelta(seconds=15)
"""How long after an event was made its database transaction may commit."""
_MOST_SEEN = 2000


@dataclasses.dataclass(frozen=True, slots=True)
class Position:
    """How far a listener has come: everything up to the key `after`, and of the later ones those that are `seen`."""

    after: uuid.UUID
    seen: frozenset[uuid.UUID] = frozenset()


def start(moment: dt.datetime) -> Position:
    """Return the position before everything that is made from `moment` (real time) on."""
    return Position(identifiers.first_key(moment))


def take(*, platform_id: uuid.UUID, position: Position, now: dt.datetime) -> tuple[list[Event], Position, bool]:
    """Return up to MOST events that follow a position, the position behind them, and if there may be more at once.

    `now` is real time. Those of one resource come in their order, numbered as their first attempt would number them.
    One whose resource a sender has in its hands at this moment is left for later: the sender numbers it.
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
        # So busy a platform has its listener look back for less.
        after = seen[-_MOST_SEEN - 1]
        seen = seen[-_MOST_SEEN:]
    return Position(after, frozenset(seen))


def _number(events: Sequence[Event], *, platform_id: uuid.UUID) -> set[uuid.UUID]:
    """Give events their numbers, to the rows in hand too; return the keys of those that a sender has claimed."""
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


# Made where they are missing, locked one after the other in the order in which senders lock them.
_LOCK_STREAMS = f"""
INSERT INTO webhooks_eventstream AS stream (resource, platform_id, last_sequence)
SELECT resource, %(platform_id)s, 0 FROM unnest(%(resources)s::text[]) AS told (resource)
    ON CONFLICT (resource) DO UPDATE SET last_sequence = stream.last_sequence
RETURNING stream.resource, {claims.IS_CLAIMED} IS NOT TRUE
"""  # noqa: S608 - composed of constants
# A sender numbers all open events of a stream in their order. So those before the ones that are shown get theirs too.
_NUMBER = """
WITH told AS (
    SELECT * FROM unnest(%(resources)s::text[], %(up_to)s::bigint[]) AS told (resource, up_to)
), nameless AS (
    SELECT event.id, event.resource, event.number FROM webhooks_event event JOIN told USING (resource)
     WHERE event.id = ANY (%(keys)s) AND event.sequence IS NULL
     UNION
    SELECT event.id, event.resource, event.number FROM told
     CROSS JOIN LATERAL (
           SELECT * FROM webhooks_event event
            WHERE event.resource = told.resource AND event.state IN ('PENDING', 'WAITING')
              AND event.number <= told.up_to
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
