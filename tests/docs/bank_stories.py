"""Payments by a bank's files, described in docs/platform-developer/payments.md and played on the real service."""

import dataclasses
from collections.abc import Callable
from typing import Any

from django.db import transaction

from banks.models import BankBatch, BankConnection, BankException, BankMatch
from banks.statements.by_hand import decisions, matched_by_hand
from payments.models import Deposit, JournalEntry, SuspenseItem, Transaction
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.conftest import Api
from tests.docs import stories
from tests.support.processes.worker import Worker


@dataclasses.dataclass
class Scene:
    """Alice, a customer of acme, and the bank of acme's euros."""

    api: Api
    worker: Worker
    acme: Any
    alice: str
    opening: int = 1_000_00
    statements: int = 0

    def connect(self) -> BankConnection:
        return rail.connect(self.acme.platform)

    def say(self, *entries: Entry) -> None:
        """Have the bank send a statement, and workers do what follows from it."""
        self.statements += 1
        world.send(world.camt(entries, number=self.statements, opening=self.opening))
        self.opening += sum(one.amount for one in entries)
        self.worker.run()

    def decide(self, decision: Callable[..., object], **said: object) -> None:
        """Decide about the line that waits, as two people do."""
        one = BankException.objects.get(closed_at=None)
        with transaction.atomic():
            decision(exception=one.pk, **said, reason="seen", actor=rail.ANNA, now=clock.real_now())
        self.worker.run()


def _settled(scene: Scene) -> str:
    scene.connect()
    [paid] = rail.given_out(scene.api, scene.worker, scene.alice, 10_00)
    scene.say(Entry(-10_00, world.id_of(paid)))
    return paid


def _sent_back(scene: Scene) -> str:
    paid = _settled(scene)
    scene.say(Entry(10_00, world.id_of(paid), reason="AC04"))
    return paid


def _sum(scene: Scene) -> str:
    scene.connect()
    paid = rail.given_out(scene.api, scene.worker, scene.alice, 10_00, 20_00)
    scene.say(Entry(-30_00, batch=BankBatch.objects.get().message_id))
    return paid[0]


def _collected(scene: Scene) -> str:
    into, _ = world.collection_given_out(scene.api, scene.acme.platform, scene.worker, scene.alice)
    scene.say(Entry(20_00, world.id_of(into)))
    return into


def _collection_sent_back(scene: Scene) -> str:
    into = _collected(scene)
    scene.say(Entry(-20_00, world.id_of(into), reason="MD06"))
    scene.decide(matched_by_hand.settle, end_to_end_id=world.id_of(into))
    return into


def _paid_in(scene: Scene) -> str:
    scene.connect()
    scene.say(Entry(12_34, text=world.reference_of(scene.api, scene.alice)))
    return ""


def _fee(scene: Scene) -> str:
    scene.connect()
    scene.say(Entry(-2_50, code="PMNT/MCOP/CHRG"))
    scene.say(Entry(2_50, code="PMNT/MCOP/CHRG"))
    return ""


def _suspense(scene: Scene) -> str:
    scene.connect()
    scene.say(Entry(5_00, text="hello"))
    scene.decide(decisions.suspend)
    return ""


def _sent_back_from_suspense(scene: Scene) -> str:
    bank = scene.connect()
    # Money goes out by the sandbox's rail: a file would need the payer's account.
    rail.route(scene.acme.platform, bank, connection_name="")
    scene.say(Entry(5_00, text="hello"))
    scene.decide(decisions.send_back)
    return ""


def _in_parts(scene: Scene) -> str:
    scene.connect()
    payment = world.unpaid_quote(scene.api, scene.alice, 100_00)
    reference = Transaction.objects.get(id=payment.partition(":")[2]).reference
    scene.say(Entry(60_00, text=reference, reference="B-1"))
    scene.say(Entry(40_00, text=reference, reference="B-2"))
    return payment


STORIES: dict[str, Callable[[Scene], str]] = {
    "carried out": _settled,
    "sent back": _sent_back,
    "two payments in one sum": _sum,
    "collected": _collected,
    "collected, sent back": _collection_sent_back,
    "paid in": _paid_in,
    "fee": _fee,
    "suspense": _suspense,
    "suspense, sent back": _sent_back_from_suspense,
    "a quote in parts": _in_parts,
}


def play(scene: Scene, name: str) -> str:
    """Play a story to its end and return what the document says of it."""
    paid = STORIES[name](scene)
    steps = stories.steps(paid) if paid else ""
    return "\n\n".join(part for part in (steps, _ending(scene.api, paid), _movements()) if part)


def _ending(api: Api, paid: str) -> str:
    taken = BankMatch.objects.order_by("line__number", "line__id", "number").values_list("kind", flat=True)
    told = [f"The bank's lines are taken for {', '.join(f'`{kind}`' for kind in taken)}"]
    if paid:
        shown = api.get(f"/transactions/{paid}").json()
        told += [f"the transaction ends `{shown['status']}`", *stories.reasons(shown)]
    return "; ".join([*told, *stories.waiting(SuspenseItem.objects.filter(resolved_at=None).order_by("id"))]) + "."


def _movements() -> str:
    made_up = Deposit.objects.exclude(provider_reference__startswith="BankStatementLine:")
    entries = JournalEntry.objects.exclude(id__in=made_up.values("entry")).order_by("id")
    return stories.table_of(entries, lambda posting: (posting.side != "D", posting.id), _account)


def _account(account: Any) -> str:
    return "holder" if account.is_guarded else str(account.kind).replace("_", " ").lower()
