"""Odd lines of banks: each has a decision of two people that books it, and books equal the bank afterwards."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Case, F, Sum, When

from banks.models import BankBatch, BankException, BankPayment, BankStatementLine, Claim
from banks.statements import decisions
from banks.statements.by_hand import matched_by_hand, together
from payments.models import Deposit, Posting
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories
from tests.support.payments import quote_requests

pytestmark = pytest.mark.django_db(transaction=True)
BACK = "PMNT/ICDT/RRTN"


@dataclasses.dataclass
class Scene:
    """What was paid or collected, and the account that it was from or for."""

    api: Any
    acme: Any
    worker: Any
    alice: str
    paid: list[str] = dataclasses.field(default_factory=list)
    files: int = 0

    @property
    def account(self) -> str:
        """Alice's account in euros."""
        return str(self.api.internal_account(self.alice, "EUR"))

    @property
    def batch(self) -> BankBatch:
        """The batch at the bank."""
        batch: BankBatch = BankBatch.objects.earliest("id")
        return batch

    def id_of(self, number: int = 0) -> str:
        """The end-to-end id of a payment."""
        return world.id_of(self.paid[number])

    def send(self, *entries: Entry) -> None:
        """Send a statement with these lines, and let the workers work."""
        self.files += 1
        lines = BankStatementLine.objects.filter(is_booked=True, statement__kind="STATEMENT")
        booked = sum(one.amount if one.is_credit else -one.amount for one in lines)
        world.send(world.camt(entries, number=self.files, opening=1_000_00 + booked))
        self.worker.run()

    def spend(self, amount: int) -> None:
        """Pay money of the account out, to somebody whose bank is no matter here."""
        outside = self.api.external_account(self.alice, rail.euro_account(), "EUR")
        assert self.api.transfer_out(self.account, outside, amount).status_code in {200, 201}


Setting = Callable[[Scene], None]


def nothing(scene: Scene) -> None:
    """A connection, and nothing paid by it."""
    rail.connect(scene.acme.platform)


def payouts(scene: Scene) -> None:
    """A batch of 10.00, 20.00 and 30.00 lies at the bank."""
    nothing(scene)
    scene.paid = rail.given_out(scene.api, scene.worker, scene.alice, 10_00, 20_00, 30_00)


def paid_payouts(scene: Scene) -> None:
    """… and was carried out, as one sum."""
    payouts(scene)
    scene.send(Entry(-60_00, batch=scene.batch.message_id))


def collections(scene: Scene) -> None:
    """A batch of collections of 10.00, 20.00 and 30.00 lies at the bank."""
    made = world.collections_given_out(scene.api, scene.acme.platform, scene.worker, scene.alice, 10_00, 20_00, 30_00)
    scene.paid = made


def collected(scene: Scene) -> None:
    """… and was carried out, as one sum."""
    collections(scene)
    scene.send(Entry(60_00, batch=scene.batch.message_id))
    assert factories.balance_of(scene.account) == 60_00


def collected_and_spent(scene: Scene) -> None:
    """… and 55.00 of it have been spent."""
    collected(scene)
    scene.spend(55_00)


def credited(scene: Scene) -> None:
    """50.00 have arrived for an account."""
    nothing(scene)
    scene.send(Entry(50_00, text=world.reference_of(scene.api, scene.alice), reference="ARRIVAL-1"))


def credited_and_spent(scene: Scene) -> None:
    """… and 45.00 of it have been spent."""
    credited(scene)
    scene.spend(45_00)


def suspended(scene: Scene) -> None:
    """50.00 have arrived for nobody, and are in suspense."""
    nothing(scene)
    scene.send(Entry(50_00, text="hello", reference="ARRIVAL-1"))
    do(waiting(), decisions.suspend)


def quote_paid(scene: Scene) -> None:
    """A quote of 100.00 was paid from outside, and carried out."""
    nothing(scene)
    scene.paid = [world.unpaid_quote(scene.api, scene.alice)]
    reference = rail.payment_of(scene.paid[0]).reference
    scene.send(Entry(100_00, text=reference, reference="ARRIVAL-1"))
    assert rail.payment_of(scene.paid[0]).status in {"PROCESSING", "COMPLETED"}


def quote_collected(scene: Scene) -> None:
    """A quote of 20.00 was paid by a collection, and carried out."""
    rail.connect(scene.acme.platform, debit_format="SEPA_CORE_008_08")
    source = scene.api.external_account(scene.alice, rail.euro_account("Ada Lovelace"), "EUR")
    pesos = scene.api.external_account(scene.alice, quote_requests.clabe(), "MXN")
    quote = quote_requests.quote(scene.api, source, pesos, amount=20_00, immediatelyExecute=True)
    scene.paid = [str(quote.json()["transactionId"])]
    scene.worker.run()
    rail.close(scene.batch)
    rail.release(scene.batch)
    rail.sweep()
    scene.send(Entry(20_00, BankPayment.objects.get().end_to_end_id))


def claimed(scene: Scene) -> None:
    """The bank has taken 50.00 that nobody ordered: a claim."""
    nothing(scene)
    scene.send(Entry(-50_00, text="garnishment", reference="TAKEN-1"))
    do(waiting(), decisions.claim, debtor="BANK")


def waiting() -> BankException:
    """The line that waits."""
    found: BankException = BankException.objects.get(closed_at=None)
    return found


def do(one: BankException, decide: Callable[..., Any], **arguments: Any) -> None:
    """Decide, as the second person's approval does."""
    with transaction.atomic():
        decide(exception=one.pk, **arguments, reason="agreed", actor=rail.ANNA, now=clock.real_now())


def match(name: Callable[[Scene], str]) -> Callable[[Scene], None]:
    """Match the line that waits with what is named."""
    return lambda scene: do(waiting(), matched_by_hand.settle, end_to_end_id=name(scene))


def match_all(*places: int) -> Callable[[Scene], None]:
    """Match the line that waits with several payments."""
    return lambda scene: do(waiting(), together.settle, end_to_end_id=" ".join(scene.id_of(place) for place in places))


def match_parts(scene: Scene) -> None:
    """Match all lines that wait with the first payment, whose parts they are."""
    first_line, *others = BankException.objects.filter(closed_at=None).order_by("-id")
    named = " ".join(one.public_id for one in others)
    do(first_line, together.settle, end_to_end_id=scene.id_of(), lines=named)


def by(decide: Callable[..., Any], **arguments: Any) -> Callable[[Scene], None]:
    """Take a decision of another kind."""
    return lambda _: do(waiting(), decide, **arguments)


def batch(scene: Scene) -> str:
    return scene.batch.message_id


def first(scene: Scene) -> str:
    return scene.id_of()


def owed(_: Scene) -> str:
    return str(Claim.objects.get().public_id)


def deposit(_: Scene) -> str:
    return str(Deposit.objects.filter(provider_reference__startswith="BankStatementLine:").latest("id").public_id)


def plain(amount: int, **changes: Any) -> Callable[[Scene], Entry]:
    """A line that says what it is, by itself."""
    return lambda _: Entry(amount, **changes)


def of_first(amount: int, **changes: Any) -> Callable[[Scene], Entry]:
    """A line with the end-to-end id of the first payment."""
    return lambda scene: Entry(amount, scene.id_of(), **changes)


def of_batch(amount: int, **changes: Any) -> Callable[[Scene], Entry]:
    """A line that names the batch."""
    return lambda scene: Entry(amount, batch=scene.batch.message_id, **changes)


def of_collection(amount: int, **changes: Any) -> Callable[[Scene], Entry]:
    """A line with the end-to-end id of a quote's collection."""
    return lambda _: Entry(amount, BankPayment.objects.get(leg="COLLECTION").end_to_end_id, **changes)


def rejected_first(scene: Scene) -> None:
    """The batch lies at the bank, which has rejected the first payment."""
    payouts(scene)
    world.send(world.pain_002(scene.batch.message_id, **{scene.id_of(): "RJCT/AC04"}))
    scene.worker.run()


def first_returned(scene: Scene) -> None:
    """The batch was carried out, and its first payment has come back."""
    paid_payouts(scene)
    scene.send(Entry(10_00, scene.id_of(), reason="AC04"))


def paid_twice(scene: Scene) -> None:
    """The batch was carried out, and its first payment once more: a claim on the bank."""
    paid_payouts(scene)
    scene.send(Entry(-10_00, scene.id_of(), reference="B-8"))
    do(waiting(), decisions.claim, debtor="BANK")


def paid_though_failed(scene: Scene) -> None:
    """The bank has carried out a payment that it had rejected: a claim on it."""
    rejected_first(scene)
    scene.send(Entry(-10_00, scene.id_of(), reference="B-8"))
    do(waiting(), decisions.claim, debtor="BANK")


def part_came(amount: int, *, is_named: bool = True) -> Setting:
    """The batch lies at the bank, which has booked a part of the first payment."""

    def scene_of(scene: Scene) -> None:
        payouts(scene)
        scene.send(Entry(amount, scene.id_of() if is_named else "", text="part", reference="PART-1"))

    return scene_of


def collection_part_came(scene: Scene) -> None:
    """Collections lie at the bank, which has booked a part of the first."""
    collections(scene)
    scene.send(Entry(4_00, scene.id_of(), reference="PART-1"))


def two_paid(scene: Scene) -> None:
    """One line was the sum of the first two payments."""
    payouts(scene)
    scene.send(Entry(-30_00, text="two"))
    match_all(0, 1)(scene)
    scene.worker.run()


def two_collected(scene: Scene) -> None:
    """One line was the sum of the first two collections."""
    collections(scene)
    scene.send(Entry(30_00, text="two"))
    match_all(0, 1)(scene)
    scene.worker.run()


def two_collected_and_spent(scene: Scene) -> None:
    """… and 25.00 of it have been spent."""
    two_collected(scene)
    scene.spend(25_00)


def not_sent(scene: Scene) -> None:
    """A payment that waits in an open batch."""
    nothing(scene)
    scene.paid = [rail.pay(scene.api, scene.alice, 10_00)]
    scene.worker.run()


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
