"""The page of UMA addresses that customers gave up. They name people: the addresses are not shown."""

from typing import Any

from django.contrib import admin

from compliance.models import FormerUmaAddress
from platforms.backoffice import columns, links
from platforms.backoffice.read_only import ReadOnlyAdmin


@admin.register(FormerUmaAddress)
class FormerUmaAddressAdmin(ReadOnlyAdmin):
    """Whose address nobody else can take, and since when."""

    through = {"Customer": "customer_id", "PlatformConfig": "platform_id"}
    search_help_text = "Customer:…"
    list_display = ("created_at", "customer", "platform")
    list_filter = ("platform",)
    loads = ("customer", "platform")
    shown = (columns.withheld("address"), columns.withheld("digest"))

    def heading(self, row: Any) -> str:
        """Return whose address it was."""
        return links.named(row.customer)
