"""A developer's listener answers approvals in place of an endpoint."""

import datetime as dt
import json
import threading
from typing import Any

import pytest
from django.db.models import F

from platforms.models import Platform
from tests.conftest import Api
from tests.support import factories, patience
from tests.support.processes import listening
from webhooks.delivery import approvals, listeners
from webhooks.delivery.client import Failure
from webhooks.models import Delivery, Event, EventState

pytestmark = pytest.mark.usefixtures("database")

PAYMENT = "Transaction:0197d6f0-0000-7000-8000-00000000000a"


def api_of(platform, *permissions):
    created = factories.token(platform, permissions=permissions or ("TRANSACT",))
    return Api(created.token.client_id, created.client_secret)


@pytest.fixture
def without_endpoint(new_platform):
    """A platform without an endpoint."""
    return new_platform()


@pytest.fixture
def listener(without_endpoint):
    """An API client that has said it answers approvals."""
    api = Listener(api_of(without_endpoint))
    api.cursor = api.hear()["cursor"]
    return api


class Listener:
    """An API client that answers approvals."""

    def __init__(self, api):
        self.post = api.post
        self.cursor = None

    def hear(self):
        reply = self.post(
            "/sandbox/webhooks/listen", {"answersApprovals": True, **({"cursor": self.cursor} if self.cursor else {})}
        )
        assert reply.status_code == 200, reply.content
        return reply.json()


def ask(platform, **overrides):
    wanted = {"platform_id": platform.id, "resource": PAYMENT, "data": {"id": PAYMENT}, "now": platform.now()}
    return approvals.ask(**(wanted | overrides))


class Asking:
    """A payment that waits for its answer, in a thread of its own."""

    def __init__(self, platform, **overrides):
        self._said = []
        self._thread = threading.Thread(target=self._run, args=(platform, overrides))
        self._thread.start()

    def _run(self, platform, overrides):
        from django.db import connection

        try:
            self._said.append(ask(platform, **overrides))
        finally:
            connection.close()

    def end(self):
        self._thread.join(patience.LONG)
        [said] = self._said
        return said


def question(api):
    """What the listener is asked."""
    found: list[dict[str, Any]] = []

    def is_there():
        found.extend(told for told in api.hear()["data"] if told["awaitsAnswer"])
        return bool(found)

    patience.until(is_there)
    return json.loads(found[0]["body"])


@pytest.mark.parametrize(
    ("answer", "said", "state"),
    [
        ({"status": 200}, approvals.Answer(200, None, None), "DELIVERED"),
        (
            {"status": 200, "body": '{"receiverCustomerInfo": {"TAX_ID": "1"}}'},
            approvals.Answer(200, {"receiverCustomerInfo": {"TAX_ID": "1"}}, None),
            "DELIVERED",
        ),
        ({"status": 200, "body": "no JSON"}, approvals.Answer(200, None, None), "DELIVERED"),
        ({"status": 403, "body": '{"reason": "No."}'}, approvals.Answer(403, {"reason": "No."}, None), "ABANDONED"),
        ({"status": 500}, approvals.Answer(500, None, None), "ABANDONED"),
        ({"failure": "TIMEOUT"}, approvals.Answer(None, None, Failure.TIMEOUT), "ABANDONED"),
        ({"failure": "UNREACHABLE"}, approvals.Answer(None, None, Failure.UNREACHABLE), "ABANDONED"),
    ],
)
def test_what_it_answers_counts_as_an_endpoints_answer(without_endpoint, listener, answer, said, state):
    asking = Asking(without_endpoint)
    asked = question(listener)
    reply = listener.post(f"/sandbox/webhooks/{asked['id']}/answer", answer)

    assert asking.end() == said
    assert reply.status_code == 200, reply.content
    assert (reply.json()["status"], reply.json()["attempts"]) == (state, 1)
    assert (asked["type"], asked["data"], asked["sequence"]) == ("INCOMING_PAYMENT.PENDING", {"id": PAYMENT}, 1)
    [attempt] = api_of(without_endpoint, "VIEW").get(f"/events/{asked['id']}").json()["deliveries"]
    assert attempt.get("responseStatus") == answer.get("status")
    assert attempt["responseBody"] == answer.get("body", "")


def test_an_answer_is_dated_by_the_platforms_clock(without_endpoint, listener):
    Platform.objects.filter(id=without_endpoint.id).update(clock_offset=dt.timedelta(days=400))
    without_endpoint.refresh_from_db()
    asking = Asking(without_endpoint)
    asked = question(listener)

    listener.post(f"/sandbox/webhooks/{asked['id']}/answer", {"status": 200})

    assert asking.end().status == 200
    assert Delivery.objects.get().at >= Event.objects.get().created_at


def test_an_answer_counts_once(without_endpoint, listener):
    asking = Asking(without_endpoint)
    asked = question(listener)
    listener.post(f"/sandbox/webhooks/{asked['id']}/answer", {"status": 403})
    again = listener.post(f"/sandbox/webhooks/{asked['id']}/answer", {"status": 200})

    assert asking.end().status == 403
    assert (again.status_code, again.json()["code"]) == (409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL")


def test_silence_ends_after_its_time_and_an_answer_is_too_late(without_endpoint, listener, monkeypatch):
    monkeypatch.setattr(listeners.wait, "__kwdefaults__", {"seconds": 0.5})

    said = ask(without_endpoint)

    event = Event.objects.get()
    assert said == approvals.Answer(None, None, Failure.TIMEOUT)
    assert (event.state, event.attempts) == (EventState.ABANDONED, 1)
    assert listener.post(f"/sandbox/webhooks/{event.public_id}/answer", {"status": 200}).status_code == 409


def test_a_payment_that_is_decided_meanwhile_waits_no_longer(without_endpoint, listener):
    assert ask(without_endpoint, is_settled=lambda: True).failure == Failure.TIMEOUT
    assert listeners.SECONDS == 15


def test_without_a_listener_that_answers_nobody_is_asked(without_endpoint):
    api_of(without_endpoint).post("/sandbox/webhooks/listen", {})

    assert ask(without_endpoint) is None
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "difference",
    [
        {"type": "INCOMING_PAYMENT.COMPLETED"},
        {"created_at": F("created_at") - dt.timedelta(hours=1)},
        {"state": EventState.ABANDONED},
        {"attempts": 1},
    ],
)
def test_only_a_young_question_that_nobody_was_asked_waits(without_endpoint, listener, emit, difference):
    event = emit(without_endpoint, type="INCOMING_PAYMENT.PENDING", resource=PAYMENT)
    Event.objects.filter(id=event.id).update(**{"state": EventState.NO_ENDPOINT} | difference)

    [told] = listener.hear()["data"]

    assert not told["awaitsAnswer"]
    reply = listener.post(f"/sandbox/webhooks/{json.loads(told['body'])['id']}/answer", {"status": 200})
    assert reply.status_code == 409


def test_a_listener_that_has_gone_is_not_asked(without_endpoint, listener, monkeypatch):
    listening.forget(without_endpoint)

    assert ask(without_endpoint) is None


def test_it_is_forgotten_after_ten_seconds(without_endpoint, listener):
    assert 0 < listening.seconds_left(without_endpoint) <= 10


def test_an_endpoint_is_asked_and_not_the_listener(without_endpoint, listener, receiver):
    Platform.objects.filter(id=without_endpoint.id).update(webhook_endpoint=receiver.url)

    assert ask(without_endpoint).status == 200
    [told] = listener.hear()["data"]
    assert not told["awaitsAnswer"]
    reply = listener.post(f"/sandbox/webhooks/{json.loads(told['body'])['id']}/answer", {"status": 403})
    assert reply.status_code == 409


def test_the_service_works_without_its_redis_server(without_endpoint, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert Listener(api_of(without_endpoint)).hear()["data"] == []
    assert ask(without_endpoint) is None


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"status": 200, "failure": "TIMEOUT"},
        {"status": 99},
        {"failure": "TLS"},
        {"status": 200, "body": "x" * 2049},
    ],
)
def test_an_answer_that_says_nothing_is_refused(without_endpoint, body):
    reply = api_of(without_endpoint).post("/sandbox/webhooks/Webhook:x/answer", body)

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")


def test_nobody_answers_for_another_platform_or_in_production(without_endpoint, listener, new_platform):
    asking = Asking(without_endpoint)
    asked = question(listener)
    path = f"/sandbox/webhooks/{asked['id']}/answer"

    assert api_of(new_platform()).post(path, {"status": 200}).status_code == 404
    assert api_of(new_platform(environment="PRODUCTION")).post(path, {"status": 200}).status_code == 403
    assert api_of(without_endpoint, "VIEW").post(path, {"status": 200}).status_code == 403
    listener.post(path, {"status": 200})
    assert asking.end().status == 200
