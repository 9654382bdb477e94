"""The public JSON of events and of the attempts to deliver them."""

from typing import Any

import orjson
from rest_framework import serializers

from platforms.rest.fields import MomentField, PublicId
from platforms.rest.representation import Ready, Representation
from webhooks.event_types import EventType
from webhooks.models import Delivery, Event, EventState


class EventRepresentation(Representation):
    """Something that happened, as it was told or will be."""

    id = PublicId("Event")
    webhookId = PublicId("Webhook", source="id")
    type = serializers.ChoiceField(choices=EventType.choices)
    resourceId = serializers.CharField(source="resource")
    status = serializers.ChoiceField(source="state", choices=EventState.choices)
    attempts = serializers.IntegerField()
    nextAttemptAt = MomentField(source="next_attempt_at", required=False)
    createdAt = MomentField(source="created_at")

    class Meta:
        ref_name = "Event"


class AttemptRepresentation(Representation):
    """One attempt to deliver an event."""

    attempt = serializers.IntegerField()
    at = MomentField()
    url = serializers.CharField()
    responseStatus = serializers.IntegerField(source="status", required=False)
    milliseconds = serializers.IntegerField()
    responseBody = serializers.CharField(source="reply")
    error = serializers.CharField(required=False, help_text="Why there was no reply.")

    class Meta:
        ref_name = "DeliveryAttempt"


class EventWithAttempts(EventRepresentation):
    """An event with what was sent and every attempt to send it."""

    payload = Ready()
    deliveries = AttemptRepresentation(many=True)

    class Meta:
        ref_name = "EventWithAttempts"


_EVENT = EventRepresentation()
_ATTEMPT = AttemptRepresentation()


def event(happened: Event) -> dict[str, Any]:
    """Return the JSON of an event."""
    return _EVENT.to_representation(happened)


def event_with_attempts(happened: Event, attempts: list[Delivery]) -> dict[str, Any]:
    """Return the JSON of an event with its payload, exactly as it is sent, and its attempts, oldest first."""
    return {
        **event(happened),
        "payload": orjson.Fragment(happened.payload),
        "deliveries": [_attempt(attempt) for attempt in attempts],
    }


def _attempt(made: Delivery) -> dict[str, Any]:
    shown = _ATTEMPT.to_representation(made)
    return shown if made.error else {name: value for name, value in shown.items() if name != "error"}
