"""Outcomes that sandbox platforms have forced."""

from django.contrib import admin

from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import ForcedOutcome


@admin.register(ForcedOutcome)
class ForcedOutcomeAdmin(ReadOnlyAdmin):
    """What the outside world was told to answer, and how much of it has come."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("created_at", "platform", "outcome", "reason", "step", "subject", "times", "remaining")
    list_filter = ("platform",)
    loads = ("platform",)
    titles = {"step": "next of the step", "subject": "about"}
