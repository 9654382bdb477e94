"""Reports on pages, with files: of a period or at a moment, of one platform or of all."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET

from payments.admin.reports import drawings
from payments.admin.reports.forms import ReportForm
from payments.models import LedgerAccount
from payments.reporting.reports import catalogue
from payments.reporting.reports.declared import Asked, Report, When
from platforms import audit, queries
from platforms.backoffice import amounts, columns, dialogs, panels
from platforms.backoffice.lists.attachments import attachment
from platforms.base import clock, errors, identifiers
from platforms.base.reports.tables import Column, Kind, Row, Table
from platforms.database.postgresql.base import statements_may_take
from platforms.database.rows import by_key
from platforms.http import tables
from platforms.models import Platform

_SECONDS = 60
"""Time limit of a report's statements: more than that of a page."""
_NUMERIC = frozenset({Kind.COUNT, Kind.AMOUNT, Kind.SHARE, Kind.SECONDS})
_IN_WORDS = frozenset({"account", "status", "type", "reason"})
"""Columns whose codes are shown as words."""
_VERB = "report.export"


def urls() -> list[URLPattern]:
    """Return the addresses of the reports, below the list of ledger accounts."""
    view = admin.site.admin_view
    return [
        path("reports/", view(listing), name="payments_reports"),
        path("reports/<slug:name>/", view(page), name="payments_report"),
        path("reports/<slug:name>/file/", view(file), name="payments_report_file"),
    ]


@require_GET
def listing(request: HttpRequest) -> HttpResponse:
    """Show which reports there are."""
    _require_sight(request)
    reports = [
        (report.title, _plain(report.text), reverse("admin:payments_report", args=[name]))
        for name, report in catalogue.OF_STAFF.items()
    ]
    context = {**admin.site.each_context(request), "title": "Reports", "reports": reports}
    return render(request, "admin/payments/reports.html", context)


@require_GET
@statements_may_take(_SECONDS)
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a report, a table for each currency, with the period before it beside the sums."""
    _require_sight(request)
    report = _report(name)
    form = ReportForm(report, request.GET, _today(request))
    shown: list[panels.Panel] = []
    if form.is_valid():
        try:
            asked = form.asked(report)
            shown = list(_panels(report, asked))
        except errors.InvalidInput as refusal:
            form.add_error(None, refusal.text)
    context = {
        "title": report.title,
        "text": _plain(report.text),
        "form": form,
        "panels": shown,
        "is_asked": form.is_valid(),
        "file": f"{reverse('admin:payments_report_file', args=[name])}?{request.GET.urlencode()}",
        "all_reports": reverse("admin:payments_reports"),
    }
    return render(request, "admin/payments/report.html", {**admin.site.each_context(request), **context})


@require_GET
@statements_may_take(_SECONDS)
def file(request: HttpRequest, name: str) -> HttpResponse | StreamingHttpResponse:
    """Return a report as a file, after writing to the audit log who gets it."""
    _require_sight(request)
    report = _report(name)
    form = ReportForm(report, request.GET, _today(request))
    if not form.is_valid():
        raise Http404
    try:
        asked = form.asked(report)
    except errors.InvalidInput:
        raise Http404 from None
    table = report.table(asked)
    rows = list(table.rows)
    with transaction.atomic(durable=True):
        audit.record(
            audit.Subject(None, f"Report:{name}"),
            _VERB,
            actor=dialogs.actor(request),
            now=clock.real_now(),
            rows=len(rows),
            asked={field: str(value) for field, value in form.cleaned_data.items() if value},
        )
    content = tables.file(Table(table.columns, rows))
    return attachment(f"{name}.csv", content, content_type="text/csv; charset=utf-8")


def _today(request: HttpRequest) -> dt.date:
    """Return the day by the clock of the platform that is asked for, or of the only one; else by real time."""
    asked = request.GET.get("platform", "")
    key = identifiers.parse("PlatformConfig", f"PlatformConfig:{asked}")
    platform = by_key(Platform.objects, key) if asked else queries.only_platform()
    return (platform.now() if platform else clock.real_now()).date()


def _panels(report: Report, asked: Asked) -> Iterable[panels.Panel]:
    table = report.table(asked)
    rows = list(table.rows)
    before = _before(report, asked)
    draw = drawings.of(report, asked)
    place = [column.name for column in table.columns].index("currency")
    for code in sorted({str(row[place]) for row in rows}):
        own = [row for row in rows if row[place] == code]
        shown = [column for column in table.columns if column.name != "currency"]
        yield panels.Panel(
            title=code,
            headers=[*(column.title for column in shown), *(["Period before"] if before is not None else [])],
            rows=[_cells(table.columns, row, before, place) for row in own],
            numeric=_numeric(shown, with_before=before is not None),
            totals=_totals(table.columns, own, code, with_before=before is not None),
            chart=draw(code, own) if draw else None,
        )


def _numeric(shown: Sequence[Column], *, with_before: bool) -> frozenset[int]:
    numbers = {number for number, column in enumerate(shown) if column.kind in _NUMERIC}
    return frozenset(numbers | ({len(shown)} if with_before else set()))


def _before(report: Report, asked: Asked) -> Mapping[Row, Row] | None:
    """Return the rows of the period before by their groups and currency; None where a row is of a day or a month."""
    if report.when is not When.PERIOD or report.sums[0].kind is not Kind.COUNT or {"day", "month"} & {*asked.groups}:
        return None
    rows = report.table(Asked(asked.platforms, asked.groups, asked.days.before)).rows
    return {tuple(row[: len(asked.groups) + 1]): row for row in rows}


def _cells(shown: Sequence[Column], row: Row, before: Mapping[Row, Row] | None, place: int) -> Sequence[str]:
    code = str(row[place])
    cells = [_text(column, value, code) for column, value in zip(shown, row, strict=True) if column.name != "currency"]
    if before is not None:
        former = before.get(tuple(row[: place + 1]))
        cells.append(_text(shown[place + 1], former[place + 1] if former else 0, code))
    return cells


def _totals(shown: Sequence[Column], rows: Sequence[Row], code: str, *, with_before: bool) -> Sequence[str]:
    cells = []
    for number, column in enumerate(shown):
        if column.name == "currency":
            continue
        adds_up = column.kind in {Kind.COUNT, Kind.AMOUNT}
        cells.append(_text(column, sum(int(str(row[number])) for row in rows), code) if adds_up else "")
    return [cells[0] or "Sum", *cells[1:], *([""] if with_before else [])]


def _text(column: Column, value: Any, code: str) -> str:
    if value is None:
        return ""
    return _TEXTS[column.kind](value, code) if column.name not in _IN_WORDS else columns.named_text(str(value))


_TEXTS: Mapping[Kind, Callable[[Any, str], str]] = {
    Kind.TEXT: lambda value, _: str(value),
    Kind.CODE: lambda value, _: str(value),
    Kind.DAY: lambda value, _: value.isoformat(),
    Kind.MONTH: lambda value, _: str(value),
    Kind.COUNT: lambda value, _: f"{value:,}",
    Kind.AMOUNT: amounts.major_units,
    Kind.SHARE: lambda value, _: f"{value * 100:.1f} %",
    Kind.SECONDS: lambda value, _: str(dt.timedelta(seconds=value)),
}


def _plain(text: str) -> str:
    """Return a text of the API's document without its marks."""
    return text.replace("`", "")


def _report(name: str) -> Report:
    if name not in catalogue.OF_STAFF:
        raise Http404
    return catalogue.OF_STAFF[name]


def _require_sight(request: HttpRequest) -> None:
    if not admin.site._registry[LedgerAccount].has_view_permission(request):
        raise PermissionDenied
