"""Pages of verifications and of their history."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import F, Q
from django.http import HttpRequest
from django.urls import URLPattern, reverse

from compliance.admin.review_desk import decided
from compliance.admin.review_desk import pages as desk
from compliance.models import Verification, VerificationStatusChange
from compliance.models.verification import FINAL
from platforms.backoffice import columns, links, panels
from platforms.backoffice.lists import narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock

STATUSES = {
    "RESOLVE_ERRORS": "warning",
    "READY_FOR_VERIFICATION": "info",
    "IN_PROGRESS": "info",
    "PENDING_MANUAL_REVIEW": "warning",
    "APPROVED": "success",
    "REJECTED": "danger",
}


def _today() -> Q:
    """Return the condition for what was decided today (UTC) by people's clock, not by that of its platform."""
    midnight = clock.real_now().replace(hour=0, minute=0, second=0, microsecond=0)
    # Clocks run ahead at most: the first condition is the one that the index serves.
    return Q(decided_at__gte=midnight) & Q(status__in=FINAL, decided_at__gte=midnight + F("platform__clock_offset"))


_DECIDED = {"today": ("Today (UTC)", _today)}


@admin.register(Verification)
class VerificationAdmin(ReadOnlyAdmin):
    """Attempts to have a customer's identity approved."""

    through = {"Customer": "customer_id"}
    search_help_text = "Verification:…, or Customer:…"
    list_display = ("public_id", "customer", "status", "created_at", "submitted_at", "decided_at")
    list_filter = (narrowing.by("decided", "decided", _DECIDED), "status", "platform")
    loads = ("customer",)
    shown = (
        columns.label("status", STATUSES),
        columns.column("case", lambda row: links.to(reverse("admin:compliance_desk_case", args=[row.pk]), "Open")),
    )

    def heading(self, row: Any) -> str:
        """Return whose verification it is."""
        return links.named(row.customer)

    def get_urls(self) -> list[URLPattern]:
        """Add the addresses of the review desk."""
        return [*desk.urls(), *super().get_urls()]

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the history."""
        steps = ("at", "from_status", "to_status", "cause", "reason", "who")
        label = "compliance.VerificationStatusChange"
        return (panels.rows_of(request, label, *steps, title="Status history", verification=row.pk),)


def _why(row: Any) -> str:
    """Return the reviewer's reason, or else the first error, which the platform reads."""
    return str(row.reason or next((error["reason"] for error in row.errors), ""))


@admin.register(VerificationStatusChange)
class VerificationStatusChangeAdmin(ReadOnlyAdmin):
    """All changes of verifications' statuses; narrowed by a filter, the decisions: by whom, and why."""

    through = {"Verification": "verification_id"}
    search_help_text = "Verification:…"
    list_display = ("at", "customer", "verification", "to_status", "why", "cause", "who")
    list_filter = decided.FILTERS
    loads = ("verification__customer",)
    titles = {"to_status": "outcome"}
    shown = (
        columns.label("from_status", STATUSES),
        columns.label("to_status", STATUSES),
        columns.column("customer", lambda row: links.related(row.verification, "customer")),
        columns.column("why", _why, is_wide=True),
        columns.who(),
    )
    groups = (
        ("", ("id", "verification", "from_status", "to_status", "at", "cause", "reason", "errors")),
        ("Actor", ("who",)),
    )
