"""Events that are sent again to several webhook endpoints: to all that take their type, or to the one that is named."""

import datetime as dt

import pytest

from platforms.base import clock, identifiers
from tests.support import factories
from tests.support.servers.webhook_receiver import Answer
from tests.webhooks.delivery.further import add, change, told
from webhooks.delivery import redelivery, sender
from webhooks.models import FurtherEndpoint, FurtherEvent

pytestmark = pytest.mark.usefixtures("database")

COMPLETED, FAILED = "OUTGOING_PAYMENT.COMPLETED", "OUTGOING_PAYMENT.FAILED"


def test_an_event_is_sent_again_to_the_one_that_is_named(owner, receiver, second, tell, deliver):
    event = tell()
    made = add(owner, second, types=[FAILED])
    deliver()
    path = f"/events/{identifiers.public('Event', event.id)}/redeliver"
    assert owner.post(path, {"webhookEndpointId": made["id"]}).status_code == 200
    deliver()
    assert (told(receiver), told(second)) == ([(COMPLETED, 1)], [(COMPLETED, 1)])

    assert owner.post(path).status_code == 200
    deliver()
    assert (len(told(receiver)), len(told(second))) == (2, 1)
    others = factories.tenant("other").platform
    row = FurtherEndpoint.objects.create(platform=others, url=second.url, created_at=clock.real_now())
    for address in (path, "/sandbox/webhooks/test"):
        assert owner.post(address, {"webhookEndpointId": row.public_id}).status_code == 404


def test_a_stretch_of_time_is_sent_again_to_the_one_that_is_named(owner, receiver, second, tell, deliver):
    for number in range(3):
        tell(resource=f"Transaction:{number}")
    made = add(owner, second, types=[FAILED])
    day = clock.iso(clock.real_now() - dt.timedelta(days=1)), clock.iso(clock.real_now() + dt.timedelta(days=1))
    body = {"startDate": day[0], "endDate": day[1], "webhookEndpointId": made["id"]}
    assert owner.post("/events/redeliver", body).json() == {"count": 3, "hasMore": False}
    deliver()
    assert (len(told(receiver)), len(told(second))) == (3, 3)
    assert owner.post("/events/redeliver", {**body, "status": "DELIVERED"}).json()["count"] == 3


def _stretch():
    day, now = dt.timedelta(days=1), clock.real_now()
    return {"startDate": clock.iso(now - day), "endDate": clock.iso(now + day)}


def again(owner, **body):
    """Send a stretch of time again, and return how many events wait."""
    reply = owner.post("/events/redeliver", {**_stretch(), **body})
    assert reply.status_code == 200, reply.content
    assert not reply.json()["hasMore"]
    return reply.json()["count"]


def test_a_stretch_of_time_goes_to_every_endpoint_that_takes_the_type(owner, receiver, second, tell, deliver):
    add(owner, second, types=[FAILED])
    tell(), tell(resource="Transaction:2", type=FAILED)
    deliver()

    assert again(owner) == 2
    deliver()

    assert sorted(told(receiver)) == sorted([(COMPLETED, 1), (FAILED, 1)] * 2)
    assert told(second) == [(FAILED, 1)] * 2
    assert second.types.count("TEST") == 1


def test_the_first_alone_can_be_named(owner, receiver, second, tell, deliver):
    add(owner, second)
    first = owner.get("/webhook-endpoints").json()["data"][0]["id"]
    tell()
    deliver()

    assert again(owner, webhookEndpointId=first) == 1
    deliver()

    assert (len(told(receiver)), len(told(second))) == (2, 1)
    owner.patch("/config", {"webhookEndpoint": ""})
    unknown = owner.post("/events/redeliver", {**_stretch(), "webhookEndpointId": first})
    assert unknown.status_code == 404


def test_a_status_is_that_of_the_way_to_each(owner, receiver, second, tell, deliver):
    """What one endpoint refused goes to this one again, and not to the one that took it."""
    add(owner, second)
    deliver()
    second.default = Answer(409)
    tell()
    deliver()
    second.default = Answer(200)
    receiver.answers = [Answer(409)]
    tell(resource="Transaction:2", type=FAILED)
    deliver()
    receiver.received.clear(), second.received.clear()

    assert again(owner, status="REFUSED") == 2
    deliver()

    assert (told(receiver), told(second)) == ([(FAILED, 1)], [(COMPLETED, 1)])
    assert again(owner, status="REFUSED") == 0


def test_what_happened_while_an_endpoint_was_off_is_sent_to_it(owner, receiver, second, tell, deliver):
    early = tell(resource="Transaction:0")
    made = add(owner, second)
    change(owner, made, state="DISABLED")
    tell()
    deliver()
    assert again(owner, status="NO_ENDPOINT") == 0
    change(owner, made, state="ENABLED")
    deliver()

    assert again(owner, status="NO_ENDPOINT") == 1
    deliver()

    assert told(second) == [(COMPLETED, 1)]
    assert len(told(receiver)) == 2
    assert not FurtherEvent.objects.filter(event=early).exists()


def test_of_several_endpoints_the_oldest_events_go_first_and_more_are_told(owner, receiver, second, tell, monkeypatch):
    add(owner, second)
    for number in range(3):
        tell(resource=f"Transaction:{number}")
    sender.run()
    monkeypatch.setattr(redelivery, "MOST_AT_ONCE", 4)

    assert owner.post("/events/redeliver", _stretch()).json() == {"count": 2, "hasMore": True}
    sender.run()

    ids = [request.json["id"] for request in receiver.received]
    assert sorted(ids) == sorted([*dict.fromkeys(ids), *sorted(set(ids))[:2]])
    assert len(told(second)) == 5


def test_a_test_of_another_endpoint_is_not_sent_to_the_first(owner, receiver, second, deliver):
    made = add(owner, second)
    deliver()
    owner.post("/sandbox/webhooks/test", {"webhookEndpointId": made["id"]})

    assert again(owner, type="TEST") == 0
    deliver()

    assert receiver.types == []
