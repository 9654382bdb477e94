"""The ageing of suspense: how much money has waited how long for a decision, by currency."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Case, Count, DateTimeField, DurationField, ExpressionWrapper, F, Sum, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.views.decorators.http import require_GET

from payments.models import SuspenseItem
from platforms.backoffice import amounts, links, panels
from platforms.base import clock

AGES: Sequence[tuple[str, int]] = (("0-1 days", 2), ("2-7 days", 8), ("8-30 days", 31))
"""Names of the groups but the last, and the whole days that an item in them has not reached."""
OLDEST = "over 30 days"
GROUPS = (*(name for name, _ in AGES), OLDEST)
Sums = Mapping[str, tuple[int, int]]
"""Group → how many items, and their sum in the smallest unit."""


def urls() -> list[URLPattern]:
    """Return the address of the report, below the list of suspense items."""
    return [path("ageing/", admin.site.admin_view(page), name="payments_suspenseitem_ageing")]


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Show the sums of unresolved items by currency and age; who sees the list sees them."""
    if not admin.site._registry[SuspenseItem].has_view_permission(request):
        raise PermissionDenied
    by_currency = sums(now=clock.real_now())
    panel = panels.Panel(
        title="Unresolved items by age",
        headers=("currency", *GROUPS, "all"),
        rows=[_row(currency, groups) for currency, groups in sorted(by_currency.items())],
        numeric=frozenset(range(1, len(GROUPS) + 2)),
        note="The number of items in brackets. Ages in whole days, by the clock of each item's platform. Money that a "
        "rail is moving is in suspense until the rail has settled it.",
        more=links.listing(SuspenseItem),
        more_text="Open the items, the oldest first",
    )
    context = {**admin.site.each_context(request), "title": "Ageing of suspense", "panels": [panel]}
    return render(request, "admin/backoffice/report.html", context)


def sums(*, now: dt.datetime) -> Mapping[str, Sums]:
    """Return by currency what is unresolved, by age. `now` is real: each platform adds the offset of its clock."""
    ahead = F("platform__clock_offset")
    ages = [When(opened_at__gt=_moment(now, ahead, dt.timedelta(days=days)), then=Value(name)) for name, days in AGES]
    rows = SuspenseItem.objects.filter(resolved_at=None).annotate(group=Case(*ages, default=Value(OLDEST)))
    by_currency: dict[str, dict[str, tuple[int, int]]] = {}
    for currency, group, count, total in rows.values_list("currency", "group").annotate(
        count=Count("pk"), total=Sum("amount")
    ):
        by_currency.setdefault(currency, {})[group] = (count, int(total))
    return by_currency


def _moment(now: dt.datetime, ahead: Any, age: dt.timedelta) -> Any:
    """Return the expression for the time that lies `age` before the platform's present."""
    passed = ExpressionWrapper(ahead - Value(age, DurationField()), DurationField())
    return ExpressionWrapper(Value(now, DateTimeField()) + passed, DateTimeField())


def _row(currency: str, groups: Sums) -> Sequence[str]:
    counts, totals = zip(*groups.values(), strict=True)
    every = (sum(counts), sum(totals))
    return (currency, *(_cell(groups.get(name), currency) for name in GROUPS), _cell(every, currency))


def _cell(found: tuple[int, int] | None, currency: str) -> str:
    return f"{amounts.major_units(found[1], currency)} ({found[0]})" if found else ""
