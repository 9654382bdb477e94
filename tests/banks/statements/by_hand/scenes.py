"""What stands before an odd line of a bank comes, the lines, and the decisions of two people about them."""

import dataclasses
from collections.abc import Callable
from typing import Any

from django.db import transaction

from banks.models import BankBatch, BankException, BankPayment, BankStatementLine, Claim
from banks.statements.by_hand import decisions, matched_by_hand, together
from payments.models import Deposit
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import factories
from tests.support.payments import quote_requests


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
