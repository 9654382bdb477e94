"""Pages of events and of the attempts to deliver them."""

import datetime as dt
import json
import re
import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from unfold.widgets import UnfoldAdminSelectWidget

from platforms.backoffice import columns, masking, panels, parties
from platforms.backoffice.actions import Action, Fields, Role
from platforms.backoffice.lists import days, entered
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.database.rows import by_key
from webhooks.admin import redeliveries
from webhooks.delivery import platform_endpoints, redelivery
from webhooks.models import Delivery, Event
from webhooks.outbox.event_types import EventType

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


def _fields(event: Event | None) -> Fields:
    """Ask to which endpoint, where the platform has several."""
    endpoints = platform_endpoints.of_platform(event.platform_id) if event else []
    if not any(not endpoint.is_of_configuration for endpoint in endpoints):
        return {}
    return {
        "endpoint": forms.ChoiceField(
            label="To which endpoint",
            choices=[(endpoint.public_id, endpoint.url) for endpoint in endpoints],
            widget=UnfoldAdminSelectWidget,
        )
    }


def _redeliver(*, event_id: uuid.UUID | None, endpoint: str = "", now: dt.datetime, **by: Any) -> Event:
    """Put the event back into the queue, by the clock of its platform; to that of the configuration unless named."""
    event: Event | None = by_key(Event.objects.select_related("platform"), event_id)
    if event is None:
        raise redelivery.EventNotFound
    return redelivery.redeliver(
        platform_id=event.platform_id,
        event_id=event.pk,
        endpoint_id=platform_endpoints.key(endpoint) if endpoint else None,
        now=event.platform.now(),
        **by,
    )


Action(
    "event.redeliver",
    roles=[Role.SUPPORT, Role.OPERATIONS],
    on=Event,
    button="Redeliver",
    icon="replay",
    title="Redeliver this event",
    text="It keeps its id, so the platform can recognise it. Later events of this object are held until it arrives.",
    submit="Redeliver",
    fields=_fields,
    key="event_id",
    perform=_redeliver,
    message="Redelivery started.",
)


def _type(event: Event) -> str:
    """Return the name of the type, which may go on in the next line between words and not within one."""
    parts = ((part,) for part in re.split(r"(?<=[._])", event.type))
    return format_html_join(mark_safe("<wbr>"), "{}", parts)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Events sent to platforms. Personal data inside a payload is masked here only, not in what is sent."""

    names_others_in = "resource"
    search_help_text = "Webhook:… or the public id of what the event is about"
    time_of_keys = "created_at"
    list_display = (
        "created_at",
        "type",
        "state",
        "attempts",
        parties.CUSTOMER,
        parties.OTHER,
        "sequence",
        "platform",
        "resource",
        "public_id",
    )
    parties_in = "resource"
    list_filter = (
        days.of("created_at", title="day of creation"),
        entered.by_code("type", "type", lambda: [(name, name) for name in sorted(EventType)]),
        "state",
        "platform",
    )
    loads = ("platform",)
    shown = (
        columns.column("type", _type),
        columns.label("state", STATES),
        columns.subject("resource"),
        columns.column("payload", _payload),
    )
    groups = (
        ("Event", ("public_id", "type", "resource", "sequence", "platform", "created_at")),
        ("Delivery", ("state", "attempts", "next_attempt_at")),
        ("Content", ("payload",)),
    )

    def heading(self, row: Any) -> str:
        """Return the type, and whom it concerns; where that is nobody, the object."""
        return f"{row.type}, {parties.of(row, self.parties_in).words or row.resource}"

    def get_urls(self) -> list[URLPattern]:
        """Add the address of a redelivery's progress."""
        return [*redeliveries.urls(), *super().get_urls()]

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show the attempts."""
        attempts = ("attempt", "at", "status", "error", "milliseconds", "url")
        further = ("endpoint", "state", "attempts", "next_attempt_at", "sequence")
        return (
            panels.rows_of(request, "webhooks.Delivery", *attempts, event=row.pk),
            panels.rows_of(request, "webhooks.FurtherEvent", *further, title="Further endpoints", event=row.pk),
        )


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """Attempts to deliver an event, each with the endpoint's answer."""

    through = {"Webhook": "event_id"}
    search_help_text = "Webhook:…"
    list_display = ("at", "event", "attempt", "status", "error", "milliseconds")
    loads = ("event",)
    shown = (columns.code("reply"),)
