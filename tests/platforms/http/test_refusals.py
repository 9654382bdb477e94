"""Refusals say what to do: what is expected, what there is already, and which way leads there."""

import pytest

from tests.conftest import BASE
from tests.support import factories

_DAY = "2026-03-01"
pytestmark = pytest.mark.django_db


@pytest.fixture
def accounts(api, alice):
    """Ids of accounts by their type: two internal ones and two external ones."""
    return {
        "InternalAccount": [api.internal_account(alice), api.internal_account(alice, "EUR")],
        "ExternalAccount": [api.external_account(alice), api.external_account(None)],
    }


@pytest.mark.parametrize(
    ("path", "kinds", "said"),
    [
        ("out", "InternalAccount InternalAccount", ("EXTERNAL_ACCOUNT_NOT_FOUND", "destination", "POST /quotes")),
        ("out", "ExternalAccount ExternalAccount", ("INTERNAL_ACCOUNT_NOT_FOUND", "source", "POST /quotes")),
        ("out", "ExternalAccount InternalAccount", ("INTERNAL_ACCOUNT_NOT_FOUND", "source", "POST /transfer-in")),
        ("in", "InternalAccount InternalAccount", ("EXTERNAL_ACCOUNT_NOT_FOUND", "source", "POST /quotes")),
        ("in", "ExternalAccount ExternalAccount", ("INTERNAL_ACCOUNT_NOT_FOUND", "destination", "POST /quotes")),
        ("in", "InternalAccount ExternalAccount", ("EXTERNAL_ACCOUNT_NOT_FOUND", "source", "POST /transfer-out")),
    ],
)
def test_a_transfer_between_the_wrong_accounts_says_the_way(api, accounts, path, kinds, said):
    code, field, way = said
    source, destination = kinds.split()
    body = {
        "source": {"accountId": accounts[source][0]},
        "destination": {"accountId": accounts[destination][1]},
        "amount": 1,
    }

    reply = api.post(f"/transfer-{path}", body)

    assert (reply.status_code, reply.json()["code"]) == (404, code)
    expected = "ExternalAccount" if code.startswith("EXTERNAL") else "InternalAccount"
    assert reply.json()["details"] == {"field": f"{field}.accountId", "expected": f"{expected}:<uuid>"}
    assert reply.json()["message"].endswith(f"by a quote: {way}." if way == "POST /quotes" else f"it is {way}.")


@pytest.mark.parametrize("wrong", ["Customer", "Quote"])
def test_an_id_of_no_account_says_what_is_expected(api, accounts, alice, wrong):
    body = {
        "source": {"accountId": accounts["InternalAccount"][0]},
        "destination": {"accountId": f"{wrong}:{alice.partition(':')[2]}"},
        "amount": 1,
    }

    shown = api.post("/transfer-out", body).json()

    assert shown["code"] == "EXTERNAL_ACCOUNT_NOT_FOUND"
    assert shown["details"] == {"field": "destination.accountId", "expected": "ExternalAccount:<uuid>"}
    assert f"this one begins with {wrong}:." in shown["message"]


@pytest.mark.parametrize("of_customer", [True, False])
def test_an_account_that_is_there_already_is_named_to_its_platform_alone(api, rival_api, alice, of_customer):
    holder = {"customerId": alice} if of_customer else {}
    body = {"currency": "USD", "accountInfo": factories.usd_account(), **holder}
    made = api.post("/customers/external-accounts", body).json()["id"]

    again = api.post("/customers/external-accounts", body)

    assert (again.status_code, again.json()["details"]) == (409, {"externalAccountId": made})
    assert rival_api.external_account(rival_api.customer(), body["accountInfo"]) != made


def test_an_account_that_was_deleted_is_in_nobodys_way(api, alice):
    made = api.external_account(alice)
    assert api.delete(f"/customers/external-accounts/{made}").status_code == 204

    assert api.external_account(alice) != made


@pytest.mark.parametrize(
    ("ask", "field"),
    [
        (lambda api: api.get("/transactions", status="settled"), "status"),
        (lambda api: api.get("/transactions", type="outgoing"), "type"),
        (lambda api: api.get("/transactions", sortOrder="DESC"), "sortOrder"),
        (lambda api: api.get("/customers", customerType="individual"), "customerType"),
        (lambda api: api.get("/events", status="<b>"), "status"),
        (lambda api: api.get("/verifications", verificationStatus="approved"), "verificationStatus"),
        (lambda api: api.post("/tokens", {"name": "x", "permissions": ["view"]}), "permissions.0"),
        (lambda api: api.post("/events/redeliver", {"startDate": _DAY, "endDate": _DAY, "type": 5}), "type"),
    ],
)
def test_what_can_be_chosen_is_named_and_what_was_sent_is_not(api, ask, field):
    [problem] = ask(api).json()["details"]["errors"]

    assert problem["field"] == field
    assert problem["reason"].startswith("must be one of ")
    assert "<b>" not in problem["reason"]


def test_individual_in_small_letters_is_told_the_large_ones(api):
    shown = api.get("/customers", customerType="individual").json()

    assert shown["message"] == "customerType: must be one of INDIVIDUAL, BUSINESS"


@pytest.mark.parametrize("path", [f"{BASE}/config", "/", "/admin/login/", "/healthz/nothing"])
def test_another_host_is_told_the_service_s_own(api, settings, path):
    settings.ALLOWED_HOSTS = ["pay.example.com"]
    settings.PUBLIC_BASE_URL = "https://pay.example.com"

    reply = api._client.get(path, headers={**api.headers, "Host": "elsewhere.example.com"})

    assert reply.status_code == 400
    assert reply.json()["details"]["errors"] == [
        {"field": "Host", "reason": "must be a name of this service, as in https://pay.example.com"}
    ]


@pytest.mark.parametrize(("path", "expected"), [("/tokens", "application/json"), ("/documents", "multipart/form-data")])
def test_another_media_type_is_told_the_right_one(api, path, expected):
    reply = api._client.post(f"{BASE}{path}", b"x", content_type="text/plain", headers=api.headers)

    assert (reply.status_code, reply.json()["details"]) == (415, {"expected": expected})
    assert expected in reply.json()["message"]


def test_what_is_too_large_is_told_the_limit(api):
    reply = api.post("/tokens", b"x" * (1024 * 1024 + 1))

    assert (reply.status_code, reply.json()["details"]) == (413, {"maxBytes": 1024 * 1024})


def test_another_method_is_told_those_that_there_are(api):
    reply = api.post("/config", {})

    assert (reply.status_code, reply.json()["details"]) == (405, {"allowed": ["GET", "HEAD", "PATCH"]})
    assert reply.headers["Allow"] == "GET, HEAD, PATCH"


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        (b'{\n "name": "x",\n "permissions": ["VIEW"],\n}', "line 3, column 25"),
        (b'{\n "name": 01}', "line 2, column 10"),
        (b'{\n "name": "secret-word"\n "a": 1}', "line 3, column 2"),
        (b'{\n "name": "x\xff"}', "line 2, byte 12"),
    ],
)
def test_it_is_said_where_json_is_broken_and_nothing_of_what_it_holds(api, raw, place):
    reply = api.post("/tokens", raw)

    assert place in reply.json()["message"]
    assert "secret" not in reply.content.decode()
