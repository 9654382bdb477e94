"""Filters of lists: stretches of time, and ids."""

import datetime as dt

import pytest

from platforms.models import ApiToken
from tests.support import factories
from webhooks.models import Event

pytestmark = pytest.mark.django_db

RANGES = [
    ("/transactions", "startDate", "endDate"),
    ("/events", "startDate", "endDate"),
    ("/customers", "createdAfter", "createdBefore"),
    ("/customers", "updatedAfter", "updatedBefore"),
    ("/tokens", "createdAfter", "createdBefore"),
    ("/tokens", "updatedAfter", "updatedBefore"),
]
MOMENTS = [
    *((path, name) for path, *names in RANGES for name in names),
    *(
        (path, "updatedAfter")
        for path in (
            "/transactions",
            "/customers/internal-accounts",
            "/customers/external-accounts",
            "/platform/internal-accounts",
            "/platform/external-accounts",
        )
    ),
]


def _refused(reply) -> dict[str, str]:
    assert reply.status_code == 400, reply.content
    return {problem["field"]: problem["reason"] for problem in reply.json()["details"]["errors"]}


@pytest.fixture
def tokens(acme):
    """Tokens made at the edges of a day, and beside them."""
    edges = {
        "before": "2026-02-28T23:59:59.999999Z",
        "first": "2026-03-01T00:00:00Z",
        "last": "2026-03-01T23:59:59.999999Z",
        "after": "2026-03-02T00:00:00Z",
    }
    for name, moment in edges.items():
        made = dt.datetime.fromisoformat(moment)
        token = factories.token(acme.platform).token
        ApiToken.objects.filter(id=token.id).update(name=name, created_at=made, updated_at=made)


@pytest.mark.parametrize(("begin", "end"), [("createdAfter", "createdBefore"), ("updatedAfter", "updatedBefore")])
@pytest.mark.parametrize(
    ("stretch", "names"),
    [
        (("2026-03-01", "2026-03-01"), {"first", "last"}),
        (("2026-02-28", "2026-03-01"), {"before", "first", "last"}),
        (("2026-03-01T00:00:00Z", "2026-03-01"), {"first", "last"}),
        (("2026-03-01", "2026-03-01T23:59:59Z"), {"first"}),
        (("2026-03-01", "2026-03-01T23:59:59.999999Z"), {"first", "last"}),
        (("2026-03-01T01:00:00+01:00", "2026-03-02T00:59:59.999999+01:00"), {"first", "last"}),
        (("2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z"), {"first"}),
    ],
)
@pytest.mark.usefixtures("tokens")
def test_a_date_is_the_whole_day_in_utc(api, begin, end, stretch, names):
    listed = api.get("/tokens", **dict(zip((begin, end), stretch, strict=True))).json()["data"]

    assert {row["name"] for row in listed} == names


@pytest.mark.any_clock
@pytest.mark.parametrize(("path", "begin", "end"), RANGES)
def test_the_day_of_a_row_has_the_row(api, alice, path, begin, end):
    source = api.internal_account(alice)
    api.fund(source, 100)
    api.transfer_out(source, api.external_account(alice), 100)
    row = api.get(path).json()["data"][0]
    day = row["updatedAt" if begin == "updatedAfter" else "createdAt"][:10]
    before = (dt.date.fromisoformat(day) - dt.timedelta(days=1)).isoformat()

    assert row in api.get(path, **{begin: day, end: day}).json()["data"]
    assert row not in api.get(path, **{end: before}).json()["data"]


def test_a_day_of_events_is_sent_again(api, alice):
    day = api.get("/events").json()["data"][0]["createdAt"][:10]
    Event.objects.update(state="DELIVERED")

    reply = api.post("/events/redeliver", {"startDate": day, "endDate": day})

    assert reply.status_code == 200
    assert reply.json()["count"] > 0


@pytest.mark.parametrize(("path", "name"), MOMENTS)
def test_a_moment_without_an_offset_is_refused(api, path, name):
    said = _refused(api.get(path, **{name: "2026-03-01T12:00:00"}))

    assert said == {name: "must say its offset at its end: Z for UTC, or one such as +02:00"}


@pytest.mark.parametrize(("path", "name"), MOMENTS)
def test_a_plus_that_has_become_a_blank_is_explained(api, path, name):
    said = _refused(api.get(path, **{name: "2026-03-01T12:00:00 02:00"}))

    assert said == {name: "must have an offset without a blank before it: a + is written %2B in an address"}


@pytest.mark.parametrize(
    "moment",
    [
        "2026-02-29",
        "2026-13-01",
        "2026-3-1",
        "2026-03-01Z",
        "01.03.2026",
        "0000-01-01",
        "10000-01-01",
        "2026-03-01T24:00:00Z",
        "2026-06-30T23:59:60Z",
        "2026-03-01T12:00:00+25:00",
        "2026-03-01T12:00:00[Europe/Berlin]",
        "2026-03-01T12:00:00 Europe/Berlin",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
        "today",
        "1767225600",
        "²026-03-01",
        "",
    ],
)
def test_what_is_neither_date_nor_moment_is_refused(api, moment):
    assert _refused(api.get("/transactions", startDate=moment, endDate=moment)) == dict.fromkeys(
        ("startDate", "endDate"), "must be a date, or a moment with an offset such as 2026-01-31T09:30:00Z"
    )


@pytest.mark.parametrize(
    "moment", ["0001-01-01", "9999-12-31", "2026-03-01t12:00:00z", "2026-03-01T12:00:00.123456789Z"]
)
def test_the_edges_of_the_calendar_are_moments(api, moment):
    assert api.get("/transactions", startDate=moment, endDate=moment).status_code == 200


@pytest.mark.parametrize(("path", "begin", "end"), RANGES)
def test_a_stretch_that_ends_before_it_begins_is_refused(api, path, begin, end):
    for since, until in (("2026-03-02", "2026-03-01"), ("2026-03-01T00:00:00Z", "2026-03-01T00:00:00+00:01")):
        assert _refused(api.get(path, **{begin: since, end: until})) == {end: f"must not be before {begin}"}


@pytest.mark.parametrize(
    ("since", "until", "field"),
    [
        ("2026-03-02", "2026-03-01", "endDate"),
        ("2026-03-01T00:00:00", "2026-03-02", "startDate"),
        ("2026-03-01", 20260302, "endDate"),
    ],
)
def test_a_stretch_of_events_to_send_again_is_no_other_one(api, since, until, field):
    assert list(_refused(api.post("/events/redeliver", {"startDate": since, "endDate": until}))) == [field]


@pytest.mark.parametrize("moment", ["2036-01-01T00:00:00", "2036-01-01", "2036-01-01T24:00:00Z"])
def test_the_end_of_a_token_is_a_moment_with_an_offset(api, moment):
    body = {"name": "x", "permissions": ["VIEW"], "expiresAt": moment}

    assert list(_refused(api.post("/tokens", body))) == ["expiresAt"]


@pytest.mark.parametrize(
    ("path", "name", "types"),
    [
        ("/transactions", "customerId", "Customer:"),
        ("/customers/internal-accounts", "customerId", "Customer:"),
        ("/customers/external-accounts", "customerId", "Customer:"),
        ("/verifications", "customerId", "Customer:"),
        ("/beneficial-owners", "customerId", "Customer:"),
        ("/documents", "documentHolder", "Customer: or BeneficialOwner:"),
        ("/transactions", "senderAccountIdentifier", "InternalAccount: or ExternalAccount:"),
        ("/transactions", "receiverAccountIdentifier", "InternalAccount: or ExternalAccount:"),
        (
            "/events",
            "resourceId",
            "Transaction: or InternalAccount: or Customer: or Verification: or Job: or Platform:",
        ),
    ],
)
def test_an_id_of_another_type_is_refused_and_an_unknown_one_matches_nothing(api, alice, path, name, types):
    key = alice.partition(":")[2]

    for wrong in ("Quote", "customer", "Kunde"):
        assert _refused(api.get(path, **{name: f"{wrong}:{key}"})) == {name: f"must be an id that begins with {types}"}
    for known in types.replace(":", "").split(" or "):
        reply = api.get(path, **{name: f"{known}:0197d6f0-0000-7000-8000-000000000001"})
        assert (reply.status_code, reply.json()["data"]) == (200, [])


@pytest.mark.parametrize("text", ["", "nobody", "0197d6f0-0000-7000-8000-000000000001", " Customer:x"])
def test_an_id_without_its_prefix_is_none(api, text):
    assert list(_refused(api.get("/transactions", customerId=text))) == ["customerId"]


@pytest.mark.parametrize("name", ["senderAccountIdentifier", "receiverAccountIdentifier"])
def test_a_uma_address_is_no_id(api, name):
    assert api.get("/transactions", **{name: "$alice@acme.example.com"}).status_code == 200


def test_an_invitation_s_code_is_no_id(api):
    assert api.get("/events", resourceId="ABCD-1234").status_code == 200
