"""The page of domains named by platforms."""

from django.contrib import admin

from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import UmaDomain


@admin.register(UmaDomain)
class UmaDomainAdmin(ReadOnlyAdmin):
    """Domains named by platforms, and whether the latest check proved their ownership."""

    exact = ("domain", "subdomain")
    search_help_text = "any public id, or a domain in full"
    ordering = ("-created_at",)
    list_display = ("domain", "platform", "state", "verified_at", "failing_since", "checked_at", "next_check_at")
    list_filter = ("state", "environment", "platform")
    loads = ("platform",)
    groups = (
        ("Domain", ("public_id", "domain", "platform", "environment", "subdomain", "state")),
        (
            "Checks",
            (
                "proof",
                "problem",
                "verified_at",
                "failing_since",
                "checked_at",
                "next_check_at",
                "failures",
                "created_at",
            ),
        ),
    )
