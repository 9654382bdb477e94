"""Odd lines of banks: each has a decision of two people that books it, and books equal the bank afterwards."""

import dataclasses
from collections.abc import Callable, Sequence

import pytest
from django.db.models import Case, F, Sum, When

from banks.models import BankException, BankPayment, BankStatementLine, Claim
from banks.statements.by_hand import decisions
from payments.models import Posting
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.by_hand.scenes import (
    Scene,
    Setting,
    batch,
    by,
    claimed,
    collected,
    collected_and_spent,
    collection_part_came,
    collections,
    credited,
    credited_and_spent,
    deposit,
    first,
    first_returned,
    match,
    match_all,
    match_parts,
    not_sent,
    nothing,
    of_batch,
    of_collection,
    of_first,
    owed,
    paid_payouts,
    paid_though_failed,
    paid_twice,
    part_came,
    payouts,
    plain,
    quote_collected,
    quote_paid,
    rejected_first,
    suspended,
    two_collected,
    two_collected_and_spent,
    two_paid,
)
from tests.banks.statements.world import Entry

pytestmark = pytest.mark.django_db(transaction=True)
BACK = "PMNT/ICDT/RRTN"


@dataclasses.dataclass(frozen=True)
class Odd:
    """A line, the decision that takes it, what it was taken for, what then is owed to us, and the fee within it."""

    scene: Setting
    line: Callable[[Scene], Entry]
    decide: Callable[[Scene], None]
    kind: str
    owed: int = 0
    fee: int = 0
    statuses: Sequence[str] = ()


DONE, FAILED = ("COMPLETED",) * 3, ("FAILED",) * 3
BANK = by(decisions.claim, debtor="BANK")
_ODD: dict[str, Odd] = {
    # Batches that were not recognised.
    "batch, names a payee": Odd(payouts, plain(-60_00, name="Landlord"), match(batch), "BATCH", statuses=DONE),
    "batch, by its identifier": Odd(
        payouts, plain(-60_00, text="RENT"), match(lambda scene: scene.batch.public_id), "BATCH", statuses=DONE
    ),
    "batch, in capitals": Odd(
        payouts, plain(-60_00), match(lambda scene: batch(scene).upper()), "BATCH", statuses=DONE
    ),
    "batch, direct debit": Odd(payouts, plain(-60_00, code="PMNT/RDDT/ESDD"), match(batch), "BATCH", statuses=DONE),
    "batch, days later": Odd(payouts, plain(-60_00, text="late", mandate="M-1"), match(batch), "BATCH", statuses=DONE),
    "batch, charges inside": Odd(payouts, plain(-60_75), match(batch), "BATCH", fee=75, statuses=DONE),
    "batch, names it, charges inside": Odd(payouts, of_batch(-62_50), match(batch), "BATCH", fee=2_50, statuses=DONE),
    "batch, one was rejected": Odd(
        rejected_first,
        plain(-50_00, name="Landlord"),
        match(batch),
        "BATCH",
        statuses=("REJECTED", "COMPLETED", "COMPLETED"),
    ),
    # Payments.
    "payment, mistyped id": Odd(payouts, plain(-10_00, end_to_end_id="MISTYPED"), match(first), "SETTLED"),
    "payment, charges inside": Odd(payouts, of_first(-10_50), match(first), "SETTLED", fee=50),
    "payment, a cent more": Odd(payouts, of_first(-10_01), match(first), "SETTLED", fee=1),
    "payment, more charges than amount": Odd(payouts, of_first(-25_00), match(first), "SETTLED", fee=15_00),
    "payment, less than it": Odd(payouts, of_first(-9_00), BANK, "CLAIM", owed=9_00),
    "payment, paid twice": Odd(paid_payouts, of_first(-10_00), BANK, "CLAIM", owed=10_00, statuses=DONE),
    "payment, had failed": Odd(rejected_first, of_first(-10_00), BANK, "CLAIM", owed=10_00),
    "payment, not sent": Odd(not_sent, of_first(-10_00), BANK, "CLAIM", owed=10_00),
    # What comes back.
    "return, less its fee": Odd(
        paid_payouts, of_first(9_50, reason="AC04", code=BACK), match(first), "RETURNED", fee=50
    ),
    "return, without a name": Odd(paid_payouts, plain(10_00, code=BACK), match(first), "RETURNED"),
    "return, again": Odd(
        first_returned, of_first(10_00, reason="AC04", reference="B-9"), by(decisions.suspend), "DEPOSIT"
    ),
    "paid twice, and returned": Odd(
        paid_twice, of_first(10_00, reason="AM05", reference="B-9"), match(owed), "CLAIM", statuses=DONE
    ),
    "paid though failed, and returned": Odd(
        paid_though_failed, of_first(10_00, reason="AC04", reference="B-9"), match(owed), "CLAIM"
    ),
    "return, undone": Odd(
        first_returned, of_first(-10_00, is_reversal=True, reference="B-9"), BANK, "CLAIM", owed=10_00
    ),
    "batch back": Odd(paid_payouts, plain(60_00, code=BACK), match(batch), "RETURNED", statuses=FAILED),
    "batch back, reversed": Odd(
        paid_payouts, of_batch(60_00, is_reversal=True), match(batch), "RETURNED", statuses=FAILED
    ),
    "batch back, less a fee": Odd(paid_payouts, plain(58_00), match(batch), "RETURNED", fee=2_00, statuses=FAILED),
    "batch back, but for one": Odd(first_returned, plain(50_00), match(batch), "RETURNED", statuses=FAILED),
    # Collections.
    "collections, name a payer": Odd(collections, plain(60_00), match(batch), "BATCH", statuses=DONE),
    "collections, less a fee": Odd(collections, of_batch(59_40), match(batch), "BATCH", fee=60, statuses=DONE),
    "collection, less a fee": Odd(collections, of_first(9_80), match(first), "SETTLED", fee=20),
    "collection back": Odd(collected, of_first(-10_00, reason="MD06"), match(first), "RETURNED"),
    "collection back, with a charge": Odd(
        collected, of_first(-13_00, reason="MD06"), match(first), "RETURNED", fee=3_00
    ),
    "collection back, spent": Odd(
        collected_and_spent, of_first(-10_00, reason="MD06"), match(first), "RETURNED", owed=5_00
    ),
    "collections back": Odd(collected, plain(-60_00), match(batch), "RETURNED", statuses=FAILED),
    "collections back, spent": Odd(
        collected_and_spent, of_batch(-60_00, is_reversal=True), match(batch), "RETURNED", owed=55_00, statuses=FAILED
    ),
    "collections back, spent, with a charge": Odd(
        collected_and_spent, plain(-61_50), match(batch), "RETURNED", owed=55_00, fee=1_50, statuses=FAILED
    ),
    "collection of a quote back": Odd(
        quote_collected, of_collection(-20_00, reason="MD06"), match(lambda _: _collection()), "RETURNED", owed=20_00
    ),
    # Several payments in one line, and one payment in several.
    "two payments": Odd(payouts, plain(-30_00), match_all(0, 1), "SETTLED"),
    "two payments, names a payee": Odd(
        payouts, plain(-30_00, name="Landlord", text="RENT"), match_all(0, 1), "SETTLED"
    ),
    "two payments, names one of them": Odd(payouts, of_first(-30_00), match_all(0, 1), "SETTLED"),
    "all payments, names a payee": Odd(payouts, plain(-60_00), match_all(0, 1, 2), "SETTLED", statuses=DONE),
    "the rest, one was rejected": Odd(
        rejected_first, plain(-50_00), match_all(1, 2), "SETTLED", statuses=("REJECTED", "COMPLETED", "COMPLETED")
    ),
    "two payments back": Odd(
        paid_payouts, plain(30_00, code=BACK), match_all(0, 1), "RETURNED", statuses=("FAILED", "FAILED", "COMPLETED")
    ),
    "two paid together, both back": Odd(two_paid, plain(30_00, code=BACK), match_all(0, 1), "RETURNED"),
    "two paid together, and one again": Odd(two_paid, of_first(-10_00, reference="B-9"), BANK, "CLAIM", owed=10_00),
    "two paid together, one back less a fee": Odd(
        two_paid, of_first(9_50, reason="AC04", code=BACK), match(first), "RETURNED", fee=50
    ),
    "two collections": Odd(collections, plain(30_00), match_all(0, 1), "SETTLED"),
    "two collections back": Odd(two_collected, plain(-30_00), match_all(0, 1), "RETURNED"),
    "two collections back, spent": Odd(
        two_collected_and_spent, plain(-30_00, reason="MD06"), match_all(0, 1), "RETURNED", owed=25_00
    ),
    "one of two collections back": Odd(two_collected, of_first(-10_00, reason="MD06"), match(first), "RETURNED"),
    "a payment in parts": Odd(part_came(-4_00), of_first(-6_00), match_parts, "SETTLED"),
    "a payment in parts, without its id": Odd(part_came(-4_00, is_named=False), plain(-6_00), match_parts, "SETTLED"),
    "a collection in parts": Odd(collection_part_came, of_first(6_00), match_parts, "SETTLED"),
    # Money that had arrived, and is recalled.
    "recall": Odd(credited, plain(-50_00, reference="ARRIVAL-1"), match(deposit), "RECALLED"),
    "recall, reversed": Odd(credited, plain(-50_00, is_reversal=True), match(deposit), "RECALLED"),
    "recall, spent": Odd(credited_and_spent, plain(-50_00), match(deposit), "RECALLED", owed=45_00),
    "recall, in suspense": Odd(suspended, plain(-50_00), match(deposit), "RECALLED"),
    "recall, of a quote": Odd(quote_paid, plain(-100_00), match(deposit), "RECALLED", owed=100_00),
    # What nobody ordered, and everything else.
    "nobody ordered it": Odd(
        nothing, plain(-7_00, text="?"), by(decisions.claim, debtor="UNKNOWN"), "CLAIM", owed=7_00
    ),
    "a claim is paid": Odd(claimed, plain(50_00), match(owed), "CLAIM"),
    "a claim is paid in part": Odd(claimed, plain(20_00), match(owed), "CLAIM", owed=30_00),
    "a fee without its code": Odd(nothing, plain(-3_00, text="paper"), by(decisions.charge), "FEE"),
    "money for nobody": Odd(nothing, plain(5_00), by(decisions.suspend), "DEPOSIT"),
    "money to send back": Odd(nothing, plain(5_00), by(decisions.send_back), "DEPOSIT"),
}


def _collection() -> str:
    return str(BankPayment.objects.get(leg="COLLECTION").end_to_end_id)


def _balance_of(kind: str) -> int:
    signed = Case(When(side="D", then=F("amount")), default=-F("amount"))
    rows = Posting.objects.filter(account__kind=kind, currency="EUR")
    return int(rows.aggregate(total=Sum(signed))["total"] or 0)


def _waiting_sum() -> int:
    """What lines that wait have moved: a part of a payment may have come before."""
    waiting_lines = [one.line for one in BankException.objects.filter(closed_at=None).select_related("line")]
    return sum(row.amount if row.is_credit else -row.amount for row in waiting_lines)


@pytest.mark.parametrize("odd", _ODD.values(), ids=_ODD)
def test_an_odd_line_is_decided_and_books_equal_the_bank(api, acme, worker, alice, odd: Odd):
    scene = Scene(api, acme, worker, alice)
    odd.scene(scene)
    parts = _waiting_sum()
    before, fees = _balance_of("RAIL_SETTLEMENT"), _balance_of("BANK_FEES")
    line = odd.line(scene)
    scene.send(line)
    assert BankException.objects.filter(closed_at=None).count() == 1 + bool(parts), world.kinds()

    odd.decide(scene)
    worker.run()

    [latest] = BankStatementLine.objects.order_by("-id")[:1]
    decision = latest.matches.get()
    assert (decision.kind, decision.difference) == (odd.kind, odd.fee)
    assert not BankException.objects.filter(closed_at=None).exists()
    assert _balance_of("RAIL_SETTLEMENT") - before == parts + line.amount
    assert _balance_of("CLAIMS") == sum(one.open_amount for one in Claim.objects.all()) == odd.owed
    assert _balance_of("BANK_FEES") - fees == (odd.fee or (-line.amount if odd.kind == "FEE" else 0))
    if odd.statuses:
        assert [rail.payment_of(one).status for one in scene.paid] == [*odd.statuses]
    assert world.books_are_right()
