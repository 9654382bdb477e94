"""POST /sandbox/send: the payment that a quote's instructions describe, simulated."""

import pytest

from payments.models import FundingReceipt, SuspenseItem
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db


@pytest.fixture
def quote(api, alice, pesos):
    """A quote for 100.00 USD that is paid in real time."""
    return quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()


def send(api, quote, currency="USD", **fields):
    return api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": currency, **fields})


def test_the_payment_answers_with_the_transaction(api, quote, worker):
    before = api.get(f"/transactions/{quote['transactionId']}").json()

    reply = send(api, quote)

    shown = reply.json()
    assert reply.status_code == 200
    assert before["pendingReason"] == "FUNDING"
    changed = {"status": "PROCESSING", "pendingReason": "PAYOUT", "updatedAt": shown["updatedAt"]}
    assert shown == {**before, **changed}
    assert shown["source"] == {"sourceType": "REALTIME_FUNDING", "customerId": shown["customerId"], "currency": "USD"}
    worker.run()
    assert api.get(f"/quotes/{quote['id']}").json() == {**quote, "status": "COMPLETED"}


def test_the_amount_may_be_named(api, quote):
    assert send(api, quote, currencyAmount=100_00).json()["status"] == "PROCESSING"


@pytest.mark.parametrize("amount", [1, 99_99, 100_01, 2**63 - 1])
def test_another_amount_fails_the_payment_and_goes_back(api, quote, worker, amount):
    reply = send(api, quote, currencyAmount=amount)

    shown = reply.json()
    assert (reply.status_code, shown["status"]) == (200, "FAILED")
    assert shown["failureReason"] == "FUNDING_AMOUNT_MISMATCH"
    assert shown["refund"] == {
        "reference": shown["refund"]["reference"],
        "initiatedAt": shown["updatedAt"],
        "status": "PENDING",
        "reason": "TRANSACTION_FAILED",
    }
    worker.run()
    refund = api.get(f"/transactions/{quote['transactionId']}").json()["refund"]
    assert refund == {**shown["refund"], "status": "COMPLETED", "settledAt": refund["settledAt"]}
    assert api.get(f"/quotes/{quote['id']}").json()["status"] == "FAILED"


def test_a_payment_that_comes_too_late_goes_back(api, quote, worker):
    api.post("/sandbox/clock/advance", {"seconds": 301})

    shown = send(api, quote).json()
    worker.run()

    assert (shown["status"], shown["refund"]["reason"]) == ("EXPIRED", "TIMEOUT")
    assert api.get(f"/transactions/{quote['transactionId']}").json()["refund"]["status"] == "COMPLETED"
    assert api.get(f"/quotes/{quote['id']}").json()["status"] == "EXPIRED"


def test_a_second_payment_waits_for_a_person(api, quote):
    send(api, quote)

    again = send(api, quote)

    assert (again.status_code, again.json()["status"]) == (200, "PROCESSING")
    assert [item.amount for item in SuspenseItem.objects.all()] == [100_00]
    assert [receipt.use for receipt in FundingReceipt.objects.order_by("id")] == ["APPLIED", "SUSPENSE"]


def test_a_key_makes_it_safe_to_send_again(api, quote):
    body = {"quoteId": quote["id"], "currencyCode": "USD"}
    first = api.post("/sandbox/send", body, key="pay")

    again = api.post("/sandbox/send", body, key="pay")

    assert (again.content, again["Idempotent-Replayed"]) == (first.content, "true")
    assert FundingReceipt.objects.count() == 1


@pytest.mark.parametrize("currency", ["EUR", "usd", "XXX", "US"])
def test_another_currency_is_refused(api, quote, currency):
    assert quote_requests.code_of(send(api, quote, currency)) == (400, "CURRENCY_MISMATCH")
    assert not FundingReceipt.objects.exists()


def test_a_quote_that_is_paid_from_an_account_is_not_paid_this_way(api, ask):
    reply = send(api, ask().json())

    assert (quote_requests.code_of(reply), quote_requests.fields_of(reply)) == ((400, "INVALID_INPUT"), ["quoteId"])


@pytest.mark.parametrize("wrong", ["x", "Quote:0197d6f0-0000-7000-8000-000000000001"])
def test_a_quote_that_is_not_there_is_not_found(api, db, wrong):
    assert quote_requests.code_of(send(api, {"id": wrong})) == (404, "QUOTE_NOT_FOUND")


def test_another_platforms_quote_is_not_there(rival_api, quote):
    assert quote_requests.code_of(send(rival_api, quote)) == (404, "QUOTE_NOT_FOUND")
    assert not FundingReceipt.objects.exists()


def test_a_platform_in_production_has_no_sandbox(quote):
    live = factories.tenant("live", environment="PRODUCTION")

    reply = send(Api(live.client_id, live.client_secret), quote)

    assert quote_requests.code_of(reply) == (403, "FORBIDDEN")
