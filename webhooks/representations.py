"""The public JSON of events and of the attempts to deliver them."""

from typing import Any

import orjson
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from platforms.base import clock, identifiers
from platforms.http.fields import MomentField, PublicId
from platforms.http.representation import Ready, Representation
from webhooks.models import Delivery, DisabledReason, EndpointSwitch, Event, EventState, FurtherEvent, SigningSecret
from webhooks.outbox.event_types import EventType


@extend_schema_serializer(component_name="Event")
class EventRepresentation(Representation):
    """Something that happened, as it was told or will be."""

    id = PublicId("Event", help_text="Names the event in paths.")
    webhookId = PublicId(
        "Webhook", source="id", help_text="The `id` in what your endpoint gets, the same in every attempt."
    )
    type = serializers.ChoiceField(choices=EventType.choices, help_text="What happened.")
    resourceId = serializers.CharField(
        source="resource", help_text="What it happened to: its `id`, or the code of an invitation."
    )
    status = serializers.ChoiceField(source="state", choices=EventState.choices, help_text="Where its delivery stands.")
    attempts = serializers.IntegerField(help_text="How often it was sent so far.")
    nextAttemptAt = MomentField(
        source="next_attempt_at",
        required=False,
        help_text="When it will be sent, or sent again. Absent when it will not be.",
    )
    createdAt = MomentField(source="created_at")


@extend_schema_serializer(component_name="DeliveryAttempt")
class AttemptRepresentation(Representation):
    """One attempt to deliver an event."""

    attempt = serializers.IntegerField(help_text="Its number, from 1.")
    webhookEndpointId = PublicId(
        "WebhookEndpoint",
        source="endpoint_id",
        required=False,
        help_text="To which webhook endpoint. Absent for `webhookEndpoint` of the configuration.",
    )
    at = MomentField(help_text="When it was made, by the platform's clock.")
    url = serializers.CharField(help_text="Where it was sent.")
    responseStatus = serializers.IntegerField(
        source="status", required=False, help_text="The HTTP status of the answer. Absent where there was none."
    )
    milliseconds = serializers.IntegerField(help_text="How long the answer took.")
    responseBody = serializers.CharField(source="reply", help_text="The beginning of the answer.")
    error = serializers.CharField(required=False, help_text="Why there was no reply. Absent where there was one.")
    redirectedTo = serializers.CharField(
        source="location", required=False, help_text="Where a redirect pointed, which was not followed. Else absent."
    )


@extend_schema_serializer(component_name="EventAtEndpoint")
class AtEndpointRepresentation(Representation):
    """How the delivery of an event to a further webhook endpoint stands."""

    webhookEndpointId = PublicId("WebhookEndpoint", source="endpoint_id", help_text="Which webhook endpoint.")
    status = serializers.ChoiceField(
        source="state", choices=EventState.choices, help_text="Where the delivery to it stands."
    )
    attempts = serializers.IntegerField(help_text="How often it was sent there so far.")
    nextAttemptAt = MomentField(
        source="next_attempt_at", required=False, help_text="When it will be sent there. Absent when it will not be."
    )
    sequence = serializers.IntegerField(
        required=False, help_text="The `sequence` in what that endpoint gets. Absent until the first attempt."
    )


@extend_schema_serializer(component_name="EventWithAttempts")
class EventWithAttempts(EventRepresentation):
    """An event with what was sent and every attempt to send it."""

    payload = Ready(help_text="What was sent, or will be: the JSON of the body.")
    deliveries = AttemptRepresentation(many=True, help_text="Every attempt, oldest first.")
    sequence = serializers.IntegerField(
        required=False,
        help_text="The `sequence` in what your endpoint gets: the event's number among those of the same resource."
        " Absent until the first attempt.",
    )
    webhookEndpoints = AtEndpointRepresentation(
        many=True, help_text="Further webhook endpoints that get it; `status` is that of the configuration's."
    )


@extend_schema_serializer(component_name="WebhookEndpoint")
class EndpointRepresentation(Representation):
    """Where events go, and whether it works."""

    id = PublicId("WebhookEndpoint", help_text="Names the webhook endpoint in paths.")
    url = serializers.CharField(help_text="Where its events go: an https address.")
    types = serializers.ListField(
        child=serializers.ChoiceField(choices=EventType.choices),
        help_text="The types of events that it gets. Empty: all.",
    )
    state = serializers.ChoiceField(choices=EndpointSwitch.choices, help_text="Whether it gets events.")
    isOfConfiguration = serializers.BooleanField(
        source="is_of_configuration", help_text="Whether it is `webhookEndpoint` of the configuration."
    )
    disabledAt = MomentField(
        source="disabled_at", required=False, help_text="When it was switched off. Absent while it gets events."
    )
    disabledReason = serializers.ChoiceField(
        source="disabled_reason",
        choices=DisabledReason.choices,
        required=False,
        help_text="Why it was switched off. GONE: it answered 410. FAILING: nothing has arrived for 7 days."
        " SWITCHED_OFF: you have asked for it. Absent while it gets events.",
    )
    lastSuccessAt = MomentField(
        source="last_success_at",
        required=False,
        help_text="When it last took an event, to the minute. Absent while it never has.",
    )
    createdAt = MomentField(source="created_at")


@extend_schema_serializer(component_name="SignedEvent")
class SignedEventRepresentation(Representation):
    """An event as the request that a webhook endpoint would get."""

    id = PublicId("Event", help_text="Names the event in paths.")
    type = serializers.ChoiceField(choices=EventType.choices, help_text="What happened.")
    resourceId = serializers.CharField(
        source="resource", help_text="What it happened to: its `id`, or the code of an invitation."
    )
    createdAt = MomentField(source="created_at")
    headers = serializers.DictField(
        child=serializers.CharField(), help_text="Headers of the request, with the signatures."
    )
    body = serializers.CharField(help_text="The text of the body: in UTF-8 the very bytes that are signed.")
    awaitsAnswer = serializers.BooleanField(
        help_text="A payment waits for what `POST /sandbox/webhooks/{webhookId}/answer` says."
    )


@extend_schema_serializer(component_name="WebhookSecret")
class SigningSecretRepresentation(Representation):
    """A secret that signs webhooks in the scheme `v1` of the Standard Webhooks specification."""

    id = PublicId("WebhookSecret", help_text="Names the secret in paths.")
    createdAt = MomentField(
        source="created_at", help_text="When it was made, in real time, also where the sandbox's clock was moved."
    )
    signsUntil = MomentField(
        source="signs_until",
        required=False,
        help_text="Until when it signs, in real time. Absent while it was not replaced.",
    )


@extend_schema_serializer(component_name="WebhookSecretCreated")
class NewSigningSecret(SigningSecretRepresentation):
    """A signing secret as it is shown once."""

    secret = serializers.CharField(
        help_text="The secret, `whsec_…`: what the libraries of Standard Webhooks take. Shown once."
    )


_EVENT = EventRepresentation()
_ATTEMPT = AttemptRepresentation()
_SECRET = SigningSecretRepresentation()
_AT_ENDPOINT = AtEndpointRepresentation()
_ENDPOINT = EndpointRepresentation()


def event(happened: Event) -> dict[str, Any]:
    """Return the JSON of an event."""
    return _EVENT.to_representation(happened)


def event_with_attempts(happened: Event, attempts: list[Delivery], *, further: list[FurtherEvent]) -> dict[str, Any]:
    """Return the JSON of an event with its payload, exactly as it is sent, and its attempts, oldest first.

    `further` are its ways to further endpoints.
    """
    shown = {
        **event(happened),
        "payload": orjson.Fragment(happened.payload),
        "deliveries": [_attempt(attempt) for attempt in attempts],
        "webhookEndpoints": [_AT_ENDPOINT.to_representation(way) for way in further],
    }
    return shown if happened.sequence is None else shown | {"sequence": happened.sequence}


def endpoint(shown: Any) -> dict[str, Any]:
    """Return the JSON of a `platform_endpoints.PlatformEndpoint`."""
    return _ENDPOINT.to_representation(shown)


def signed_event(happened: Event, *, headers: dict[str, str], body: bytes, awaits_answer: bool) -> dict[str, Any]:
    """Return the JSON of an event as a signed request."""
    return {
        "id": identifiers.public("Event", happened.id),
        "type": happened.type,
        "resourceId": happened.resource,
        "createdAt": clock.iso(happened.created_at),
        "headers": headers,
        "body": body.decode(),
        "awaitsAnswer": awaits_answer,
    }


def signing_secret(row: SigningSecret) -> dict[str, Any]:
    """Return the JSON of a signing secret, without its text."""
    return _SECRET.to_representation(row)


def _attempt(made: Delivery) -> dict[str, Any]:
    shown = _ATTEMPT.to_representation(made)
    return {name: value for name, value in shown.items() if value != "" or name not in {"error", "redirectedTo"}}
