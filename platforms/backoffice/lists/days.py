"""The filter of lists by days: of a time zone, by the clock of each row's platform."""

import datetime as dt
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.db import models
from django.db.models import Q
from django.http import HttpRequest
from django.utils.text import capfirst
from unfold.widgets import UnfoldAdminTextInputWidget

from platforms.backoffice.lists.entered import Entered
from platforms.base import clock, errors
from platforms.base.reports import periods
from platforms.base.reports.periods import Period
from platforms.database import key_times
from platforms.models import Platform

FROM, TO, ZONE, USUAL = "from", "to", "zone", "days"
_KEPT = "list_zone"
"""Of the session: the time zone that was chosen last."""
_DAY = dt.timedelta(days=1)
_TITLES = {"today": "Today", "yesterday": "Yesterday", "this_month": "This month", "last_month": "Last month"}
ZONES = (
    *("UTC", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris", "Europe/Athens", "America/New_York"),
    *("America/Chicago", "America/Los_Angeles", "America/Mexico_City", "America/Sao_Paulo", "Africa/Lagos"),
    *("Africa/Nairobi", "Africa/Johannesburg", "Asia/Dubai", "Asia/Kolkata", "Asia/Manila", "Asia/Singapore"),
    *("Asia/Hong_Kong", "Asia/Tokyo", "Australia/Sydney"),
)
"""Offered while a zone is typed; any other may be entered too."""


class Days(Entered):
    """Rows of some days. A subclass is made by `of`."""

    title = "days"
    template = "admin/backoffice/filters/days.html"
    parameters: ClassVar[Sequence[str]] = (FROM, TO, ZONE, USUAL)
    examples: ClassVar[Sequence[Mapping[str, str]]] = (
        {FROM: "2026-11-01", TO: "2026-11-30", ZONE: "Europe/Berlin"},
        {USUAL: "today"},
    )
    is_indexed: ClassVar[bool] = True
    column: ClassVar[str] = ""
    """The time that lies within the days, or the day."""
    beside: ClassVar[Callable[[], Q]] = Q

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: type[models.Model], page: Any) -> None:
        """Remember the time zone, so that it stays chosen on every list."""
        super().__init__(request, params, model, page)
        self.is_active = any(self.entered.get(name) for name in (FROM, TO, USUAL))
        session: Any = getattr(request, "session", {})
        name = self.entered.get(ZONE, "")
        if periods.zone(name) and session.get(_KEPT, "UTC") != name:
            session[_KEPT] = name
        self.zone = name or session.get(_KEPT, "UTC")
        self.keys = Q()
        """What the days mean for the keys of rows, once they are known."""

    def make_form(self, data: Any) -> forms.Form:
        """Return the first day, the last one and the zone."""
        shown = {**(data or {}), ZONE: self.zone}
        form = forms.Form(shown, auto_id="filter_%s")
        wrong = {"invalid": "Enter a day such as 2026-11-30."}
        for name, label in ((FROM, "From"), (TO, "To, included")):
            day = UnfoldAdminTextInputWidget(attrs={"type": "date"})
            form.fields[name] = forms.DateField(
                label=label, required=False, widget=day, error_messages=wrong, input_formats=["%Y-%m-%d"]
            )
        zone = UnfoldAdminTextInputWidget(attrs={"list": "filter_zones"})
        form.fields[ZONE] = forms.CharField(label="Time zone of the days", max_length=64, widget=zone)
        form.fields[USUAL] = forms.CharField(required=False, widget=forms.HiddenInput)
        return form

    @property
    def zones(self) -> Sequence[str]:
        """The zones that are offered."""
        return ZONES

    def usual(self) -> Sequence[tuple[str, str, bool]]:
        """Return the days that are chosen by one press: title, address, whether they are chosen."""
        kept = self.request.GET.copy()
        for name in (FROM, TO, USUAL, "p"):
            kept.pop(name, None)
        chosen = "" if self.entered.get(FROM) or self.entered.get(TO) else self.entered.get(USUAL, "")
        return [
            (title, f"?{'&'.join(filter(None, (kept.urlencode(), f'{USUAL}={name}')))}", name == chosen)
            for name, title in _TITLES.items()
        ]

    def said(self) -> str:
        """Return the days with their zone."""
        first, last = self.entered.get(FROM, ""), self.entered.get(TO, "")
        if first and last:
            days = first if first == last else f"{first} to {last}"
        elif first or last:
            days = f"from {first}" if first else f"up to {last}"
        else:
            days = _TITLES.get(self.entered.get(USUAL, ""), "days").lower()
        return f"{capfirst(self.title)}: {days} ({self.zone})"

    def condition(self, entered: Mapping[str, Any]) -> Q:
        """Return the condition for the times and the keys. Raises InvalidInput for days that are none."""
        zone = periods.zone(self.zone)
        if zone is None:
            raise errors.InvalidInput([(ZONE, "is none")], message="Enter a time zone such as Europe/Berlin.")
        first, last = entered[FROM], entered[TO]
        offsets = self._offsets()
        if first is None and last is None:
            return self._usual(entered[USUAL], zone, offsets)
        try:
            first = first or last - (periods.MOST_DAYS - 1) * _DAY
            last = last or first + (periods.MOST_DAYS - 1) * _DAY
            if last < first:
                raise errors.InvalidInput([(TO, "is before")], message="The last day is before the first.")
            if (last - first).days >= periods.MOST_DAYS:
                message = f"Choose {periods.MOST_DAYS} days at most."
                raise errors.InvalidInput([(TO, "is too late")], message=message)
            return self._within(Period(first, last, zone), max(offsets.values(), default=dt.timedelta()))
        except OverflowError:
            raise errors.InvalidInput([(FROM, "is out of range")], message="Enter days of this century.") from None

    def _usual(self, name: str, zone: Any, offsets: Mapping[uuid.UUID, dt.timedelta]) -> Q:
        """Return the condition for days such as today, which is another one where a platform's clock was moved."""
        if name not in _TITLES:
            raise errors.InvalidInput([(USUAL, "is none")], message="Choose days of the list, or enter them.")
        now = clock.real_now()
        moved = {offset for offset in offsets.values() if offset}
        if not moved or not _has_platform(self.model):
            return self._within(_days(name, now.astimezone(zone).date(), zone), dt.timedelta())
        of_any, keys = Q(), Q()
        for offset in sorted({dt.timedelta(), *moved}):
            own = [key for key, ahead in offsets.items() if ahead == offset]
            of_these = Q(platform__in=own) if offset else Q(platform__in=own) | Q(platform=None)
            days = _days(name, (now + offset).astimezone(zone).date(), zone)
            of_any |= of_these & self._within(days, offset)
            keys |= self.keys
        self.keys = keys
        return of_any

    def _within(self, days: Period, ahead: dt.timedelta) -> Q:
        """Return the condition for days by clocks that are `ahead` at most."""
        field = self.model._meta.get_field(self.column)
        if not isinstance(field, models.DateTimeField):
            return Q(**{f"{self.column}__range": (days.first, days.last)}) & type(self).beside()
        self.keys = key_times.between(self.model, self.column, days.begin, days.end, ahead=ahead)
        return Q(**{f"{self.column}__gte": days.begin, f"{self.column}__lt": days.end}) & self.keys

    def _offsets(self) -> Mapping[uuid.UUID, dt.timedelta]:
        """Return how far ahead the clocks are of the platforms whose rows are shown."""
        rows = Platform.objects.values_list("pk", "clock_offset")
        only = self.request.GET.get("platform__id__exact", "")
        return {key: offset for key, offset in rows if not only or str(key) == only}


def of(column: str, *, title: str, beside: Callable[[], Q] = Q) -> type[Days]:
    """Return the filter by the days of a column.

    A time is that at which the row is written: its key is of the same time. A day may be any, such as one that a bank
    names, and needs an index, which begins with the columns of the condition `beside`.
    """
    members = {"column": column, "columns": (column,), "title": title, "beside": staticmethod(beside)}
    return type("OfDays", (Days,), members)


def is_asked(request: HttpRequest, filters: Iterable[Any]) -> bool:
    """Tell whether a list that has these filters is asked for the rows of some days."""
    has_days = any(isinstance(one, type) and issubclass(one, Days) for one in filters)
    return has_days and any(request.GET.get(name) for name in (FROM, TO, USUAL))


def _has_platform(model: type[models.Model]) -> bool:
    return "platform" in {field.name for field in model._meta.concrete_fields}


def _days(name: str, today: dt.date, zone: Any) -> Period:
    if name in {"today", "yesterday"}:
        day = today if name == "today" else today - _DAY
        return Period(day, day, zone)
    month = periods.month_of(today, zone)
    return month if name == "this_month" else month.before
