"""Books against bank, for a day of an account: a page, and its export."""

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET
from unfold.widgets import UnfoldAdminTextInputWidget

from banks.admin.statements.dialogs import connections
from banks.formats.records import decimal_text
from banks.models import BankConnection, BankStatementLine
from banks.statements import comparing
from banks.statements.comparing import Known, Movement
from platforms import audit
from platforms.backoffice import actions, amounts, columns, dialogs, links, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.lists.attachments import attachment
from platforms.base import clock
from platforms.base.reports import csv_text

COMPARE = Action("bank_comparison.export", title="Export books against bank", roles=[Role.OPERATIONS])
KINDS = {
    "SETTLED": "success",
    "DEPOSIT": "success",
    "RETURNED": "warning",
    "RECALLED": "warning",
    "CLAIM": "warning",
    "NOTED": "warning",
    "UNDONE": "danger",
}
_SHOWN = 200
"""Limit of movements of each kind on the page; the export has all."""
_TITLES = {Known.BOTH: "Both know", Known.BANK: "Only the bank knows", Known.BOOKS: "Only the books know"}
_HEADERS = (f"amount ({columns.SIGNED})", "decision", "about", "line", "reference")


class DayForm(forms.Form):
    """A connection and a day."""

    day = forms.DateField(label="Day", widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}))

    def __init__(self, *args: Any, **options: Any) -> None:
        """Offer the connections there are."""
        super().__init__(*args, **options)
        self.fields = {"connection": connections("Bank connection"), **self.fields}


def _latest() -> dict[str, Any] | None:
    """Return what the page shows unasked: the latest day of which the first of the banks has sent lines."""
    lines = BankStatementLine.objects.filter(connection_name=OuterRef("name"), booked_on__isnull=False)
    days = Subquery(lines.order_by("-booked_on").values("booked_on")[:1])
    current = BankConnection.objects.filter(ended_at=None).annotate(latest=days).exclude(latest=None)
    first = current.order_by("name").values_list("pk", "latest").first()
    return {"connection": first[0], "day": first[1]} if first else None


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Show books against bank, for a day of an account."""
    _require_sight(request)
    form = DayForm(request.GET or _latest())
    found: list[Movement] = []
    if form.is_valid():
        found = list(comparing.movements(form.cleaned_data["connection"], form.cleaned_data["day"]))
    context = {
        **admin.site.each_context(request),
        "title": "Books against bank",
        "form": form,
        "panels": [_panel(known, [one for one in found if one.known == known]) for known in _TITLES] if found else [],
        "is_asked": form.is_bound,
        "export": reverse("admin:banks_bank_comparison_export"),
        "may_export": actions.may(request.user, COMPARE),
        "query": urlencode({"connection": form["connection"].value() or "", "day": form["day"].value() or ""}),
    }
    return render(request, "admin/payments/bank_comparison.html", context)


@require_GET
def export(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Return the comparison of a day as CSV, after writing the export to the audit log."""
    _require_sight(request)
    form = DayForm(request.GET)
    if not actions.may(request.user, COMPARE):
        raise PermissionDenied
    if not form.is_valid():
        raise Http404
    connection, day = form.cleaned_data["connection"], form.cleaned_data["day"]
    now = connection.platform.now() if connection.platform else clock.real_now()
    with transaction.atomic(durable=True):
        audit.record(connection, "bank_comparison.export", actor=dialogs.actor(request), now=now, day=day.isoformat())
    name = f"{connection.name}-{day}.csv"
    return attachment(name, _csv(connection, day), content_type="text/csv; charset=utf-8")


def _csv(connection: BankConnection, day: dt.date) -> Iterator[str]:
    amount_said = "amount_credits_less_debits"
    yield _line("known_by", "day", amount_said, "currency", "decision", "about", "line", "reference", "charge")
    for movement in comparing.movements(connection, day):
        sign, amount = ("-" if movement.amount < 0 else ""), decimal_text(abs(movement.amount), movement.currency)
        yield _line(
            movement.known,
            movement.day or "",
            f"{sign}{amount}",
            movement.currency,
            movement.decision,
            movement.subject,
            movement.line,
            csv_text.safe(movement.reference),
            decimal_text(movement.charge, movement.currency) if movement.charge else "",
        )


def _line(*cells: object) -> str:
    return csv_text.lines([cells])


def _panel(known: Known, differing: Sequence[Movement]) -> panels.Panel:
    rows = [
        (
            columns.money_text(movement.amount, movement.currency),
            columns.label_text(movement.decision, KINDS) or "none",
            links.by_kind(movement.subject),
            links.by_kind(movement.line),
            movement.reference,
        )
        for movement in differing[:_SHOWN]
    ]
    currency = differing[0].currency if differing else ""
    total = amounts.major_units(sum(movement.amount for movement in differing), currency) if differing else ""
    return panels.Panel(
        title=f"{_TITLES[known]}: {len(differing)}",
        headers=_HEADERS,
        rows=rows,
        numeric=frozenset({0}),
        totals=(total, "", "", "", "") if differing else (),
        note=" ".join(filter(None, (_charges(differing), _first(differing)))),
    )


def _first(found: Sequence[Movement]) -> str:
    return f"The first {_SHOWN}; the export has all." if len(found) > _SHOWN else ""


def _charges(found: Sequence[Movement]) -> str:
    """Return what the bank has kept within these lines, and how much of it nobody has decided about."""
    total = sum(one.charge for one in found)
    if not total:
        return ""
    by_terms = sum(one.charge for one in found if one.is_by_terms)
    kept = f"Of these lines the bank has kept {amounts.major_units(total, found[0].currency)} as charges"
    return f"{kept}, {amounts.major_units(by_terms, found[0].currency)} of it booked by the terms, without people."


def _require_sight(request: HttpRequest) -> None:
    if not admin.site._registry[BankStatementLine].has_view_permission(request):
        raise PermissionDenied
