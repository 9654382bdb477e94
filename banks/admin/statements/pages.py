"""Pages of files from banks, their statements and lines; upload of files."""

import itertools
import re
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from unfold.widgets import UnfoldAdminTextInputWidget

from banks.admin import our_accounts
from banks.admin.statements import comparison, effects
from banks.admin.statements.comparison import KINDS
from banks.admin.statements.dialogs import TWO, connections
from banks.models import BankConnection, BankIncomingFile, BankStatement, BankStatementLine
from banks.statements.incoming import arrivals
from payments.admin.facts import payers
from platforms.backoffice import actions, amounts, columns, dialogs, links, masking, panels, proposals
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.lists import days, entered
from platforms.backoffice.lists.attachments import attachment
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.sign_in import sessions
from platforms.base import clock, errors
from platforms.database.rows import by_key
from platforms.encryption import encryption

DOWNLOAD = Action("bank_incoming_file.download", title="Download a file from a bank", roles=[Role.OPERATIONS])
UPLOAD = Action("bank_incoming_file.upload", title="Upload a file from a bank", roles=[Role.OPERATIONS])
READ = Action(
    "bank_incoming_file.read",
    **TWO,
    on=BankIncomingFile,
    path="read",
    button="Read",
    icon="input",
    is_main=True,
    offered=lambda row, _: row.state == "SET_ASIDE",
    title="Have this file read",
    text="A second person approves it. What its statements say is booked then, as if the bank's folder had had it.",
    key="file",
    perform=arrivals.have_read,
    effect=effects.read_file,
    proposed_as="Read a file from a bank",
    message="A worker reads it within seconds.",
)
STATES = {"RECEIVED": "info", "APPLIED": "success", "SET_ASIDE": "danger"}


class UploadForm(forms.Form):
    """A file from a bank, its bank connection, and the reason of the upload."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Offer the connections there are."""
        super().__init__(*args, **options)
        self.fields["connection"] = connections("Bank connection")
        self.fields["file"] = forms.FileField(label="File", max_length=arrivals.LONGEST_NAME)
        self.fields["reason"] = forms.CharField(label="Why", max_length=1000, widget=UnfoldAdminTextInputWidget)


def _content(row: BankIncomingFile) -> str:
    return links.to(reverse("admin:banks_bankincomingfile_content", args=[row.pk]), "Download")


@admin.register(BankIncomingFile)
class BankIncomingFileAdmin(ReadOnlyAdmin):
    """Files from banks, with the state of their import."""

    search_help_text = "BankIncomingFile:…"
    list_display = ("name", "received_at", "connection", "state", "format", "position", "place", "problem")
    list_filter = ("state",)
    loads = ("connection",)
    titles = {"position": "lines or answers applied", "unknown": "answers about others"}
    shown = (
        columns.label("state", STATES),
        columns.text("sha256", lambda value: bytes(value).hex(), title="SHA-256", is_wide=True),
        columns.text("storage_keys", lambda keys: f"{len(keys)} parts, encrypted"),
        columns.text("problem", is_wide=True),
        columns.column("content", _content),
    )
    groups = (
        ("File", ("public_id", "name", "connection", "format", "size", "content", "sha256")),
        ("What became of it", ("state", "position", "unknown", "place", "problem", "finished_at")),
        ("Arrival", ("received_at", "received_by", "reason")),
    )

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the statements."""
        shown = ("public_id", "kind", "currency", "opening", "closing", "closing_on")
        return (panels.rows_of(request, "banks.BankStatement", *shown, file=row.pk),)

    def get_urls(self) -> list[URLPattern]:
        """Add the addresses of the content and of the upload."""
        view = self.admin_site.admin_view
        return [
            path("upload/", view(self.upload_view), name="banks_bankincomingfile_upload"),
            path("<uuid:key>/content/", view(self.content_view), name="banks_bankincomingfile_content"),
            *super().get_urls(),
        ]

    def upload_view(self, request: HttpRequest) -> HttpResponse:
        """Store an uploaded file, and propose that it is read."""
        if not actions.may(request.user, UPLOAD):
            raise PermissionDenied
        form = UploadForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            entered = form.cleaned_data
            try:
                stored = arrivals.upload(
                    connection=entered["connection"].pk,
                    name=entered["file"].name,
                    file=entered["file"].file,
                    reason=entered["reason"],
                    actor=dialogs.actor(request),
                    now=clock.real_now(),
                )
            except errors.DomainError as refusal:
                form.add_error("file", refusal.text)
            else:
                self._propose(request, stored, entered["reason"])
                return HttpResponseRedirect(links.page(BankIncomingFile, stored.pk))
        context = {**self.admin_site.each_context(request), "title": "Upload a file", "form": form}
        return render(request, "admin/payments/upload.html", context)

    @staticmethod
    def _propose(request: HttpRequest, stored: BankIncomingFile, reason: str) -> None:
        """Propose to read an uploaded file; not where a code is due first, or the file is damaged."""
        if sessions.owes_fresh_code(request):
            messages.success(request, "Stored. Have it read by Read; a second person has to approve it.")
            return
        try:
            with transaction.atomic(durable=True):
                proposals.propose(
                    action=READ,
                    subject=stored.public_id,
                    arguments={"file": stored.public_id},
                    reason=reason,
                    actor=dialogs.actor(request),
                    now=clock.real_now(),
                )
        except errors.DomainError as refusal:
            messages.warning(request, f"Stored, and not proposed to be read: {refusal.text}")
        else:
            messages.success(request, "Stored. It is read once a second person has approved it.")

    def content_view(self, request: HttpRequest, key: uuid.UUID) -> HttpResponse | StreamingHttpResponse:
        """Return the content, after writing the download to the audit log."""
        if request.method != "GET" or not actions.may(request.user, DOWNLOAD):
            raise PermissionDenied
        found = by_key(BankIncomingFile.objects.select_related("connection__platform"), key)
        if found is None:
            raise Http404
        try:
            parts = iter(arrivals.content_of(found))
            first = next(parts, b"")
        except encryption.Unreadable:
            raise Http404 from None
        with transaction.atomic(durable=True):
            arrivals.note_download(file=found, actor=dialogs.actor(request), now=clock.real_now())
        return attachment(str(found.pk), itertools.chain([first], parts), content_type="application/octet-stream")


_CONNECTION = entered.one_of(
    "connection_name", "connection", lambda name: Q(connection_name=name), of=("connection_name",), example="demo-usd"
)


def _of_all_connections() -> Q:
    """Return the condition with which the index of days by connection serves for all of them."""
    return Q(connection_name__in=list(BankConnection.objects.values_list("name", flat=True).distinct()))


@admin.register(BankStatement)
class BankStatementAdmin(ReadOnlyAdmin):
    """Statements, reports of the day and notifications, as banks sent them."""

    through = {"BankIncomingFile": "file_id"}
    search_help_text = "BankStatement:… or BankIncomingFile:…"
    time_of_keys = "received_at"
    list_display = ("kind", "connection", "closing_on", "opening", "closing", "sequence", "received_at", "public_id")
    titles = {
        "closing_on": "closing date",
        "number": "place in the file",
        "opening_on": "opening date",
        "received_at": "received",
        "said_at": "made by the bank at",
        "said_id": "the bank's ID",
    }
    list_filter = (days.of("received_at", title="day of arrival"), _CONNECTION)
    loads = ("connection", "file")
    shown = (
        columns.signed("opening", lambda row: (row.opening, row.currency), title="opening balance"),
        columns.signed("closing", lambda row: (row.closing, row.currency), title="closing balance"),
        columns.signed("moved", lambda row: (row.moved, row.currency), title="sum of its lines"),
        columns.named("kind"),
    )
    groups = (
        ("Statement", ("public_id", "kind", "connection", "currency", "said_id", "sequence", "page", "said_at")),
        ("Balances", ("opening", "opening_on", "closing", "closing_on", "moved")),
        ("File", ("file", "number", "received_at")),
    )

    def heading(self, row: Any) -> str:
        """Return the kind and the day, and of which account."""
        day = f" of {row.closing_on}" if row.closing_on else ""
        return f"{columns.words(row.kind)}{day}, {our_accounts.named(row.connection)}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the lines."""
        shown = ("public_id", "booked_on", "amount", "decision", "end_to_end_id", "code")
        return (panels.rows_of(request, "banks.BankStatementLine", *shown, title="Lines", statement=row.pk),)


def said(name: str, title: str) -> columns.Column:
    """Return a column for a field of a line's other side; an account number is masked."""

    def show(row: Any) -> str:
        line = getattr(row, "line", row)
        try:
            text, account = line.said.get(name) or "", line.their_account
        except encryption.Unreadable:
            return "unreadable"
        return masking.masked(text) if name == "account" else _without(account, text)

    return columns.column(f"said_{name}", show, title=title, is_wide=name == "text")


def _without(account: str, text: str) -> str:
    """Return a text with the other side's account number masked: banks repeat it there, broken into lines."""
    written = r"\s*".join(map(re.escape, account))
    return re.sub(written, lambda _: masking.masked(account), text) if account else text


def signed(row: Any) -> tuple[int, str]:
    """Return the amount of a line, negative for money out, and its currency."""
    return row.amount if row.is_credit else -row.amount, row.currency


def named(row: BankStatementLine) -> str:
    """Return the amount of a line, its direction, and the other side's name where the bank says it."""
    name = _name(row)
    amount = amounts.major_units(row.amount, row.currency)
    if row.is_credit:
        return f"{amount} received from {name}" if name else f"{amount} received"
    return f"{amount} paid to {name}" if name else f"{amount} paid out"


@payers.of_type("BankStatementLine")
def _payers(keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, str]:
    return {row.pk: _name(row) for row in BankStatementLine.objects.filter(id__in=keys).only("id", "content")}


def _name(row: BankStatementLine) -> str:
    try:
        return row.said.get("name", "")
    except encryption.Unreadable:
        return ""


def _decision(row: BankStatementLine) -> str:
    latest = max(row.matches.all(), key=lambda one: one.number, default=None)
    return columns.label_text(latest.kind, KINDS) if latest else ""


@admin.register(BankStatementLine)
class BankStatementLineAdmin(ReadOnlyAdmin):
    """Movements of accounts as banks wrote them."""

    exact = ("end_to_end_id",)
    through = {"BankStatement": "statement_id"}
    search_help_text = "end-to-end id, BankStatementLine:… or BankStatement:…"
    list_display = (
        "booked_on",
        "amount",
        "said_name",
        "said_text",
        "decision",
        "connection_name",
        "end_to_end_id",
        "public_id",
    )
    titles = {
        "connection_name": "connection",
        "is_booked": "booked",
        "is_credit": "money in",
        "is_fee": "the bank's own charge",
        "is_reversal": "reversal",
        "number": "line of the file",
        "part": "payment of the line",
        "reason_code": "the bank's reason",
        "value_on": "value date",
    }
    list_filter = (
        days.of("booked_on", title="day of booking", beside=_of_all_connections),
        entered.amounts_of(("amount", "currency")),
        _CONNECTION,
    )
    loads = ("statement", "file", "matches")
    has_personal_data = True
    hidden = ("fingerprint", "account_digest")
    shown = (
        columns.signed("amount", signed),
        columns.column("decision", _decision),
        columns.text("content", lambda _: "encrypted"),
        said("name", "name"),
        said("account", "account"),
        said("bank", "bank"),
        said("text", "text"),
    )
    groups = (
        ("Line", ("public_id", "connection_name", "amount", "booked_on", "value_on", "is_credit", "is_booked")),
        ("The other side", ("said_name", "said_account", "said_bank", "said_text", "content")),
        ("References", ("end_to_end_id", "bank_reference", "code", "reason_code", "is_reversal", "is_fee")),
        ("File", ("statement", "file", "number", "part", "place")),
    )

    def named(self, row: Any) -> str:
        """Return how much moved, and from or to whom."""
        return named(row)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the decisions about the line."""
        shown = ("public_id", "at", "kind", "subject", "rule", "decided_by", "reason")
        return (panels.rows_of(request, "banks.BankMatch", *shown, title="Decisions", line=row.pk),)

    def get_urls(self) -> list[URLPattern]:
        """Add the addresses of the comparison and of its export."""
        view = self.admin_site.admin_view
        return [
            path("comparison/", view(comparison.page), name="banks_bank_comparison"),
            path("comparison/export/", view(comparison.export), name="banks_bank_comparison_export"),
            *super().get_urls(),
        ]
