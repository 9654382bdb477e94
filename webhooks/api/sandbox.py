"""`POST /sandbox/webhooks/test` and `/listen`: webhooks while the developer looks on."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer, inline_serializer
from rest_framework import serializers

from platforms.kit import clock
from platforms.models import Permission
from platforms.rest.fields import Body, MomentField
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply
from webhooks import listening, representations, trial
from webhooks.operations import deliveries


class TestWebhookResponse(serializers.Serializer[Any]):
    """What the endpoint answered to the test event."""

    url = serializers.URLField(required=False)
    response_status = serializers.IntegerField()
    response_body = serializers.CharField(required=False)


class SendTestWebhook(CommandView):
    """A test event, sent at once."""

    permission = Permission.TRANSACT
    sandbox_only = True

    def prepare(self, call: Call, **_: str) -> deliveries.Attempt | None:
        """Send the event: the network has no place in a database transaction."""
        return trial.send(platform_id=call.caller.platform_id)

    @operation("sendTestWebhook", summary="Send a test webhook", response=TestWebhookResponse)
    def post(self, call: Call, prepared: deliveries.Attempt | None) -> Reply:
        """Answer with what the endpoint said; 400 when there is none or it can't be reached."""
        attempt = trial.require_answer(prepared)
        return Reply(
            {
                "url": attempt.event.platform.endpoint,
                "response_status": attempt.reply.status,
                "response_body": attempt.reply.text,
            }
        )


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


class Listen(CommandView):
    """Events for a developer whose machine has no public address: `manage.py listen` asks once a second."""

    permission = Permission.TRANSACT
    sandbox_only = True

    @operation(
        "listenToWebhooks", summary="Read events as signed requests", request=ListenBody, response=_LISTEN_RESPONSE
    )
    def post(self, call: Call) -> Reply:
        """Answer with copies of what happened since: they are signed now, and numbered like the originals."""
        wanted = call.read_body(ListenBody)
        batch = listening.read(platform_id=call.caller.platform_id, wanted=wanted, now=clock.real_now())
        data = [representations.told(told.event, headers=told.headers, body=told.body) for told in batch.told]
        return Reply({"data": data, "cursor": batch.cursor, "hasMore": batch.has_more})
