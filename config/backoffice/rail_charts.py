"""The charts of the start page: how payments ended on each rail, by real days or by those of a sandbox's own clock."""

import dataclasses
import datetime as dt
from collections.abc import Mapping, Sequence

from django import forms
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSelectWidget

from payments.reporting import dashboard_metrics
from platforms.backoffice import charts, panels
from platforms.models import Platform

_ALL = "All platforms, by real time"


class DaysForm(forms.Form):
    """Whose days are drawn: those of all platforms, or those of a sandbox whose clock was moved."""

    rails_of = forms.ChoiceField(label="Rails of", required=False, widget=UnfoldAdminSelectWidget)

    def __init__(self, asked: Mapping[str, str], moved: Sequence[Platform]) -> None:
        super().__init__(asked)
        names = [(str(platform.pk), f"{platform.name}, by its own clock") for platform in moved]
        self.fields["rails_of"].choices = [("", _ALL), *names]  # type: ignore[attr-defined]


@dataclasses.dataclass(frozen=True, slots=True)
class Chart:
    """A drawing for one rail, and the table with the same numbers."""

    title: str
    figure: str
    note: str
    drawing: SafeString
    table: panels.Panel


@dataclasses.dataclass(frozen=True, slots=True)
class Rails:
    """The charts, whose days they show, and the form that asks for others; None where no clock was moved."""

    charts: Sequence[Chart]
    note: str
    form: DaysForm | None


def asked_for(entered: Mapping[str, str]) -> Rails:
    """Return the charts for the fields of the page's address.

    Without one they show all platforms; but where the installation has one platform alone, they show its own days.
    """
    moved = list(Platform.objects.exclude(clock_offset=dt.timedelta()).order_by("name", "id"))
    is_alone = len(moved) == 1 and not Platform.objects.filter(clock_offset=dt.timedelta()).exists()
    form = DaysForm({"rails_of": entered.get("rails_of", str(moved[0].pk) if is_alone else "")}, moved)
    wanted = form.cleaned_data["rails_of"] if form.is_valid() else ""
    sandbox = next((platform for platform in moved if str(platform.pk) == wanted), None)
    last = dashboard_metrics.last_day(sandbox)
    note = f"Days of UTC until {last:%d %b %Y}, {'by the clock of ' + sandbox.name if sandbox else 'by real time'}."
    first = last - dt.timedelta(days=dashboard_metrics.DAYS - 1)
    drawn = [_chart(rail, first) for rail in dashboard_metrics.rails(sandbox)]
    return Rails(drawn, note, form if moved else None)


def _chart(rail: dashboard_metrics.Rail, first: dt.date) -> Chart:
    completed, failed = sum(rail.completed), sum(rail.failed)
    figure = "" if rail.success is None else f"{rail.success * 100:.1f} %"
    name = rail.name.removesuffix("_ACCOUNT").replace("_", " ")
    note = f"{completed:,} completed, {failed:,} failed in {dashboard_metrics.DAYS} days"
    days = [first + dt.timedelta(days=number) for number in range(dashboard_metrics.DAYS)]
    table = panels.Panel(
        title=name,
        headers=("day", "completed", "failed"),
        rows=[
            (f"{day:%d %b}", f"{good:,}", f"{bad:,}")
            for day, good, bad in zip(days, rail.completed, rail.failed, strict=True)
            if good or bad
        ],
        numeric=frozenset({1, 2}),
    )
    drawing = charts.days(f"{name}: {note}", first=first, good=rail.completed, bad=rail.failed)
    return Chart(name, figure, note, drawing, table)
