"""Pages of how endpoints do, and of the streams that events are sent in."""

from django.contrib import admin

from platforms.backoffice.read_only import ReadOnlyAdmin
from webhooks.models import EndpointHealth, EventStream


@admin.register(EndpointHealth)
class EndpointHealthAdmin(ReadOnlyAdmin):
    """Which endpoints answer, which fail and since when."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("platform", "failing_since", "consecutive_failures", "last_success_at", "disabled_at", "url")
    loads = ("platform",)
    groups = (
        ("Endpoint", ("platform", "url", "disabled_at")),
        ("Now", ("failing_since", "consecutive_failures", "last_failure_at", "last_success_at", "recovered_at")),
        ("Told", ("warned_at", "disabled_told_at")),
    )


@admin.register(EventStream)
class EventStreamAdmin(ReadOnlyAdmin):
    """How far the events of a resource have come, and whether a sender has them in its hands."""

    names_others_in = "resource"
    search_help_text = "the public id of a resource"
    list_display = ("resource", "last_sequence", "claimed_until", "platform")
    loads = ("platform",)
