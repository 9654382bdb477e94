import time

import pytest
from django.db import connection
from django.test import Client

from tests.support import patience
from tests.support.servers import webhook_receiver as receivers
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks.delivery import approvals, deliveries
from webhooks.delivery.client import Failure
from webhooks.models import Event, EventState

pytestmark = pytest.mark.usefixtures("database")

PAYMENT = "Transaction:0197d6f0-0000-7000-8000-00000000000a"


@pytest.fixture
def ask(platform):
    def call(**overrides):
        wanted = {"platform_id": platform.id, "resource": PAYMENT, "data": {"id": PAYMENT}, "now": platform.now()}
        return approvals.ask(**(wanted | overrides))

    return call


@pytest.mark.parametrize(
    ("answer", "body", "state"),
    [
        (Answer(200, b'{"receiverCustomerInfo": {}}'), {"receiverCustomerInfo": {}}, "DELIVERED"),
        (Answer(200, b""), None, "DELIVERED"),
        (Answer(202, b""), None, "DELIVERED"),
        (Answer(403, b'{"code": "NO"}'), {"code": "NO"}, "ABANDONED"),
        (Answer(422, b'{"requiredFields": []}'), {"requiredFields": []}, "ABANDONED"),
        (Answer(500, b"oops"), None, "ABANDONED"),
        (Answer(200, b"[1]"), None, "DELIVERED"),
        (Answer(200, b"\xff\xfe{not json"), None, "DELIVERED"),
        (Answer(302, b"", {"Location": "http://127.0.0.1/"}), None, "ABANDONED"),
    ],
)
def test_what_the_platform_says_comes_back_and_is_stored(ask, receiver, answer, body, state):
    receiver.answers = [answer]

    said = ask()

    assert said == approvals.Answer(answer.status, body, None)
    event = Event.objects.get()
    assert (event.state, event.attempts, event.type) == (state, 1, "INCOMING_PAYMENT.PENDING")
    assert event.deliveries.get().status == answer.status
    assert len(receiver.received) == 1


def test_an_approval_is_signed_and_opens_the_stream_of_its_payment(ask, platform, receiver, emit, deliver):
    ask()
    emit(platform, resource=PAYMENT)
    deliver()

    assert [request.json["sequence"] for request in receiver.received] == [1, 2]
    pem = Client().get(f"/webhook-keys/{platform.id}.pem").content.decode()
    assert receivers.is_signed_by(receiver.received[0], pem)
    assert receiver.received[0].json["data"] == {"id": PAYMENT}


def test_silence_ends_after_the_time_given_and_is_not_asked_again(ask, receiver, deliver):
    receiver.default = Answer(delay=patience.LONG)
    began = time.monotonic()

    said = ask(timeout_seconds=0.5)

    assert time.monotonic() - began < patience.LONG / 10
    assert said == approvals.Answer(None, None, Failure.TIMEOUT)
    deliver()
    assert len(receiver.received) == 1
    assert Event.objects.get().state == EventState.ABANDONED


def test_a_slow_yes_in_time_is_a_yes(ask, receiver):
    receiver.answers = [Answer(delay=0.3)]

    assert ask(timeout_seconds=patience.LONG).status == 200


def test_an_endpoint_that_is_not_there_is_a_failure(ask, platform):
    with Receiver() as gone:
        type(platform).objects.filter(id=platform.id).update(webhook_endpoint=gone.url)

    assert ask() == approvals.Answer(None, None, Failure.UNREACHABLE)


def test_without_an_endpoint_nobody_is_asked_and_nothing_stored(ask, platform):
    type(platform).objects.filter(id=platform.id).update(webhook_endpoint="")

    assert ask() is None
    assert not Event.objects.exists()


def test_no_database_transaction_is_open_while_the_platform_thinks(ask, receiver):
    open_ones = []

    def look(_):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND state = 'idle in transaction'"
            )
            open_ones.append(cursor.fetchone()[0])
        connection.close()

    receiver.on_request = look

    ask()

    assert open_ones == [0]


def test_a_process_that_dies_while_it_waits_leaves_an_event_without_an_answer(ask, receiver, monkeypatch):
    monkeypatch.setattr(deliveries, "record_single", die)

    with pytest.raises(KeyboardInterrupt):
        ask()

    event = Event.objects.get()
    assert (event.state, event.attempts, event.sequence) == (EventState.ABANDONED, 0, 1)


def die(**_):
    raise KeyboardInterrupt
