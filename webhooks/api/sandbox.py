"""`POST /sandbox/webhooks/test`, `/listen` and `/answer`: webhooks while the developer looks on."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer, inline_serializer
from rest_framework import serializers

from platforms.base import clock, errors, identifiers
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import BeginField, Body, ChoiceField, FlagField, IdField, WholeNumberField
from platforms.models import Permission
from webhooks import representations
from webhooks.delivery import client, deliveries, listeners, platform_endpoints
from webhooks.developer import listening, ping


class TestWebhookResponse(serializers.Serializer[Any]):
    """What the endpoint answered to the test event."""

    url = serializers.URLField(required=False, help_text="Where the event was sent.")
    response_status = serializers.IntegerField(help_text="The HTTP status that the endpoint answered with.")
    response_body = serializers.CharField(required=False, help_text="The beginning of what it answered.")


@extend_schema_serializer(component_name="TestWebhookRequest")
class TestWebhookBody(Body):
    """Which endpoint is tested."""

    webhookEndpointId = IdField(
        required=False, help_text="The webhook endpoint. Left out: `webhookEndpoint` of the configuration."
    )


def _send(call: Call) -> deliveries.Attempt | None:
    """Send the event: the network has no place in a database transaction."""
    wanted = call.body.get("webhookEndpointId")
    key = None if wanted is None else platform_endpoints.key(wanted)
    return ping.send(platform_id=call.platform_id, endpoint_id=key)


@Endpoint(
    "POST",
    "sandbox/webhooks/test",
    Permission.TRANSACT,
    body=TestWebhookBody,
    response=TestWebhookResponse,
    prepare=_send,
    errors=("WEBHOOK_ENDPOINT_NOT_SET", "WEBHOOK_DELIVERY_ERROR", "NOT_FOUND"),
)
def send_test_webhook(_call: Call, prepared: deliveries.Attempt | None) -> Json:
    """Send a test webhook.

    Answer with what the endpoint said; 400 when there is none or it can't be reached.

    Returns:
        What the endpoint answered.
    """
    attempt = ping.require_answer(prepared)
    return {
        "url": attempt.event.endpoint.url,
        "response_status": attempt.reply.status,
        "response_body": attempt.reply.text,
    }


@extend_schema_serializer(component_name="ListenRequest")
class ListenBody(Body):
    """Where to go on."""

    cursor = serializers.CharField(
        required=False,
        max_length=64 * 1024,
        help_text="`cursor` of the reply before. Left out: from now on, or from `startDate` on.",
    )
    startDate = BeginField(
        required=False, help_text="Without a cursor: what happened from this moment of real time on."
    )
    answersApprovals = FlagField(
        default=False,
        help_text="Have payments that wait for approval wait for you, for ten seconds from this request, while the "
        "platform has no endpoint. Answer them by `POST /sandbox/webhooks/{webhookId}/answer`.",
    )


_LISTEN_RESPONSE = inline_serializer(
    "ListenResponse",
    {
        "data": representations.SignedEventRepresentation(many=True),
        "cursor": serializers.CharField(help_text="What to send next time."),
        "hasMore": serializers.BooleanField(help_text="Ask again at once."),
    },
)


def _note_listener(call: Call) -> None:
    """Remember who answers approvals: not in the database, and so not in its transaction."""
    if call.body["answersApprovals"]:
        listeners.note(platform_id=call.platform_id)


@Endpoint(
    "POST",
    "sandbox/webhooks/listen",
    Permission.TRANSACT,
    body=ListenBody,
    response=_LISTEN_RESPONSE,
    prepare=_note_listener,
)
def listen_to_webhooks(call: Call, prepared: None) -> Json:
    """Read events as signed requests.

    Answer with copies of what happened since: they are signed now, and numbered like the originals.

    Returns:
        Signed events, and where to go on.
    """
    batch = listening.read(platform_id=call.platform_id, wanted=call.body, now=clock.real_now())
    data = [
        representations.signed_event(
            signed.event,
            headers=signed.headers,
            body=signed.body,
            awaits_answer=listeners.awaits_answer(signed.event, now=call.now),
        )
        for signed in batch.events
    ]
    return {"data": data, "cursor": batch.cursor, "hasMore": batch.has_more}


@extend_schema_serializer(component_name="AnswerWebhookRequest")
class AnswerBody(Body):
    """What an endpoint would have answered: a `status`, or why there is none."""

    status = WholeNumberField(
        required=False, min_value=100, max_value=599, help_text="The status that the endpoint would have answered with."
    )
    body = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        max_length=listeners.LONGEST_ANSWER,
        help_text="The text of the answer's body: a JSON object, where it says anything.",
    )
    failure = ChoiceField(
        required=False,
        choices=[client.Failure.TIMEOUT.value, client.Failure.UNREACHABLE.value],
        help_text="Why there is no answer, in place of `status`.",
    )


@Endpoint(
    "POST",
    "sandbox/webhooks/<str:webhook_id>/answer",
    Permission.TRANSACT,
    body=AnswerBody,
    response=representations.EventRepresentation,
    errors=("NOT_FOUND", "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"),
)
def answer_webhook(call: Call, webhook_id: str) -> Json:
    """Answer a payment that waits for approval.

    Your answer counts as that of an endpoint would, once, within 15 seconds of the event.

    Returns:
        The event, with your answer as its only attempt.
    """
    said = call.body
    if ("status" in said) == ("failure" in said):
        raise errors.InvalidInput.field("status", "is required, or failure in its place")
    failure = client.Failure(said["failure"]) if "failure" in said else None
    event = listeners.answer(
        platform_id=call.platform_id,
        event_id=identifiers.parse("Webhook", webhook_id),
        reply=client.Reply(said.get("status"), said.get("body", "").encode(), 0, failure),
        now=call.now,
    )
    return representations.event(event)
