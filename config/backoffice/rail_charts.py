"""How payments ended, by day and on each rail, drawn on the start page: by real days, or by those of a moved clock."""

import dataclasses
import datetime as dt
from collections.abc import Mapping, Sequence

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget

from payments.models import Transaction
from payments.reporting import dashboard_metrics
from platforms import queries
from platforms.backoffice import links, panels
from platforms.backoffice.charts import Chart, Series, Tone
from platforms.models import Platform

_ALL = "All platforms, by real time"
_ENDS = ("completed", "failed")


class DaysForm(forms.Form):
    """Whose days are drawn: those of all platforms, or those of a sandbox whose clock was moved."""

    rails_of = forms.ChoiceField(label="Days of", required=False, widget=UnfoldAdminSelectWidget)

    def __init__(self, asked: Mapping[str, str], moved: Sequence[Platform]) -> None:
        super().__init__(asked)
        names = [(str(platform.pk), f"{platform.name}, by its own clock") for platform in moved]
        self.fields["rails_of"].choices = [("", _ALL), *names]  # type: ignore[attr-defined]


@dataclasses.dataclass(frozen=True, slots=True)
class Rails:
    """The charts of all rails together and of each, and the form that asks for other days; None: no clock is moved."""

    all: panels.Panel
    charts: Sequence[panels.Panel]
    note: str
    form: DaysForm | None


@dataclasses.dataclass(frozen=True, slots=True)
class _Days:
    """The days that are drawn, and whose they are."""

    last: dt.date
    sandbox: Platform | None

    @property
    def each(self) -> Sequence[dt.date]:
        days = dashboard_metrics.DAYS
        return [self.last - dt.timedelta(days=days - 1 - number) for number in range(days)]

    @property
    def names(self) -> Sequence[str]:
        return [f"{day:%d %b}" for day in self.each]

    @property
    def period(self) -> str:
        whose = f"by the clock of {self.sandbox.name}" if self.sandbox else "by real time"
        return f"Days of UTC until {self.last:%d %b %Y}, {whose}."

    def lists(self, rail: str = "") -> Sequence[str]:
        """Return for each day the list of the payments that were created on it."""
        narrowed = {"rail": rail} if rail else {}
        if self.sandbox:
            narrowed["platform__id__exact"] = str(self.sandbox.pk)
        days = [{"from": day.isoformat(), "to": day.isoformat(), "zone": "UTC"} for day in self.each]
        return [links.listing(Transaction, **day, **narrowed) for day in days]


def asked_for(entered: Mapping[str, str]) -> Rails:
    """Return the charts for the fields of the page's address.

    Without one they show all platforms; but where one platform alone has tokens, they show its own days.
    """
    moved = list(Platform.objects.exclude(clock_offset=dt.timedelta()).order_by("name", "id"))
    only = queries.only_platform() if moved and "rails_of" not in entered else None
    form = DaysForm({"rails_of": entered.get("rails_of", str(only.pk) if only else "")}, moved)
    wanted = form.cleaned_data["rails_of"] if form.is_valid() else ""
    sandbox = next((platform for platform in moved if str(platform.pk) == wanted), None)
    days = _Days(dashboard_metrics.last_day(sandbox), sandbox)
    rails = dashboard_metrics.rails(sandbox)
    drawn = [_of_rail(rail, days) for rail in rails if rail.success is not None]
    return Rails(_of_all(rails, days), drawn, days.period, form if moved else None)


def _of_all(rails: Sequence[dashboard_metrics.Rail], days: _Days) -> panels.Panel:
    def added(values: Sequence[Sequence[int]]) -> list[int]:
        return [sum(of_day) for of_day in zip(*values, strict=True)] or [0] * dashboard_metrics.DAYS

    whole = dashboard_metrics.Rail(
        "",
        added([rail.completed for rail in rails]),
        added([rail.failed for rail in rails]),
        added([rail.completed_before for rail in rails]),
        added([rail.failed_before for rail in rails]),
    )
    before = [good + bad for good, bad in zip(whole.completed_before, whole.failed_before, strict=True)]
    lists = days.lists()
    rows = zip(days.names, lists, whole.completed, whole.failed, before, strict=True)
    chart = Chart(
        names=days.names,
        below="day on which a payment ended (UTC)",
        unit="payments",
        series=(
            *_ended(whole, days),
            Series("Completed or failed a week before", before, Tone.QUIET, is_line=True),
        ),
        period=f"{days.period} A bar leads to the payments that were created on its day.",
        figure="" if whole.success is None else f"{whole.success * 100:.1f} % completed",
        empty="No payment ended in these days.",
    )
    return panels.Panel(
        title="How payments ended, by day",
        headers=("day", *_ENDS, "a week before"),
        rows=[
            (links.to(address, day), f"{good:,}", f"{bad:,}", f"{former:,}") for day, address, good, bad, former in rows
        ],
        numeric=frozenset({1, 2, 3}),
        totals=("Sum", *(f"{sum(values):,}" for values in (whole.completed, whole.failed, before))),
        chart=chart,
    )


def _ended(rail: dashboard_metrics.Rail, days: _Days) -> tuple[Series, Series]:
    lists = days.lists(rail.name)
    return (
        Series("Completed", rail.completed, Tone.GOOD, addresses=lists),
        Series("Failed or rejected", rail.failed, Tone.BAD, addresses=lists),
    )


def _of_rail(rail: dashboard_metrics.Rail, days: _Days) -> panels.Panel:
    completed, failed = sum(rail.completed), sum(rail.failed)
    name = rail.name.removesuffix("_ACCOUNT").replace("_", " ")
    rows = zip(days.names, days.lists(rail.name), rail.completed, rail.failed, strict=True)
    chart = Chart(
        names=days.names,
        below="day (UTC)",
        unit="payments",
        series=_ended(rail, days),
        period=f"{completed:,} completed, {failed:,} failed in {dashboard_metrics.DAYS} days",
        figure="" if rail.success is None else f"{rail.success * 100:.1f} %",
        is_small=True,
    )
    return panels.Panel(
        title=name,
        headers=("day", *_ENDS),
        rows=[(links.to(address, day), f"{good:,}", f"{bad:,}") for day, address, good, bad in rows if good or bad],
        numeric=frozenset({1, 2}),
        chart=chart,
    )
