"""Staff: they ask rails about payments, end payments, and hold and release accounts, as the back office lets them."""

import functools
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db import Error, connection, transaction
from django.db.models import QuerySet

from banks.models import BankBatch, BankException
from banks.rail import batches
from payments import steps
from payments.ledger import holds
from payments.models import InternalAccount, Posting, SuspenseItem, Transaction
from payments.workflow import staff_actions
from platforms import audit
from platforms.base import clock, errors, identifiers
from tests.practice import deciding
from tests.simulation import sometimes
from tests.simulation.rail import SimulatedRail
from tests.simulation.scheduler import Scheduler
from tests.simulation.world import Tenant

if TYPE_CHECKING:
    from tests.simulation.actors import Play

_BY = audit.operator("simulation")
_WHY = "simulated"
_ENDS_A_PAYMENT = 0.4
"""How often staff end a payment in place of asking about it."""
_DECIDES = 0.15
"""The part of what waits about which each member of staff decides at once."""
_HOLDS_AN_ACCOUNT = 0.25
"""The part of the seeds in which an account is held for a while."""


def see_to_payments(seed: int, run: Scheduler, rail: SimulatedRail) -> None:
    """Ask the rail about a payment now and then, or end it where the rail says that it will never make it."""
    chance = random.Random(f"staff {seed}")
    for _ in range(chance.randint(0, 4)):
        run.wait(None, chance.choice([0.05, 1, 6]))
        try:
            waiting = list(Transaction.objects.filter(next_action_at__isnull=False).order_by("id")[:5])
        except Error:
            connection.close()
            continue
        if waiting and chance.random() < _ENDS_A_PAYMENT:
            _end(chance.choice(waiting), rail)
        elif waiting:
            _ask(chance.choice(waiting))


def _end(payment: Transaction, rail: SimulatedRail) -> None:
    step = steps.step_of(payment.next_action)
    amount = payment.received_amount if step.leg == "PAYOUT" else payment.sent_amount
    if not step.leg or not step.failures or amount is None:
        return
    # What a bank makes is decided by the files that it was given, and no promise.
    is_by_bank = payment.sent_currency == "EUR"
    if not is_by_bank and not rail.gives_up(payment.id, step.leg, amount):
        return
    try:
        with transaction.atomic(durable=True):
            staff_actions.fail_and_refund(
                transaction_id=payment.id,
                failure_reason=step.failures[0],
                actor=_BY,
                reason=_WHY,
                real_now=clock.real_now(),
            )
    except staff_actions.ClaimedByWorker:
        sometimes.happened("staff want to end a payment while a worker asks about it")
    except (errors.DomainError, Error):
        connection.close()
    else:
        if not is_by_bank:
            rail.note_ended(payment.id, step.leg)
        sometimes.happened("staff end a payment for a bank" if is_by_bank else "staff end a payment")


def _ask(payment: Transaction) -> None:
    try:
        with transaction.atomic(durable=True):
            staff_actions.retry(transaction_id=payment.id, actor=_BY, reason=_WHY, real_now=clock.real_now())
    except staff_actions.ClaimedByWorker:
        sometimes.happened("staff ask the rail while a worker does")
    except (errors.DomainError, Error):
        connection.close()


class _Decisions(deciding.Decisions):
    """Decisions about euros, in spite of a database that may be away."""

    def items(self) -> QuerySet[SuspenseItem]:
        return super().items().filter(currency="EUR")

    def attempt(self, decide: Callable[[Any, dict[str, Any]], object], subject: Any) -> None:
        try:
            super().attempt(decide, subject)
        except Error:
            connection.close()
        else:
            sometimes.happened("staff decide about a bank's line", isinstance(subject, BankException))


def see_to_banks(seed: int, number: int, play: "Play") -> None:
    """Close, check, cancel and release batches for the bank, as they are shown; in some seeds, decide about lines."""
    chance, bank = random.Random(f"treasurer {seed} {number}"), play.outside.bank
    decisions = _Decisions(chance, play.tenant.euro_account, play.tenant.reference)
    while not play.is_closing:
        play.run.wait(lambda: play.is_closing, chance.choice([0.3, 2, 6]))
        try:
            waiting = list(BankBatch.objects.filter(state__in=["OPEN", "CLOSED"]).order_by("id"))
            for batch in waiting:
                _decide(batch, chance)
            if bank.is_decided_about:
                decisions.decide(_DECIDES)
        except Error:
            connection.close()


def _decide(batch: BankBatch, chance: random.Random) -> None:
    common: dict[str, Any] = {"batch": batch.pk, "reason": _WHY, "actor": _BY, "now": clock.real_now()}
    ways: dict[Callable[..., object], int] = {batches.close: 1, _leave: 3}
    if batch.state == "CLOSED":
        release = functools.partial(batches.release, digest=batch.digest)
        ways = {release: 6, batches.check: 2, batches.cancel: 1, _leave: 1}
    try:
        with transaction.atomic(durable=True):
            chance.choices([*ways], [*ways.values()])[0](**common)
    except errors.DomainError:
        sometimes.happened("a batch is not any more what staff were shown")
    except Error:
        connection.close()


def _leave(**_said: object) -> None:
    """Decide nothing yet."""


def hold_an_account(seed: int, run: Scheduler, tenant: Tenant) -> list[str]:
    """Hold an account for a while, as the check of the books does, and release it by hand.

    Return what moved on it meanwhile.
    """
    chance = random.Random(f"holds {seed}")
    if chance.random() >= _HOLDS_AN_ACCOUNT:
        return []
    name = chance.choice(tenant.accounts)
    key = identifiers.parse("InternalAccount", name)
    run.wait(None, chance.choice([0, 0.1, 1, 4]))
    ledger_account = _until_done(run, lambda: InternalAccount.objects.get(id=key)).ledger_account_id
    postings = Posting.objects.filter(account_id=ledger_account)
    _until_done(run, lambda: holds.hold([ledger_account], now=clock.real_now()))
    before = _until_done(run, postings.count)
    sometimes.happened("an account is held for a while")
    run.wait(None, chance.choice([0.1, 2, 15]))
    after = _until_done(run, postings.count)
    _until_done(run, lambda: holds.release(ledger_account, now=clock.real_now()))
    return [f"{name} is held, and has {after - before} postings more"] if after != before else []


def _until_done(run: Scheduler, act: Callable[[], Any]) -> Any:
    """Do something until the database has answered; it may be done twice."""
    while True:
        try:
            with transaction.atomic(durable=True):
                return act()
        except Error:
            connection.close()
            run.wait(None, 0.5)
