"""GET /events, GET /events/{eventId}, POST /events/{eventId}/redeliver, POST /events/redeliver."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from platforms.kit import errors, identifiers
from platforms.models import Permission
from platforms.rest import pagination
from platforms.rest.fields import Body, IdField, MomentField, PageQuery, Query
from platforms.rest.schema import list_of, operation
from platforms.rest.views import Call, CommandView, QueryView, Reply
from webhooks import queries, representations
from webhooks.event_types import EventType
from webhooks.models import OPEN_STATES, EventState
from webhooks.operations import redelivery


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


class Events(QueryView):
    """What happened, and whether the platform knows."""

    @operation(
        "listEvents",
        summary="List events of the last 90 days",
        query=EventQuery,
        response=list_of("EventListResponse", representations.EventRepresentation(many=True)),
    )
    def get(self, call: Call) -> Reply:
        """List events of the last 90 days."""
        query = call.read_query(EventQuery)
        platform_id = call.caller.platform_id
        rows = queries.events(platform_id=platform_id, filters=query)
        return Reply(pagination.page(rows, query=query, scope=f"events:{platform_id}", represent=representations.event))


class OneEvent(QueryView):
    """One event."""

    @operation(
        "getEventById",
        summary="Read an event with its attempts",
        response=representations.EventWithAttempts,
    )
    def get(self, call: Call, event_id: str) -> Reply:
        """Answer with the event, what was sent, and how each attempt went."""
        call.read_query(Query)
        event = queries.event(platform_id=call.caller.platform_id, key=_key(event_id))
        if event is None:
            raise redelivery.EventNotFound
        return Reply(representations.event_with_attempts(event, queries.attempts(event)))


class Redeliver(CommandView):
    """Sending one event again."""

    permission = Permission.MANAGE

    @operation("redeliverEvent", summary="Send an event again", response=representations.EventRepresentation)
    def post(self, call: Call, event_id: str) -> Reply:
        """Put the event back into the queue: same id, same content."""
        event = redelivery.redeliver(
            platform_id=call.caller.platform_id, event_id=_key(event_id), actor=call.actor, now=call.now
        )
        return Reply(representations.event(event))


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


class RedeliverRange(CommandView):
    """Sending again what fell into a stretch of time, after an outage for example."""

    permission = Permission.MANAGE

    @operation(
        "redeliverEvents",
        summary="Send the events of a stretch of time again",
        request=RedeliverBody,
        response=Redelivery,
    )
    def post(self, call: Call) -> Reply:
        """Put all that match back into the queue."""
        wanted = call.read_body(RedeliverBody)
        if wanted["endDate"] < wanted["startDate"]:
            raise errors.InvalidInput.field("endDate", "must not be before startDate")
        count, has_more = redelivery.redeliver_range(
            platform_id=call.caller.platform_id, wanted=wanted, actor=call.actor, now=call.now
        )
        return Reply({"count": count, "hasMore": has_more})


def _key(text: str) -> uuid.UUID | None:
    """Return the key of an event; its webhook's id is taken too, for that is what a receiver has seen."""
    return identifiers.parse("Event", text) or identifiers.parse("Webhook", text)
