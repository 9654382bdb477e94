"""Pages of beneficial owners and of the history of their checks. Personal data is masked."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from compliance.models import BeneficialOwner, BeneficialOwnerStatusChange
from platforms.backoffice import columns, links, panels, parties
from platforms.backoffice.parties import Parties
from platforms.backoffice.read_only import ReadOnlyAdmin

STATUSES = {"PENDING": "warning", "APPROVED": "success", "REJECTED": "danger"}


@parties.of_type("BeneficialOwner")
def _parties(keys: Sequence[uuid.UUID]) -> dict[uuid.UUID, Parties]:
    """Return the owners' names; each leads to the business."""
    rows = BeneficialOwner.objects.filter(id__in=keys)
    return {row.pk: Parties(customer=row.full_name, customer_id=row.customer_id) for row in rows}


@admin.register(BeneficialOwner)
class BeneficialOwnerAdmin(ReadOnlyAdmin):
    """People who own or control a business."""

    has_personal_data = True
    through = {"Customer": "customer_id"}
    search_help_text = "BeneficialOwner:…, or Customer:…"
    list_display = ("public_id", "customer", "roles", "ownership_percentage", "kyc_status", "created_at")
    list_filter = ("kyc_status", "platform")
    loads = ("customer",)
    shown = (columns.label("kyc_status", STATUSES),)
    groups = (
        ("Beneficial owner", ("public_id", "customer", "roles", "ownership_percentage", "kyc_status")),
        ("Personal data, masked", ("personal_info",)),
    )

    def heading(self, row: Any) -> str:
        """Return the owner's name, with the business."""
        return f"{row.full_name}, {links.named(row.customer)}"

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the history of the check."""
        steps = ("at", "from_status", "to_status", "cause", "who")
        label = "compliance.BeneficialOwnerStatusChange"
        return (panels.rows_of(request, label, *steps, title="Status history", beneficial_owner=row.pk),)


@admin.register(BeneficialOwnerStatusChange)
class BeneficialOwnerStatusChangeAdmin(ReadOnlyAdmin):
    """All changes of owners' statuses."""

    through = {"BeneficialOwner": "beneficial_owner_id"}
    search_help_text = "BeneficialOwner:…"
    list_display = ("at", "beneficial_owner", "from_status", "to_status", "cause", "who")
    list_filter = ("to_status",)
    loads = ("beneficial_owner",)
    shown = (columns.label("from_status", STATUSES), columns.label("to_status", STATUSES), columns.who())
    groups = (("", ("id", "beneficial_owner", "from_status", "to_status", "at", "cause", "who")),)
