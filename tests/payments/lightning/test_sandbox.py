"""The sandbox's Lightning node keeps the promises of the port."""

import datetime as dt
import secrets
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from payments.account_types import bolt11
from payments.models import SandboxInvoice
from payments.providers.lightning_node import (
    Invoice,
    InvoiceNotAccepted,
    InvoiceOrder,
    InvoiceSettled,
    InvoiceState,
    Payment,
    PaymentFailure,
    PaymentOrder,
    PaymentState,
    hash_of,
)
from payments.providers.sandbox.lightning_node import SandboxSettlement

PREIMAGE = b"a preimage of thirty-two letters"
NODE = SandboxSettlement()
pytestmark = pytest.mark.django_db


def make_invoice(preimage=PREIMAGE, amount=1_234_567) -> Invoice:
    return NODE.make_invoice(
        InvoiceOrder(
            payment_hash=hash_of(preimage),
            amount_msat=amount,
            description_hash=b"d" * 32,
            lifetime=dt.timedelta(minutes=5),
        )
    )


def pay(invoice: Invoice) -> Payment:
    said = bolt11.decode(invoice.payment_request)
    return NODE.pay(
        PaymentOrder(
            payment_request=invoice.payment_request,
            payment_hash=said.payment_hash,
            amount_msat=said.amount_msat or 0,
            most_fee_msat=0,
        )
    )


def state(preimage=PREIMAGE) -> str:
    found = NODE.find_invoice(hash_of(preimage))
    assert found is not None
    return found.state


def let_run_out() -> None:
    SandboxInvoice.objects.update(expires_at=dt.datetime(2020, 1, 1, tzinfo=dt.UTC))


def test_an_invoice_is_bolt11_and_says_what_was_ordered():
    invoice = make_invoice()

    said = bolt11.decode(invoice.payment_request)
    assert invoice.payment_request.startswith("lnbcrt12345670p1")
    assert (said.amount_msat, said.payment_hash, said.description_hash) == (1_234_567, hash_of(PREIMAGE), b"d" * 32)
    assert (said.expiry, invoice.state) == (dt.timedelta(minutes=5), InvoiceState.OPEN)


def test_the_same_hash_gives_the_same_invoice():
    first = make_invoice()

    assert make_invoice(amount=5) == first


def test_a_payment_is_held_until_the_preimage_is_told():
    invoice = make_invoice()

    held = pay(invoice)
    accepted = state()
    NODE.settle(PREIMAGE)

    assert (held.state, accepted, state()) == (PaymentState.PENDING, InvoiceState.ACCEPTED, InvoiceState.SETTLED)
    assert NODE.track(hash_of(PREIMAGE)) == Payment(state=PaymentState.SETTLED, preimage=PREIMAGE)


def test_everything_may_be_said_twice():
    invoice = make_invoice()
    pay(invoice)
    NODE.settle(PREIMAGE)

    NODE.settle(PREIMAGE)

    assert pay(invoice).preimage == PREIMAGE


def test_a_payment_that_the_receiver_sends_back_has_failed():
    invoice = make_invoice()
    pay(invoice)

    NODE.cancel(hash_of(PREIMAGE))
    NODE.cancel(hash_of(PREIMAGE))

    assert NODE.track(hash_of(PREIMAGE)).failure == PaymentFailure.REFUSED
    assert pay(invoice).state == PaymentState.FAILED
    with pytest.raises(InvoiceNotAccepted):
        NODE.settle(PREIMAGE)


def test_money_that_was_taken_can_t_be_sent_back():
    pay(make_invoice())
    NODE.settle(PREIMAGE)

    with pytest.raises(InvoiceSettled):
        NODE.cancel(hash_of(PREIMAGE))

    assert state() == InvoiceState.SETTLED


def test_nobody_can_take_what_nobody_has_paid():
    make_invoice()

    with pytest.raises(InvoiceNotAccepted):
        NODE.settle(PREIMAGE)

    assert state() == InvoiceState.OPEN


def test_an_invoice_that_has_run_out_can_t_be_paid():
    invoice = make_invoice()
    let_run_out()

    assert pay(invoice) == Payment(state=PaymentState.FAILED, failure=PaymentFailure.EXPIRED)
    assert state() == InvoiceState.CANCELLED
    assert NODE.track(hash_of(PREIMAGE)).state == PaymentState.UNKNOWN


def test_money_that_is_held_does_not_run_out():
    pay(make_invoice())
    let_run_out()

    assert state() == InvoiceState.ACCEPTED
    NODE.settle(PREIMAGE)
    assert state() == InvoiceState.SETTLED


def test_nobody_knows_the_way_to_another_network_s_payee():
    made = make_invoice()
    theirs = bolt11.encode(bolt11.decode(made.payment_request), private_key=secrets.token_bytes(32))

    outcome = pay(Invoice(theirs, InvoiceState.OPEN))

    assert outcome == Payment(state=PaymentState.FAILED, failure=PaymentFailure.NO_ROUTE)
    assert state() == InvoiceState.OPEN


def test_an_invoice_that_was_never_made_is_not_there():
    assert NODE.find_invoice(b"x" * 32) is None
    NODE.cancel(b"x" * 32)


@pytest.mark.django_db(transaction=True)
def test_of_taking_and_sending_back_at_once_one_happens():
    preimages = [secrets.token_bytes(32) for _ in range(20)]
    for preimage in preimages:
        pay(make_invoice(preimage))

    def call(number: int) -> bool:
        preimage = preimages[number // 2]
        try:
            NODE.settle(preimage) if number % 2 else NODE.cancel(hash_of(preimage))
        except (InvoiceNotAccepted, InvoiceSettled):
            return False
        else:
            return True
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        happened = list(pool.map(call, range(40)))

    ends = [state(preimage) for preimage in preimages]
    assert sum(happened) == 20
    assert [InvoiceState.SETTLED if settled else InvoiceState.CANCELLED for settled in happened[1::2]] == ends
