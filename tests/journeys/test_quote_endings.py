"""Quotes between internal accounts, to and from holders who are gone, and quotes that nobody uses."""

import pytest

from payments.ledger import check
from payments.models import InternalAccount, SuspenseItem, Transaction
from payments.workflow import advancing, claims
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
    books,
    payment_of,
    send,
    told_about,
)
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


@pytest.fixture
def carol(api):
    """Another approved customer."""
    return api.customer("Carol Approved")


@pytest.mark.parametrize("currency", ["EUR", "USD"])
@pytest.mark.parametrize("payer", ["customer", "platform"])
@pytest.mark.parametrize("receiver", ["customer", "platform"])
def test_money_moves_between_internal_accounts(acme, api, alice, carol, worker, payer, receiver, currency):  # noqa: PLR0917 - fixtures
    source = api.internal_account(alice if payer == "customer" else None)
    target = api.internal_account(carol if receiver == "customer" else None, currency)
    if source == target:
        target = api.internal_account(alice, currency)
    api.fund(source, 300_00)
    quote = quote_requests.quote(api, source, target).json()

    executed = api.post(f"/quotes/{quote['id']}/execute").json()

    assert executed["status"] == "PROCESSING"
    assert (factories.balance_of(source), factories.balance_of(target)) == (200_00, 0)
    worker.run()
    assert factories.balance_of(target) == quote["totalReceivingAmount"] == (100_00 if currency == "USD" else 92_00)
    assert payment_of(api, quote)["status"] == "COMPLETED"
    assert told_about(quote["transactionId"]) == [PENDING, PROCESSING, COMPLETED]
    assert told_about(target) == ["INTERNAL_ACCOUNT.BALANCE_UPDATED"]
    assert books(acme, "EXCHANGE", "USD") == (0 if currency == "USD" else 100_00)
    assert books(acme, "RAIL_SETTLEMENT", "USD") == 300_00
    assert check.run().faults == []


@pytest.mark.parametrize("funding", ["internal account", "collected", "paid in real time"])
def test_a_receiver_who_is_gone_by_then_sends_the_money_back(acme, api, alice, carol, worker, funding):  # noqa: PLR0917 - fixtures
    target = api.internal_account(carol, "EUR")
    source = api.internal_account(alice)
    if funding == "internal account":
        api.fund(source, 100_00)
        asked = source
    else:
        asked = api.external_account(alice) if funding == "collected" else quote_requests.realtime("USD", alice)
    quote = quote_requests.quote(api, asked, target).json()
    if funding == "paid in real time":
        send(api, quote)
    else:
        api.post(f"/quotes/{quote['id']}/execute")
    assert api.delete(f"/customers/{carol}").status_code == 200

    worker.run()

    shown = payment_of(api, quote)
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert (shown["refund"]["status"], shown["refund"]["reason"]) == ("COMPLETED", "TRANSACTION_FAILED")
    assert told_about(quote["transactionId"]) == [PENDING, PROCESSING, FAILED, BACK, BACK_DONE]
    held = 100_00 if funding == "internal account" else 0
    assert (factories.balance_of(source), factories.balance_of(target)) == (held, 0)
    assert_the_books(acme, RAIL_SETTLEMENT=held)


@pytest.mark.parametrize("gone", ["customer", "currency"])
def test_money_that_comes_back_to_a_closed_account_waits_for_a_person(acme, api, alice, worker, gone):
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    quote = quote_requests.quote(
        api, source, api.external_account(alice, quote_requests.clabe("005"), "MXN"), immediatelyExecute=True
    ).json()
    # The payout has settled; whether it comes back is asked next. Meanwhile the customer or the platform leaves.
    [claimed] = claims.claim_payments(limit=1)
    advancing.advance(claimed)
    assert payment_of(api, quote)["status"] == "COMPLETED"
    if gone == "customer":
        assert api.delete(f"/customers/{alice}").status_code == 200
    else:
        kept = [row for row in api.get("/config").json()["supportedCurrencies"] if row["currencyCode"] != "USD"]
        assert api.patch("/config", {"supportedCurrencies": kept}).status_code == 200

    worker.run()

    shown = payment_of(api, quote)
    assert (shown["status"], shown["refund"]["status"]) == ("FAILED", "FAILED")
    assert told_about(quote["transactionId"]) == [PENDING, PROCESSING, COMPLETED, FAILED, BACK, BACK_FAILED]
    assert factories.balance_of(source) == 0
    assert [(item.amount, item.reason) for item in SuspenseItem.objects.all()] == [(100_00, "PAYER_GONE")]
    assert_the_books(acme, SUSPENSE=100_00, RAIL_SETTLEMENT=100_00)


@pytest.mark.parametrize("source", ["internal account", "collected", "paid in real time"])
def test_a_quote_that_nobody_uses_expires_with_its_transaction(acme, api, alice, worker, pesos, source):  # noqa: PLR0917 - fixtures
    account = api.internal_account(alice)
    asked = {
        "internal account": account,
        "collected": api.external_account(alice),
        "paid in real time": quote_requests.realtime("USD", alice),
    }[source]
    quote = quote_requests.quote(api, asked, pesos).json()
    advance(api, JUST_IN_TIME)
    worker.run()
    assert payment_of(api, quote)["status"] == "PENDING"

    advance(api, TOO_LATE - JUST_IN_TIME)
    worker.run()

    shown = payment_of(api, quote)
    assert (shown["status"], shown["failureReason"]) == ("EXPIRED", "QUOTE_EXPIRED")
    assert api.get(f"/quotes/{quote['id']}").json()["status"] == "EXPIRED"
    assert told_about(quote["transactionId"]) == [PENDING, EXPIRED]
    assert "refund" not in shown
    if source != "paid in real time":
        assert quote_requests.code_of(api.post(f"/quotes/{quote['id']}/execute")) == (409, "QUOTE_EXPIRED")
    assert_the_books(acme)


def test_a_jump_of_the_clock_beyond_the_end_of_time_is_enough(api, alice, pesos):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    quote = quote_requests.quote(api, account, pesos).json()
    advance(api, TOO_LATE)

    # No worker has looked yet.
    assert quote_requests.code_of(api.post(f"/quotes/{quote['id']}/execute")) == (409, "QUOTE_EXPIRED")
    assert factories.balance_of(account) == 1_000_00
    assert Transaction.objects.get().status == "PENDING"


def test_a_jump_of_the_clock_does_not_touch_what_was_executed(acme, api, alice, worker, pesos):
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    quote = quote_requests.quote(api, account, pesos, immediatelyExecute=True).json()

    advance(api, 30 * 24 * 3600)
    worker.run()

    assert payment_of(api, quote)["status"] == "COMPLETED"
    assert not InternalAccount.objects.filter(ledger_account__balance__lt=0).exists()


def test_another_platforms_clock_expires_nothing(api, rival_api, worker, realtime):
    advance(rival_api, 3600)

    worker.run()

    assert payment_of(api, realtime)["status"] == "PENDING"
