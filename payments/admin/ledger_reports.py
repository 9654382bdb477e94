"""Reports of the books: the chart of accounts with balances at a moment, and statements with their exports."""

import dataclasses
import datetime as dt
import itertools
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_http_methods
from unfold.widgets import UnfoldAdminSelectWidget

from payments.admin import ledger_closing, names
from payments.ledger import chart, statements
from payments.models import JournalEntry, LedgerAccount, Transaction
from payments.reporting import daily_totals, exports
from platforms.backoffice import actions, amounts, columns, dialogs, links, panels, reveal
from platforms.backoffice.actions import Action
from platforms.backoffice.lists.attachments import attachment
from platforms.base import errors
from platforms.database.postgresql.base import statements_may_take
from platforms.database.rows import by_key
from platforms.models import Platform

EXPORT = Action("ledger.export", title="Export a statement", roles=ledger_closing.ROLES)
BALANCE = f"balance ({columns.SIGNED})"
_MONTH = dt.timedelta(days=31)
_FORMS = ("csv", "camt", "pdf")
_STATEMENT_SECONDS = 60
"""Time limit of a report's statements: more than that of a page."""


class BooksForm(forms.Form):
    """The form for the chart of accounts."""

    at = forms.DateTimeField(label="At (UTC)", required=False, widget=dialogs.MomentInput)
    platform = forms.ModelChoiceField(
        queryset=Platform.objects.order_by("name", "environment"),
        required=False,
        empty_label="All",
        widget=UnfoldAdminSelectWidget,
    )
    by = forms.ChoiceField(
        choices=[("currency", "Currency: trial balance"), ("kind", "Kind: chart of accounts")],
        required=False,
        widget=UnfoldAdminSelectWidget,
    )


class PeriodForm(forms.Form):
    """The period of a statement by its platform's clock; without one, the last month."""

    since = forms.DateTimeField(label="From (UTC)", required=False, widget=dialogs.MomentInput)
    until = forms.DateTimeField(label="Until, not included (UTC)", required=False, widget=dialogs.MomentInput)


@dataclasses.dataclass(frozen=True, slots=True)
class Period:
    """The times that a page shows, with the form's errors."""

    since: dt.datetime
    until: dt.datetime
    form: PeriodForm
    is_over: bool
    """By the clock of the account's platform."""

    @property
    def query(self) -> str:
        """The period as part of an address."""
        return urlencode({"since": _field(self.since), "until": _field(self.until)})


def urls() -> list[URLPattern]:
    """Return the addresses of the reports, below the list of ledger accounts."""
    view = admin.site.admin_view
    return [
        path("books/", view(books), name="payments_ledger_books"),
        path("<int:key>/statement/", view(statement), name="payments_ledger_statement"),
        path("<int:key>/export/", view(export), name="payments_ledger_export"),
    ]


@require_GET
@statements_may_take(_STATEMENT_SECONDS)
def books(request: HttpRequest) -> HttpResponse:
    """Show the balances of all kinds of accounts at a moment: by currency, where debits equal credits, or by kind."""
    _require_sight(request)
    form = BooksForm(request.GET)
    entered = form.cleaned_data if form.is_valid() else {}
    at, platform = entered.get("at"), entered.get("platform")
    if at is None and platform is not None:
        at = platform.now()
    all_totals = daily_totals.totals(at=at, platform_id=platform.pk if platform else None)
    by_kind = entered.get("by") == "kind"
    context = {
        "title": "Chart of accounts" if by_kind else "Trial balance",
        "form": form,
        "at": at,
        "panels": _by_kind(all_totals) if by_kind else _by_currency(all_totals),
    }
    return _page(request, "admin/payments/books.html", context)


@require_GET
@statements_may_take(_STATEMENT_SECONDS)
def statement(request: HttpRequest, key: int) -> HttpResponse:
    """Show the postings of an account in a period, oldest first, with the balance after each."""
    _require_sight(request)
    account = _account(key)
    period = _period(request.GET, account)
    after = _place(request.GET.get("after", "")) or statements.Place(period.since)
    before, postings = statements.page(account.pk, after=after, until=period.until)
    shown = postings[: statements.PAGE]
    context = {
        "title": f"Statement of {links.named(account)}",
        "account": account,
        "account_page": links.page(LedgerAccount, account.pk),
        "form": period.form,
        "panel": _statement_panel(account, before, shown),
        "period": period,
        "is_first": "after" not in request.GET,
        "following": _mark(shown[-1].place) if len(postings) > len(shown) else "",
        "is_final": exports.is_final(account, until=period.until),
        "may_export": actions.may(request.user, EXPORT),
        "export": reverse("admin:payments_ledger_export", args=[account.pk]),
        "may_close": actions.may(request.user, ledger_closing.CLOSE),
        "close": links.of_action(LedgerAccount, ledger_closing.CLOSE.word, account.pk),
    }
    return _page(request, "admin/payments/statement.html", context)


@require_http_methods(["GET", "POST"])
@statements_may_take(_STATEMENT_SECONDS)
def export(request: HttpRequest, key: int) -> HttpResponse | StreamingHttpResponse:
    """Return a statement as a file, after writing to the audit log who gets it. It closes nothing.

    The fields of the page are sent as they stand there, whatever period it shows: so its form asks here too.
    """
    _require_sight(request)
    if not actions.may(request.user, EXPORT):
        raise PermissionDenied
    account = _account(key)
    entered = request.POST if request.method == "POST" else request.GET
    period, now = _period(entered, account), account.platform.now()
    form = entered.get("form", "")
    try:
        if not period.form.is_valid():
            wrong = [(name, "must be a date and a time") for name in period.form.errors]
            raise errors.InvalidInput(wrong, message="Enter a valid date/time for both ends of the period.")
        with transaction.atomic(durable=True):
            file = exports.make(
                account=account,
                form=form if form in _FORMS else _FORMS[0],
                shows_address=actions.may(request.user, reveal.SHOW),
                since=period.since,
                until=period.until,
                actor=dialogs.actor(request),
                now=now,
            )
        # A PDF is drawn here, outside of the database transaction.
        first = next(iter(file.chunks))
    except errors.DomainError as refusal:
        messages.error(request, refusal.text)
        address = reverse("admin:payments_ledger_statement", args=[account.pk])
        return HttpResponseRedirect(f"{address}?{period.query}")
    return attachment(file.name, itertools.chain([first], file.chunks), content_type=file.content_type)


def _by_currency(all_totals: Sequence[daily_totals.Total]) -> list[panels.Panel]:
    return [
        panels.Panel(
            title=code,
            headers=("account", "class", "debit", "credit"),
            rows=[
                (_named(total), chart.CLASSES[total.kind], *_sides(total))
                for total in _in_order(all_totals)
                if total.currency == code
            ],
            numeric=frozenset({2, 3}),
            totals=("Sum", "", *_sums([total for total in all_totals if total.currency == code], code)),
        )
        for code in sorted({total.currency for total in all_totals})
    ]


def _by_kind(all_totals: Sequence[daily_totals.Total]) -> list[panels.Panel]:
    return [
        panels.Panel(
            title=f"{columns.words(kind)} ({kind}) · {chart.CLASSES[kind]}",
            headers=("currency", "debit", "credit"),
            rows=[(_accounts(total, total.currency), *_sides(total)) for total in all_totals if total.kind == kind],
            numeric=frozenset({1, 2}),
        )
        for kind in chart.AccountKind
    ]


def _in_order(found: Sequence[daily_totals.Total]) -> Sequence[daily_totals.Total]:
    order = list(chart.AccountKind)
    return sorted(found, key=lambda one: order.index(chart.AccountKind(one.kind)))


def _accounts(one: daily_totals.Total, text: str) -> str:
    return links.to(links.listing(LedgerAccount, q=one.kind), text)


def _named(one: daily_totals.Total) -> str:
    return columns.with_code(_accounts(one, columns.words(one.kind)), one.kind)


def _sides(one: daily_totals.Total) -> tuple[str, str]:
    """Return the balance on its side."""
    balance = one.debit - one.credit
    text = amounts.major_units(abs(balance), one.currency)
    return (text, "") if balance > 0 else ("", text)


def _sums(found: Sequence[daily_totals.Total], code: str) -> tuple[str, str]:
    balances = [one.debit - one.credit for one in found]
    return (
        amounts.major_units(sum(balance for balance in balances if balance > 0), code),
        amounts.major_units(-sum(balance for balance in balances if balance < 0), code),
    )


def _statement_panel(account: LedgerAccount, before: int, shown: Sequence[statements.Line]) -> panels.Panel:
    opening = ("", "", "Opening balance", "", "", "", amounts.major_units(before, account.currency))
    return panels.Panel(
        title="",
        headers=("time", "entry", "purpose", "transaction", "debit", "credit", BALANCE),
        rows=[opening, *(statement_row(account, line) for line in shown)],
        numeric=frozenset({4, 5, 6}),
    )


def statement_row(account: LedgerAccount, line: statements.Line) -> Sequence[str]:
    """Return the cells of a posting. A balance is credits less debits, as in the files: of an asset it is negative."""
    amount = amounts.major_units(line.amount, account.currency)
    payment = str(line.transaction_id or "")
    return (
        columns.moment_text(line.at),
        links.to(links.page(JournalEntry, line.entry_id), f"#{line.entry_id}"),
        columns.named_text(line.purpose, names.PURPOSES),
        links.to(links.page(Transaction, payment), links.head(payment), title=payment) if payment else "",
        "" if line.is_credit else amount,
        amount if line.is_credit else "",
        amounts.major_units(line.balance, account.currency),
    )


def _require_sight(request: HttpRequest) -> None:
    if not admin.site._registry[LedgerAccount].has_view_permission(request):
        raise PermissionDenied


def _account(key: int) -> LedgerAccount:
    account: LedgerAccount | None = by_key(LedgerAccount.objects.select_related("platform"), key)
    if account is None:
        raise Http404
    return account


def _period(data: Any, account: LedgerAccount) -> Period:
    # The dialog that closes the books has a field `until` too: an id is of one field.
    ids = "period_%s"
    form = PeriodForm(data, auto_id=ids)
    asked = form.cleaned_data if form.is_valid() else {}
    now = account.platform.now()
    until = asked.get("until") or now.replace(second=0, microsecond=0) + dt.timedelta(minutes=1)
    since = asked.get("since") or until - _MONTH
    shown = PeriodForm({"since": _field(since), "until": _field(until)}, auto_id=ids) if form.is_valid() else form
    return Period(since, until, shown, is_over=until <= now)


def _field(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M")


def _mark(place: statements.Place) -> str:
    return f"{place.at.astimezone(dt.UTC).isoformat()}_{place.posting_id}"


def _place(mark: str) -> statements.Place | None:
    at, _, key = mark.rpartition("_")
    try:
        moment = dt.datetime.fromisoformat(at)
        return statements.Place(moment, int(key)) if moment.tzinfo and int(key) < 2**62 else None
    except ValueError:
        return None


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, {**admin.site.each_context(request), **context})
