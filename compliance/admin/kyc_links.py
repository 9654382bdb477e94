"""The page of links to the hosted identity page. The answers are not shown."""

from typing import Any

from django.contrib import admin

from compliance.models import KycLink
from platforms.backoffice import columns, links
from platforms.backoffice.read_only import ReadOnlyAdmin

_STATES = {"OPEN": "info", "STARTED": "warning", "COMPLETED": "success"}


@admin.register(KycLink)
class KycLinkAdmin(ReadOnlyAdmin):
    """Links to the hosted identity page, and their progress."""

    through = {"Customer": "customer_id", "PlatformConfig": "platform_id"}
    search_help_text = "Customer:…"
    list_display = ("created_at", "customer", "state", "uploads", "expires_at", "completed_at")
    list_filter = ("platform",)
    loads = ("customer",)
    shown = (
        columns.label("state", _STATES),
        columns.withheld("token_hash"),
        columns.withheld("session_hash"),
        columns.withheld("answers"),
    )

    def heading(self, row: Any) -> str:
        """Return whose link it is."""
        return links.named(row.customer)
