"""What replies tell beside their body: fields that nobody reads, what the rate limit has left, what may be retried."""

from typing import Any

import pytest

from platforms.http import authentication, errors
from tests.conftest import Api
from tests.support import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_caches():
    authentication.forget_cached()
    yield
    authentication.forget_cached()


def transfer(**fields):
    return {"source": {"accountId": "InternalAccount:x"}, "destination": {"accountId": "y"}, "amount": 1, **fields}


def quote(**fields):
    sides = {
        "source": {"sourceType": "ACCOUNT", "accountId": "x", "note": 1},
        "destination": {"destinationType": "ACCOUNT", "accountId": "y", "umaAddress": "$a@b.example"},
    }
    return sides | {"lockedCurrencySide": "SENDING", "lockedCurrencyAmount": 1, **fields}


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("/transfer-out", transfer(), None),
        ("/transfer-out", transfer(memo="x", metadata={"any": "key"}), "memo"),
        ("/transfer-out", transfer(source={"accountId": "x", "name": "A", "of": {"er": 1}}), "source.name, source.of"),
        ("/transfer-in", transfer(metaData={}, amount="1"), "metaData"),
        ("/quotes", quote(memo=None), "source.note, destination.umaAddress, memo"),
        ("/transfers/batch", {"mode": "ALL", "transfers": [transfer(type="OUT", memo=1), 7]}, "transfers.0.memo"),
        ("/customers", {"customerType": "INDIVIDUAL", "shoeSize": 9, "kycStatus": "PENDING"}, "shoeSize"),
        ("/tokens", {"x\r\nA: b": 1, "\u00e9,": 2, "n" * 99: 3}, f"x%0D%0AA%3A%20b, %C3%A9%2C, {'n' * 80}"),
        ("/tokens", {f"f{number}": 1 for number in range(30)}, ", ".join(f"f{number}" for number in range(20))),
    ],
)
def test_fields_that_nobody_reads_are_named(api, path, body, told):
    assert api.post(path, body).headers.get("Ignored-Fields") == told


def test_a_repeated_request_is_told_too_and_a_read_tells_nothing(api):
    sent = {"name": "x", "permissions": ["VIEW"], "color": "red"}

    replies = [api.post("/tokens", sent, key="k") for _ in range(2)]

    assert [reply.headers["Ignored-Fields"] for reply in replies] == ["color", "color"]
    assert "Ignored-Fields" not in api.get("/config").headers


@pytest.fixture
def limited(db):
    """A token of a platform that allows a burst of five, and one request a second."""
    tenant = factories.tenant("limited")
    tenant.platform.rate_limit_per_second, tenant.platform.rate_limit_burst = 1, 5
    tenant.platform.save()
    return Api(tenant.client_id, tenant.client_secret)


def left(reply):
    return tuple(int(reply.headers[f"RateLimit-{name}"]) for name in ("Limit", "Remaining", "Reset"))


@pytest.mark.parametrize("address", [None, ""])
def test_every_reply_tells_what_the_rate_limit_has_left(limited, settings, address):
    settings.REDIS_URL = settings.REDIS_URL if address is None else address
    replies: list[Any] = []
    while not replies or replies[-1].status_code != 429:
        replies.append(limited.get("/config"))
    told = [left(reply) for reply in replies]

    assert {limit for limit, _, _ in told} == {5}
    assert told[0][1] == 4
    assert (told[-2][1], told[-1][1]) == (0, 0)
    assert all(1 <= reset <= 5 and 0 <= remaining < 5 for _, remaining, reset in told)
    refused = replies[-1].json()
    assert (refused["retryable"], refused["retryAfterSeconds"]) == (True, int(replies[-1].headers["Retry-After"]))


def test_refusals_tell_it_and_who_is_not_known_is_told_nothing(api):
    for reply in (api.get("/transactions/x"), api.post("/tokens", {}), api.get("/config", color="red")):
        assert reply.status_code >= 400
        assert left(reply)[1] < left(reply)[0]
    assert "RateLimit-Limit" not in Api("x", "y").get("/config").headers


def test_who_takes_in_advance_is_told_of_that_too(acme):
    acme.platform.rate_limit_per_second, acme.platform.rate_limit_burst = 2000, 4000
    acme.platform.save()
    api = Api(acme.client_id, acme.client_secret)

    told = [left(api.get("/config")) for _ in range(6)]

    assert {limit for limit, _, _ in told} == {4000}
    assert told[0][1] == 3999


@pytest.mark.parametrize(
    ("send", "status", "is_retryable"),
    [
        (lambda api: api.get("/transactions/x"), 404, False),
        (lambda api: api.post("/tokens", {}), 400, False),
        (lambda _: Api("x", "y").get("/config"), 401, False),
        (lambda api: api.patch("/transactions"), 405, False),
    ],
)
def test_a_refusal_says_whether_it_may_be_tried_again(api, send, status, is_retryable):
    reply = send(api)

    assert (reply.status_code, reply.json()["retryable"]) == (status, is_retryable)
    assert "retryAfterSeconds" not in reply.json()


def test_every_code_says_whether_it_may_be_tried_again():
    retried = {code for code, status in errors.STATUS_OF_CODE.items() if errors.is_retryable(status, code)}

    assert retried == {
        "COUNTERPARTY_PUBKEY_FETCH_ERROR",
        "IDEMPOTENCY_KEY_IN_USE",
        "INTERNAL_ERROR",
        "LNURLP_REQUEST_FAILED",
        "NO_COMPATIBLE_UMA_VERSION",
        "PAYREQ_REQUEST_FAILED",
        "RATE_LIMITED",
        "REQUEST_TIMEOUT",
        "SERVICE_UNAVAILABLE",
        "SWITCH_ERROR",
    }


@pytest.mark.parametrize(
    ("send", "expected"),
    [
        (lambda api: api.get("/transactions", type="SIDEWAYS"), {"type": ["INCOMING", "OUTGOING"]}),
        (lambda api: api.get("/transactions", limit=0), {"limit": {"minimum": 1, "maximum": 100}}),
        (
            lambda api: api.get("/transactions", type="x", limit="x", color="x"),
            {"type": ["INCOMING", "OUTGOING"], "limit": {"minimum": 1, "maximum": 100}, "color": None},
        ),
        (
            lambda api: api.post("/transfer-out", transfer(amount=0)),
            {"amount": {"minimum": 1, "maximum": 2**63 - 1}},
        ),
        (lambda api: api.post("/transfer-out", {}), {"source": None, "destination": None, "amount": {"minimum": 1}}),
        (
            lambda api: api.post("/quotes", quote(lockedCurrencySide="MIDDLE")),
            {"lockedCurrencySide": ["SENDING", "RECEIVING"]},
        ),
        (
            lambda api: api.post("/quotes", quote(source={"sourceType": "CASH"})),
            {"source.sourceType": ["ACCOUNT", "REALTIME_FUNDING"]},
        ),
        (lambda api: api.post("/transfers/batch", {"mode": "SOME", "transfers": [1]}), {"mode": ["EACH", "ALL"]}),
        (
            lambda api: api.post("/tokens", {"name": "x", "permissions": ["VIEW", "FLY"]}),
            {"permissions.1": ["VIEW", "TRANSACT", "MANAGE"]},
        ),
        (lambda api: api.post("/customers", {"customerType": "CAT"}), {"customerType": ["INDIVIDUAL", "BUSINESS"]}),
    ],
)
def test_what_is_expected_of_a_wrong_field_is_told(api, send, expected):
    details = send(api).json()["details"]
    told = {each["field"]: each.get("expected") for each in details["errors"]}

    assert told.keys() == expected.keys()
    for field, values in expected.items():
        if isinstance(values, dict) and isinstance(told[field], dict):
            assert values.items() <= told[field].items()
        else:
            assert told[field] == values
    assert details.get("expected") == (next(iter(told.values())) if len(told) == 1 else None)
