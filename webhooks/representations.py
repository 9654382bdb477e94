"""The public JSON of events and of the attempts to deliver them."""

from typing import Any

import orjson
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from platforms.base import clock, identifiers
from platforms.http.fields import MomentField, PublicId
from platforms.http.representation import Ready, Representation
from webhooks.models import Delivery, Event, EventState, SigningSecret
from webhooks.outbox.event_types import EventType


@extend_schema_serializer(component_name="Event")
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


@extend_schema_serializer(component_name="DeliveryAttempt")
class AttemptRepresentation(Representation):
    """One attempt to deliver an event."""

    attempt = serializers.IntegerField()
    at = MomentField()
    url = serializers.CharField()
    responseStatus = serializers.IntegerField(source="status", required=False)
    milliseconds = serializers.IntegerField()
    responseBody = serializers.CharField(source="reply")
    error = serializers.CharField(required=False, help_text="Why there was no reply.")


@extend_schema_serializer(component_name="EventWithAttempts")
class EventWithAttempts(EventRepresentation):
    """An event with what was sent and every attempt to send it."""

    payload = Ready()
    deliveries = AttemptRepresentation(many=True)


@extend_schema_serializer(component_name="ToldEvent")
class ToldRepresentation(Representation):
    """An event as the request that a webhook endpoint would get."""

    id = PublicId("Event")
    type = serializers.ChoiceField(choices=EventType.choices)
    resourceId = serializers.CharField(source="resource")
    createdAt = MomentField(source="created_at")
    headers = serializers.DictField(child=serializers.CharField())
    body = serializers.CharField(help_text="The text of the body: in UTF-8 the very bytes that are signed.")


@extend_schema_serializer(component_name="WebhookSecret")
class SigningSecretRepresentation(Representation):
    """A secret that signs webhooks in the scheme `v1` of the Standard Webhooks specification."""

    id = PublicId("WebhookSecret")
    createdAt = MomentField(source="created_at", help_text="In real time, also where the sandbox's clock was moved.")
    signsUntil = MomentField(
        source="signs_until", required=False, help_text="Set when the secret was replaced. In real time."
    )


@extend_schema_serializer(component_name="WebhookSecretCreated")
class NewSigningSecret(SigningSecretRepresentation):
    """A signing secret as it is shown once."""

    secret = serializers.CharField(help_text="`whsec_…`: what the libraries of Standard Webhooks take.")


_EVENT = EventRepresentation()
_ATTEMPT = AttemptRepresentation()
_SECRET = SigningSecretRepresentation()


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


def told(happened: Event, *, headers: dict[str, str], body: bytes) -> dict[str, Any]:
    """Return the JSON of an event as a signed request."""
    return {
        "id": identifiers.public("Event", happened.id),
        "type": happened.type,
        "resourceId": happened.resource,
        "createdAt": clock.iso(happened.created_at),
        "headers": headers,
        "body": body.decode(),
    }


def signing_secret(row: SigningSecret) -> dict[str, Any]:
    """Return the JSON of a signing secret, without its text."""
    return _SECRET.to_representation(row)


def _attempt(made: Delivery) -> dict[str, Any]:
    shown = _ATTEMPT.to_representation(made)
    return shown if made.error else {name: value for name, value in shown.items() if name != "error"}
