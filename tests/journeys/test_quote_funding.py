"""Money for quotes that comes from outside or stays inside, and every way in which it does not fit."""

import pytest

from compliance.models import Customer
from payments.models import FundingReceipt, SuspenseItem
from tests.journeys.quote_stories import (
    BACK,
    BACK_DONE,
    BACK_FAILED,
    COMPLETED,
    EXPIRED,
    FAILED,
    JUST_IN_TIME,
    PENDING,
    PROCESSING,
    TOO_LATE,
    advance,
    assert_the_books,
    history,
    payment_of,
    send,
    told_about,
)
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)


def uses() -> list[tuple[int, str, str]]:
    return [(receipt.amount, receipt.use, receipt.reason) for receipt in FundingReceipt.objects.order_by("id")]


def test_the_exact_amount_pays_the_quote(acme, api, worker, realtime):
    advance(api, JUST_IN_TIME)

    sent = send(api, realtime, currencyAmount=100_00)

    assert sent["status"] == "PROCESSING"
    worker.run()
    assert payment_of(api, realtime)["status"] == "COMPLETED"
    assert told_about(realtime["transactionId"]) == [PENDING, PROCESSING, COMPLETED]
    assert uses() == [(100_00, "APPLIED", "")]
    assert_the_books(acme, EXCHANGE=100_00, RAIL_SETTLEMENT=100_00)


@pytest.mark.parametrize("amount", [1, 99_99, 100_01, 250_00])
def test_another_amount_ends_the_payment_and_goes_back(acme, api, worker, realtime, amount):
    sent = send(api, realtime, currencyAmount=amount)

    assert (sent["status"], sent["failureReason"]) == ("FAILED", "FUNDING_AMOUNT_MISMATCH")
    assert (sent["refund"]["status"], sent["refund"]["reason"]) == ("PENDING", "TRANSACTION_FAILED")
    assert_the_books(acme, FUNDING_CLEARING=amount, RAIL_SETTLEMENT=amount)
    worker.run()
    shown = payment_of(api, realtime)
    assert (shown["status"], shown["refund"]["status"]) == ("FAILED", "COMPLETED")
    assert shown["refund"]["settledAt"] >= shown["refund"]["initiatedAt"]
    assert shown["refund"]["reference"] == sent["refund"]["reference"]
    assert api.get(f"/quotes/{realtime['id']}").json()["status"] == "FAILED"
    assert told_about(realtime["transactionId"]) == [PENDING, FAILED, BACK, BACK_DONE]
    assert history(realtime["transactionId"]) == ["PENDING", "FAILED"]
    assert uses() == [(amount, "RETURNING", "AMOUNT_MISMATCH")]
    assert_the_books(acme)


def test_money_of_a_payer_who_is_no_longer_approved_goes_back(acme, api, alice, worker, realtime):
    Customer.objects.filter(id=alice.partition(":")[2]).update(kyc_status="REJECTED")

    sent = send(api, realtime)

    assert (sent["status"], sent["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    worker.run()
    assert payment_of(api, realtime)["refund"]["status"] == "COMPLETED"
    assert told_about(realtime["transactionId"]) == [PENDING, FAILED, BACK, BACK_DONE]
    assert uses() == [(100_00, "RETURNING", "PAYER_NOT_APPROVED")]
    assert_the_books(acme)


@pytest.fixture
def stubborn_rail(adapters):
    """A rail that pays out as the sandbox's does, and can't send anything back to who paid it."""
    adapters(rail="tests.support.faulty_rails.StubbornRail")


@pytest.mark.parametrize("source", ["collected", "paid in real time"])
@pytest.mark.parametrize(
    ("suffix", "reason"), [("004", "COUNTERPARTY_POST_TX_FAILED"), ("006", "QUOTE_EXECUTION_FAILED")]
)
def test_what_can_not_be_sent_back_waits_for_a_person(  # noqa: PLR0917 - fixtures
    acme, api, alice, worker, stubborn_rail, suffix, reason, source
):
    destination = api.external_account(alice, quote_requests.clabe(suffix), "MXN")
    if source == "collected":
        quote = quote_requests.quote(api, api.external_account(alice), destination, immediatelyExecute=True).json()
    else:
        quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), destination).json()
        send(api, quote)

    worker.run()
    assert payment_of(api, quote)["refund"]["status"] == "PENDING"
    advance(api, 60)
    worker.run()

    shown = payment_of(api, quote)
    assert (shown["status"], shown["failureReason"], shown["refund"]["status"]) == ("FAILED", reason, "FAILED")
    assert told_about(quote["transactionId"])[-1] == BACK_FAILED
    assert [(item.amount, item.reason) for item in SuspenseItem.objects.all()] == [(100_00, "REFUND_FAILED")]
    assert_the_books(acme, SUSPENSE=100_00, RAIL_SETTLEMENT=100_00)


@pytest.mark.parametrize("amount", [100_00, 99_00])
@pytest.mark.parametrize("is_noticed", [True, False], ids=["the worker was first", "the money was first"])
def test_money_that_comes_too_late_goes_back(acme, api, worker, realtime, is_noticed, amount):  # noqa: PLR0917 - fixtures
    advance(api, TOO_LATE)
    if is_noticed:
        worker.run()
        assert payment_of(api, realtime)["status"] == "EXPIRED"

    sent = send(api, realtime, currencyAmount=amount)

    assert (sent["status"], sent["failureReason"]) == ("EXPIRED", "QUOTE_EXPIRED")
    assert (sent["refund"]["status"], sent["refund"]["reason"]) == ("PENDING", "TIMEOUT")
    worker.run()
    assert payment_of(api, realtime)["refund"]["status"] == "COMPLETED"
    assert api.get(f"/quotes/{realtime['id']}").json()["status"] == "EXPIRED"
    assert told_about(realtime["transactionId"]) == [PENDING, EXPIRED, BACK, BACK_DONE]
    assert history(realtime["transactionId"]) == ["PENDING", "EXPIRED"]
    assert uses() == [(amount, "RETURNING", "TOO_LATE")]
    assert_the_books(acme)


@pytest.mark.parametrize("is_paid_out", [True, False], ids=["paid out", "still on its way"])
def test_what_comes_a_second_and_a_third_time_waits_for_a_person(acme, api, worker, realtime, is_paid_out):
    send(api, realtime)
    if is_paid_out:
        worker.run()

    second, third = send(api, realtime), send(api, realtime, currencyAmount=7)

    assert {second["status"], third["status"]} == {"COMPLETED" if is_paid_out else "PROCESSING"}
    worker.run()
    assert told_about(realtime["transactionId"]) == [PENDING, PROCESSING, COMPLETED]
    assert uses() == [(100_00, "APPLIED", ""), (100_00, "SUSPENSE", "PAID_AGAIN"), (7, "SUSPENSE", "PAID_AGAIN")]
    items = SuspenseItem.objects.order_by("id").values_list("amount", "currency", "reason", "resolved_at")
    assert list(items) == [(100_00, "USD", "PAID_AGAIN", None), (7, "USD", "PAID_AGAIN", None)]
    assert_the_books(acme, EXCHANGE=100_00, SUSPENSE=100_07, RAIL_SETTLEMENT=200_07)


@pytest.mark.parametrize("is_back", [True, False], ids=["sent back", "on its way back"])
def test_what_comes_after_a_failure_waits_for_a_person(acme, api, worker, realtime, is_back):
    send(api, realtime, currencyAmount=5)
    if is_back:
        worker.run()

    again = send(api, realtime)

    assert again["status"] == "FAILED"
    worker.run()
    # What went back is the first payment, not the second one.
    assert payment_of(api, realtime)["refund"]["status"] == "COMPLETED"
    assert told_about(realtime["transactionId"]) == [PENDING, FAILED, BACK, BACK_DONE]
    assert_the_books(acme, SUSPENSE=100_00, RAIL_SETTLEMENT=100_00)


def test_what_comes_a_second_time_after_the_expiry_waits_for_a_person(acme, api, worker, realtime):
    advance(api, TOO_LATE)
    send(api, realtime)

    send(api, realtime, currencyAmount=30)

    worker.run()
    assert uses() == [(100_00, "RETURNING", "TOO_LATE"), (30, "SUSPENSE", "PAID_AGAIN")]
    assert_the_books(acme, SUSPENSE=30, RAIL_SETTLEMENT=30)


def test_a_payment_that_was_paid_twice_and_fails_sends_the_first_back(acme, api, alice, worker):
    destination = api.external_account(alice, quote_requests.clabe("004"), "MXN")
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), destination).json()
    send(api, quote)
    send(api, quote, currencyAmount=40_00)

    worker.run()

    assert payment_of(api, quote)["refund"]["status"] == "COMPLETED"
    assert_the_books(acme, SUSPENSE=40_00, RAIL_SETTLEMENT=40_00)


def test_the_wrong_currency_is_refused(api, realtime):
    reply = api.post("/sandbox/send", {"quoteId": realtime["id"], "currencyCode": "EUR"})

    assert quote_requests.code_of(reply) == (400, "CURRENCY_MISMATCH")
    assert not FundingReceipt.objects.exists()


def test_a_quote_that_an_account_pays_takes_no_money_from_outside(api, alice, pesos):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    quote = quote_requests.quote(api, account, pesos, immediatelyExecute=True).json()

    reply = api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"})

    assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
    assert quote_requests.fields_of(reply) == ["quoteId"]
    assert not FundingReceipt.objects.exists()


def test_a_quote_that_is_paid_from_outside_can_not_be_executed(api, realtime):
    assert quote_requests.code_of(api.post(f"/quotes/{realtime['id']}/execute")) == (400, "INVALID_INPUT")


@pytest.mark.parametrize(
    ("suffix", "wait", "reason"),
    [
        ("002", 0, "INSUFFICIENT_FUNDS"),
        ("003", 0, "ACCOUNT_INVALID"),
        ("004", 0, "BANK_REJECTED"),
        ("005", 31, "TIMED_OUT"),
    ],
)
def test_what_can_not_be_collected_ends_the_payment(acme, api, alice, worker, pesos, suffix, wait, reason):  # noqa: PLR0917 - fixtures
    source = api.external_account(alice, factories.usd_account(suffix))
    quote = quote_requests.quote(api, source, pesos, immediatelyExecute=True).json()

    worker.run()

    if wait:
        assert payment_of(api, quote)["status"] == "PROCESSING"
        advance(api, wait - 2)
        worker.run()
        assert payment_of(api, quote)["status"] == "PROCESSING"
        advance(api, 2)
        worker.run()
    shown = payment_of(api, quote)
    assert (shown["status"], shown["failureReason"]) == ("FAILED", reason)
    assert "refund" not in shown
    assert api.get(f"/quotes/{quote['id']}").json()["status"] == "FAILED"
    assert told_about(quote["transactionId"]) == [PENDING, PROCESSING, FAILED]
    assert not FundingReceipt.objects.exists()
    assert_the_books(acme)
