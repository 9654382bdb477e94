"""Pages of customers and of the history of their checks. Personal data is masked."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from compliance.models import Customer, CustomerStatusChange
from platforms.backoffice import columns, masking, panels
from platforms.backoffice.read_only import ReadOnlyAdmin

STATUSES = {"UNVERIFIED": "", "PENDING": "warning", "APPROVED": "success", "REJECTED": "danger"}


@admin.register(Customer)
class CustomerAdmin(ReadOnlyAdmin):
    """Whom the money belongs to."""

    has_personal_data = True
    exact = ("uma_address",)
    exact_by_platform = ("platform_customer_id",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "Customer:…, the platform's own id, or UMA address"
    list_display = ("public_id", "full_name", "customer_type", "status", "region", "platform", "created_at")
    list_filter = ("customer_type", "kyc_status", "kyb_status", "platform")
    loads = ("platform",)
    shown = (
        columns.label("status", STATUSES),
        columns.label("kyc_status", STATUSES),
        columns.label("kyb_status", STATUSES),
        columns.text("birth_date", masking.year),
        columns.document("address", masking.address),
        columns.document("business_info", masking.personal),
    )
    groups = (
        ("Customer", ("public_id", "platform", "platform_customer_id", "customer_type", "full_name", "uma_address")),
        ("Check", ("status", "kyc_status", "kyb_status", "region", "currencies")),
        ("Personal data, masked", ("birth_date", "nationality", "address", "business_info")),
    )

    def summary(self, row: Any) -> str:
        """Return who it is, and whose."""
        name = row.full_name or (row.business_info or {}).get("legalName") or ""
        return " · ".join(filter(None, (name, row.platform_customer_id, str(row.platform))))

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the history of the check."""
        steps = ("at", "from_status", "to_status", "cause", "actor_kind", "actor_id")
        label = "compliance.CustomerStatusChange"
        return (panels.rows_of(request, label, *steps, title="Status history", customer=row.pk),)


@admin.register(CustomerStatusChange)
class CustomerStatusChangeAdmin(ReadOnlyAdmin):
    """Every move of every customer's status."""

    through = {"Customer": "customer_id"}
    search_help_text = "Customer:…"
    list_display = ("at", "customer", "from_status", "to_status", "cause", "actor_kind", "actor_id")
    list_filter = ("to_status",)
    loads = ("customer",)
    shown = (columns.label("from_status", STATUSES), columns.label("to_status", STATUSES))
    groups = (("", ("id", "customer", "from_status", "to_status", "at", "cause", "actor_kind", "actor_id")),)
