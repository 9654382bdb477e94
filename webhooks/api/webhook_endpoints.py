"""The /webhook-endpoints endpoints."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from platforms.base import patterns
from platforms.http.document.operations import list_of
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, ChoiceField, TextField, WholeListQuery
from platforms.models import Permission
from platforms.operations import config
from webhooks import representations
from webhooks.delivery import platform_endpoints
from webhooks.models import EndpointSwitch
from webhooks.outbox.event_types import EventType


@extend_schema_field({"type": "string", "pattern": patterns.ENDPOINT})
class _Url(TextField):
    """The address of a webhook endpoint; which ones are called is the operation's to say."""


_WHERE = "Where events go: https, at a public address, on no port of another protocol."


def _types(**options: Any) -> serializers.ListField:
    return serializers.ListField(
        child=ChoiceField(choices=EventType.choices),
        required=False,
        max_length=len(EventType.values),
        help_text="The types of events that it gets; empty: all. `TEST` comes always.",
        **options,
    )


@extend_schema_serializer(component_name="WebhookEndpointCreateRequest")
class NewEndpointBody(Body):
    """A webhook endpoint to add."""

    url = _Url(max_length=2048, help_text=_WHERE)
    types = _types(default=list)


@extend_schema_serializer(component_name="WebhookEndpointUpdateRequest")
class EndpointChanges(Body):
    """What may change about a webhook endpoint; what is left out stays."""

    url = _Url(required=False, max_length=2048, help_text=_WHERE)
    types = _types()
    state = ChoiceField(
        required=False,
        choices=EndpointSwitch.choices,
        help_text="ENABLED: it gets what happens from now on, and a `TEST` at once. DISABLED: it gets nothing.",
    )


def _checked(call: Call, **_: str) -> Json:
    """Return the body. Looks up the endpoint's host, so never inside a database transaction."""
    if "url" in call.body:
        config.require_public(call.body["url"], environment=call.caller.environment, field="url")
    return call.body


@Endpoint(
    "GET",
    "webhook-endpoints",
    query=WholeListQuery,
    response=list_of("WebhookEndpointListResponse", representations.EndpointRepresentation(many=True), paged=False),
)
def list_webhook_endpoints(call: Call) -> Json:
    """List webhook endpoints.

    Answer with all of them: `webhookEndpoint` of the configuration first, then the oldest.

    Returns:
        The webhook endpoints.
    """
    rows = platform_endpoints.of_platform(call.platform_id)
    return {"data": [representations.endpoint(row) for row in rows]}


@Endpoint(
    "POST",
    "webhook-endpoints",
    Permission.MANAGE,
    body=NewEndpointBody,
    response=representations.EndpointRepresentation,
    status=201,
    prepare=_checked,
    errors=("WEBHOOK_ENDPOINT_LIMIT_REACHED",),
)
def create_webhook_endpoint(call: Call, prepared: Json) -> Json:
    """Add a webhook endpoint.

    It gets what happens from now on, and a `TEST` at once. Where the configuration has no `webhookEndpoint`, it becomes
    that.

    Returns:
        The webhook endpoint.
    """
    return representations.endpoint(platform_endpoints.create(**prepared, **call.by))


@Endpoint(
    "GET",
    "webhook-endpoints/<str:endpoint_id>",
    response=representations.EndpointRepresentation,
    errors=("NOT_FOUND",),
)
def get_webhook_endpoint(call: Call, endpoint_id: str) -> Json:
    """Read a webhook endpoint.

    Answer with the endpoint, and whether it works. One that was switched off stays readable.

    Returns:
        The webhook endpoint.
    """
    key = platform_endpoints.key(endpoint_id)
    return representations.endpoint(platform_endpoints.get(platform_id=call.platform_id, endpoint_id=key))


@Endpoint(
    "PATCH",
    "webhook-endpoints/<str:endpoint_id>",
    Permission.MANAGE,
    body=EndpointChanges,
    response=representations.EndpointRepresentation,
    prepare=_checked,
    errors=("NOT_FOUND",),
)
def update_webhook_endpoint(call: Call, endpoint_id: str, prepared: Json) -> Json:
    """Change a webhook endpoint.

    Change what the body names; what it leaves out stays. What waits for another attempt goes to the new `url`.

    Returns:
        The webhook endpoint as it is now.
    """
    key = platform_endpoints.key(endpoint_id)
    return representations.endpoint(platform_endpoints.update(endpoint_id=key, changes=prepared, **call.by))


@Endpoint("DELETE", "webhook-endpoints/<str:endpoint_id>", Permission.MANAGE, status=204, errors=("NOT_FOUND",))
def delete_webhook_endpoint(call: Call, endpoint_id: str) -> None:
    """Remove a webhook endpoint.

    It gets nothing any more, what waits for it included. `webhookEndpoint` of the configuration becomes empty, if it
    is that.

    Returns:
        Removed; no content.
    """
    platform_endpoints.delete(endpoint_id=platform_endpoints.key(endpoint_id), **call.by)
