"""Reads of the webhooks app."""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import BooleanField, Q, QuerySet
from django.db.models.expressions import RawSQL

from platforms.base import clock
from platforms.database.rows import by_key
from webhooks.models import Delivery, Event, EventState, FurtherEvent, SigningKey, SigningSecret


def published_keys(*platform_ids: uuid.UUID, now: clock.RealTime) -> QuerySet[SigningKey]:
    """Return the keys published to receivers at `now` (real time), newest first."""
    still_known = Q(published_until=None) | Q(published_until__gt=now)
    return SigningKey.objects.filter(still_known, platform_id__in=platform_ids).order_by("-signs_from", "algorithm")


def live_secrets(*platform_ids: uuid.UUID, now: clock.RealTime) -> QuerySet[SigningSecret]:
    """Return the secrets that sign at `now` (real time), newest first."""
    still_signs = Q(signs_until=None) | Q(signs_until__gt=now)
    return SigningSecret.objects.filter(still_signs, platform_id__in=platform_ids).order_by("-id")


_FILTERS = {
    "type": "type",
    "resourceId": "resource",
    "startDate": "created_at__gte",
    "endDate": "created_at__lte",
}


def _condition(sql: str) -> RawSQL:
    """Return a condition whose states are part of the statement.

    The index of events that failed has a condition of its own, and a plan for any value of a parameter can't use it.
    """
    return RawSQL(sql, (), output_field=BooleanField())  # noqa: S611 - constants


_HAS_STATE = {state: _condition(f"webhooks_event.state = '{state}'") for state in EventState.values}
_FAILED = _condition(
    "(webhooks_event.state IN ('REFUSED', 'ABANDONED')"
    " OR webhooks_event.state = 'PENDING' AND webhooks_event.attempts > 0)"
)


def events(*, platform_id: uuid.UUID, filters: Mapping[str, Any]) -> QuerySet[Event]:
    """Return a platform's events that match the API's filters, without their payloads."""
    rows = Event.objects.for_platform(platform_id).defer("payload")
    rows = rows.filter(**{lookup: filters[name] for name, lookup in _FILTERS.items() if name in filters})
    if "status" in filters:
        rows = rows.filter(_HAS_STATE[filters["status"]])
    if "failed" in filters:
        rows = rows.filter(_FAILED) if filters["failed"] else rows.exclude(_FAILED)
    return rows


NEWEST = 10_000
"""Events whose states are read at once for a chart."""


def newest_states(*, platform_id: uuid.UUID, since: dt.datetime) -> list[tuple[dt.datetime, str]]:
    """Return when a platform's events were created since a time, by its clock, and their states: up to NEWEST."""
    rows = Event.objects.for_platform(platform_id).filter(created_at__gte=since).order_by("-created_at", "-id")
    return list(rows.values_list("created_at", "state")[:NEWEST])


def event(*, platform_id: uuid.UUID, key: uuid.UUID | None) -> Event | None:
    """Return one of a platform's events."""
    found = by_key(Event.objects, key)
    return found if found is not None and found.platform_id == platform_id else None


def at_further_endpoints(event: Event) -> list[FurtherEvent]:
    """Return the event's ways to further endpoints, those of the oldest endpoint first."""
    return list(FurtherEvent.objects.filter(event=event).order_by("endpoint_id"))


def attempts(event: Event) -> list[Delivery]:
    """Return the attempts to deliver an event, oldest first."""
    return list(Delivery.objects.filter(event=event).order_by("id"))
