"""Pages of events and of the attempts to deliver them."""

import datetime as dt
import json
import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from platforms.backoffice import columns, masking, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from webhooks.delivery import redelivery
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


def _redeliver(*, event_id: uuid.UUID | None, now: dt.datetime, **by: Any) -> Event:
    """Put it back into the queue, by the clock of its platform."""
    event: Event | None = Event.objects.select_related("platform").filter(pk=event_id).first()
    if event is None:
        raise redelivery.EventNotFound
    return redelivery.redeliver(platform_id=event.platform_id, event_id=event.pk, now=event.platform.now(), **by)


Action(
    "event.redeliver",
    roles=[Role.SUPPORT, Role.OPERATIONS],
    on=Event,
    button="Redeliver",
    icon="replay",
    title="Redeliver this event",
    text="It keeps its id, so the platform can recognise it. Later events of this object are held until it arrives.",
    submit="Redeliver",
    key="event_id",
    perform=_redeliver,
    message="Redelivery started.",
)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """What platforms are told. Personal data inside a payload is masked here, not in what is sent."""

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
