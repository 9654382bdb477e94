"""Pages of events and of the attempts to deliver them."""

import json
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action

from platforms import audit
from platforms.backoffice import columns, dialogs, masking, panels, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from webhooks.models import Delivery, Event
from webhooks.operations import redelivery

_REDELIVER = verbs.declare("event.redeliver", title="Send an event again", roles=[Role.SUPPORT, Role.OPERATIONS])

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


class RedeliverForm(dialogs.OperationForm):
    """The dialog that puts an event back into the queue."""

    verb = _REDELIVER

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> Event:
        """Put it back, by the clock of its platform."""
        key = dialogs.key_of(self.object_id)
        event: Event | None = Event.objects.select_related("platform").filter(pk=key).first() if key else None
        if event is None:
            raise redelivery.EventNotFound
        return redelivery.redeliver(
            platform_id=event.platform_id,
            event_id=event.pk,
            reason=entered["reason"],
            actor=actor,
            now=event.platform.now(),
        )


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
    actions_detail = ("redeliver",)

    @action(  # type: ignore[untyped-decorator]
        description="Send again",
        icon="replay",
        dialog={
            "title": "Send this event again",
            "description": "Under its own id, so that a platform which has it can tell. Later events of the same "
            "resource wait for it.",
            "form_class": RedeliverForm,
            "form_submit_text": "Send",
        },
    )
    def redeliver(self, request: HttpRequest, form: RedeliverForm, object_id: str) -> HttpResponse:
        """Show the event, which is due."""
        return dialogs.leave(request, form.done, "It is sent again now.")

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
