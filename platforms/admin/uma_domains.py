"""The page of domains that platforms have named."""

from django.contrib import admin

from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import UmaDomain


@admin.register(UmaDomain)
class UmaDomainAdmin(ReadOnlyAdmin):
    """Which domains platforms have named, and whether the latest check has found that they own them."""

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
