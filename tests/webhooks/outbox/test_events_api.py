"""GET /events and redelivery: a platform can read its events, and ask for them again."""

import datetime as dt
import json

import pytest

from platforms.base import clock
from tests.conftest import Api
from tests.support import factories
from webhooks.models import Delivery, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(api, alice):
    """An account with an event of its funding."""
    account = api.internal_account(alice)
    api.fund(account, 500)
    return account


def _event(account):
    return Event.objects.get(resource=account)


def _end(event: Event, state: str, *, attempts: int = 1) -> None:
    Event.objects.filter(id=event.id).update(state=state, attempts=attempts, next_attempt_at=None)


def test_an_event_is_listed_with_how_far_it_came(api, told):
    reply = api.get("/events", resourceId=told)

    event = _event(told)
    assert reply.status_code == 200
    assert reply.json() == {
        "data": [
            {
                "id": f"Event:{event.id}",
                "webhookId": f"Webhook:{event.id}",
                "type": "INTERNAL_ACCOUNT.BALANCE_UPDATED",
                "resourceId": told,
                "status": "PENDING",
                "attempts": 0,
                "nextAttemptAt": clock.iso(event.next_attempt_at),
                "createdAt": clock.iso(event.created_at),
            }
        ],
        "hasMore": False,
        "totalCount": 1,
    }


def test_one_event_shows_what_was_sent_and_every_attempt(api, told):
    event = _event(told)
    at = clock.real_now()
    Delivery.objects.create(
        event=event, attempt=1, at=at, url="https://acme.example.com/hooks", status=500, milliseconds=12, reply="Oops"
    )
    Delivery.objects.create(
        event=event, attempt=2, at=at, url="https://acme.example.com/hooks", milliseconds=10_000, error="TIMEOUT"
    )

    for name in (f"Event:{event.id}", f"Webhook:{event.id}"):
        shown = api.get(f"/events/{name}").json()
        assert shown["payload"] == json.loads(event.payload)
        assert shown["deliveries"] == [
            {
                "attempt": 1,
                "at": clock.iso(at),
                "url": "https://acme.example.com/hooks",
                "responseStatus": 500,
                "milliseconds": 12,
                "responseBody": "Oops",
            },
            {
                "attempt": 2,
                "at": clock.iso(at),
                "url": "https://acme.example.com/hooks",
                "milliseconds": 10_000,
                "responseBody": "",
                "error": "TIMEOUT",
            },
        ]


def test_every_filter_narrows(api, told):
    event = _event(told)
    early, late = (clock.iso(event.created_at + dt.timedelta(seconds=step)) for step in (-1, 1))
    everything = api.get("/events").json()["totalCount"]
    assert everything > 1

    def keys(**query) -> list[str]:
        return [row["id"] for row in api.get("/events", **query).json()["data"]]

    mine = f"Event:{event.id}"
    assert keys(type="INTERNAL_ACCOUNT.BALANCE_UPDATED") == [mine]
    assert mine in keys(startDate=early, endDate=late)
    assert keys(startDate=late) == []
    assert keys(status="DELIVERED") == []
    assert keys(failed="true") == []
    assert len(keys(failed="false")) == everything
    _end(event, "ABANDONED")
    assert keys(failed="true") == keys(status="ABANDONED") == [mine]
    Event.objects.filter(id=event.id).update(state="PENDING", attempts=3, next_attempt_at=clock.real_now())
    assert keys(failed="true") == [mine]


def test_pages_follow_each_other_both_ways(api, alice):
    account = api.internal_account(alice)
    for _ in range(5):
        api.fund(account, 1)

    for order in ("asc", "desc"):
        seen: list[str] = []
        query = {"resourceId": account, "limit": 2, "sortOrder": order}
        page = api.get("/events", **query).json()
        while True:
            seen += [row["id"] for row in page["data"]]
            if not page["hasMore"]:
                break
            page = api.get("/events", **query, cursor=page["nextCursor"]).json()
        keys = Event.objects.filter(resource=account).order_by("id").values_list("id", flat=True)
        expected = [f"Event:{key}" for key in keys]
        assert seen == (expected if order == "asc" else expected[::-1])


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"type": "NO.SUCH"}, "type"),
        ({"status": "LOST"}, "status"),
        ({"failed": "perhaps"}, "failed"),
        ({"startDate": "yesterday"}, "startDate"),
        ({"limit": 101}, "limit"),
        ({"cursor": "x"}, "cursor"),
        ({"resource": "x"}, "resource"),
    ],
)
def test_wrong_filters_are_named(api, query, field):
    reply = api.get("/events", **query)

    assert reply.status_code == 400
    assert [error["field"] for error in reply.json()["details"]["errors"]] == [field]


def test_an_event_is_sent_again_under_its_own_id(api, told):
    event = _event(told)
    _end(event, "DELIVERED")

    reply = api.post(f"/events/Event:{event.id}/redeliver")

    assert (reply.status_code, reply.json()["status"]) == (200, "PENDING")
    again = _event(told)
    assert (again.id, again.payload, again.state) == (event.id, event.payload, "PENDING")
    assert again.next_attempt_at is not None


def test_an_event_that_waits_is_due_at_once(api, told):
    event = _event(told)
    later = clock.real_now() + dt.timedelta(minutes=20)
    Event.objects.filter(id=event.id).update(attempts=4, next_attempt_at=later)

    assert api.post(f"/events/Event:{event.id}/redeliver").status_code == 200

    assert _event(told).next_attempt_at < later


def test_a_stretch_of_time_is_sent_again(api, alice):
    account = api.internal_account(alice)
    for _ in range(3):
        api.fund(account, 1)
    events = list(Event.objects.filter(resource=account).order_by("id"))
    for event, state in zip(events, ("DELIVERED", "ABANDONED", "NO_ENDPOINT"), strict=True):
        _end(event, state)
    stretch = {"startDate": clock.iso(events[0].created_at), "endDate": clock.iso(events[2].created_at)}

    narrow = api.post("/events/redeliver", {**stretch, "status": "ABANDONED"})
    rest = api.post("/events/redeliver", {**stretch, "type": "INTERNAL_ACCOUNT.BALANCE_UPDATED"})
    nothing = api.post("/events/redeliver", stretch)

    assert [reply.json() for reply in (narrow, rest, nothing)] == [
        {"count": 1, "hasMore": False},
        {"count": 2, "hasMore": False},
        {"count": 0, "hasMore": False},
    ]
    assert set(Event.objects.filter(resource=account).values_list("state", flat=True)) == {"PENDING"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "startDate"),
        ({"startDate": "2026-01-02T00:00:00Z", "endDate": "2026-01-01T00:00:00Z"}, "endDate"),
        ({"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-02T00:00:00Z", "status": "PENDING"}, "status"),
        ({"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-02T00:00:00Z", "status": "WAITING"}, "status"),
        ({"startDate": "2026-01-01T00:00:00Z", "endDate": "2026-01-02T00:00:00Z", "type": 1}, "type"),
    ],
)
def test_a_wrong_stretch_is_named(api, body, field):
    reply = api.post("/events/redeliver", body)

    assert reply.status_code == 400
    assert field in [error["field"] for error in reply.json()["details"]["errors"]]


def test_others_do_not_find_it(api, rival_api, told):
    event = _event(told)

    assert rival_api.get(f"/events/Event:{event.id}").status_code == 404
    assert rival_api.post(f"/events/Event:{event.id}/redeliver").status_code == 404
    assert api.get("/events/Customer:x").status_code == 404
    assert f"Event:{event.id}" not in [row["id"] for row in rival_api.get("/events").json()["data"]]


def test_reading_takes_view_and_sending_again_takes_manage(acme, told):
    weak = factories.token(acme.platform, permissions=("TRANSACT",))
    api = Api(weak.token.client_id, weak.client_secret)
    event = _event(told)

    assert api.get(f"/events/Event:{event.id}").status_code == 200
    assert api.post(f"/events/Event:{event.id}/redeliver").status_code == 403
    assert api.post("/events/redeliver", {}).status_code == 403


def test_a_list_costs_two_statements_and_one_event_three(api, told, costs):
    path = f"/events/Event:{_event(told).id}"
    api.get("/events")

    with costs.of("list"):
        api.get("/events")
    with costs.of("one"):
        api.get(path)
