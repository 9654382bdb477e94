"""A month between the service and a practice bank: payments of every kind, a bank that does what banks do, and staff.

The seed says what is paid, what the bank does, where a worker dies, and what staff decide, within what the back office
lets them. `agreement.explained` is what books and bank may differ by.
"""

import dataclasses
import datetime as dt
import pathlib
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from banks import tasks as bank_tasks
from banks.models import (
    BankBatch,
    BankException,
    BankIncomingFile,
    BankMatch,
    BankPayment,
    BankSetPayment,
)
from banks.rail import collecting, sweeps
from banks.rail.delivery.folder import Folder
from banks.statements import shown
from banks.statements.incoming import arrivals, importing
from banks.statements.matching import matching
from payments.models import CaseKind, JournalEntry, OperationsCase, Transaction
from payments.workflow import monitor, outcomes, staff_actions
from platforms.base import clock, errors
from platforms.models import Platform
from practice.bank.bank import Customer
from practice.bank.plan import Plan
from practice.bank.statements import Statements
from tests.banks.rail import world
from tests.conftest import Api
from tests.practice import agreement, deciding, folders
from tests.support.faulty_rails import WorkerDied
from tests.support.payments import quote_requests
from tests.support.processes.worker import Worker

FUNDS = 1_000_000_00
DAYS, MORE_DAYS, _LAST_DAYS = 8, 14, 8
"""Days with new payments, and days after which nothing is under way at the bank any more: of them, and of staff."""
_DEATHS: list[tuple[Any, str]] = [
    (collecting, "take"),
    (outcomes, "record"),
    (sweeps, "_move"),
    (Folder, "reveal"),
    (arrivals, "store"),
    (importing, "_finish"),
    (matching, "store"),
]
_FORMS = [Statements.CAMT_08, Statements.CAMT_02, Statements.MT940, Statements.MT940_GERMAN]


@dataclasses.dataclass(frozen=True, slots=True)
class SeededPlan(Plan):
    """A plan that goes by the order in which the bank meets things: their identifiers are others in each run."""

    met: dict[tuple[str, str], int] = dataclasses.field(default_factory=dict)

    def _draw(self, what: str, key: str) -> float:
        number = self.met.setdefault((what, key), len(self.met))
        return super(SeededPlan, self)._draw(what, str(number))


@dataclasses.dataclass
class Month:
    """One month of a platform, played by a seed."""

    seed: int
    api: Api
    customer: str
    platform: Any
    monkeypatch: pytest.MonkeyPatch
    deaths: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        # In every other month the terms let charges be booked that a bank does not state.
        charges = {"max_charge": 2_00, "max_day_charges": 3_00} if self.seed % 2 else {}
        world.connect(self.platform, debit_format="SEPA_CORE_008_08", **charges)
        self.form = self.chance.choice(_FORMS)
        self.bank = folders.bank(
            self.root,
            taken_from=self.root / "house-bank" / "out",
            answers_to=self.root / "house-bank" / "in",
            customer=Customer(account=world.EURO["account_number"], currency="EUR"),
            plan=SeededPlan(str(self.seed), trouble=25, unusual=10),
            balance=FUNDS,
            statements=self.form,
        )
        self.account = self.api.internal_account(self.customer, "EUR")
        self.api.fund(self.account, FUNDS)
        self.before = agreement.booked() - FUNDS
        [instructions, *_] = self.api.get(
            "/customers/internal-accounts", customerId=self.customer, currency="EUR"
        ).json()["data"][0]["fundingPaymentInstructions"]
        self.reference = instructions["accountOrWalletInfo"]["reference"]
        self.decisions = deciding.Decisions(self.chance, self.account, self.reference)
        self.payees = [self.api.external_account(self.customer, world.euro_account(), "EUR") for _ in range(3)]
        self.pesos = self.api.external_account(self.customer, quote_requests.clabe("002"), "MXN")

    @property
    def root(self) -> pathlib.Path:
        return pathlib.Path(settings.BANK_FILES_FOLDER)

    def _advance(self, hours: int) -> dt.datetime:
        """Move the platform's clock, which is the bank's; return its new time."""
        reply = self.api.post("/sandbox/clock/advance", {"seconds": hours * 3600})
        assert reply.status_code == 200
        return dt.datetime.fromisoformat(reply.json()["now"])

    @property
    def until(self) -> dt.datetime:
        """The bank's time: that of the platform, whose clock is moved."""
        now: dt.datetime = Platform.objects.get(pk=self.platform.pk).now()
        return now

    def play(self) -> None:
        for _ in range(DAYS):
            for _ in range(self.chance.randint(1, 4)):
                self.chance.choice([self._pay, self._pay, self._collect, self._quote, self._arrive])()
            self._pass_day()
        for _ in range(MORE_DAYS):
            self._pass_day()
        self.bank.send_again(self.until)
        self._answers()
        self._decide(share=0.9)
        self._answers()
        # What staff have sent back in the end goes to the bank too, and the bank says so.
        for _ in range(_LAST_DAYS):
            self._pass_day(share=0)
        self.bank.send_again(self.until)
        self._answers()

    def unnamed(self) -> list[str]:
        """Return payments of which lines say something else than the books, and nobody is told or has decided."""
        for _ in range(_LAST_DAYS):
            self._advance(hours=24)
        for kind in (CaseKind.BANK_FILE, CaseKind.MONEY_IN_SUSPENSE, CaseKind.PAYMENT_STUCK):
            with transaction.atomic():
                monitor.sweep(kind=kind, now=clock.real_now())
        cases = list(OperationsCase.objects.filter(state="OPEN"))
        told = " ".join(f"{case.subject} {case.cause}" for case in cases)
        # The case of a day names three payments, and its page lists all of them.
        listed = {payment.end_to_end_id for case in cases for payment in shown.payments_of(case.subject)}
        # What people have closed, or taken for something else, they have decided.
        by_people = BankMatch.objects.filter(rule="").select_related("line")
        decided_by_people = {match.line.end_to_end_id for match in by_people} | {match.subject for match in by_people}
        decided_by_people |= set(BankSetPayment.objects.values_list("payment__end_to_end_id", flat=True))
        waiting = {
            one.line.end_to_end_id for one in BankException.objects.filter(closed_at=None).select_related("line")
        }
        return [
            payment.end_to_end_id
            for payment in BankPayment.objects.filter(end_to_end_id__in=agreement.differing())
            if not {payment.end_to_end_id, payment.public_id} & (decided_by_people | waiting)
            and payment.end_to_end_id not in listed
            and payment.end_to_end_id not in told
            and payment.public_id not in told
        ]

    # What the platform does.

    def _pay(self) -> None:
        for _ in range(self.chance.randint(1, 3)):
            self.api.transfer_out(self.account, self.chance.choice(self.payees), self.chance.randint(5_00, 9_00))

    def _collect(self) -> None:
        self.api.transfer_in(self.chance.choice(self.payees), self.account, self.chance.randint(5_00, 9_00))

    def _quote(self) -> None:
        """A quote that is collected; its payout fails, and so the money goes back to who was debited."""
        quote_requests.quote(
            self.api, self.chance.choice(self.payees), self.pesos, amount=1_00, immediatelyExecute=True
        )

    def _arrive(self) -> None:
        text = self.reference if self.chance.random() < 0.7 else "for the rent"
        amount = self.chance.randint(5_00, 9_00)
        self.bank.pay_in(amount=amount, name="Ada Lovelace", text=text, at=self.until, account=world.iban())

    # What a day does.

    def _pass_day(self, share: float = 0.3) -> None:
        self._survive(self._work)
        self._survive(_release)
        self._survive(world.sweep)
        for _ in range(3):
            self.bank.step(self._advance(hours=8))
        self._answers()
        self._decide(share=share)

    def _answers(self) -> None:
        self._survive(bank_tasks.read_bank_files)
        while bank_tasks.read_bank_files():
            pass
        self._survive(self._work)

    def _work(self) -> None:
        while Worker().run():
            pass

    def _survive(self, phase: Callable[[], object]) -> None:
        """Do a phase, of which a worker may die at some point; the next worker does it again."""
        if self.chance.random() < 0.1:
            owner, name = self.chance.choice(_DEATHS)
            with self.monkeypatch.context() as patch:
                patch.setattr(owner, name, self._deadly(getattr(owner, name), before=self.chance.random() < 0.5))
                try:
                    phase()
                except WorkerDied:
                    self.deaths += 1
            now = clock.real_now()
            BankBatch.objects.filter(leased_until__gt=now).update(leased_until=now)
            BankIncomingFile.objects.filter(leased_until__gt=now).update(leased_until=now)
        phase()

    @staticmethod
    def _deadly(call: Callable[..., Any], *, before: bool) -> Callable[..., Any]:
        def deadly(*arguments: Any, **options: Any) -> Any:
            if not before:
                call(*arguments, **options)
            raise WorkerDied

        return deadly

    # What staff do: anything that the back office lets them do.

    def _decide(self, share: float) -> None:
        self.decisions.decide(share)
        for payment in list(Transaction.objects.filter(next_action_at__isnull=False)):
            if self.chance.random() < share / 3:
                self.decisions.attempt(self._fail, payment)

    def _fail(self, payment: Transaction, common: dict[str, Any]) -> None:
        staff_actions.fail_and_refund(
            transaction_id=payment.pk, failure_reason="ACCOUNT_CLOSED", real_now=clock.real_now(), **common
        )


def _release() -> None:
    for batch in BankBatch.objects.filter(state__in=["OPEN", "CLOSED"]).order_by("id"):
        try:
            if batch.state == "OPEN":
                world.close(batch)
            world.release(batch)
        except errors.DomainError:
            # A payment has ended since: what is left goes with another batch.
            continue


def story(month: Month) -> str:
    """Say what the bank has booked, and what the service knows of it."""
    lines = [f"bank: {line.reference} {line.kind} {line.amount}" for line in month.bank.lines()]
    for row in agreement.stated():
        kinds = list(BankMatch.objects.filter(line=row).order_by("number").values_list("kind", "subject", "rule"))
        lines.append(f"line: {row.bank_reference} {agreement.signed_line(row)} {row.end_to_end_id} {kinds}")
    for payment in BankPayment.objects.order_by("id"):
        facts = (payment.direction, payment.leg, payment.amount, payment.state, payment.end_to_end_id)
        lines.append(f"payment: {payment.public_id} {facts} of {payment.movement}")
    lines += [f"transaction: {row.pk} {row.type} {row.status}" for row in Transaction.objects.order_by("id")]
    for entry in JournalEntry.objects.order_by("id"):
        posted = list(entry.postings.values_list("account__kind", "side", "amount", "account__currency"))
        lines.append(f"entry: {entry.purpose} of {entry.transaction_id} {posted}")
    return "\n".join([f"seed {month.seed}, {month.form}", f"differing: {agreement.differing()}", *lines])
