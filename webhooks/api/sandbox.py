"""`POST /sandbox/webhooks/test`: try the platform's endpoint while the developer waits."""

from typing import Any

from rest_framework import serializers

from platforms.models import Permission
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply
from webhooks import trial
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
