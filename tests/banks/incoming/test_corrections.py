"""NACHA's notifications of change: the next payment to the account goes out with what the bank says is right."""

import pytest
from django.db import transaction

from banks.models import BankAnswer, BankBatch, BankPayment
from banks.rail import corrections
from payments.models import OperationsCase
from payments.workflow import monitor
from platforms.base import clock
from platforms.models import AuditEntry
from practice.bank import nacha
from tests.banks.incoming import ach
from tests.banks.rail import world as rail
from tests.banks.statements import world

pytestmark = pytest.mark.django_db(transaction=True)
ROUTING, NUMBER = "021000021", "000987654321"


@pytest.fixture
def bank(acme):
    return rail.connect(acme.platform, **(rail.DOLLARS | ach.FOLDERS))


def _sent_to(paid: str) -> tuple[str, str, bool]:
    """Return routing number, account number and whether it is one of savings, as the file to the bank has them."""
    [order] = ach.give_out([paid])
    content = rail.row_of(paid).content
    return order.bank, order.account.strip(), content.get("isSavings", False)


def _cases() -> list[str]:
    with transaction.atomic():
        monitor.sweep(kind="BANK_FILE", now=clock.real_now())
    return list(OperationsCase.objects.filter(state="OPEN").order_by("id").values_list("cause", flat=True))


@pytest.mark.parametrize(
    "change",
    [
        ("C02", ROUTING, (ROUTING, None, False)),
        ("C05", "32", (None, None, True)),
        ("C04", "LOVELACE ADA", (None, None, False)),
        ("C02", "12345", (None, None, False)),
        ("C02", "000987654", (None, None, False)),
        ("C05", "99", (None, None, False)),
        ("C03", ROUTING, (None, None, False)),
    ],
    ids=["routing number", "savings", "name", "unreadable", "check digit", "no such kind", "no number"],
)
def test_the_next_payment_goes_out_corrected_and_people_hear_of_it(api, bank, worker, alice, change):
    code, corrected, expected = change
    [paid], [order] = ach.given_out(api, worker, alice, 10_00)

    file = ach.send(ach.returned(nacha.Answer(order, code, corrected)))
    later = ach.pay(api, alice, 20_00, account=paid)
    worker.run()

    row = BankAnswer.objects.get()
    assert (row.kind, row.payment, row.external_account) == (
        "CORRECTION",
        rail.row_of(paid),
        rail.payment_of(paid).external_account,
    )
    assert rail.row_of(paid).state == "BATCHED"
    routing, number, is_savings = expected
    assert _sent_to(later) == (routing or order.bank, number or order.account.strip(), is_savings)
    [cause] = _cases()
    assert cause.startswith(f"ach-bank, file {file.name} corrects the account of {order.end_to_end_id} ({code}): ")
    assert AuditEntry.objects.filter(verb="bank_answer.correct", subject=row.public_id).count() == 1
    assert world.books_are_right()


def _decide(decision, row: BankAnswer) -> None:
    with transaction.atomic():
        decision(answer=row.pk, reason="asked the payee", actor=rail.ANNA, now=clock.real_now())


@pytest.mark.parametrize("is_approved", [True, False])
@pytest.mark.parametrize(
    "change",
    [("C01", NUMBER), ("C03", f"{ROUTING}   {NUMBER}"), ("C06", f"{NUMBER:20}32"), ("C07", f"{ROUTING}{NUMBER:17}32")],
)
@pytest.mark.usefixtures("bank")
def test_payments_wait_until_two_people_have_decided_about_another_account_number(
    api, worker, alice, change, is_approved
):
    code, corrected = change
    [paid], [order] = ach.given_out(api, worker, alice, 10_00)

    ach.send(ach.returned(nacha.Answer(order, code, corrected)))
    later = ach.pay(api, alice, 20_00, account=paid)
    worker.run()
    assert (rail.row_of(later).state, rail.row_of(later).reason) == ("WAITING", corrections.WAITS)
    assert len(_cases()) == 1

    row = BankAnswer.objects.get()
    _decide(corrections.approve if is_approved else corrections.refuse, row)
    worker.run()

    routing, number, _ = _sent_to(later)
    assert number == (NUMBER if is_approved else order.account.strip())
    assert routing == (ROUTING if is_approved and code in {"C03", "C07"} else order.bank)
    assert rail.row_of(later).content.get("isSavings", False) == (is_approved and code in {"C06", "C07"})
    assert _cases() == []
    with pytest.raises(corrections.NotWaiting):
        _decide(corrections.refuse, row)


def test_a_payment_that_is_in_an_open_batch_is_taken_out_and_collected_again_corrected(api, bank, worker, alice):
    [paid], [order] = ach.given_out(api, worker, alice, 10_00)
    later = ach.pay(api, alice, 20_00, account=paid)
    worker.run()
    assert rail.row_of(later).state == "BATCHED"

    ach.send(ach.returned(nacha.Answer(order, "C02", ROUTING)))
    worker.run()

    assert _sent_to(later)[0] == ROUTING


def test_a_correction_said_again_is_one_and_one_of_a_corrected_account_counts_too(api, bank, worker, alice):
    [paid], [order] = ach.given_out(api, worker, alice, 10_00)
    for modifier in (b"A094101", b"B094101"):
        ach.send(ach.returned(nacha.Answer(order, "C02", ROUTING)).replace(b"A094101", modifier))
    assert len(_cases()) == 1
    later = ach.pay(api, alice, 20_00, account=paid)
    worker.run()
    [second] = ach.give_out([later])

    ach.send(ach.returned(nacha.Answer(second, "C02", order.bank[:8] + order.bank[8:])))
    last = ach.pay(api, alice, 30_00, account=paid)
    worker.run()

    assert rail.row_of(last).state == "BATCHED"
    assert BankBatch.objects.filter(state="OPEN").exists()


def test_an_account_of_another_number_is_not_concerned(api, bank, worker, alice):
    paid, orders = ach.given_out(api, worker, alice, 10_00, 20_00)

    ach.send(ach.returned(nacha.Answer(orders[0], "C01", NUMBER)))
    other = ach.pay(api, alice, 30_00, account=paid[1])
    worker.run()

    assert rail.row_of(other).state == "BATCHED"
    assert not BankPayment.objects.filter(state="WAITING").exists()


def test_a_correction_for_nobody_s_payment_is_an_answer_without_effect(api, bank, worker, alice):
    _, [order] = ach.given_out(api, worker, alice, 10_00)
    strange = ach.returned(nacha.Answer(order, "C01", NUMBER))
    strange = ach.renamed(strange, order, "NOBODYSPAYMENT1").replace(order.trace.encode(), b"999999990000001")

    ach.send(strange)

    assert list(BankAnswer.objects.values_list("kind", flat=True)) == ["UNKNOWN"]
