"""Filters of the list of decisions: by whom, of which platform, and in which period."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db.models import F, Max, Q, QuerySet
from django.http import HttpRequest

from compliance.admin.review_desk import permissions
from compliance.models import VerificationStatus, VerificationStatusChange
from compliance.models.verification import FINAL
from platforms.backoffice.lists import narrowing
from platforms.base import clock, identifiers
from platforms.models import Platform

PEOPLE, AUTOMATIC, MINE = "people", "automatic", "mine"
_PERSON = "person:"
_BY_PEOPLE = Q(cause="review", actor_kind="STAFF")
_OUTCOMES = [VerificationStatus.APPROVED, VerificationStatus.REJECTED, VerificationStatus.RESOLVE_ERRORS]
_DAY = dt.timedelta(days=1)
Rows = QuerySet[VerificationStatusChange]


def of_person(name: str) -> str:
    """Return the value of the filter for the decisions of a person."""
    return f"{_PERSON}{name}"


def period(since: dt.datetime, until: dt.datetime) -> str:
    """Return the value of the filter for the decisions since a time and before another, both real."""
    return f"{since.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%S}_{until.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%S}"


class ByWhom(narrowing.OfFew):
    """Decisions of people, one's own, those of one person, or those that the service made by itself."""

    title = "decided by"
    parameter_name = "by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices."""
        people = [(of_person(name), title) for name, title in permissions.reviewers()]
        value = request.GET.get(self.parameter_name, "")
        if value.startswith(_PERSON) and value not in dict(people):
            people.append((value, value.removeprefix(_PERSON)[:64]))  # who has left decided too
        return [(PEOPLE, "people"), (MINE, "you"), (AUTOMATIC, "automatic"), *people]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """Narrow the rows to decisions; without a choice every change is shown."""
        value = self.value() or ""
        if value == AUTOMATIC:
            return queryset.filter(to_status__in=sorted(FINAL)).exclude(actor_kind="STAFF")
        decisions = queryset.filter(_BY_PEOPLE, to_status__in=_OUTCOMES)
        if value == MINE:
            return decisions.filter(actor_id=permissions.person(request))
        if value.startswith(_PERSON):
            return decisions.filter(actor_id=value.removeprefix(_PERSON))
        return decisions if value == PEOPLE else queryset


class OfPlatform(narrowing.OfFew):
    """Decisions about the customers of one platform."""

    title = "platform"
    parameter_name = "platform"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the platforms."""
        return [(str(row.pk), str(row)) for row in Platform.objects.order_by("name", "environment")]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """Narrow the rows by the platform; a key that makes no sense narrows nothing."""
        key = identifiers.parse("", f":{self.value() or ''}")
        return queryset.filter(verification__platform=key) if key else queryset


class InPeriod(narrowing.OfFew):
    """Decisions of today, of the last days, or of the period that another page names; days are real ones (UTC)."""

    title = "period"
    parameter_name = "period"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices, with the period of the address."""
        usual = [("today", "today (UTC)"), ("week", "the last 7 days"), ("month", "the last 30 days")]
        value = request.GET.get(self.parameter_name, "")
        ends = _ends(value)
        named = [(value, f"{ends[0]:%Y-%m-%d %H:%M} to {ends[1]:%Y-%m-%d %H:%M} (UTC)")] if ends else []
        return [*usual, *(choice for choice in named if choice[0] not in dict(usual))]

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        """Narrow the rows by the period, of real time; what makes no sense narrows nothing."""
        ends = _ends(self.value() or "")
        if ends is None:
            return queryset
        since, until = ends
        ahead = F("verification__platform__clock_offset")
        most = Platform.objects.aggregate(most=Max("clock_offset"))["most"] or dt.timedelta()
        # Clocks run ahead at most: the first conditions are those that the index serves.
        rows = queryset.filter(at__gte=since, at__lt=until + most)
        return rows.filter(at__gte=since + ahead, at__lt=until + ahead)


FILTERS: Sequence[Any] = (ByWhom, InPeriod, OfPlatform, "to_status")


def _ends(value: str) -> tuple[dt.datetime, dt.datetime] | None:
    now = clock.real_now()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    days = {"today": 0, "week": 6, "month": 29}.get(value)
    if days is not None:
        return midnight - days * _DAY, midnight + _DAY
    first, _, last = value.partition("_")
    try:
        since, until = (dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC) for text in (first, last))
    except ValueError:
        return None
    is_sensible = 2000 <= since.year <= until.year <= 2200
    return (since, until) if is_sensible else None
