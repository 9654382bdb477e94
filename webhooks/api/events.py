"""GET /events, GET /events/{eventId}, POST /events/{eventId}/redeliver, POST /events/redeliver."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from platforms.base import identifiers
from platforms.http import pagination
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import (
    BeginField,
    Body,
    ChoiceField,
    EndField,
    IdField,
    IdOrTextFilter,
    PageQuery,
    refuse_reversed,
)
from platforms.models import Permission
from webhooks import queries, representations
from webhooks.delivery import platform_endpoints, redelivery
from webhooks.models import OPEN_STATES, EventState
from webhooks.outbox.event_types import EventType

_TOLD_OF = ("Transaction", "InternalAccount", "Customer", "Verification", "Job", "Platform")
"""Types of resources that events tell of; an invitation has a code."""


class EventQuery(PageQuery):
    """Filters of the event list."""

    type = ChoiceField(required=False, choices=EventType.choices, help_text="Only events of this type.")
    status = ChoiceField(required=False, choices=EventState.choices, help_text="Only events whose delivery stands so.")
    failed = serializers.BooleanField(
        required=False, help_text="true: only events that were given up, refused, or failed at least once so far."
    )
    resourceId = IdOrTextFilter(
        *_TOLD_OF, trim_whitespace=False, help_text="Only what happened to this: an `id`, or the code of an invitation."
    )
    startDate = BeginField(required=False)
    endDate = EndField(required=False)
    sortOrder = ChoiceField(default="desc", choices=["asc", "desc"])


@extend_schema_serializer(component_name="RedeliverEventRequest")
class RedeliverOneBody(Body):
    """Where an event is sent again."""

    webhookEndpointId = IdField(
        required=False,
        help_text="To which webhook endpoint. Left out: to `webhookEndpoint` of the configuration.",
    )


@extend_schema_serializer(component_name="RedeliverEventsRequest")
class RedeliverBody(Body):
    """Which events to send again."""

    startDate = BeginField(help_text="From this moment of creation on.")
    endDate = EndField(help_text="Up to this moment of creation.")
    type = ChoiceField(required=False, choices=EventType.choices, help_text="Only events of this type.")
    status = ChoiceField(
        required=False,
        choices=[state for state in EventState.choices if state[0] not in OPEN_STATES],
        help_text="Only events whose delivery to the webhook endpoint stands so; those still on their way are left"
        " alone.",
    )

    webhookEndpointId = IdField(
        required=False, help_text="To this webhook endpoint alone. Left out: to every one that takes their type."
    )

    def validate(self, attrs: Json) -> Json:
        """Refuse a stretch of time that ends before it begins."""
        refuse_reversed(attrs)
        return attrs


class Redelivery(serializers.Serializer[Any]):
    """How many events wait again."""

    count = serializers.IntegerField(
        min_value=0, help_text="How many events wait again. One that goes to several webhook endpoints counts once."
    )
    hasMore = serializers.BooleanField(help_text="true: more match than one request puts back. Ask again.")


@Endpoint(
    "GET",
    "events",
    query=EventQuery,
    response=list_of("EventListResponse", representations.EventRepresentation(many=True)),
)
def list_events(call: Call) -> Json:
    """List events of the last 90 days.

    What was told, or is about to be, to your webhook endpoint, newest first.

    Returns:
        A page of events.
    """
    rows = queries.events(platform_id=call.platform_id, filters=call.query)
    scope = f"events:{call.platform_id}"
    return pagination.page(rows, query=call.query, scope=scope, represent=representations.event)


@Endpoint("POST", "events/redeliver", Permission.MANAGE, body=RedeliverBody, response=Redelivery, errors=("NOT_FOUND",))
def redeliver_events(call: Call) -> Json:
    """Send the events of a stretch of time again.

    Put all that match back into the queues of webhook endpoints, oldest first: each with the same id and the same
    content.

    Returns:
        How many wait again.
    """
    count, has_more = redelivery.redeliver_range(wanted=call.body, endpoint_id=_endpoint(call), **call.by)
    return {"count": count, "hasMore": has_more}


@Endpoint("GET", "events/<str:event_id>", response=representations.EventWithAttempts, errors=("NOT_FOUND",))
def get_event_by_id(call: Call, event_id: str) -> Json:
    """Read an event with its attempts.

    Answer with the event, what was sent, and how each attempt went.

    Returns:
        The event with its attempts.
    """
    event = queries.event(platform_id=call.platform_id, key=_key(event_id))
    if event is None:
        raise redelivery.EventNotFound
    return representations.event_with_attempts(
        event, queries.attempts(event), further=queries.at_further_endpoints(event)
    )


@Endpoint(
    "POST",
    "events/<str:event_id>/redeliver",
    Permission.MANAGE,
    body=RedeliverOneBody,
    response=representations.EventRepresentation,
    errors=("NOT_FOUND",),
)
def redeliver_event(call: Call, event_id: str) -> Json:
    """Send an event again.

    Put the event back into the queue: same id, same content.

    Returns:
        The event, PENDING where it goes to `webhookEndpoint` of the configuration.
    """
    again = redelivery.redeliver(event_id=_key(event_id), endpoint_id=_endpoint(call), **call.by)
    return representations.event(again)


def _endpoint(call: Call) -> uuid.UUID | None:
    """Return the key of the endpoint that the body names."""
    wanted = call.body.get("webhookEndpointId")
    return None if wanted is None else platform_endpoints.key(wanted)


def _key(text: str) -> uuid.UUID | None:
    """Return the key of an event; its webhook's id is taken too, for that is what a receiver has seen."""
    return identifiers.parse("Event", text) or identifiers.parse("Webhook", text)
