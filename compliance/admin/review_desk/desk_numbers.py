"""The page of numbers about the review desk, for lead reviewers: waiting cases, decisions, ends of hits, and a file."""

import dataclasses
import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from compliance.admin.review_desk import ages, decided
from compliance.models import HitState, ScreeningHit, VerificationStatus, VerificationStatusChange
from compliance.review_desk import desk_figures, logged_decisions, review_queue
from platforms import audit
from platforms.backoffice import actions, charts, dialogs, links, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.charts import Chart, Series, Tone
from platforms.backoffice.lists import exports
from platforms.base import clock
from platforms.base.reports import csv_text
from platforms.database.postgresql.base import statements_may_take
from platforms.models import Platform

EXPORT = Action("review_desk.export", title="Export the numbers of the review desk", roles=[Role.LEAD_REVIEWER])
_USUAL_DAYS, _MOST_DAYS = 30, 366
_DAYS_IN_CHART = 31
"""A longer period is drawn by weeks."""
_STATEMENT_SECONDS = 20
_DAY = dt.timedelta(days=1)
_ENDS: Mapping[str, str] = {
    HitState.CLEARED: "cleared",
    HitState.CONFIRMED: "confirmed",
    HitState.ACCEPTED: "accepted",
    HitState.MORE_ASKED: "more asked for",
    HitState.OPEN: "open",
}
_OF_FILE = ("time", "decision", "about", "customer", "decided by", "proposed by", "grounds")
_ABOUT_DECISIONS = (
    "Decisions of people on cases; automatic ones are not counted. Time: since the case came into the queue, submitted "
    "or reopened. 95 of 100 decisions took no longer than the last column. Reopened: of the rejections, those taken "
    "back later."
)


class _DateInput(UnfoldAdminTextInputWidget):  # type: ignore[misc]
    input_type = "date"


class NumbersForm(forms.Form):
    """The days and the platform that the numbers are of."""

    since = forms.DateField(label="From (UTC)", required=False, widget=_DateInput)
    until = forms.DateField(label="To, included (UTC)", required=False, widget=_DateInput)
    platform = forms.ModelChoiceField(
        queryset=Platform.objects.order_by("name", "environment"),
        required=False,
        empty_label="All",
        widget=UnfoldAdminSelectWidget,
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a period that ends before it begins, or is longer than a year."""
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and not _DAY <= until - since + _DAY <= _DAY * _MOST_DAYS:
            message = f"Choose a first day that is not after the last day, and at most {_MOST_DAYS} days."
            self.add_error("since", message)
        return self.cleaned_data


@dataclasses.dataclass(frozen=True, slots=True)
class _Asked:
    """What the numbers are asked for: days by the clock of the platform, and the same period in real time."""

    form: NumbersForm
    platform: Platform | None
    first: dt.date
    last: dt.date

    @property
    def _ahead(self) -> dt.timedelta:
        return self.platform.clock_offset if self.platform else dt.timedelta()

    @property
    def since(self) -> dt.datetime:
        return _midnight(self.first) - self._ahead

    @property
    def until(self) -> dt.datetime:
        return _midnight(self.last) + _DAY - self._ahead

    @property
    def step(self) -> dt.timedelta:
        return _DAY if (self.last - self.first).days < _DAYS_IN_CHART else 7 * _DAY

    def day(self, begin: dt.datetime) -> dt.date:
        """Return the day of a time, by the clock that the numbers go by."""
        return (begin + self._ahead).date()

    @property
    def clock(self) -> str:
        return f"the clock of {self.platform.name}" if self.platform else "real time"

    @property
    def query(self) -> str:
        platform = {"platform": str(self.platform.pk)} if self.platform else {}
        return urlencode({"since": self.first.isoformat(), "until": self.last.isoformat(), **platform})

    @property
    def of_list(self) -> dict[str, Any]:
        """The filters of the list of decisions."""
        platform = {"platform": self.platform.pk} if self.platform else {}
        return {"period": decided.period(self.since, self.until), **platform}


def urls() -> list[URLPattern]:
    """Return the addresses of the page and of its file, below the list of verifications."""
    view = admin.site.admin_view
    return [
        path("desk/numbers/", view(page), name="compliance_desk_numbers"),
        path("desk/numbers/export/", view(export), name="compliance_desk_numbers_export"),
        path("desk/numbers/decisions/", view(decisions), name="compliance_desk_decisions_export"),
    ]


@require_GET
@statements_may_take(_STATEMENT_SECONDS)
def page(request: HttpRequest) -> HttpResponse:
    """Show the numbers."""
    _require(request)
    asked = _asked(request.GET)
    figures = _decisions(asked)
    context = {
        **admin.site.each_context(request),
        "title": "The desk in numbers",
        "form": asked.form,
        "panels": [_by_part(asked, figures), _waiting(asked), _by_person(asked, figures), _hits(asked)],
        "clock": asked.clock,
        "export": f"{reverse('admin:compliance_desk_numbers_export')}?{asked.query}",
        "decisions": f"{reverse('admin:compliance_desk_decisions_export')}?{asked.query}",
    }
    return render(request, "admin/compliance/desk_numbers.html", context)


@require_GET
@statements_may_take(_STATEMENT_SECONDS)
def export(request: HttpRequest) -> HttpResponse:
    """Return the tables of the page as one file (CSV), after noting in the audit log who gets it."""
    _require(request)
    asked = _asked(request.GET)
    figures = _decisions(asked)
    _note(request, asked)
    tables = [_waiting(asked), _by_person(asked, figures), _by_part(asked, figures), _hits(asked)]
    return _file(f"review-desk-{asked.first}-{asked.last}.csv", _lines(tables))


@require_GET
@statements_may_take(_STATEMENT_SECONDS)
def decisions(request: HttpRequest) -> HttpResponse:
    """Return each decision of the period as a file (CSV), after noting in the audit log who gets it."""
    _require(request)
    asked = _asked(request.GET)
    platform_id = asked.platform.pk if asked.platform else None
    logged = list(logged_decisions.of_period(platform_id=platform_id, since=asked.since, until=asked.until))
    _note(request, asked, decisions=len(logged))
    rows = ((clock.iso(row.at), *map(csv_text.safe, row[1:])) for row in logged)
    return _file(f"decisions-{asked.first}-{asked.last}.csv", [_OF_FILE, *rows])


def _note(request: HttpRequest, asked: _Asked, **details: object) -> None:
    with transaction.atomic(durable=True):
        audit.record(
            audit.Subject(asked.platform.pk if asked.platform else None, "compliance.Verification"),
            EXPORT.name,
            actor=dialogs.actor(request),
            now=asked.platform.now() if asked.platform else clock.real_now(),
            since=asked.first.isoformat(),
            until=asked.last.isoformat(),
            **details,
        )


def _file(name: str, lines: Iterable[Sequence[str]]) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(csv_text.lines(lines), content_type="text/csv; charset=utf-8", headers=headers)


def _require(request: HttpRequest) -> None:
    if not actions.may(request.user, EXPORT):
        raise PermissionDenied


def _asked(entered: Mapping[str, str]) -> _Asked:
    """Return what is asked for; without valid days the last thirty."""
    form = NumbersForm(entered)
    values = form.cleaned_data if form.is_valid() else {}
    platform = values.get("platform")
    today = (platform.now() if platform else clock.real_now()).date()
    last = values.get("until") or max(today, values.get("since") or today)
    first = values.get("since") or last - _DAY * (_USUAL_DAYS - 1)
    first = max(first, last - _DAY * (_MOST_DAYS - 1))
    shown = {"since": first.isoformat(), "until": last.isoformat(), "platform": platform}
    return _Asked(NumbersForm(shown) if form.is_valid() else form, platform, first, last)


def _decisions(asked: _Asked) -> desk_figures.Period:
    platform_id = asked.platform.pk if asked.platform else None
    return desk_figures.decisions(platform_id=platform_id, since=asked.since, until=asked.until, step=asked.step)


def _waiting(asked: _Asked) -> panels.Panel:
    platform_id = asked.platform.pk if asked.platform else None
    by_age = desk_figures.waiting(platform_id=platform_id, now=clock.real_now())
    total, late = sum(age.number for age in by_age), sum(age.number for age in by_age if age.is_overdue)
    target = ages.words(review_queue.target())
    drawn = [
        charts.Age(age.name, age.number, age.is_overdue, _queue(asked, "overdue" if age.is_overdue else "all"))
        for age in by_age
    ]
    return panels.Panel(
        title="Waiting now",
        headers=("time since submission", "cases"),
        rows=[
            *((age.name, f"{age.number:,}") for age in by_age),
            (f"over the target of {target}", _linked(_queue(asked, "overdue"), late)),
        ],
        numeric=frozenset({1}),
        totals=("All", _linked(_queue(asked, "all"), total)),
        chart=charts.by_age(drawn, target=target, period="As they stand now, whatever the days above."),
    )


def _queue(asked: _Asked, part: str) -> str:
    platform = {"platform": str(asked.platform.pk)} if asked.platform else {}
    return f"{reverse('admin:compliance_desk_queue')}?{urlencode({'part': part, **platform})}"


_OF_DECISIONS = (
    *("decisions", "approved", "rejected", "asked for more", "reopened", "median time"),
    "95 of 100 within",
)


def _by_person(asked: _Asked, figures: desk_figures.Period) -> panels.Panel:
    return panels.Panel(
        title="Decisions by person",
        headers=("person", *_OF_DECISIONS),
        rows=[
            (person, *_cells(numbers, {**asked.of_list, "by": decided.of_person(person)}))
            for person, numbers in figures.by_person
        ],
        numeric=frozenset(range(1, 8)),
        totals=("All", *_cells(figures.all, {**asked.of_list, "by": decided.PEOPLE})),
        note=_ABOUT_DECISIONS,
    )


def _by_part(asked: _Asked, figures: desk_figures.Period) -> panels.Panel:
    title, unit = ("day", "day") if asked.step == _DAY else ("week", "week from")
    rows, lists = [], []
    for begin, numbers in figures.parts:
        period = decided.period(begin, min(begin + asked.step, asked.until))
        filters = {**asked.of_list, "by": decided.PEOPLE, "period": period}
        lists.append(links.listing(VerificationStatusChange, **filters))
        if numbers.number:
            rows.append((f"{asked.day(begin):%Y-%m-%d}", *_cells(numbers, filters)))
    chart = _drawing(asked, figures, unit, lists)
    return panels.Panel(f"Decisions by {title}", (unit, *_OF_DECISIONS), rows, frozenset(range(1, 8)), chart=chart)


def _cells(numbers: desk_figures.Decisions, filters: Mapping[str, Any]) -> Sequence[str]:
    def of(number: int, status: str) -> str:
        text = f"{number:,}{_share(number, numbers.number)}"
        return _to_decisions(filters, text, to_status__exact=status) if number else text

    return (
        _to_decisions(filters, f"{numbers.number:,}") if numbers.number else "0",
        of(numbers.approved, VerificationStatus.APPROVED),
        of(numbers.rejected, VerificationStatus.REJECTED),
        of(numbers.asked, VerificationStatus.RESOLVE_ERRORS),
        f"{numbers.reopened:,}{_share(numbers.reopened, numbers.rejected)}",
        ages.words(numbers.median) if numbers.median is not None else "",
        ages.words(numbers.slowest) if numbers.slowest is not None else "",
    )


def _to_decisions(filters: Mapping[str, Any], text: str, **more: str) -> SafeString:
    return links.to(links.listing(VerificationStatusChange, **filters, **more), text)


def _share(part: int, whole: int) -> str:
    return f" ({part / whole * 100:.0f} %)" if whole else ""


def _linked(address: str, number: int) -> str:
    return links.to(address, f"{number:,}")


def _hits(asked: _Asked) -> panels.Panel:
    platform_id = asked.platform.pk if asked.platform else None
    by_list = desk_figures.hits(platform_id=platform_id, since=asked.since, until=asked.until)
    return panels.Panel(
        title="Screening hits by list",
        headers=("list", "found", *_ENDS.values()),
        rows=[
            (name, f"{sum(numbers.values()):,}", *(f"{numbers.get(state, 0):,}" for state in _ENDS))
            for name, numbers in by_list
        ],
        numeric=frozenset(range(1, len(_ENDS) + 2)),
        note="Hits that were found in the period, of customers and of payees, by how they stand now.",
        more=links.listing(ScreeningHit),
    )


def _drawing(asked: _Asked, figures: desk_figures.Period, unit: str, lists: Sequence[str]) -> Chart:
    medians = [numbers.median for _, numbers in figures.parts]
    target = review_queue.target()
    median = figures.all.median
    return Chart(
        names=[f"{asked.day(begin):%d %b}" for begin, _ in figures.parts],
        below=f"{unit} (UTC)",
        unit="hours",
        series=(
            Series(
                "Median time to a decision",
                [None if span is None else _hours(span) for span in medians],
                Tone.GOOD,
                texts=["" if span is None else ages.words(span) for span in medians],
                addresses=lists,
            ),
            Series(
                f"Target of {ages.words(target)}",
                [_hours(target) for _ in medians] if any(medians) else [],
                Tone.WAITING,
                texts=[ages.words(target) for _ in medians],
                is_line=True,
            ),
        ),
        period=f"{asked.first} to {asked.last}, by {asked.clock}.",
        figure="" if median is None else ages.words(median),
        empty="Nobody decided a case in this time.",
    )


def _hours(span: dt.timedelta) -> float:
    return round(span.total_seconds() / 3600, 2)


def _lines(tables: Sequence[panels.Panel]) -> Iterator[Sequence[str]]:
    """Yield the lines of the file: each table with its title, and an empty line between two."""
    for number, table in enumerate(tables):
        if number:
            yield ()
        yield (table.title,)
        totals = [table.totals] if table.totals else []
        for cells in (table.headers, *table.rows, *totals):
            yield [csv_text.safe(exports.plain(cell)) for cell in cells]


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time.min, dt.UTC)
