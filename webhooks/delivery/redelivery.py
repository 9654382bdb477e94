"""Redelivery of events that were sent, refused or given up: one event, or all of a period."""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import connection

from platforms import audit
from platforms.base import errors, jobs
from platforms.database.locks import Lock
from platforms.database.rows import by_key
from webhooks.models import OPEN_STATES, Event, EventState
from webhooks.outbox.events import DELIVER_TASK

MOST_AT_ONCE = 10_000
"""How many events one request for a period may put back into the queue."""


class EventNotFound(errors.NotFound):
    """The platform has no such event, or it is older than events are kept."""

    message = "There is no such event, or it is older than events are kept."


class RedeliveryInProgress(errors.DomainError):
    """Another request is putting back a period of the platform: each may lock thousands of events."""

    code = "RATE_LIMITED"
    message = "Events of another stretch of time are being put back at this moment: ask again when that is answered."


def redeliver(
    *, platform_id: uuid.UUID, event_id: uuid.UUID | None, reason: str = "", actor: audit.Actor, now: dt.datetime
) -> Event:
    """Put an event back into the queue under its own id; if it waits for its next attempt, it becomes due at once.

    `reason` is given by staff. Raises EventNotFound.
    """
    event: Event | None = by_key(Event.objects.select_for_update(), event_id)
    if event is None or event.platform_id != platform_id:
        raise EventNotFound
    event.state, event.next_attempt_at = EventState.PENDING, now
    event.save(update_fields=["state", "next_attempt_at"])
    audit.record(event, "event.redeliver", actor=actor, now=now, reason=reason)
    jobs.notify(DELIVER_TASK)
    return event


def redeliver_range(
    *, platform_id: uuid.UUID, wanted: Mapping[str, Any], reason: str = "", actor: audit.Actor, now: dt.datetime
) -> tuple[int, bool]:
    """Put back the events of a period, oldest first, MOST_AT_ONCE at most; return how many, and whether more remain.

    `wanted` has `startDate` and `endDate`, and optionally `type` and `status` or `statuses`. `reason` is
    given by staff. Events in the queue already stay as they are. Raises RedeliveryInProgress: one request at a time for
    each platform.
    """
    with connection.cursor() as cursor:
        is_alone = Lock.REDELIVERY.try_to_hold(cursor, str(platform_id))
    if not is_alone:
        raise RedeliveryInProgress
    rows = Event.objects.for_platform(platform_id).exclude(state__in=OPEN_STATES)
    rows = rows.filter(created_at__gte=wanted["startDate"], created_at__lte=wanted["endDate"])
    for name, column in (("type", "type"), ("status", "state"), ("statuses", "state__in")):
        if name in wanted:
            rows = rows.filter(**{column: wanted[name]})
    keys = list(rows.order_by("created_at", "id").values_list("id", flat=True)[: MOST_AT_ONCE + 1])
    chosen = keys[:MOST_AT_ONCE]
    # In the order of keys, in which the sender locks them too.
    locked = Event.objects.filter(id__in=chosen).exclude(state__in=OPEN_STATES).order_by("id").select_for_update()
    again = [event.id for event in locked.only("id")]
    count = Event.objects.filter(id__in=again).update(state=EventState.PENDING, next_attempt_at=now)
    audit.record(
        audit.Subject(platform_id, f"PlatformConfig:{platform_id}"),
        "event.redeliver_range",
        actor=actor,
        now=now,
        until=wanted["endDate"].isoformat(),
        count=count,
        reason=reason,
        **{"from": wanted["startDate"].isoformat()},
    )
    jobs.notify(DELIVER_TASK)
    return count, len(keys) > MOST_AT_ONCE
