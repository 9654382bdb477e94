"""POST /quotes and its kin against what is no request: every problem named at once, by its dotted path."""

import itertools
import json

import pytest

from payments.models import Quote
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db

GARBAGE: tuple[object, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    10**40,
    "",
    "x",
    "a\0b",
    "x" * 5000,
    [],
    [{}],
    {},
    {"a": {"b": [1]}},
)
FIELDS = (
    "source",
    "source.sourceType",
    "source.accountId",
    "source.customerId",
    "destination",
    "destination.destinationType",
    "destination.accountId",
    "destination.paymentRail",
    "lockedCurrencySide",
    "lockedCurrencyAmount",
    "immediatelyExecute",
    "description",
    "purposeOfPayment",
    "senderCustomerInfo",
    "senderCustomerInfo.FULL_NAME",
    "lookupId",
)


def with_garbage(body, path, garbage):
    changed = json.loads(json.dumps(body))
    *outer, last = path.split(".")
    place = changed
    for name in outer:
        place = place.setdefault(name, {})
    place[last] = garbage
    return changed


@pytest.fixture
def good(dollars, pesos):
    return quote_requests.body(dollars, pesos)


@pytest.mark.parametrize("path", FIELDS)
def test_garbage_in_any_field_is_a_clear_refusal(api, good, path):
    for garbage in GARBAGE:
        reply = api.post("/quotes", with_garbage(good, path, garbage))

        fits = reply.status_code == 201
        assert fits or reply.status_code in {400, 404}, (path, garbage, reply.content)
        if reply.status_code == 400 and reply.json()["code"] == "INVALID_INPUT":
            assert all(field.startswith(path.partition(".")[0]) for field in quote_requests.fields_of(reply)), (
                path,
                garbage,
            )
    assert Quote.objects.count() <= len(GARBAGE)


@pytest.mark.parametrize("path", ["source.currency", "source.customerId", "source.cryptoNetwork"])
def test_garbage_in_a_source_that_is_paid_in_real_time_is_a_clear_refusal(api, good, path):
    for garbage in GARBAGE:
        body = with_garbage({**good, "source": quote_requests.realtime("USD")}, path, garbage)

        reply = api.post("/quotes", body)

        assert reply.status_code in {400, 404}, (path, garbage, reply.content)


def test_all_missing_fields_are_named_at_once(api):
    reply = api.post("/quotes", {})

    assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
    assert quote_requests.fields_of(reply) == ["destination", "lockedCurrencyAmount", "lockedCurrencySide", "source"]


def test_all_wrong_fields_are_named_at_once_by_their_paths(api):
    reply = api.post(
        "/quotes",
        {
            "lookupId": 7,
            "source": {"sourceType": "REALTIME_FUNDING", "customerId": []},
            "destination": {"destinationType": "ACCOUNT", "accountId": 1, "paymentRail": {}},
            "lockedCurrencySide": "BOTH",
            "lockedCurrencyAmount": 0,
            "immediatelyExecute": "yes",
            "description": "x" * 1025,
            "purposeOfPayment": "FUN",
            "senderCustomerInfo": {"FULL_NAME": 1, "BIRTH_DATE": "1990-01-31", "TAX_ID": "x\0"},
        },
    )

    assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
    assert quote_requests.fields_of(reply) == [
        "description",
        "destination.accountId",
        "destination.paymentRail",
        "immediatelyExecute",
        "lockedCurrencyAmount",
        "lockedCurrencySide",
        "lookupId",
        "purposeOfPayment",
        "senderCustomerInfo.FULL_NAME",
        "senderCustomerInfo.TAX_ID",
        "source.currency",
        "source.customerId",
    ]


@pytest.mark.parametrize("kind", ["UMA_ADDRESS", "account", "", None, 1, []])
def test_a_source_of_an_unknown_kind_names_the_known_ones(api, good, kind):
    reply = api.post("/quotes", {**good, "source": {"sourceType": kind}})

    assert reply.json()["details"]["errors"] == [
        {
            "field": "source.sourceType",
            "reason": "must be one of ACCOUNT, REALTIME_FUNDING",
            "expected": ["ACCOUNT", "REALTIME_FUNDING"],
        }
    ]


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"{", b'"x"', b"\xff\xfe", b'{"source":{"a":"\\ud800"}}'])
def test_what_is_no_json_object_is_refused(api, content):
    assert api.post("/quotes", content).status_code == 400


def test_many_facts_about_a_sender_are_too_many(api, good):
    facts = {f"FACT_{number}": "x" for number in range(51)}

    assert quote_requests.fields_of(api.post("/quotes", {**good, "senderCustomerInfo": facts})) == [
        "senderCustomerInfo"
    ]
    assert (
        api.post("/quotes", {**good, "senderCustomerInfo": dict(itertools.islice(facts.items(), 50))}).status_code
        == 201
    )


@pytest.mark.parametrize(
    "path", ["x", "Quote:", "Quote:x", "Transaction:0197d6f0-0000-7000-8000-000000000001", "Quote:%F0%9F%98%80"]
)
def test_a_quote_that_is_not_there_is_not_found(api, path):
    for reply in (api.get(f"/quotes/{path}"), api.post(f"/quotes/{path}/execute")):
        assert quote_requests.code_of(reply) == (404, "QUOTE_NOT_FOUND")


def test_garbage_in_a_simulated_payment_is_a_clear_refusal(api, alice, pesos):
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()["id"]
    good = {"quoteId": quote, "currencyCode": "USD", "currencyAmount": 1}

    for field, garbage in itertools.product(good, GARBAGE):
        reply = api.post("/sandbox/send", {**good, field: garbage})
        assert reply.status_code in {400, 404}, (field, garbage, reply.content)
    assert quote_requests.fields_of(api.post("/sandbox/send", {"currencyAmount": 0})) == [
        "currencyAmount",
        "currencyCode",
        "quoteId",
    ]
    assert Quote.objects.get().status == "PENDING"


def test_a_body_that_execute_does_not_need_does_no_harm(api, quote_id):
    assert api.post(f"/quotes/{quote_id}/execute", {"surprise": [1]}).status_code == 200
