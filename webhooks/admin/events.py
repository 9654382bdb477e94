"""Pages of events and of the attempts to deliver them."""

import json
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from platforms.backoffice import columns, masking, panels
from platforms.backoffice.read_only import ReadOnlyAdmin
from webhooks.models import Delivery, Event

STATES = {
    "PENDING": "info",
    "WAITING": "info",
    "DELIVERED": "success",
    "REFUSED": "warning",
    "ABANDONED": "danger",
    "NO_ENDPOINT": "warning",
}


def _payload(event: Event) -> str:
    return columns.document_text(masking.personal(json.loads(event.payload)))


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """What platforms are told. Personal data inside a payload is masked here, not in what is sent."""

    public_type = "Webhook"
    names_others_in = "resource"
    search_help_text = "Webhook:… or the public id of what the event is about"
    list_display = ("public_id", "type", "resource", "sequence", "state", "attempts", "platform", "created_at")
    list_filter = ("state", "platform")
    loads = ("platform",)
    shown = (
        columns.label("state", STATES),
        columns.subject("resource"),
        columns.column("payload", _payload),
    )
    groups = (
        ("Event", ("public_id", "type", "resource", "sequence", "platform", "created_at")),
        ("Delivery", ("state", "attempts", "next_attempt_at")),
        ("Content", ("payload",)),
    )

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the attempts."""
        attempts = ("attempt", "at", "status", "error", "milliseconds", "url")
        return (panels.rows_of(request, "webhooks.Delivery", *attempts, event=row.pk),)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """Attempts to hand an event over, and what the endpoint said."""

    through = {"Webhook": "event_id"}
    search_help_text = "Webhook:…"
    list_display = ("at", "event", "attempt", "status", "error", "milliseconds")
    loads = ("event",)
    shown = (columns.code("reply"),)
