import base64

import pytest
from django.db import transaction
from django.test import Client

from platforms import audit
from platforms.base import clock
from platforms.http import errors
from platforms.models import Permission, Platform
from platforms.operations import api_tokens
from tests.support.servers import webhook_receiver as receivers
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks.models import Event, EventState

pytestmark = pytest.mark.usefixtures("database")

PATH = "/2025-10-13/sandbox/webhooks/test"


@pytest.fixture
def call():
    """Return a function that makes a request with a token of the platform."""

    def send(platform, method="POST", path=PATH, body=None, permissions=("TRANSACT",), **headers):
        with transaction.atomic():
            created = api_tokens.create(
                platform_id=platform.id,
                name="test",
                permissions=permissions,
                granted_by=frozenset(Permission.values),
                actor=audit.SYSTEM,
                now=clock.real_now(),
            )
        credentials = base64.b64encode(f"{created.token.client_id}:{created.client_secret}".encode()).decode()
        headers = {"Authorization": f"Basic {credentials}", **headers}
        return Client().generic(method, path, body or b"", content_type="application/json", headers=headers)

    return send


class TestSendTestWebhook:
    def test_sends_a_signed_test_event_and_shows_the_answer(self, platform, receiver, call):
        receiver.answers = [Answer(202, b"got it")]

        reply = call(platform)

        assert reply.status_code == 200
        assert reply.json() == {"url": receiver.url, "response_status": 202, "response_body": "got it"}
        [request] = receiver.received
        assert set(request.json) == {"id", "type", "timestamp"}
        assert request.json["type"] == "TEST"
        pem = Client().get(f"/webhook-keys/{platform.id}.pem").content.decode()
        assert receivers.is_signed_by(request, pem)
        event = Event.objects.get()
        assert (event.state, event.public_id) == (EventState.DELIVERED, request.json["id"])
        assert event.deliveries.get().reply == "got it"

    def test_shows_an_answer_that_refuses_and_does_not_repeat_the_event(self, platform, receiver, call, deliver):
        receiver.answers = [Answer(500, b"broken")]

        reply = call(platform)
        deliver()

        assert reply.json()["response_status"] == 500
        assert len(receiver.received) == 1
        assert Event.objects.get().state == EventState.ABANDONED

    def test_needs_an_endpoint(self, new_platform, call):
        reply = call(new_platform())

        assert (reply.status_code, reply.json()["code"]) == (400, "WEBHOOK_ENDPOINT_NOT_SET")

    def test_an_endpoint_out_of_reach_is_tried_again_under_the_same_key(self, new_platform, receiver, call):
        with Receiver() as gone:
            platform = new_platform(gone.url)
        first = call(platform, **{"Idempotency-Key": "k"})
        Platform.objects.filter(id=platform.id).update(webhook_endpoint=receiver.url)

        again = call(platform, **{"Idempotency-Key": "k"})

        assert (first.status_code, again.status_code) == (400, 200)

    def test_says_that_an_endpoint_is_out_of_reach_and_nothing_more(self, new_platform, call):
        with Receiver() as gone:
            url = gone.url

        reply = call(new_platform(url))

        assert reply.status_code == 400
        assert reply.json() == {
            "status": 400,
            "code": "WEBHOOK_DELIVERY_ERROR",
            "message": "The webhook endpoint could not be reached.",
            "details": {"reason": "no connection could be made"},
            "retryable": True,
            "documentationUrl": errors.documentation_url("WEBHOOK_DELIVERY_ERROR"),
        }
        assert Event.objects.get().deliveries.get().error == "UNREACHABLE"

    def test_is_a_write_that_needs_transact(self, platform, receiver, call):
        assert call(platform, permissions=("VIEW",)).status_code == 403
        assert receiver.received == []

    def test_is_for_the_sandbox_only(self, new_platform, receiver, call):
        assert call(new_platform(receiver.url, "PRODUCTION")).status_code == 403
        assert receiver.received == []

    def test_with_an_idempotency_key_is_sent_once(self, platform, receiver, call):
        first = call(platform, **{"Idempotency-Key": "k"})
        second = call(platform, **{"Idempotency-Key": "k"})

        assert first.content == second.content
        assert second["Idempotent-Replayed"] == "true"
        assert len(receiver.received) == 1


class TestSettingTheEndpoint:
    def test_sends_one_test_event_to_it(self, new_platform, receiver, call, deliver):
        platform = new_platform()

        reply = patch(call, platform, receiver.url)
        deliver()

        assert reply.status_code == 200
        assert receiver.types == ["TEST"]
        assert Event.objects.get().state == EventState.DELIVERED

    def test_to_nothing_sends_nothing(self, platform, receiver, call, deliver):
        patch(call, platform, "")
        deliver()

        assert Platform.objects.get(id=platform.id).webhook_endpoint == ""
        assert receiver.received == []
        assert not Event.objects.exists()


def patch(call, platform, url):
    return call(platform, "PATCH", "/2025-10-13/config", f'{{"webhookEndpoint": "{url}"}}', permissions=("MANAGE",))
