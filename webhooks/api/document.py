"""The webhooks of the document: what the service sends to a platform's endpoint, and what that may answer."""

from typing import Any

from django.utils.module_loading import import_string
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, OpenApiWebhook, extend_schema, inline_serializer
from rest_framework import serializers

from platforms.http.fields import MomentField
from webhooks.outbox import event_types

_ANSWERS: dict[int | str, OpenApiResponse] = {
    200: OpenApiResponse(description="The event has arrived. Any other status from 201 to 299 says the same."),
    409: OpenApiResponse(description="This event is not wanted: it is not sent again."),
    410: OpenApiResponse(description="No event is wanted: the endpoint is removed from the platform's configuration."),
    "default": OpenApiResponse(
        description="Anything else, a redirect too, or nothing within 10 seconds: the event is sent again, for 7 days."
    ),
}
_APPROVAL_ANSWERS = _ANSWERS | {
    200: OpenApiResponse(
        inline_serializer(
            "IncomingPaymentWebhookResponse",
            {
                "receiverCustomerInfo": serializers.DictField(
                    required=False,
                    help_text="What `requestedReceiverCustomerInfoFields` asks for, by the names of its fields.",
                )
            },
        ),
        description="The event has arrived. Of `INCOMING_PAYMENT.PENDING`: the payment is approved.",
        examples=[
            OpenApiExample(
                "Approved, with a fact that was asked for",
                {"receiverCustomerInfo": {"FULL_NAME": "Ada Lovelace"}},
            )
        ],
    ),
    202: OpenApiResponse(
        description="Of `INCOMING_PAYMENT.PENDING`: a call of approve or reject follows within 5 seconds."
    ),
    403: OpenApiResponse(
        inline_serializer(
            "IncomingPaymentWebhookForbiddenResponse",
            {"reason": serializers.CharField(required=False, help_text="Why, in words for staff.")},
        ),
        description="Of `INCOMING_PAYMENT.PENDING`: the payment is rejected. The `reason` is kept for staff.",
        examples=[OpenApiExample("Rejected", {"reason": "We do not know the sender."})],
    ),
    422: OpenApiResponse(
        description="Of `INCOMING_PAYMENT.PENDING`: what was asked for can't be told. The payment fails."
    ),
    "default": OpenApiResponse(
        description="Anything else, a redirect too, or nothing in time: of `INCOMING_PAYMENT.PENDING`, which waits for"
        " 5 seconds and is sent once, the payment fails; any other event is sent again, for 7 days."
    ),
}


def _webhook(prefix: str, topic: event_types.Topic) -> OpenApiWebhook:
    """Describe the events of one topic: an envelope around the resource as its GET shows it."""
    types = [value for value in event_types.EventType.values if event_types.topic(value) == prefix]
    fields: dict[str, Any] = {
        "id": serializers.CharField(help_text="`Webhook:<uuid>`; the same when the event is sent again."),
        "type": serializers.ChoiceField(choices=types, help_text="What happened."),
        "timestamp": MomentField(help_text="When it happened, by the platform's clock."),
    }
    if topic.schema:
        fields["data"] = import_string(topic.schema)(
            help_text="What it happened to, as its GET showed it at that moment."
        )
        fields["sequence"] = serializers.IntegerField(
            min_value=1,
            required=False,
            help_text="The number of the event among those of the same resource, without gaps.",
        )
        fields["isTruncated"] = serializers.BooleanField(
            required=False, help_text="True where the event was too long: `data` has only short, plain values."
        )
    first, *words = topic.webhook.removesuffix("-webhook").split("-")
    decorate = extend_schema(
        operation_id="".join([first, *(word.capitalize() for word in words), "Webhook"]),
        summary=topic.summary,
        request=type(topic.component, (serializers.Serializer,), fields),
        responses=_APPROVAL_ANSWERS if prefix == "INCOMING_PAYMENT" else _ANSWERS,
        tags=["webhooks"],
    )
    return OpenApiWebhook(topic.webhook, decorate)


WEBHOOKS = [_webhook(prefix, topic) for prefix, topic in event_types.TOPICS.items()]
