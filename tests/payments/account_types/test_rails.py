"""Rails with limits and hours: which amounts they take, which one an amount is made for, and when it arrives."""

import datetime as dt
from typing import Any

import pytest

from payments import rails
from payments.account_types import table
from platforms.base import money
from tests.support.payments import account_examples, quote_requests
from tests.support.payments.quote_requests import code_of

pytestmark = pytest.mark.django_db
_OTHER = ["BANK_TRANSFER"]
_INDIA = dt.timezone(dt.timedelta(hours=5, minutes=30))


@pytest.fixture
def payer(api, alice):
    """Id of an account with plenty of dollars."""
    quote_requests.add_currencies(api, "INR", "PHP")
    dollars = api.internal_account(alice)
    api.fund(dollars, 100_000_00)
    return dollars


def account(api, customer: str, code: str) -> str:
    currency, info = account_examples.EXAMPLES[code]
    return str(api.external_account(customer, info, currency))


def quoted(api, payer: str, account: str, amount: int, rail: str = "") -> Any:
    body = quote_requests.body(payer, account, side="RECEIVING", amount=amount)
    body["destination"] |= {"paymentRail": rail} if rail else {}
    return api.post("/quotes", body)


def rail_of(api, quote: Any) -> str | None:
    payment = api.get(f"/transactions/{quote.json()['transactionId']}").json()
    rail: str | None = payment.get("paymentRail")
    return rail


@pytest.mark.parametrize(("amount", "rail"), [(1_00, "NEFT"), (199_999_99, "NEFT"), (200_000_00, "RTGS")])
def test_who_names_none_gets_the_rail_that_the_amount_is_made_for(api, alice, worker, payer, *, amount, rail):
    quote = quoted(api, payer, account(api, alice, "INR_BANK_ACCOUNT"), amount)
    assert quote.status_code == 201, quote.content
    assert rail_of(api, quote) == rail

    api.post(f"/quotes/{quote.json()['id']}/execute", {})
    worker.run()
    assert rail_of(api, quote) == rail


@pytest.mark.parametrize(
    ("code", "rail", "amount", "bound", "expected"),
    [
        ("INR_BANK_ACCOUNT", "RTGS", 199_999_99, "RTGS takes at least 20000000 in the smallest unit of INR", ["NEFT"]),
        ("PHP_ACCOUNT", "INSTAPAY", 50_000_01, "INSTAPAY takes at most 5000000 in the smallest unit of PHP", _OTHER),
    ],
)
def test_an_amount_beyond_the_rail_that_was_named_is_refused_with_those_that_take_it(
    api, alice, payer, *, code, rail, amount, bound, expected
):
    payee = account(api, alice, code)
    reply = quoted(api, payer, payee, amount, rail)

    assert code_of(reply) == (400, "AMOUNT_OUT_OF_RANGE")
    details = reply.json()["details"]
    reason = f"must be a rail that takes what the receiver gets: {bound}"
    assert details["errors"] == [{"field": "destination.paymentRail", "reason": reason, "expected": expected}]
    assert details["expected"] == expected
    assert quoted(api, payer, payee, amount, *expected).status_code == 201
    at_the_bound = {"RTGS": 200_000_00, "INSTAPAY": 50_000_00}[rail]
    assert rail_of(api, quoted(api, payer, payee, at_the_bound, rail)) == rail


@pytest.mark.parametrize(
    ("rail", "taken", "expected"),
    [
        ("NEFT", "10:00:00", "12:30:00"),
        ("NEFT", "10:29:59", "12:30:00"),
        ("NEFT", "10:30:00", "13:00:00"),
        ("NEFT", "23:45:00", "02:00:00"),
        ("RTGS", "23:45:00", "00:15:00"),
        ("INSTAPAY", "03:00:00", "03:01:00"),
    ],
)
def test_hours(rail, taken, expected):
    taken_at = dt.datetime.combine(dt.date(2026, 1, 26), dt.time.fromisoformat(taken), _INDIA)

    expected_at = rails.RAILS[rail].expected_at(taken_at)

    assert expected_at.astimezone(_INDIA).time() == dt.time.fromisoformat(expected)
    assert expected_at > taken_at


def test_a_rail_that_says_no_time_is_expected_by_its_hours_from_its_first_answer_on(
    api, alice, worker, payer, adapters
):
    adapters(rail="tests.support.faulty_rails.SilentRail")
    quote = quoted(api, payer, account(api, alice, "INR_BANK_ACCOUNT"), 1_000_00).json()
    api.post(f"/quotes/{quote['id']}/execute", {})
    worker.run()

    payment = api.get(f"/transactions/{quote['transactionId']}").json()
    expected = dt.datetime.fromisoformat(payment["expectedSettlementAt"])
    assert (payment["paymentRail"], expected.minute % 30, expected.second) == ("NEFT", 0, 0)
    waits = expected - dt.datetime.fromisoformat(payment["createdAt"])
    assert dt.timedelta(hours=2) < waits < dt.timedelta(hours=3)
    api.post("/sandbox/clock/advance", {"seconds": 5_400})
    worker.run()
    later = api.get(f"/transactions/{quote['transactionId']}").json()
    assert (later["status"], later["expectedSettlementAt"]) == ("PROCESSING", payment["expectedSettlementAt"])


def test_every_type_with_such_rails_has_one_for_any_amount_of_its_only_currency():
    """So a transfer, which names no rail, is never refused for one."""
    types = [row for row in table.ACCOUNT_TYPES.values() if set(row.all_rails) & set(rails.RAILS)]

    assert types
    for row in types:
        for amount in (1, money.MAX_AMOUNT):
            assert any(rails.takes(rail, amount) for rail in row.ways), row.code
        for rail in set(row.all_rails) & set(rails.RAILS):
            assert row.currencies == (rails.RAILS[rail].currency,)
