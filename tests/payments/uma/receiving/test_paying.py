"""A payment from another institution, from its pay request to the receiver's account."""

import datetime as dt
import math

import pytest
from django.db import connection

from compliance.models import Customer
from payments.account_types import bolt11
from payments.ledger import check
from payments.models import IncomingUmaPayment, Transaction
from payments.uma import messages
from tests.support import factories
from tests.support.payments import rate_entries
from tests.support.uma.senders import CENT_MSAT, payment_of, posted

pytestmark = pytest.mark.django_db
_real = pytest.mark.django_db(transaction=True)
"""For tests that re-add the books."""


def test_a_pay_request_is_answered_with_an_invoice_and_locked_amounts(api, sender, alice, dollars, address):
    built = sender.request(10_00, comment="For lunch")

    reply = sender.send(built)

    said = sender.read(reply)
    invoice = bolt11.decode(said.invoice)
    assert (said.amount, said.currency, said.decimals) == (10_00, "USD", 2)
    assert (said.multiplier, said.fee_msat) == (CENT_MSAT, 0)
    assert invoice.amount_msat == 10_00 * CENT_MSAT
    assert invoice.network == "bcrt"
    assert invoice.description_hash in built.description_hashes(messages.build_metadata(address))
    assert invoice.expires_at - invoice.created_at == dt.timedelta(minutes=5)
    payment = payment_of(reply)
    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert shown | {"createdAt": "", "updatedAt": ""} == {
        "id": payment.public_id,
        "status": "PENDING",
        "type": "INCOMING",
        "direction": "IN",
        "pendingReason": "FUNDING",
        "exchangeRate": 0.0000125,
        "source": {"sourceType": "UMA_ADDRESS", "umaAddress": sender.address},
        "destination": {"destinationType": "ACCOUNT", "accountId": dollars, "currency": "USD", "customerId": alice},
        "customerId": alice,
        "platformCustomerId": shown["platformCustomerId"],
        "description": "For lunch",
        "counterpartyInformation": {"FULL_NAME": "Paul Payer"},
        "receivedAmount": {
            "amount": 10_00,
            "currency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2},
        },
        "rateDetails": {
            "serviceApiMultiplier": 1.0,
            "serviceApiFixedFee": 0,
            "serviceApiVariableFeeRate": 0.0,
            "serviceApiVariableFeeAmount": 0,
        },
        "reconciliationInstructions": {"reference": payment.reference},
        "createdAt": "",
        "updatedAt": "",
    }
    assert factories.balance_of(dollars) == 0
    assert posted(payment) == []


def test_the_reply_is_signed_with_the_keys_of_the_platforms_domain(sender, acme):
    said = sender.read(sender.ask())

    messages.require_genuine(said.signature, keys=sender._keys())
    assert said.payee == sender.receiver_address


@_real
def test_a_paid_invoice_is_taken_and_the_receiver_has_the_money(api, sender, worker, dollars):
    reply = sender.ask(10_00)
    sender.pay(reply)
    assert sender.call_back(reply).status_code == 200

    worker.run()

    payment = payment_of(reply)
    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert (shown["status"], "settledAt" in shown, "failureReason" in shown) == ("COMPLETED", True, False)
    assert factories.balance_of(dollars) == 10_00
    assert posted(payment) == ["UMA_ACCEPTED", "UMA_CREDITED"]
    assert check.run().faults == []


def test_an_invoice_is_found_paid_without_a_callback_too(api, sender, worker, dollars):
    reply = sender.ask(10_00)
    sender.pay(reply)

    api.post("/sandbox/clock/advance", {"seconds": 30})
    worker.run()

    assert factories.balance_of(dollars) == 10_00


@_real
def test_a_sender_may_lock_what_it_sends(api, sender, worker, dollars):
    msat = 10_00 * CENT_MSAT + 7_000

    reply = sender.ask(msat, is_amount_in_msat=True)

    said = sender.read(reply)
    assert bolt11.decode(said.invoice).amount_msat == msat
    assert (said.amount, said.fee_msat) == (10_00, 7_000)
    assert said.expected_msat == msat
    sender.pay(reply)
    sender.call_back(reply)
    worker.run()
    assert factories.balance_of(dollars) == 10_00
    assert payment_of(reply).sent_amount == msat // 1000
    assert check.run().faults == []


@_real
def test_the_platforms_fees_and_margin_are_in_the_invoice(acme, sender, worker, dollars):
    rate_entries.schedule(acme, source_currency="BTC", fixed_fee=100, variable_rate="0.01", rate_multiplier="1.02")

    reply = sender.ask(10_00)

    said = sender.read(reply)
    exchanged = 10_00 * said.multiplier
    assert said.multiplier == CENT_MSAT * 102 // 100
    invoice = bolt11.decode(said.invoice).amount_msat
    assert invoice == exchanged + said.fee_msat
    # A hundredth of the whole invoice, rounded up, and a hundred satoshis.
    assert invoice is not None
    share = math.ceil(invoice / 100)
    assert said.fee_msat == 100_000 + share
    assert payment_of(reply).rate_details == {
        "serviceApiMultiplier": 1.02,
        "serviceApiFixedFee": 100,
        "serviceApiVariableFeeRate": 0.01,
        "serviceApiVariableFeeAmount": math.ceil(share / 1000),
    }
    sender.pay(reply)
    sender.call_back(reply)
    worker.run()
    assert factories.balance_of(dollars) == 10_00
    assert check.run().faults == []


@_real
def test_bitcoin_comes_in_without_an_exchange(api, alice, sender, worker):
    reply = sender.ask(5_000, receiving_currency="BTC")

    assert sender.read(reply).multiplier == 1000
    sender.pay(reply)
    sender.call_back(reply)
    worker.run()

    assert factories.balance_of(api.internal_account(alice, "BTC")) == 5_000
    assert check.run().faults == []


def test_an_invoice_that_nobody_pays_expires(api, sender, worker, dollars):
    reply = sender.ask()

    api.post("/sandbox/clock/advance", {"seconds": 301})
    worker.run()

    payment = payment_of(reply)
    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert (shown["status"], shown["failureReason"]) == ("EXPIRED", "QUOTE_EXPIRED")
    sender.pay(reply)
    worker.run()
    assert factories.balance_of(dollars) == 0
    assert posted(payment) == []


def test_money_for_a_customer_who_lost_the_approval_goes_back(api, sender, worker, alice, dollars):
    reply = sender.ask()
    Customer.objects.filter(id=alice.partition(":")[2]).update(kyc_status="REJECTED")
    sender.pay(reply)
    sender.call_back(reply)

    worker.run()

    payment = payment_of(reply)
    assert (payment.status, payment.failure_reason) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert posted(payment) == []
    assert factories.balance_of(dollars) == 0


def test_a_customer_with_a_payment_on_its_way_is_not_deleted(api, sender, alice):
    sender.ask()

    assert api.delete(f"/customers/{alice}").json()["code"] == "CUSTOMER_HAS_FUNDS"


def test_the_secret_of_an_invoice_lies_encrypted(sender):
    reply = sender.ask()

    with connection.cursor() as cursor:
        cursor.execute("SELECT preimage FROM payments_incomingumapayment")
        (stored,) = cursor.fetchone()
    session = IncomingUmaPayment.objects.get()
    assert len(bytes.fromhex(session.preimage)) == 32
    assert session.preimage not in stored
    assert Transaction.objects.get().id == payment_of(reply).id
