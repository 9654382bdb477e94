"""Redelivery of events that were sent, refused or given up: one event, or all of a period."""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet

from platforms import audit
from platforms.base import errors, jobs
from platforms.database.locks import Lock
from platforms.database.rows import by_key
from webhooks.delivery import platform_endpoints
from webhooks.models import OPEN_STATES, Event, EventState, FurtherEndpoint, FurtherEvent
from webhooks.outbox.event_types import EventType
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
    *,
    platform_id: uuid.UUID,
    event_id: uuid.UUID | None,
    endpoint_id: uuid.UUID | None = None,
    reason: str = "",
    actor: audit.Actor,
    now: dt.datetime,
) -> Event:
    """Put an event back into the queue under its own id; if it waits for its next attempt, it becomes due at once.

    It goes to the endpoint of the configuration, or to `endpoint_id`. `reason` is given by staff. Raises
    EventNotFound, EndpointNotFound.
    """
    event: Event | None = by_key(Event.objects.select_for_update(), event_id)
    if event is None or event.platform_id != platform_id:
        raise EventNotFound
    if endpoint_id in {None, platform_id}:
        event.state, event.next_attempt_at = EventState.PENDING, now
        event.save(update_fields=["state", "next_attempt_at"])
    else:
        row = platform_endpoints.further(platform_id=platform_id, endpoint_id=endpoint_id)
        platform_endpoints.queue_for(row, [event.pk], now=now)
    audit.record(event, "event.redeliver", actor=actor, now=now, reason=reason)
    jobs.notify(DELIVER_TASK)
    return event


def redeliver_range(
    *,
    platform_id: uuid.UUID,
    wanted: Mapping[str, Any],
    endpoint_id: uuid.UUID | None = None,
    reason: str = "",
    actor: audit.Actor,
    now: dt.datetime,
) -> tuple[int, bool]:
    """Put back the events of a period, oldest first, MOST_AT_ONCE at most; return how many, and whether more remain.

    `wanted` has `startDate` and `endDate`, and optionally `type` and `status` or `statuses`. They go to the endpoint of
    the configuration, or to `endpoint_id`, where `status` is that of the way there. `reason` is given by staff. Events
    in the queue already stay as they are. Raises RedeliveryInProgress: one request at a time for each platform.
    """
    with connection.cursor() as cursor:
        is_alone = Lock.REDELIVERY.try_to_hold(cursor, str(platform_id))
    if not is_alone:
        raise RedeliveryInProgress
    rows = Event.objects.for_platform(platform_id)
    rows = rows.filter(created_at__gte=wanted["startDate"], created_at__lte=wanted["endDate"])
    if "type" in wanted:
        rows = rows.filter(type=wanted["type"])
    if endpoint_id in {None, platform_id}:
        count, has_more = _again_to_first(rows, wanted, now=now)
    else:
        row = platform_endpoints.further(platform_id=platform_id, endpoint_id=endpoint_id)
        count, has_more = _again_to_further(row, rows, wanted, now=now)
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
    return count, has_more


def _again_to_first(rows: QuerySet[Event], wanted: Mapping[str, Any], *, now: dt.datetime) -> tuple[int, bool]:
    rows = rows.exclude(state__in=OPEN_STATES)
    for name, column in (("status", "state"), ("statuses", "state__in")):
        if name in wanted:
            rows = rows.filter(**{column: wanted[name]})
    chosen, has_more = _oldest(rows)
    # In the order of keys, in which the sender locks them too.
    locked = Event.objects.filter(id__in=chosen).exclude(state__in=OPEN_STATES).order_by("id").select_for_update()
    again = [event.id for event in locked.only("id")]
    return Event.objects.filter(id__in=again).update(state=EventState.PENDING, next_attempt_at=now), has_more


def _again_to_further(
    row: FurtherEndpoint, rows: QuerySet[Event], wanted: Mapping[str, Any], *, now: dt.datetime
) -> tuple[int, bool]:
    on_their_way = FurtherEvent.objects.filter(endpoint=row, event=OuterRef("id"))
    rows = rows.exclude(type=EventType.TEST).exclude(Exists(on_their_way.filter(state__in=OPEN_STATES)))
    if "status" in wanted:
        rows = rows.filter(Exists(on_their_way.filter(state=wanted["status"])))
    chosen, has_more = _oldest(rows)
    platform_endpoints.queue_for(row, chosen, now=now)
    return len(chosen), has_more


def _oldest(rows: QuerySet[Event]) -> tuple[list[uuid.UUID], bool]:
    """Return the keys of the oldest MOST_AT_ONCE, and whether there are more."""
    keys = list(rows.order_by("created_at", "id").values_list("id", flat=True)[: MOST_AT_ONCE + 1])
    return keys[:MOST_AT_ONCE], len(keys) > MOST_AT_ONCE
