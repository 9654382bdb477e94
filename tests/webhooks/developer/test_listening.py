"""POST /sandbox/webhooks/listen: copies of events, as the requests that an endpoint would get."""

import datetime as dt
import json
import threading

import pytest
from django.db import connection, transaction
from django.test import Client

from platforms.base import clock, identifiers
from platforms.models import Platform
from tests.conftest import Api
from tests.support import factories, patience
from tests.support.servers import webhook_receiver as receivers
from tests.support.servers.webhook_receiver import Answer
from webhooks.delivery import claims
from webhooks.developer import positions
from webhooks.models import Event, EventState, EventStream
from webhooks.outbox import events

pytestmark = pytest.mark.usefixtures("database")


class Listener:
    """Asks again and again, each time with the cursor of the last reply."""

    def __init__(self, api):
        self.api = api
        self.cursor = None

    def ask(self, **body):
        body |= {"cursor": self.cursor} if self.cursor else {}
        reply = self.api.post("/sandbox/webhooks/listen", body)
        assert reply.status_code == 200, reply.content
        self.cursor = reply.json()["cursor"]
        return reply.json()["data"]

    def bodies(self, **body):
        return [json.loads(told["body"]) for told in self.ask(**body)]


@pytest.fixture
def without_endpoint(new_platform):
    """A platform without an endpoint."""
    return new_platform()


def api_of(platform, *permissions):
    created = factories.token(platform, **({"permissions": permissions} if permissions else {}))
    return Api(created.token.client_id, created.client_secret)


@pytest.fixture
def listener(without_endpoint):
    listener = Listener(api_of(without_endpoint))
    assert listener.ask() == []
    return listener


def sequences(told):
    return [body["sequence"] for body in told]


def test_an_event_is_told_as_the_request_that_an_endpoint_would_get(without_endpoint, listener, emit):
    event = emit(without_endpoint, data={"description": "Zoë ≠ Zoe, \u2028"})

    [told] = listener.ask()

    assert {name: told[name] for name in ("id", "type", "resourceId", "createdAt")} == {
        "id": f"Event:{event.id}",
        "type": "OUTGOING_PAYMENT.COMPLETED",
        "resourceId": event.resource,
        "createdAt": clock.iso(event.created_at),
    }
    request = receivers.Received("POST", "/", told["headers"], told["body"].encode(), 0)
    assert request.json == json.loads(event.payload) | {"sequence": 1}
    pem = Client().get(f"/webhook-keys/{without_endpoint.id}.pem").content.decode()
    keys = Client().get(f"/webhook-keys/{without_endpoint.id}").json()["keys"]
    assert receivers.is_signed_by(request, pem)
    assert receivers.is_standard_webhook(
        request, next(k["standardWebhooksKey"] for k in keys if k["algorithm"] == "ED25519")
    )


def test_each_event_is_told_once_in_the_order_of_its_resource(without_endpoint, listener, emit):
    first = [emit(without_endpoint, data={"n": n}) for n in range(3)]
    told = listener.bodies()
    second = [emit(without_endpoint, data={"n": n}) for n in range(3, 5)]
    told += listener.bodies()

    assert [body["id"] for body in told] == [event.public_id for event in first + second]
    assert sequences(told) == [1, 2, 3, 4, 5]
    assert listener.ask() == []


def test_what_happened_before_is_told_from_a_moment_on(without_endpoint, emit):
    emit(without_endpoint, data={"n": 0})
    moment = clock.real_now()
    Event.objects.update(id=identifiers.first_key(moment - dt.timedelta(minutes=2)))
    emit(without_endpoint, data={"n": 1})

    def told_from(**body):
        return [body["data"]["n"] for body in Listener(api_of(without_endpoint)).bodies(**body)]

    assert told_from() == []
    assert told_from(startDate=clock.iso(moment - dt.timedelta(minutes=1))) == [1]
    assert told_from(startDate=clock.iso(moment - dt.timedelta(minutes=3))) == [0, 1]
    assert told_from(startDate="1969-12-31T23:59:59Z") == [0, 1]
    assert told_from(startDate="0001-01-01T00:00:00Z") == [0, 1]


def test_an_event_whose_database_transaction_commits_late_is_told_too(without_endpoint, listener, emit):
    stored, go_on = threading.Event(), threading.Event()

    def emit_late():
        try:
            with transaction.atomic():
                events.emit(platform_id=without_endpoint.id, type="TEST", resource="x", data=None, now=clock.real_now())
                stored.set()
                assert go_on.wait(patience.LONG)
        finally:
            connection.close()

    thread = threading.Thread(target=emit_late)
    thread.start()
    assert stored.wait(patience.LONG)
    early = emit(without_endpoint)
    assert [told["id"] for told in listener.ask()] == [f"Event:{early.id}"]
    go_on.set()
    thread.join()

    assert [told["type"] for told in listener.ask()] == ["TEST"]
    assert listener.ask() == []


def test_more_than_one_reply_holds_are_told_one_after_the_other(without_endpoint, listener):
    now = clock.real_now()
    new = [
        events.NewEvent(without_endpoint.id, "OUTGOING_PAYMENT.COMPLETED", f"Transaction:{n % 7}", {"n": n}, now)
        for n in range(250)
    ]
    with transaction.atomic():
        events.emit_many(new)

    batches = [listener.bodies() for _ in range(4)]

    assert [len(batch) for batch in batches] == [100, 100, 50, 0]
    assert sorted(body["data"]["n"] for batch in batches for body in batch) == list(range(250))
    for r in range(7):
        of_one = [body for batch in batches for body in batch if body["data"]["n"] % 7 == r]
        assert sequences(of_one) == list(range(1, len(of_one) + 1))


def test_a_position_forgets_what_is_settled(without_endpoint, listener, emit):
    emit(without_endpoint)
    listener.ask()
    short = len(listener.cursor)
    later = clock.real_now() + dt.timedelta(minutes=1)

    with transaction.atomic():
        position = positions.Position(identifiers.first_key(clock.real_now()), frozenset({identifiers.new_key()}))
        _, behind, _ = positions.take(platform_id=without_endpoint.id, position=position, now=later)

    assert short < 200
    assert behind.seen == frozenset()


class TestNumbers:
    def test_of_what_nobody_else_was_told_are_those_that_redelivery_sends(
        self, without_endpoint, listener, emit, deliver, receiver
    ):
        [emit(without_endpoint, data={"n": n}) for n in range(3)]
        deliver()
        assert set(Event.objects.values_list("state", flat=True)) == {EventState.NO_ENDPOINT}
        told = listener.bodies()
        Platform.objects.update(webhook_endpoint=receiver.url)
        Event.objects.update(state=EventState.PENDING, next_attempt_at=clock.real_now())

        deliver()

        assert sequences(told) == [1, 2, 3]
        assert [request.json for request in receiver.received] == told

    def test_are_those_that_the_endpoint_gets_whoever_comes_first(self, platform, receiver, emit, deliver):
        listener = Listener(api_of(platform))
        listener.ask()
        told = []
        for n in range(6):
            emit(platform, data={"n": n})
            if n % 2:
                deliver()
            told += listener.bodies()
        deliver()

        assert [request.json for request in receiver.received] == told
        assert sequences(told) == list(range(1, 7))

    def test_of_events_behind_one_that_fails_are_told_without_waiting_for_it(
        self, platform, receiver, emit, deliver, make_due
    ):
        receiver.answers = [Answer(500)]
        first = emit(platform, data={"n": 0})
        deliver()
        listener = Listener(api_of(platform))
        listener.ask()
        emit(platform, data={"n": 1})

        told = listener.bodies()
        make_due(first)
        deliver()

        assert [(body["data"]["n"], body["sequence"]) for body in told] == [(1, 2)]
        assert [request.json["sequence"] for request in receiver.received] == [1, 1, 2]

    def test_are_given_by_the_sender_that_has_the_resource_in_its_hands(self, platform, emit):
        listener = Listener(api_of(platform))
        listener.ask()
        emit(platform)
        with transaction.atomic():
            claims.claim(
                free_slots=dict.fromkeys(claims.due_endpoints(now=clock.real_now()), 4),
                holder=identifiers.new_key(),
                now=clock.real_now(),
            )

        assert listener.ask() == []

        Event.objects.update(sequence=1, state=EventState.DELIVERED, next_attempt_at=None)
        EventStream.objects.update(last_sequence=1, claimed_until=None)
        assert sequences(listener.bodies()) == [1]

    def test_are_given_though_a_claim_of_the_future_is_left_on_the_resource(self, platform, emit):
        """A sender died, then the database's clock went back."""
        listener = Listener(api_of(platform))
        listener.ask()
        event = emit(platform)
        ahead = clock.real_now() + dt.timedelta(days=1)
        EventStream.objects.create(
            platform=platform, resource=event.resource, claimed_by=identifiers.new_key(), claimed_until=ahead
        )

        assert sequences(listener.bodies()) == [1]

    def test_a_test_event_has_none(self, without_endpoint, listener, emit):
        emit(without_endpoint, type="TEST", data=None, resource=without_endpoint.public_id)

        assert set(listener.bodies()[0]) == {"id", "type", "timestamp"}


class TestTheEdge:
    def test_others_are_not_told(self, without_endpoint, listener, rival, emit):
        emit(rival.platform)

        assert listener.ask() == []

    def test_a_cursor_of_another_platform_is_refused(self, listener, rival_api):
        reply = rival_api.post("/sandbox/webhooks/listen", {"cursor": listener.cursor})

        assert reply.status_code == 400
        assert [error["field"] for error in reply.json()["details"]["errors"]] == ["cursor"]

    @pytest.mark.parametrize("body", [{"cursor": "x"}, {"cursor": ""}, {"cursor": 1}, {"startDate": "today"}])
    def test_wrong_input_is_named(self, without_endpoint, body):
        reply = api_of(without_endpoint).post("/sandbox/webhooks/listen", body)

        assert reply.status_code == 400
        assert [error["field"] for error in reply.json()["details"]["errors"]] == list(body)

    def test_it_is_for_the_sandbox_and_takes_transact(self, without_endpoint, new_platform):
        production = new_platform(environment="PRODUCTION")

        assert api_of(production).post("/sandbox/webhooks/listen", {}).status_code == 403
        assert api_of(without_endpoint, "VIEW").post("/sandbox/webhooks/listen", {}).status_code == 403
        assert api_of(without_endpoint, "TRANSACT").post("/sandbox/webhooks/listen", {}).status_code == 200

    def test_asking_in_vain_costs_two_statements(self, listener, costs):
        listener.ask()

        with costs.of():
            listener.ask()
