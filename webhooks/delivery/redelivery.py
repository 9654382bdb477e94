"""Redelivery of events that were sent, refused or given up: one event, or all of a period."""

import datetime as dt
import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from platforms import audit
from platforms.base import errors, jobs
from platforms.database.locks import Lock
from platforms.database.rows import by_key
from webhooks.delivery import platform_endpoints
from webhooks.delivery.platform_endpoints import PlatformEndpoint
from webhooks.models import OPEN_STATES, Delivery, Event, EventState, FurtherEvent
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
        platform_endpoints.queue_for(row.id, [event.pk], now=now)
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

    `wanted` has `startDate` and `endDate`, and optionally `type` and `status` or `statuses`, which are those of the way
    to an endpoint. They go to every endpoint that takes their type, or to `endpoint_id` alone. Several endpoints share
    MOST_AT_ONCE, and an event that goes to some of them counts once. `reason` is given by staff. Events in a queue
    already stay as they are there. Raises EndpointNotFound, and RedeliveryInProgress: one request at a time for each
    platform.
    """
    with connection.cursor() as cursor:
        is_alone = Lock.REDELIVERY.try_to_hold(cursor, str(platform_id))
    if not is_alone:
        raise RedeliveryInProgress
    rows = Event.objects.for_platform(platform_id)
    rows = rows.filter(created_at__gte=wanted["startDate"], created_at__lte=wanted["endDate"])
    if "type" in wanted:
        rows = rows.filter(type=wanted["type"])
    states = wanted.get("statuses", [wanted["status"]] if "status" in wanted else None)
    endpoints = _endpoints(platform_id, endpoint_id)
    most = max(MOST_AT_ONCE // len(endpoints), 1)
    by_endpoint = []
    for endpoint in endpoints:
        # To one that is named goes also what it does not take by itself.
        fitting = rows if endpoint_id is not None else _taken(rows, endpoint)
        by_endpoint.append((endpoint, _oldest(_matching(fitting, endpoint, states), most + 1)))
    every = sorted(set().union(*(places for _, places in by_endpoint)))
    chosen, again = set(every[:most]), set[uuid.UUID]()
    for endpoint, places in by_endpoint:
        again |= _put_back(endpoint, [key for created_at, key in places if (created_at, key) in chosen], now=now)
    audit.record(
        audit.Subject(platform_id, f"PlatformConfig:{platform_id}"),
        "event.redeliver_range",
        actor=actor,
        now=now,
        until=wanted["endDate"].isoformat(),
        count=len(again),
        reason=reason,
        **{"from": wanted["startDate"].isoformat()},
    )
    jobs.notify(DELIVER_TASK)
    return len(again), len(every) > most


def _endpoints(platform_id: uuid.UUID, endpoint_id: uuid.UUID | None) -> list[PlatformEndpoint | None]:
    """Return the named endpoint, or all that are on. None: that of the configuration, where a platform has none."""
    if endpoint_id is not None:
        return [platform_endpoints.get(platform_id=platform_id, endpoint_id=endpoint_id)]
    return [each for each in platform_endpoints.of_platform(platform_id) if each.disabled_at is None] or [None]


def _taken(rows: QuerySet[Event], endpoint: PlatformEndpoint | None) -> QuerySet[Event]:
    """Return the events of types that an endpoint takes."""
    if endpoint is None or not endpoint.types:
        return rows
    return rows.filter(type__in=[*endpoint.types, EventType.TEST.value])


def _matching(
    rows: QuerySet[Event], endpoint: PlatformEndpoint | None, states: Collection[str] | None
) -> QuerySet[Event]:
    """Return the events that are on no way to the endpoint, and whose way there stands in one of `states`.

    A TEST goes to no other endpoint than it did.
    """
    if endpoint is None or endpoint.is_of_configuration:
        elsewhere = FurtherEvent.objects.filter(event=OuterRef("id"))
        tried_elsewhere = Delivery.objects.filter(event=OuterRef("id"), endpoint_id__isnull=False)
        rows = rows.exclude(Q(Exists(elsewhere) | Exists(tried_elsewhere), type=EventType.TEST))
        rows = rows.exclude(state__in=OPEN_STATES)
        return rows if states is None else rows.filter(state__in=states)
    ways = FurtherEvent.objects.filter(event=OuterRef("id"), endpoint=endpoint.id)
    rows = rows.exclude(type=EventType.TEST).exclude(Exists(ways.filter(state__in=OPEN_STATES)))
    if states is None:
        return rows
    has_state = Q(Exists(ways.filter(state__in=states)))
    if EventState.NO_ENDPOINT in states:
        # While an endpoint is off, events begin no way to it.
        has_state |= Q(~Exists(ways), created_at__gte=endpoint.created_at)
    return rows.filter(has_state)


def _oldest(rows: QuerySet[Event], most: int) -> list[tuple[dt.datetime, uuid.UUID]]:
    """Return the times and keys of the oldest."""
    return list(rows.order_by("created_at", "id").values_list("created_at", "id")[:most])


def _put_back(endpoint: PlatformEndpoint | None, keys: Sequence[uuid.UUID], *, now: dt.datetime) -> set[uuid.UUID]:
    """Have events sent to an endpoint again; return which."""
    if endpoint is not None and not endpoint.is_of_configuration:
        platform_endpoints.queue_for(endpoint.id, keys, now=now)
        return set(keys)
    # In the order of keys, in which the sender locks them too.
    locked = Event.objects.filter(id__in=keys).exclude(state__in=OPEN_STATES).order_by("id").select_for_update()
    again = {event.id for event in locked.only("id")}
    Event.objects.filter(id__in=again).update(state=EventState.PENDING, next_attempt_at=now)
    return again
