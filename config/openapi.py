"""The OpenAPI document: served as JSON, and what is done to it after it is generated."""

import functools
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import OpenApiResponse, OpenApiWebhook, extend_schema
from rest_framework import serializers

from compliance import representations as customers
from invitations import representations as invitations
from payments import representations as payments
from payments.account_types import openapi as _account_types  # noqa: F401 - registers how they are shown
from platforms.rest import errors, rate_limit
from platforms.rest.fields import MomentField
from webhooks.event_types import EventType


@rate_limit.per_address("openapi")
def document(request: HttpRequest) -> HttpResponseBase:
    """Answer with the OpenAPI document; it needs no token."""
    if request.method not in {"GET", "HEAD"}:
        return errors.response(errors.MethodNotAllowed(["GET", "HEAD"]), request)
    return HttpResponse(_document(), content_type="application/json")


@functools.cache
def _document() -> bytes:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    return orjson.dumps(generator.get_schema(request=None, public=True))  # type: ignore[no-untyped-call]


def finish(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Name the authentication scheme: HTTP Basic with an API token."""
    components = result.setdefault("components", {})
    components.setdefault("securitySchemes", {})["BasicAuth"] = {
        "type": "http",
        "scheme": "basic",
        "description": "User name: client id of an API token (or the token's id). Password: its client secret.",
    }
    result["security"] = [{"BasicAuth": []}]
    return result


def _webhook(name: str, component: str, prefix: str, data: Any) -> OpenApiWebhook:
    """Describe the events whose type begins with `prefix`: an envelope around the resource as its GET shows it."""
    types = [value for value in EventType.values if value.startswith(prefix)]
    fields: dict[str, Any] = {
        "id": serializers.CharField(help_text="`Webhook:<uuid>`; the same when the event is sent again."),
        "type": serializers.ChoiceField(choices=types),
        "timestamp": MomentField(),
    }
    if data is not None:
        fields["data"] = data
        fields["sequence"] = serializers.IntegerField(
            min_value=1,
            required=False,
            help_text="The number of the event among those of the same resource, without gaps.",
        )
        fields["isTruncated"] = serializers.BooleanField(
            required=False, help_text="True where the event was too long: `data` has only short, plain values."
        )
    envelope = type(component, (serializers.Serializer,), fields)
    acknowledged = {200: OpenApiResponse(description="Acknowledged. 409 stops this event, 410 disables the endpoint.")}
    return OpenApiWebhook(name, extend_schema(request=envelope, responses=acknowledged, tags=["webhooks"]))


OUTGOING_PAYMENT = _webhook(
    "outgoing-payment", "OutgoingPaymentWebhook", "OUTGOING_PAYMENT.", payments.OutgoingTransaction()
)
INCOMING_PAYMENT = _webhook(
    "incoming-payment", "IncomingPaymentWebhook", "INCOMING_PAYMENT.", payments.IncomingPaymentNews()
)
CUSTOMER = _webhook("customer-update", "CustomerWebhook", "CUSTOMER.", customers.customer_schema())
BULK_UPLOAD = _webhook("bulk-upload", "BulkUploadWebhook", "BULK_UPLOAD.", customers.BulkImport())
INTERNAL_ACCOUNT = _webhook(
    "internal-account-status",
    "InternalAccountStatusWebhook",
    "INTERNAL_ACCOUNT.",
    payments.InternalAccountRepresentation(),
)
INVITATION_CLAIMED = _webhook(
    "invitation-claimed", "InvitationClaimedWebhook", "INVITATION.", invitations.InvitationRepresentation()
)
TEST = _webhook("test-webhook", "TestWebhookRequest", "TEST", None)
