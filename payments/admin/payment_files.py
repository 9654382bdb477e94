"""Pages of files of payments: their upload, the preview of what they would pay, and what became of each row."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from payments.admin import effects
from payments.models import PaymentFile, PaymentFileRow, PaymentFileStatus
from payments.transfers import files
from platforms.backoffice import actions, columns, dialogs, links, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, errors, identifiers
from platforms.base.money import major_units
from platforms.models import Platform

UPLOAD = Action("payment_file.upload", title="Upload a file of payments", roles=[Role.OPERATIONS])
Action(
    "payment_file.release",
    roles=[Role.OPERATIONS],
    takes_two=True,
    on=PaymentFile,
    button="Release",
    icon="send",
    is_main=True,
    offered=lambda row, _: row.status == PaymentFileStatus.CHECKED and row.refused < row.rows,
    title="Make the payments of this file",
    text="Its payments are made when a second person has approved it. Refused rows stay out.",
    key="file",
    perform=files.release,
    effect=effects.release_payment_file,
    proposed_as="Make the payments of a file",
    message="Workers make the payments now. This page shows how far they are.",
)
_STATUSES = {"CHECKED": "info", "RELEASED": "warning", "COMPLETED": "success"}
_STATES = {"WAITING": "info", "MADE": "success", "REFUSED": "danger"}


def _sums(totals: Mapping[str, Sequence[int]]) -> str:
    return ", ".join(major_units(amount, code) for code, (_, amount) in sorted(totals.items())) or "nothing"


class UploadForm(forms.Form):
    """A file, whose payments it has, and why."""

    platform = forms.ModelChoiceField(queryset=Platform.objects.order_by("name"), widget=UnfoldAdminSelectWidget)
    file = forms.FileField(label="File", max_length=255)
    reason = forms.CharField(label="Why", max_length=1000, widget=UnfoldAdminTextInputWidget)


@panels.contributed_to("platforms.Platform")
def of_platform(request: HttpRequest, row: Any) -> Iterator[panels.Panel | None]:
    """Show the newest files of a platform, and where to upload one."""
    if not actions.may(request.user, UPLOAD):
        return
    newest = PaymentFile.objects.filter(platform=row).order_by("-created_at")[:5]
    yield panels.Panel(
        title="Payment files",
        headers=("file", "status", "made", "refused"),
        rows=[
            (
                links.to(links.page(PaymentFile, file.pk), file.name),
                columns.label_text(file.status, _STATUSES),
                f"{file.made:,}",
                f"{file.refused:,}",
            )
            for file in newest
        ],
        numeric=frozenset({2, 3}),
        more=f"{reverse('admin:payments_paymentfile_upload')}?platform={row.pk}",
        more_text="Upload a file",
    )


@admin.register(PaymentFile)
class PaymentFileAdmin(ReadOnlyAdmin):
    """Files of payments, with what they would pay and what became of them."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PaymentFile:… or PlatformConfig:…"
    list_display = ("name", "platform", "status", "rows", "made", "refused", "created_at", "completed_at")
    list_filter = ("status", "platform")
    loads = ("platform",)
    shown = (columns.label("status", _STATUSES), columns.text("totals", _sums, title="passed the check"))
    groups = (
        ("File", ("public_id", "platform", "name", "status", "reason", "uploaded_by", "created_at")),
        (
            "Progress",
            ("rows", "totals", "made", "refused", "released_by", "released_at", "next_run_at", "completed_at"),
        ),
    )

    def heading(self, row: Any) -> str:
        """Return the name of the file, and whose payments it has."""
        return f"{row.name}, {row.platform}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the totals by currency, why rows were refused, and the payments that were made."""
        totals = panels.Panel(
            title="Payments that the check has passed",
            headers=("currency", "payments", "sum"),
            rows=[
                (code, f"{count:,}", major_units(amount, code)) for code, (count, amount) in sorted(row.totals.items())
            ],
            numeric=frozenset({1, 2}),
            note="Whether the balances suffice is decided when they are made, row by row.",
        )
        label = "payments.PaymentFileRow"
        refused = panels.rows_of(
            request, label, "number", "code", "problem", title="Refused rows", file=row.pk, state="REFUSED"
        )
        made = panels.rows_of(request, label, "number", "payment", "sum", title="Made", file=row.pk, state="MADE")
        return totals, refused, made

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the upload."""
        view = self.admin_site.admin_view(self.upload_view)
        return [path("upload/", view, name="payments_paymentfile_upload"), *super().get_urls()]

    def upload_view(self, request: HttpRequest) -> HttpResponse:
        """Check an uploaded file and open its page, which shows what the file would pay. Nothing is paid."""
        if not actions.may(request.user, UPLOAD):
            raise PermissionDenied
        form = UploadForm(
            request.POST or None, request.FILES or None, initial={"platform": request.GET.get("platform")}
        )
        if request.method == "POST" and form.is_valid():
            try:
                stored = _upload(request, **form.cleaned_data)
            except errors.DomainError as refusal:
                form.add_error("file", refusal.text.removeprefix("file: "))
            else:
                return HttpResponseRedirect(links.page(PaymentFile, stored.pk))
        context = {
            **self.admin_site.each_context(request),
            "title": "Upload a file of payments",
            "form": form,
            "columns": ",".join(files.COLUMNS),
            "most_rows": files.MOST_ROWS,
        }
        return render(request, "admin/payments/upload_payments.html", context)


def _upload(request: HttpRequest, *, platform: Platform, file: Any, reason: str) -> PaymentFile:
    if file.size > files.MOST_BYTES:
        raise errors.InvalidInput.field("file", f"may have at most {files.MOST_BYTES // 1024 // 1024} MB")
    with transaction.atomic(durable=True):
        return files.upload(
            platform=platform,
            name=file.name,
            content=file.read(),
            reason=reason,
            actor=dialogs.actor(request),
            now=clock.real_now(),
        )


def _payment(row: PaymentFileRow) -> str:
    return links.to_public_id(identifiers.public("Transaction", row.payment_id)) if row.payment_id else ""


@admin.register(PaymentFileRow)
class PaymentFileRowAdmin(ReadOnlyAdmin):
    """Rows of files of payments."""

    through = {"PaymentFile": "file_id"}
    search_help_text = "PaymentFile:…"
    list_display = ("number", "file", "state", "sum", "payment", "code", "problem")
    list_filter = ("state",)
    loads = ("file",)
    shown = (
        columns.label("state", _STATES),
        columns.money("amount", currency="currency"),
        columns.column("sum", lambda row: "" if row.amount is None else major_units(row.amount, row.currency)),
        columns.column("payment", _payment),
        columns.text("problem", is_wide=True),
        columns.column("source", lambda row: _account("InternalAccount", row.internal_id), is_wide=True),
        columns.column("destination", lambda row: _account("ExternalAccount", row.external_id), is_wide=True),
    )
    groups = (
        ("Row", ("file", "number", "state", "source", "destination", "sum")),
        ("What became of it", ("payment", "code", "problem")),
    )


def _account(kind: str, key: Any) -> str:
    return links.to_public_id(identifiers.public(kind, key)) if key else ""
