"""Lines that pay for a quote with another amount than its own: too little, too much, or in parts."""

import pytest

from banks.models import BankMatch, BankPayment
from payments.models import Deposit, SuspenseItem
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform)


@pytest.mark.parametrize("files", [1, 2], ids=["one statement", "two statements"])
def test_parts_are_not_put_together_the_first_goes_back_and_the_second_waits_in_suspense(
    api, bank, worker, alice, files
):
    payment = world.unpaid_quote(api, alice, 100_00)
    reference = rail.payment_of(payment).reference
    lines = [Entry(60_00, text=reference, reference="B-1"), Entry(40_00, text=reference, reference="B-2")]

    if files == 1:
        world.send(world.camt(lines))
    else:
        world.send(world.camt(lines[:1]), world.camt(lines[1:], number=2, opening=1_060_00))
    worker.run()

    shown = api.get(f"/transactions/{payment}").json()
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "FUNDING_AMOUNT_MISMATCH")
    assert shown["refund"]["reason"] == "TRANSACTION_FAILED"
    assert (world.kinds(), world.waiting()) == (["DEPOSIT", "DEPOSIT"], [])
    assert {one.rule for one in BankMatch.objects.all()} == {"reference"}
    assert list(Deposit.objects.order_by("id").values_list("amount", "use")) == [
        (60_00, "FOR_QUOTE"),
        (40_00, "FOR_QUOTE"),
    ]
    assert list(SuspenseItem.objects.values_list("amount", "currency", "reason")) == [(40_00, "EUR", "PAID_AGAIN")]
    assert world.books_are_right()


@pytest.mark.parametrize("amount", [99_99, 100_01], ids=["too little", "too much"])
def test_another_amount_than_the_quotes_goes_back_whole(api, bank, worker, alice, amount):
    payment = world.unpaid_quote(api, alice, 100_00)

    world.send(world.camt([Entry(amount, text=rail.payment_of(payment).reference)]))
    worker.run()

    shown = api.get(f"/transactions/{payment}").json()
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "FUNDING_AMOUNT_MISMATCH")
    [returned] = BankPayment.objects.filter(movement=payment.partition(":")[2])
    assert (returned.leg, returned.amount) == ("REFUND", amount)
    assert SuspenseItem.objects.count() == 0
    assert world.books_are_right()
