"""Random stories of payments that come in by UMA: whatever happens in whatever order, the books are whole.

Each story asks for invoices, pays some, lets time pass, lets the customer lose and regain the approval, and runs the
worker at any moment. At its end the holder has exactly what the COMPLETED payments say.
"""

import random

import pytest

from compliance.models import Customer
from payments.ledger import check
from payments.models import IncomingUmaPayment, JournalEntry, SandboxInvoice, Transaction
from tests.payments.uma.receiving.conftest import address, peer, sender  # noqa: F401 - fixtures
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)
_STEPS = 25
_ENDS = {"COMPLETED", "EXPIRED", "FAILED"}


@pytest.mark.parametrize("seed", range(4))
def test_books_are_whole_after_any_story(api, alice, sender, worker, seed):  # noqa: F811
    chance = random.Random(seed)
    unpaid = []

    def ask() -> None:
        amount = chance.choice([1, 99, 10_00, 12_345_67])
        in_msat = chance.random() < 0.5
        reply = sender.ask(amount * 12_500 + chance.randrange(12_500) if in_msat else amount, is_amount_in_msat=in_msat)
        if reply.status_code == 200:
            unpaid.append(reply)

    def pay() -> None:
        if unpaid:
            reply = unpaid.pop(chance.randrange(len(unpaid)))
            sender.pay(reply)
            if chance.random() < 0.5:
                sender.call_back(reply)

    def wait() -> None:
        api.post("/sandbox/clock/advance", {"seconds": chance.choice([1, 30, 200, 301])})

    def judge() -> None:
        status = chance.choice(["APPROVED", "APPROVED", "REJECTED"])
        Customer.objects.filter(id=alice.partition(":")[2]).update(kyc_status=status)

    for _ in range(_STEPS):
        chance.choice([ask, ask, pay, pay, wait, judge, worker.run])()
    for _ in range(3):
        api.post("/sandbox/clock/advance", {"seconds": 400})
        worker.run()

    assert_that_the_books_tell_the_story(api, alice)


def assert_that_the_books_tell_the_story(api, alice) -> None:
    payments = list(Transaction.objects.all())
    assert {payment.status for payment in payments} <= _ENDS
    held = sum(payment.received_amount for payment in payments if payment.status == "COMPLETED")
    assert factories.balance_of(api.internal_account(alice)) == held
    for payment in payments:
        entries = list(JournalEntry.objects.filter(transaction_id=payment.id).values_list("purpose", flat=True))
        session = IncomingUmaPayment.objects.get(transaction_id=payment.id)
        state = SandboxInvoice.objects.get(payment_hash=session.payment_hash).state
        is_taken = payment.status == "COMPLETED"
        assert sorted(entries) == (["UMA_ACCEPTED", "UMA_CREDITED"] if is_taken else [])
        assert state == ("SETTLED" if is_taken else "CANCELLED")
    assert check.run().faults == []
