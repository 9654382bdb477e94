"""POST /transactions/{transactionId}/cancel: before a rail is asked, and never after."""

import uuid

import pytest
from django.db import transaction

from payments.ledger import check, holds
from payments.models import InternalAccount, Transaction, TransactionStatusChange
from platforms.base import clock
from tests.support import factories
from tests.support.factories import balance_of
from tests.support.payments import quote_requests
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def source(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 10_000)
    return account


@pytest.fixture
def destination(api, alice):
    return api.external_account(alice)


def cancel(api, payment, **options):
    return api.post(f"/transactions/{payment}/cancel", **options)


def refused(reply):
    return reply.status_code, reply.json()["code"], reply.json()["details"].get("reason")


def events_of(payment):
    rows = Event.objects.filter(resource=payment, type__contains="_PAYMENT.")
    return [row.type for row in rows.order_by("id")]


def test_a_transfer_out_that_was_not_sent_gives_the_money_back(api, source, destination, worker):
    payment = api.transfer_out(source, destination, 2_500).json()["id"]
    assert balance_of(source) == 7_500

    reply = cancel(api, payment, key="c")

    shown = reply.json()
    assert (reply.status_code, shown["status"], shown["failureReason"]) == (200, "FAILED", "CANCELLED")
    assert "pendingReason" not in shown
    assert balance_of(source) == 10_000
    assert cancel(api, payment, key="c").content == reply.content
    assert refused(cancel(api, payment)) == (409, "TRANSACTION_NOT_CANCELLABLE", "ENDED")
    worker.run()
    assert api.get(f"/transactions/{payment}").json() == shown
    assert balance_of(source) == 10_000
    assert events_of(payment) == ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.FAILED"]
    change = TransactionStatusChange.objects.filter(transaction=payment.partition(":")[2]).latest("id")
    assert (change.cause, change.actor_kind) == ("cancelled", "TOKEN")
    assert check.run().faults == []


def test_a_transfer_in_that_was_not_collected_moves_nothing(api, source, destination, worker):
    payment = api.transfer_in(destination, source, 2_500).json()["id"]

    shown = cancel(api, payment).json()
    worker.run()

    assert (shown["status"], shown["failureReason"], balance_of(source)) == ("FAILED", "CANCELLED", 10_000)
    assert check.run().faults == []


@pytest.mark.parametrize("is_realtime", [True, False])
def test_an_unpaid_quote_expires_and_can_not_be_used_any_more(api, source, destination, worker, is_realtime):
    customer = api.get(f"/customers/internal-accounts/{source}").json()["customerId"]
    payer = quote_requests.realtime("USD", customer) if is_realtime else source
    quote = quote_requests.quote(api, payer, destination, amount=1_000).json()

    shown = cancel(api, quote["transactionId"]).json()

    assert (shown["status"], shown["failureReason"]) == ("EXPIRED", "CANCELLED")
    assert api.get(f"/quotes/{quote['id']}").json()["status"] == "EXPIRED"
    assert events_of(quote["transactionId"])[-1] == "OUTGOING_PAYMENT.EXPIRED"
    assert api.post(f"/quotes/{quote['id']}/execute").status_code == 409
    if is_realtime:
        api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"})
    for _ in range(3):
        worker.run()
    assert balance_of(source) == 10_000
    assert api.get(f"/transactions/{quote['transactionId']}").json()["status"] == "EXPIRED"
    assert check.run().faults == []


@pytest.mark.parametrize("payer", ["internal", "external"])
def test_an_executed_quote_that_was_not_paid_out_is_refunded(api, alice, source, worker, payer):
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    paid_from = source if payer == "internal" else api.external_account(alice, factories.usd_account("444"))
    quote = quote_requests.quote(api, paid_from, pesos, amount=1_000).json()
    api.post(f"/quotes/{quote['id']}/execute")

    shown = cancel(api, quote["transactionId"]).json()
    worker.run()

    assert (shown["status"], shown["failureReason"]) == ("FAILED", "CANCELLED")
    assert shown.get("refund", {}).get("status") == ("COMPLETED" if payer == "internal" else None)
    assert balance_of(source) == 10_000
    assert check.run().faults == []


def test_what_a_worker_has_taken_up_is_not_cancelled(api, alice, source, worker):
    slow = api.external_account(alice, factories.usd_account("005"))
    under_way = api.transfer_out(source, slow, 100).json()["id"]
    over = api.transfer_out(source, api.external_account(alice), 100).json()["id"]
    worker.run()
    claimed = api.transfer_out(source, slow, 100).json()["id"]
    Transaction.objects.filter(id=claimed.partition(":")[2]).update(attempts=1)

    told = {payment: refused(cancel(api, payment)) for payment in (under_way, over, claimed)}

    assert {payment: each[1:] for payment, each in told.items()} == {
        under_way: ("TRANSACTION_NOT_CANCELLABLE", "UNDER_WAY"),
        over: ("TRANSACTION_NOT_CANCELLABLE", "ENDED"),
        claimed: ("TRANSACTION_NOT_CANCELLABLE", "UNDER_WAY"),
    }
    assert balance_of(source) == 9_700


def test_nobody_cancels_what_is_not_theirs_or_is_held(api, rival_api, source, destination):
    payment = api.transfer_out(source, destination, 100).json()["id"]

    for caller, key in ((rival_api, payment), (api, f"Transaction:{uuid.uuid4()}"), (api, source), (api, "x")):
        assert refused(cancel(caller, key))[:2] == (404, "TRANSACTION_NOT_FOUND")
    books = InternalAccount.objects.get(id=source.partition(":")[2]).ledger_account_id
    with transaction.atomic():
        holds.hold([books], now=clock.real_now())
    assert refused(cancel(api, payment)) == (403, "FORBIDDEN", "ACCOUNT_HELD")
    assert api.get(f"/transactions/{payment}").json()["status"] == "PENDING"


def test_what_waits_for_an_approval_is_rejected_and_not_cancelled(api, alice, source):
    payment = api.transfer_out(source, api.external_account(alice), 100).json()["id"]
    Transaction.objects.filter(id=payment.partition(":")[2]).update(next_action="END_APPROVAL")

    assert refused(cancel(api, payment)) == (409, "TRANSACTION_NOT_CANCELLABLE", "AWAITS_APPROVAL")
