"""The journal for accountants: codes of accounts, and files in the formats that accounting systems import."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from payments.admin import ledger_closing
from payments.closing.figures import Figure
from payments.general_ledger import codes, files
from payments.general_ledger.datev import Client
from payments.ledger.chart import AccountKind
from payments.models import AccountCode, LedgerAccount
from payments.reporting.reports import trial_balance
from payments.reporting.reports.declared import Asked
from platforms import audit
from platforms.backoffice import actions, amounts, columns, dialogs, panels
from platforms.backoffice.actions import Action
from platforms.backoffice.lists.attachments import attachment
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, errors, money
from platforms.base.reports import periods
from platforms.base.reports.periods import Period
from platforms.database.postgresql.base import statements_may_take
from platforms.models import Platform

EXPORT = Action("general_ledger.export", title="Take the journal for accountants", roles=ledger_closing.ROLES)
_SECONDS = 60
"""Time limit of a statement: more than that of a page."""
_FORMS = {files.CSV: "CSV: every entry", files.DATEV: "DATEV: sums by day", files.BEANCOUNT: "Beancount: sums by day"}
_CURRENCIES = [(code, f"{code}, {money.currency(code).name}") for code in sorted(money.SUPPORTED_CURRENCIES)]


def _enter(
    *, platform: Platform, account_code: str, actor: audit.Actor, now: clock.RealTime, **entered: Any
) -> AccountCode:
    return codes.enter(platform_id=platform.pk, code=account_code, actor=actor, now=now, **entered)


Action(
    "account_code.enter",
    roles=ledger_closing.ROLES,
    on=AccountCode,
    is_of_list=True,
    button="Enter a code",
    icon="add",
    is_main=True,
    title="Enter the code of an account",
    text="The account of your accounting system that a kind of our accounts is there. Files taken from now on have it.",
    fields={
        "platform": forms.ModelChoiceField(
            queryset=Platform.objects.order_by("name", "environment"), widget=UnfoldAdminSelectWidget
        ),
        "kind": forms.ChoiceField(
            label="Account",
            choices=[("", "Choose one"), *((kind.value, columns.words(kind.value)) for kind in AccountKind)],
            widget=UnfoldAdminSelectWidget,
        ),
        "currency": forms.ChoiceField(
            choices=[("", "Every currency without its own"), *_CURRENCIES],
            required=False,
            widget=UnfoldAdminSelectWidget,
        ),
        "account_code": forms.CharField(
            label="Code",
            max_length=64,
            required=False,
            widget=UnfoldAdminTextInputWidget,
            help_text="Such as 1800, or Assets:Bank for Beancount. Empty: no code any more.",
        ),
    },
    perform=_enter,
    message="Entered.",
)


@admin.register(AccountCode)
class AccountCodeAdmin(ReadOnlyAdmin):
    """Codes of accounts, the latest of each kind and currency in force."""

    through = {"PlatformConfig": "platform_id"}
    exact = ("kind", "code")
    search_help_text = "code, kind or PlatformConfig:…"
    list_display = ("kind", "currency", "code", "platform", "entered_at", "entered_by")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (columns.named("kind"),)

    def get_urls(self) -> list[URLPattern]:
        """Add the addresses of the journal for accountants."""
        view = self.admin_site.admin_view
        return [
            path("journal/", view(page), name="payments_general_ledger"),
            path("journal/file/", view(file), name="payments_general_ledger_file"),
            *super().get_urls(),
        ]


class JournalForm(forms.Form):
    """Of which platform and days, and in which format; for DATEV also for whom."""

    platform = forms.ModelChoiceField(
        queryset=Platform.objects.order_by("name", "environment"), widget=UnfoldAdminSelectWidget, empty_label="Choose"
    )
    since = forms.DateField(label="From", widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}))
    until = forms.DateField(label="To, included", widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}))
    form = forms.ChoiceField(label="Format", choices=list(_FORMS.items()), widget=UnfoldAdminSelectWidget)
    currency = forms.ChoiceField(
        label="Currency (DATEV)", choices=[("", "Choose"), *_CURRENCIES], required=False, widget=UnfoldAdminSelectWidget
    )
    consultant = forms.IntegerField(
        label="Consultant no. (DATEV)",
        min_value=1001,
        max_value=9_999_999,
        required=False,
        widget=UnfoldAdminTextInputWidget,
    )
    client = forms.IntegerField(
        label="Client no. (DATEV)", min_value=1, max_value=99_999, required=False, widget=UnfoldAdminTextInputWidget
    )
    year_begin = forms.DateField(
        label="Business year from (DATEV)",
        required=False,
        widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}),
    )

    def clean(self) -> dict[str, Any]:
        """Ask for what DATEV needs, and refuse a period that is none."""
        entered: dict[str, Any] = super().clean() or self.cleaned_data
        if entered.get("form") == files.DATEV:
            for name in ("currency", "consultant", "client"):
                if not entered.get(name) and name not in self.errors:
                    self.add_error(name, "DATEV needs it.")
        if {"since", "until"} <= entered.keys():
            try:
                self.period = Period(entered["since"], entered["until"])
            except errors.InvalidInput as refusal:
                self.add_error("until", refusal.problems[0]["reason"])
        return entered

    @property
    def for_whom(self) -> Client | None:
        """Who imports a file of DATEV; None for other formats."""
        entered = self.cleaned_data
        if entered["form"] != files.DATEV:
            return None
        begin = entered["year_begin"] or self.period.first.replace(month=1, day=1)
        return Client(entered["consultant"], entered["client"], begin)


def _form(request: HttpRequest) -> JournalForm:
    last_month = periods.month_of(clock.real_now().date().replace(day=1) - dt.timedelta(days=1))
    initial = {"since": last_month.first.isoformat(), "until": last_month.last.isoformat(), "form": files.CSV}
    asked = {name: str(request.GET[name]) for name in JournalForm.base_fields if name in request.GET}
    return JournalForm(initial | asked)


@require_GET
@statements_may_take(_SECONDS)
def page(request: HttpRequest) -> HttpResponse:
    """Show what a file would hold: the turnover of each account, with its code."""
    _require_sight(request)
    form = _form(request)
    is_asked = "platform" in request.GET
    shown = list(_turnover(form)) if is_asked and form.is_valid() else []
    context = {
        "title": "Journal for accountants",
        "text": "Every entry of a period as CSV, or the sums of each day for an accounting system.",
        "form": form if is_asked else JournalForm(initial=dict(form.data)),
        "panels": shown,
        "is_asked": is_asked and form.is_valid(),
        "file": f"{reverse('admin:payments_general_ledger_file')}?{request.GET.urlencode()}",
        "may_export": actions.may(request.user, EXPORT),
        "codes": reverse("admin:payments_accountcode_changelist"),
    }
    return render(request, "admin/payments/general_ledger.html", {**admin.site.each_context(request), **context})


@require_GET
@statements_may_take(_SECONDS)
def file(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """Return the journal of a period as a file, after writing to the audit log who gets it."""
    _require_sight(request)
    if not actions.may(request.user, EXPORT):
        raise PermissionDenied
    form = _form(request)
    if not form.is_valid():
        raise Http404
    entered = form.cleaned_data
    try:
        with transaction.atomic(durable=True):
            made = files.make(
                platform=entered["platform"],
                form=entered["form"],
                period=form.period,
                currency=entered["currency"],
                client=form.for_whom,
                actor=dialogs.actor(request),
                now=entered["platform"].now(),
            )
    except errors.DomainError as refusal:
        form.add_error(None, refusal.text)
        context = {"title": "Journal for accountants", "form": form, "panels": [], "is_asked": False}
        context["codes"] = reverse("admin:payments_accountcode_changelist")
        return render(request, "admin/payments/general_ledger.html", {**admin.site.each_context(request), **context})
    return attachment(made.name, made.chunks, content_type=made.content_type)


def _turnover(form: JournalForm) -> Iterable[panels.Panel]:
    platform, period = form.cleaned_data["platform"], form.period
    known = codes.of_platform(platform.pk)
    rows = [Figure(*row) for row in trial_balance.REPORT.read(Asked([platform.pk], ("account",), period))]  # type: ignore[arg-type]
    moved: Mapping[str, Sequence[Figure]] = {
        code: [row for row in rows if row.currency == code and (row.debits or row.credits)]
        for code in sorted({row.currency for row in rows})
    }
    for code, of_code in moved.items():
        if of_code:
            sums = [sum(row.debits for row in of_code), sum(row.credits for row in of_code)]
            yield panels.Panel(
                title=code,
                headers=("account", "code", "debits", "credits"),
                rows=[
                    (
                        columns.named_text(row.kind),
                        known.of(row.kind, code) or "none",
                        amounts.major_units(row.debits, code),
                        amounts.major_units(row.credits, code),
                    )
                    for row in of_code
                ],
                numeric=frozenset({2, 3}),
                totals=("Sum", "", *(amounts.major_units(each, code) for each in sums)),
            )


def _require_sight(request: HttpRequest) -> None:
    if not admin.site._registry[LedgerAccount].has_view_permission(request):
        raise PermissionDenied
