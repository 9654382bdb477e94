"""Several webhook endpoints of a platform: each gets its types in order, with attempts and a state of its own."""

import datetime as dt

import pytest
from django.core import mail
from django.db import connection, transaction

from platforms.base import clock, identifiers
from platforms.models import AuditEntry
from tests.support.servers.webhook_receiver import Answer, Receiver
from tests.webhooks.delivery.further import add, change, told
from webhooks import tasks
from webhooks.delivery import approvals, sender
from webhooks.models import Delivery, Event, FurtherEndpoint, FurtherEvent, FurtherStream
from webhooks.outbox import retention

pytestmark = pytest.mark.usefixtures("database")

COMPLETED, FAILED = "OUTGOING_PAYMENT.COMPLETED", "OUTGOING_PAYMENT.FAILED"


def read(owner, endpoint):
    return owner.get(f"/webhook-endpoints/{endpoint['id']}").json()


def test_the_endpoint_of_the_configuration_is_the_first(owner, platform, receiver):
    [first] = owner.get("/webhook-endpoints").json()["data"]

    assert first == {
        "id": f"WebhookEndpoint:{platform.id}",
        "url": receiver.url,
        "types": [],
        "state": "ENABLED",
        "isOfConfiguration": True,
        "createdAt": first["createdAt"],
    }
    assert read(owner, first) == first


def test_one_that_is_added_is_tested_and_gets_what_happens_from_then_on(owner, second, receiver, tell, deliver):
    tell(type=FAILED)
    made = add(owner, second)
    tell()
    deliver()

    assert made == {
        "id": made["id"],
        "url": second.url,
        "types": [],
        "state": "ENABLED",
        "isOfConfiguration": False,
        "createdAt": made["createdAt"],
    }
    assert sorted(second.types) == [COMPLETED, "TEST"]
    assert told(second) == [(COMPLETED, 1)]
    assert told(receiver) == [(FAILED, 1), (COMPLETED, 2)]
    both = [next(sent for sent in each.received if sent.json["type"] == COMPLETED) for each in (receiver, second)]
    assert both[0].json["id"] == both[1].json["id"] == both[1].headers["Webhook-Id"]
    assert read(owner, made)["lastSuccessAt"]


@pytest.mark.parametrize(("status", "state"), [(200, "DELIVERED"), (500, "ABANDONED"), (409, "REFUSED")])
def test_its_test_stands_as_it_was_answered(owner, second, deliver, status, state):
    """It goes there alone, so nothing else is to be said of it."""
    second.answers = [Answer(status)]
    made = add(owner, second)
    deliver()

    [listed] = owner.get("/events", type="TEST").json()["data"]
    assert (listed["status"], listed["attempts"]) == (state, 1)
    assert owner.get("/events", type="TEST", status="NO_ENDPOINT").json()["data"] == []
    shown = owner.get(f"/events/{listed['id']}").json()
    assert [(way["webhookEndpointId"], way["status"]) for way in shown["webhookEndpoints"]] == [(made["id"], state)]


def test_a_test_of_the_first_that_is_sent_again_to_another_stands_as_the_first_answered(
    owner, receiver, second, deliver
):
    add(owner, second)
    deliver()
    receiver.answers = [Answer(500)]
    assert owner.post("/sandbox/webhooks/test").status_code == 200
    event = owner.get("/events", type="TEST").json()["data"][0]
    named = owner.get("/webhook-endpoints").json()["data"][1]["id"]

    assert owner.post(f"/events/{event['id']}/redeliver", {"webhookEndpointId": named}).status_code == 200
    deliver()

    assert second.types == ["TEST", "TEST"]
    assert owner.get(f"/events/{event['id']}").json()["status"] == "ABANDONED"


def test_each_gets_its_types_in_order_and_numbers_of_its_own(owner, receiver, second, tell, deliver):
    add(owner, second, types=[FAILED])
    with Receiver() as third:
        add(owner, third, types=[COMPLETED])
        for type_ in (COMPLETED, FAILED, COMPLETED, FAILED):
            tell(type=type_)
        deliver()

        assert told(receiver) == [(COMPLETED, 1), (FAILED, 2), (COMPLETED, 3), (FAILED, 4)]
        assert told(second) == [(FAILED, 1), (FAILED, 2)]
        assert told(third) == [(COMPLETED, 1), (COMPLETED, 2)]


def test_the_first_may_take_some_types_too(owner, receiver, tell, deliver):
    [first] = owner.get("/webhook-endpoints").json()["data"]
    assert change(owner, first, types=[FAILED])["types"] == [FAILED]
    receiver.answers = [Answer(500)]
    tell(type=FAILED)
    deliver()
    left_out, wanted = tell(), tell(type=FAILED)
    Event.objects.exclude(id=left_out.id).filter(attempts=0).update(state="WAITING", next_attempt_at=None)
    Event.objects.filter(attempts=1).update(next_attempt_at=clock.real_now())
    deliver()

    assert told(receiver) == [(FAILED, 1), (FAILED, 1), (FAILED, 2)]
    assert Event.objects.get(id=left_out.id).state == "NO_ENDPOINT"
    assert Event.objects.get(id=wanted.id).state == "DELIVERED"


def test_one_that_fails_holds_up_nothing_but_its_own(owner, receiver, second, tell, deliver):
    made = add(owner, second, types=[COMPLETED])
    deliver()
    second.default = Answer(503)
    events = [tell(), tell()]
    deliver()

    assert told(receiver) == [(COMPLETED, 1), (COMPLETED, 2)]
    assert told(second) == [(COMPLETED, 1)]
    way = owner.get(f"/events/{identifiers.public('Event', events[0].id)}").json()
    assert (way["status"], way["sequence"]) == ("DELIVERED", 1)
    [at_second] = way["webhookEndpoints"]
    assert (at_second["status"], at_second["attempts"], at_second["sequence"]) == ("PENDING", 1, 1)
    assert [attempt.get("webhookEndpointId") for attempt in way["deliveries"]] in (
        [None, made["id"]],
        [made["id"], None],
    )

    second.default = Answer(200)
    FurtherEvent.objects.filter(state="PENDING").update(next_attempt_at=clock.real_now())
    deliver()
    assert told(second) == [(COMPLETED, 1), (COMPLETED, 1), (COMPLETED, 2)]
    assert FurtherEvent.objects.exclude(state="DELIVERED").count() == 0


def test_a_slow_one_does_not_delay_another(owner, receiver, second, tell, settings):
    """The slow one answers when the other one has all that was meant for it."""
    settings.WEBHOOK_TIMEOUT_SECONDS = 30
    add(owner, second, types=[COMPLETED])
    sender.run()
    second.on_request = lambda _: receiver.wait_for(20)
    for number in range(20):
        tell(resource=f"Transaction:{number}")
    sender.run()

    assert len(told(receiver)) == len(told(second)) == 20


def test_410_switches_off_one_alone_and_its_state_stays_readable(settings, owner, second, tell, deliver):
    made = add(owner, second)
    deliver()
    second.default = Answer(410)
    tell()
    deliver()

    off = read(owner, made)
    assert (off["state"], off["disabledReason"]) == ("DISABLED", "GONE")
    assert off["disabledAt"]
    assert owner.get("/config").json()["webhookEndpoint"]
    tell(type=FAILED)
    deliver()
    assert told(second) == [(COMPLETED, 1)]
    settings.STAFF_EMAILS = ["staff@example.com"]
    assert tasks.tell_of_failing_endpoints() == 1
    assert f"PATCH /webhook-endpoints/{made['id']}" in mail.outbox[-1].body

    second.default = Answer(200)
    assert change(owner, made, state="ENABLED")["state"] == "ENABLED"
    tell(resource="Transaction:2")
    deliver()
    assert told(second) == [(COMPLETED, 1), (COMPLETED, 1)]
    assert second.types.count("TEST") == 2


def test_after_a_410_the_first_is_listed_as_switched_off(owner, receiver, tell, deliver):
    receiver.default = Answer(410)
    tell()
    deliver()

    assert owner.get("/config").json()["webhookEndpoint"] == ""
    [first] = owner.get("/webhook-endpoints").json()["data"]
    assert (first["url"], first["state"], first["disabledReason"]) == (receiver.url, "DISABLED", "GONE")
    receiver.default = Answer(200)
    assert change(owner, first, state="ENABLED")["state"] == "ENABLED"
    assert owner.get("/config").json()["webhookEndpoint"] == receiver.url
    deliver()
    assert receiver.types[-1] == "TEST"


def test_after_a_week_of_failures_one_is_switched_off(owner, platform, second, tell, deliver):
    made = add(owner, second)
    deliver()
    second.default = Answer(500)
    tell()
    deliver()
    long_ago = clock.real_now() - dt.timedelta(days=8)
    FurtherEndpoint.objects.update(failing_since=long_ago)
    FurtherEvent.objects.filter(state="PENDING").update(next_attempt_at=clock.real_now())
    deliver()

    assert read(owner, made)["disabledReason"] == "FAILING"
    entry = AuditEntry.objects.get(verb="webhook_endpoint.disable")
    assert (entry.subject, entry.platform_id) == (made["id"], platform.id)


def test_the_eleventh_is_refused(owner, second):
    for _ in range(9):
        add(owner, second)

    reply = owner.post("/webhook-endpoints", {"url": second.url})

    assert (reply.status_code, reply.json()["code"]) == (409, "WEBHOOK_ENDPOINT_LIMIT_REACHED")
    assert len(owner.get("/webhook-endpoints").json()["data"]) == 10


def test_without_any_the_one_added_becomes_that_of_the_configuration(owner, second):
    owner.patch("/config", {"webhookEndpoint": ""})
    made = add(owner, second, types=[FAILED])

    assert made["isOfConfiguration"]
    assert owner.get("/config").json()["webhookEndpoint"] == second.url
    assert owner.delete(f"/webhook-endpoints/{made['id']}").status_code == 204
    assert owner.get("/config").json()["webhookEndpoint"] == ""
    assert owner.get("/webhook-endpoints").json()["data"] == []


def test_a_client_that_knows_only_the_configuration_finds_all_as_before(owner, second, tell, deliver):
    [first] = owner.get("/webhook-endpoints").json()["data"]
    change(owner, first, types=[FAILED])
    owner.patch("/config", {"webhookEndpoint": second.url})
    tell()
    deliver()

    assert told(second) == [(COMPLETED, 1)]
    [first] = owner.get("/webhook-endpoints").json()["data"]
    assert (first["url"], first["types"]) == (second.url, [])


def test_one_that_is_removed_gets_nothing_that_waits(owner, second, tell, deliver):
    made = add(owner, second)
    deliver()
    tell()
    assert owner.delete(f"/webhook-endpoints/{made['id']}").status_code == 204
    deliver()

    assert told(second) == []
    assert FurtherEvent.objects.filter(state="NO_ENDPOINT").count() == 1
    assert owner.get(f"/webhook-endpoints/{made['id']}").status_code == 404
    assert owner.patch(f"/webhook-endpoints/{made['id']}", {"types": []}).status_code == 404


def test_a_new_address_is_tested_and_gets_what_waits(owner, second, tell, deliver):
    made = add(owner, second)
    deliver()
    second.default = Answer(500)
    tell()
    deliver()
    with Receiver() as other:
        assert change(owner, made, url=other.url)["url"] == other.url
        FurtherEvent.objects.filter(state="PENDING").update(next_attempt_at=clock.real_now())
        deliver()
        assert sorted(other.types) == [COMPLETED, "TEST"]


@pytest.mark.parametrize("url", ["", "http://acme.example.com", "https://10.0.0.1/", "nothing"])
def test_an_address_that_would_not_be_called_is_refused(owner, url):
    reply = owner.post("/webhook-endpoints", {"url": url})

    assert reply.status_code == 400
    assert [problem["field"] for problem in reply.json()["details"]["errors"]] == ["url"]
    assert not FurtherEndpoint.objects.exists()


def test_a_test_goes_to_the_one_that_is_named(owner, receiver, second):
    made = add(owner, second)
    reply = owner.post("/sandbox/webhooks/test", {"webhookEndpointId": made["id"]})

    assert (reply.status_code, reply.json()["url"]) == (200, second.url)
    assert (receiver.types, second.types) == ([], ["TEST"])


def test_without_the_first_the_oldest_that_takes_such_events_is_asked_about_payments(owner, platform, second):
    add(owner, second, types=[FAILED])
    with Receiver() as third:
        add(owner, third, types=["INCOMING_PAYMENT.PENDING"])
        owner.patch("/config", {"webhookEndpoint": ""})
        payment = identifiers.public("Transaction", identifiers.new_key())
        answer = approvals.ask(platform_id=platform.id, resource=payment, data={}, now=platform.now())

        assert answer is not None
        assert answer.status == 200
        assert third.types == ["INCOMING_PAYMENT.PENDING"]
        assert second.types == []


def test_a_sender_that_died_costs_one_more_delivery(owner, second, tell, deliver):
    add(owner, second)
    deliver()
    tell()
    FurtherStream.objects.create(
        stream=FurtherEvent.objects.get(state="PENDING").stream,
        endpoint=FurtherEndpoint.objects.get(),
        claimed_by=identifiers.new_key(),
        claimed_until=clock.real_now() + dt.timedelta(seconds=5),
    )
    sender.run()
    assert told(second) == []
    FurtherStream.objects.update(claimed_until=clock.real_now() - dt.timedelta(seconds=1))
    deliver()

    assert told(second) == [(COMPLETED, 1)]


def test_an_event_is_kept_while_it_waits_for_any_endpoint(owner, second, tell, deliver):
    add(owner, second)
    deliver()
    second.default = Answer(500)
    tell()
    deliver()
    later = clock.real_now() + retention.KEPT + dt.timedelta(days=1)
    forget(later)
    assert Event.objects.get().deliveries.count() == 2

    FurtherEvent.objects.update(state="ABANDONED", next_attempt_at=None)
    forget(later)
    assert not Event.objects.exists()
    assert not FurtherEvent.objects.exists()
    assert not Delivery.objects.exists()


def test_the_attempt_that_was_redirected_says_where_to_and_the_event_its_number(owner, receiver, tell, deliver):
    receiver.answers = [Answer(307, b"", {"Location": "https://elsewhere.example.com/hooks"}), Answer(200)]
    event = tell()
    deliver()
    Event.objects.update(next_attempt_at=clock.real_now())
    deliver()

    shown = owner.get(f"/events/{identifiers.public('Event', event.id)}").json()
    assert [attempt.get("redirectedTo") for attempt in shown["deliveries"]] == [
        "https://elsewhere.example.com/hooks",
        None,
    ]
    assert shown["sequence"] == 1


def forget(now):
    with transaction.atomic():
        retention.forget_events(now=now, after=identifiers.first_key(clock.real_now() - dt.timedelta(days=1000)))


def test_with_one_endpoint_no_statement_is_about_further_ones(platform, tell, deliver):
    tell()
    statements = []

    def note(execute, sql, params, many, context):
        statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        deliver()

    about = [sql for sql in statements if "webhooks_further" in sql]
    assert all(sql.lstrip().startswith("SELECT platform.id") for sql in about), about
