"""Statements of many accounts: asked for above the list of accounts, followed on a page, taken as one archive."""

import datetime as dt
import re
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import URLPattern, path, reverse
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from payments.admin import ledger_closing
from payments.ledger.chart import AccountKind
from payments.models import LedgerAccount, StatementRun
from payments.reporting import statement_runs
from platforms import audit
from platforms.backoffice import actions, columns, dialogs, links, panels
from platforms.backoffice.actions import Action
from platforms.backoffice.lists.attachments import attachment
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, errors, money
from platforms.base.reports.periods import Period
from platforms.models import Platform

DOWNLOAD = Action("statement_run.download", title="Take statements of many accounts", roles=ledger_closing.ROLES)
_FORMS = {"csv": "CSV", "camt": "camt.053", "pdf": "PDF"}
_NUMBER = re.compile(r"(?:LedgerAccount:)?([0-9]{1,18})", re.ASCII)


def _day(label: str, **more: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=UnfoldAdminTextInputWidget(attrs={"type": "date"}), **more)


def _begin(
    *,
    platform: Platform,
    kind: str,
    currency: str,
    numbers: str,
    first: dt.date,
    last: dt.date,
    form: str,
    reason: str,
    actor: audit.Actor,
    now: clock.RealTime,
) -> StatementRun:
    period = Period(first, last)
    accounts = _numbers(numbers) if numbers.strip() else _chosen(platform, kind, currency)
    return statement_runs.begin(
        platform=platform,
        accounts=accounts,
        form=form,
        since=period.begin,
        until=period.end,
        reason=reason,
        actor=actor,
        now=now,
    )


def _chosen(platform: Platform, kind: str, currency: str) -> list[int]:
    """Return the keys of a platform's accounts of a kind: one more than a run takes, if there are more."""
    rows = LedgerAccount.objects.filter(platform=platform, kind=kind)
    rows = rows.filter(currency=currency) if currency else rows
    return list(rows.order_by("id").values_list("id", flat=True)[: statement_runs.MOST + 1])


def _numbers(text: str) -> list[int]:
    matches = [(word, _NUMBER.fullmatch(word)) for word in re.split(r"[\s,;]+", text.strip())]
    if wrong := [word for word, match in matches if match is None]:
        raise errors.InvalidInput.field("numbers", f"{wrong[0][:40]} is no number of an account")
    return [int(match[1]) for _, match in matches if match is not None]


Action(
    "statement_run.begin",
    roles=ledger_closing.ROLES,
    on=LedgerAccount,
    is_of_list=True,
    path="statements",
    button="Statements of many accounts",
    icon="folder_zip",
    title="Statements of many accounts",
    text=f"Workers make up to {statement_runs.MOST:,} statements, and you take them as one archive. Nothing is closed.",
    submit="Make them",
    fields={
        "platform": forms.ModelChoiceField(
            queryset=Platform.objects.order_by("name", "environment"), widget=UnfoldAdminSelectWidget
        ),
        "kind": forms.ChoiceField(
            label="Accounts",
            choices=[(kind.value, columns.words(kind.value)) for kind in AccountKind],
            initial=AccountKind.CUSTOMER_FUNDS.value,
            widget=UnfoldAdminSelectWidget,
        ),
        "currency": forms.ChoiceField(
            choices=[("", "Every currency"), *((code, code) for code in sorted(money.SUPPORTED_CURRENCIES))],
            required=False,
            widget=UnfoldAdminSelectWidget,
        ),
        "numbers": forms.CharField(
            label="Or only these accounts",
            max_length=30_000,
            required=False,
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
            help_text="Their numbers in the ledger, with blanks between them. Empty: all of the kind and currency.",
        ),
        "first": _day("From"),
        "last": _day("To, included", help_text="Days are those of UTC, by the platform's clock."),
        "form": forms.ChoiceField(label="Format", choices=list(_FORMS.items()), widget=UnfoldAdminSelectWidget),
    },
    perform=_begin,
    message="Workers make the statements now. This page shows how far they are.",
)


def _progress(row: StatementRun) -> str:
    return f"{row.done:,} of {len(row.accounts):,}"


def _last_day(until: dt.datetime) -> str:
    return str((until - dt.timedelta(microseconds=1)).date())


@admin.register(StatementRun)
class StatementRunAdmin(ReadOnlyAdmin):
    """Runs of statements of many accounts: how far they are, and the archive."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "StatementRun:… or PlatformConfig:…"
    list_display = ("platform", "form", "since", "until", "progress", "created_by", "created_at", "completed_at")
    list_filter = ("platform",)
    loads = ("platform",)
    # Their sizes are shown instead.
    hidden = ("accounts", "files", "problems", "done")
    shown = (
        columns.column("progress", _progress),
        columns.text("form", lambda form: _FORMS.get(form, form), title="format"),
        columns.text("since", lambda at: str(at.date()), title="from"),
        columns.text("until", _last_day, title="to, included"),
    )
    groups = (
        ("What is made", ("public_id", "platform", "form", "since", "until", "created_by", "created_at")),
        ("Progress", ("progress", "next_run_at", "completed_at")),
    )

    def heading(self, row: Any) -> str:
        """Return whose statements they are, and their days."""
        return f"{row.platform}, {row.since.date()} to {_last_day(row.until)}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show how far the run is, where the archive is taken, and which accounts have no statement."""
        is_ready = statement_runs.is_ready(row, now=clock.real_now())
        may_take = is_ready and actions.may(request.user, DOWNLOAD)
        progress = panels.Panel(
            title="Archive",
            headers=("accounts", "done", "made", "not made"),
            rows=[tuple(f"{number:,}" for number in _numbers_of(row))],
            numeric=frozenset({0, 1, 2, 3}),
            note=_note(row, is_ready=is_ready),
            more=reverse("admin:payments_statementrun_archive", args=[row.pk]) if may_take else "",
            more_text="Take the archive",
        )
        refused = panels.Panel(
            title="Without a statement",
            headers=("account", "why"),
            rows=[(links.to(links.page(LedgerAccount, key), f"#{key}"), why) for key, why in row.problems],
        )
        return progress, refused if row.problems else None

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the archive."""
        view = self.admin_site.admin_view(self.archive_view)
        return [path("<uuid:key>/archive/", view, name="payments_statementrun_archive"), *super().get_urls()]

    def archive_view(self, request: HttpRequest, key: uuid.UUID) -> HttpResponse | StreamingHttpResponse:
        """Return the archive, after writing to the audit log who gets it."""
        if request.method != "GET" or not actions.may(request.user, DOWNLOAD):
            raise PermissionDenied
        try:
            with transaction.atomic(durable=True):
                file = statement_runs.archive(run=key, actor=dialogs.actor(request), now=clock.real_now())
        except errors.DomainError as refusal:
            messages.error(request, refusal.text)
            return HttpResponseRedirect(reverse("admin:payments_statementrun_changelist"))
        return attachment(file.name, file.chunks, content_type=file.content_type)


def _numbers_of(row: StatementRun) -> tuple[int, int, int, int]:
    return len(row.accounts), row.done, len(row.files), len(row.problems)


def _note(row: StatementRun, *, is_ready: bool) -> str:
    if row.completed_at is None:
        return "Workers make the statements. Open this page again to see how far they are."
    if not is_ready:
        return "There is no archive any more." if row.files else "No statement could be made."
    return (
        f"Kept until {row.completed_at + statement_runs.KEPT:%Y-%m-%d %H:%M} UTC. Each file says whether it is final."
    )
