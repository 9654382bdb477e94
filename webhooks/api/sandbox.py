"""`POST /sandbox/webhooks/test` and `/listen`: webhooks while the developer looks on."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer, inline_serializer
from rest_framework import serializers

from platforms.base import clock
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, MomentField
from platforms.models import Permission
from webhooks import representations
from webhooks.delivery import deliveries
from webhooks.developer import listening, ping


class TestWebhookResponse(serializers.Serializer[Any]):
    """What the endpoint answered to the test event."""

    url = serializers.URLField(required=False)
    response_status = serializers.IntegerField()
    response_body = serializers.CharField(required=False)


def _send(call: Call) -> deliveries.Attempt | None:
    """Send the event: the network has no place in a database transaction."""
    return ping.send(platform_id=call.platform_id)


@Endpoint("POST", "sandbox/webhooks/test", Permission.TRANSACT, response=TestWebhookResponse, prepare=_send)
def send_test_webhook(_call: Call, prepared: deliveries.Attempt | None) -> Json:
    """Send a test webhook.

    Answer with what the endpoint said; 400 when there is none or it can't be reached.
    """
    attempt = ping.require_answer(prepared)
    return {
        "url": attempt.event.platform.endpoint,
        "response_status": attempt.reply.status,
        "response_body": attempt.reply.text,
    }


@extend_schema_serializer(component_name="ListenRequest")
class ListenBody(Body):
    """Where to go on."""

    cursor = serializers.CharField(
        required=False, max_length=64 * 1024, help_text="From the reply before; without one: what happens from now on."
    )
    startDate = MomentField(required=False, help_text="Without a cursor: what happened from this real time on.")


_LISTEN_RESPONSE = inline_serializer(
    "ListenResponse",
    {
        "data": representations.ToldRepresentation(many=True),
        "cursor": serializers.CharField(help_text="What to send next time."),
        "hasMore": serializers.BooleanField(help_text="Ask again at once."),
    },
)


@Endpoint("POST", "sandbox/webhooks/listen", Permission.TRANSACT, body=ListenBody, response=_LISTEN_RESPONSE)
def listen_to_webhooks(call: Call) -> Json:
    """Read events as signed requests.

    Answer with copies of what happened since: they are signed now, and numbered like the originals.
    """
    batch = listening.read(platform_id=call.platform_id, wanted=call.body, now=clock.real_now())
    data = [representations.told(told.event, headers=told.headers, body=told.body) for told in batch.told]
    return {"data": data, "cursor": batch.cursor, "hasMore": batch.has_more}
