"""GET /events, GET /events/{eventId}, POST /events/{eventId}/redeliver, POST /events/redeliver."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from platforms.base import errors, identifiers
from platforms.http import pagination
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, IdField, MomentField, PageQuery
from platforms.http.schema import list_of
from platforms.models import Permission
from webhooks import queries, representations
from webhooks.delivery import redelivery
from webhooks.models import OPEN_STATES, EventState
from webhooks.outbox.event_types import EventType


class EventQuery(PageQuery):
    """Filters of the event list."""

    type = serializers.ChoiceField(required=False, choices=EventType.choices)
    status = serializers.ChoiceField(required=False, choices=EventState.choices)
    failed = serializers.BooleanField(
        required=False, help_text="true: only events that were given up, refused, or failed at least once so far."
    )
    resourceId = IdField(required=False)
    startDate = MomentField(required=False)
    endDate = MomentField(required=False)
    sortOrder = serializers.ChoiceField(default="desc", choices=["asc", "desc"])


@extend_schema_serializer(component_name="RedeliverEventsRequest")
class RedeliverBody(Body):
    """Which events to send again."""

    startDate = MomentField()
    endDate = MomentField(help_text="Not before `startDate`.")
    type = serializers.ChoiceField(required=False, choices=EventType.choices)
    status = serializers.ChoiceField(
        required=False, choices=[state for state in EventState.choices if state[0] not in OPEN_STATES]
    )


class Redelivery(serializers.Serializer[Any]):
    """How many events wait again."""

    count = serializers.IntegerField(min_value=0)
    hasMore = serializers.BooleanField(help_text="More match than one request puts back: ask again.")


@Endpoint(
    "GET",
    "events",
    query=EventQuery,
    response=list_of("EventListResponse", representations.EventRepresentation(many=True)),
)
def list_events(call: Call) -> Json:
    """List events of the last 90 days."""
    rows = queries.events(platform_id=call.platform_id, filters=call.query)
    scope = f"events:{call.platform_id}"
    return pagination.page(rows, query=call.query, scope=scope, represent=representations.event)


@Endpoint("POST", "events/redeliver", Permission.MANAGE, body=RedeliverBody, response=Redelivery)
def redeliver_events(call: Call) -> Json:
    """Send the events of a stretch of time again.

    Put all that match back into the queue.
    """
    if call.body["endDate"] < call.body["startDate"]:
        raise errors.InvalidInput.field("endDate", "must not be before startDate")
    count, has_more = redelivery.redeliver_range(wanted=call.body, **call.by)
    return {"count": count, "hasMore": has_more}


@Endpoint("GET", "events/<str:event_id>", response=representations.EventWithAttempts)
def get_event_by_id(call: Call, event_id: str) -> Json:
    """Read an event with its attempts.

    Answer with the event, what was sent, and how each attempt went.
    """
    event = queries.event(platform_id=call.platform_id, key=_key(event_id))
    if event is None:
        raise redelivery.EventNotFound
    return representations.event_with_attempts(event, queries.attempts(event))


@Endpoint("POST", "events/<str:event_id>/redeliver", Permission.MANAGE, response=representations.EventRepresentation)
def redeliver_event(call: Call, event_id: str) -> Json:
    """Send an event again.

    Put the event back into the queue: same id, same content.
    """
    return representations.event(redelivery.redeliver(event_id=_key(event_id), **call.by))


def _key(text: str) -> uuid.UUID | None:
    """Return the key of an event; its webhook's id is taken too, for that is what a receiver has seen."""
    return identifiers.parse("Event", text) or identifiers.parse("Webhook", text)
