"""A move of a payment of any kind: checked, posted, scheduled, reported and audited in one way."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable
from typing import Self

from payments import rails
from payments.accounts import internal_accounts
from payments.ledger import journal, movements
from payments.ledger.entries import Movement
from payments.models import (
    FailureReason,
    InternalAccount,
    JournalEntry,
    Quote,
    SuspenseItem,
    Transaction,
    TransactionStatus,
)
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import transactions
from payments.workflow.transactions import Effects, NeedsItsOwn
from platforms import audit
from platforms.base import tracing
from webhooks.outbox import events

TRANSACTION_FAILED, USER_CANCELLATION, TIMEOUT = "TRANSACTION_FAILED", "USER_CANCELLATION", "TIMEOUT"
"""Reasons of refunds (the refund's `reason`)."""
DEFAULT_WAIT = dt.timedelta(minutes=1)
"""How long a rail that has not finished, and names no time, is left alone."""


@dataclasses.dataclass(slots=True)
class Move:
    """One move of a locked payment, and its events so far. Every move ends with `finish`."""

    payment: Transaction
    now: dt.datetime
    _quote: Quote | None = None
    actor: audit.Actor = audit.SYSTEM
    cause: str = ""
    """Cause of the change of status; by default the step's."""
    told: list[events.NewEvent] = dataclasses.field(default_factory=list)
    balances: list[events.NewEvent] = dataclasses.field(default_factory=list)
    """Events of balances, emitted after those of the payment."""
    has_changed: bool = False
    """Status, money or refund have changed: this is audited."""
    effects: Effects | None = None
    """Collects what the move writes, where it is written with other moves; None: each effect is written at once."""
    is_late: bool = False
    """The rail's answer is of a worker that has lost the payment since. The step stays due to whoever has it now: there
    may have been news since the question, such as a return, that only another answer tells."""
    load: Callable[[uuid.UUID | None], InternalAccount] = internal_accounts.load
    """Returns an internal account with its account in the books."""

    @classmethod
    def lock(cls, transaction_id: uuid.UUID, *steps: str, now: dt.datetime) -> Self | None:
        """Lock a payment for one of these steps. None when it is past it, so that a result is recorded once."""
        payment = transactions.lock(transaction_id)
        return cls(payment, now) if payment is not None and is_due(payment, *steps) else None

    @property
    def has_news(self) -> bool:
        """Whether the step was made due while a worker asks about it: what the worker hears may be older than the news.

        A claim, and each renewal, moves the due time ahead of the present, and nothing else that is claimed is due.
        """
        due = self.payment.next_action_at
        return self.payment.attempts > 0 and due is not None and due <= self.now

    @property
    def quote(self) -> Quote:
        """The payment's quote."""
        if self._quote is None:
            self._quote = Quote.objects.get(transaction_id=self.payment.id)
        return self._quote

    def post(
        self, movement: Movement, *, party: InternalAccount | None = None, of: object = None
    ) -> journal.PostResult:
        """Write an entry of the payment, or `of` one of its receipts or suspense items.

        `party` is the account of the entry that is not one of the platform's shared ones. Raises the errors of
        `journal.post`.
        """
        self.has_changed = True
        account = party.ledger_account_id if party else None
        if self.effects is not None:
            return self.effects.post(movement, of or self, self.payment, party=account)
        return movement.post(
            of or self,
            platform_id=self.payment.platform_id,
            transaction_id=self.payment.id,
            party=account,
            now=self.now,
        )

    def undo(self, movement: Movement, *, party: InternalAccount | None = None) -> journal.PostResult:
        """Reverse the entry of the payment that `movement` reverses; `party` as for `post`."""
        self.has_changed = True
        if self.effects is not None:
            account = party.ledger_account_id if party else None
            return self.effects.undo(movement, self, self.payment, party=account)
        made = JournalEntry.objects.filter(transaction_id=self.payment.id, purpose=movement.reverses)
        return journal.reverse(entry_id=made.values_list("id", flat=True).get(), purpose=movement.purpose, now=self.now)

    def credit(self, account: InternalAccount, posted: journal.PostResult) -> None:
        """Set the balance that an entry left on an account, and report it."""
        self.balances.append(internal_accounts.changed(account, posted, now=self.now))

    def suspend(
        self,
        movement: Movement,
        amount: int,
        currency: str,
        *,
        reason: str,
        party: InternalAccount | None = None,
        receipt: uuid.UUID | None = None,
    ) -> SuspenseItem:
        """Put money into suspense, and return the new item of the operators' queue; `receipt` is its arrival."""
        if self.effects is not None:
            raise NeedsItsOwn
        item = SuspenseItem(
            platform_id=self.payment.platform_id,
            transaction_id=self.payment.id,
            amount=amount,
            currency=currency,
            reason=reason,
            receipt_id=receipt,
            opened_at=self.now,
        )
        self.post(movement, party=party, of=item)
        item.save(force_insert=True)
        return item

    def to(self, status: str, *, cause: str) -> None:
        """Change the status, and save the next step with it."""
        self.has_changed = True
        if self.effects is not None:
            self.effects.change(transactions.change(self.payment, to=status, now=self.now), cause)
        else:
            transactions.move(self.payment, to=status, cause=self.cause or cause, actor=self.actor, now=self.now)
        self.told += transactions.status_events(self.payment, now=self.now)

    def due(self, step: str | None, at: dt.datetime | None = None) -> None:
        """Set the next step, and drop the rail's reference of the step before."""
        self.payment.next_action_at = None if step is None else at or self.now
        self.payment.provider_reference, self.payment.attempts = "", 0
        if step is not None:
            self.payment.next_action = step

    def plan(self, step: str, at: dt.datetime | None = None) -> None:
        """Save the next step, where nothing else changes."""
        self.due(step, at)
        self.save()

    def hurry(self, at: dt.datetime) -> None:
        """Make the due step due no later than this."""
        assert self.payment.next_action_at is not None
        self.payment.next_action_at = min(self.payment.next_action_at, at)
        self.save()

    def ask_again(self, after: dt.timedelta) -> None:
        """Postpone the same step, and keep the rail's reference."""
        payment = self.payment
        payment.next_action_at = self.now + after
        payment.provider_reference = payment.provider_reference or str(payment.id)

    def rest(self, outcome: RailOutcome, *, then: str | None = None) -> None:
        """Set the next step `then`, or none; before that the same step, if the rail wants to be asked again.

        A late answer leaves the step as it is.
        """
        if self.is_late:
            return
        step, reference = self.payment.next_action, self.payment.provider_reference
        self.due(then)
        if outcome.ask_again_after is not None:
            self.payment.next_action, self.payment.provider_reference = step, reference
            self.ask_again(outcome.ask_again_after)

    def expect(self, outcome: RailOutcome) -> None:
        """Set what a rail that pays has told beside its verdict: which rail it is, and when the money should arrive."""
        if outcome.payment_rail:
            self.payment.payment_rail = outcome.payment_rail
        if outcome.verdict == Verdict.PENDING:
            after, hours = outcome.expected_after, rails.RAILS.get(outcome.payment_rail)
            told = outcome.expected_at if after is None else self.now + after
            if told is None and hours is not None:
                # By the first answer: those that follow are about the same batch.
                told = self.payment.expected_settlement_at or hours.expected_at(self.now)
            self.payment.expected_settlement_at = told

    def settle(
        self,
        movement: Movement,
        outcome: RailOutcome,
        *,
        credited: InternalAccount | None = None,
        then: str | None = None,
        keeps_reference: bool = False,
    ) -> None:
        """Complete a payment that a rail has carried out, by `movement`; a repeated answer posts nothing.

        `credited` is the internal account that gets the money, if one does. `then` is the next step: where there is
        none, `keeps_reference` leaves the rail's reference and the attempts as they are.
        """
        is_first = self.payment.status != TransactionStatus.COMPLETED
        if is_first:
            posted = self.post(movement, party=credited)
            if credited is not None:
                self.credit(credited, posted)
            self.payment.settled_at = self.now
        if keeps_reference and outcome.ask_again_after is None and not self.is_late:
            self.payment.next_action_at = None
        else:
            self.rest(outcome, then=then)
        if is_first:
            self.to(TransactionStatus.COMPLETED, cause="rail_settled")
        else:
            self.save()

    def wait(self, outcome: RailOutcome) -> None:
        """Wait for a rail that has not finished; a payment that had not reached it is PENDING now."""
        self.ask_again(outcome.ask_again_after or DEFAULT_WAIT)
        if self.payment.status == TransactionStatus.CREATED:
            self.to(TransactionStatus.PENDING, cause="rail_pending")
            self.tell()
        else:
            self.save()

    def begin_refund(self, reason: str) -> None:
        """Set that the payment's money goes back to its payer; the next change of status, or `save`, saves it."""
        if self.effects is not None:
            raise NeedsItsOwn
        self.has_changed = True
        self.told.append(transactions.begin_refund(self.payment, reason=reason, now=self.now))

    def end_refund(self, *, is_back: bool, reason: str = FailureReason.QUOTE_EXECUTION_FAILED, cause: str = "") -> None:
        """Set the end of a refund. A payment called back by its sender ends with it, also after it completed.

        `reason` is why that one failed if nothing was returned.
        """
        transactions.end_refund(self.payment, is_back=is_back, now=self.now)
        # Every other refunded payment has ended before.
        if self.payment.status in {TransactionStatus.PROCESSING, TransactionStatus.COMPLETED}:
            self.payment.failure_reason = None if is_back else reason
            to = TransactionStatus.REFUNDED if is_back else TransactionStatus.FAILED
            self.to(to, cause=cause or ("refund_completed" if is_back else "refund_failed"))
        else:
            self.save()
        self.has_changed = True
        self.told.append(transactions.refund_event(self.payment, now=self.now))

    def sent_back(self) -> None:
        """Set that the payer of an incoming payment, which has ended, has the money back."""
        if self.payment.refund is None:
            self.begin_refund(TRANSACTION_FAILED)
        self.end_refund(is_back=True)

    def repay(self, payer: InternalAccount, *undone: Movement) -> bool:
        """Refund an internal account by reversing entries; money of a closed account goes into suspense.

        Returns whether the payer has the money.
        """
        # Before the entries, which lock the balance.
        is_open = internal_accounts.lock_open(payer)
        *_, posted = [self.undo(movement) for movement in undone]
        if is_open:
            self.credit(payer, posted)
        else:
            amount, currency = self.payment.sent_amount, payer.currency
            self.suspend(movements.HOLDER_SUSPENDED, amount, currency, reason="PAYER_GONE", party=payer)
        return is_open

    def save(self) -> None:
        """Save the next step and the state of the refund, where the status does not change."""
        if self.effects is None:
            names = ["refund", "next_action", "next_action_at", "provider_reference", "attempts"]
            self.payment.save(update_fields=[*names, "payment_rail", "expected_settlement_at"])

    def finish(self) -> Transaction:
        """Write the events and the audit row of the move. Returns the payment."""
        self.tell()
        if self.has_changed:
            self.note(f"transaction.{self.payment.status.lower()}", reason=self.payment.failure_reason)
        return self.payment

    def tell(self) -> None:
        """Emit the events, those of the payment first."""
        told = [*self.told, *self.balances]
        if self.effects is not None:
            self.effects.told += told
        else:
            events.emit_many(told)

    def note(self, verb: str, **details: object) -> None:
        """Write an audit row about the payment, with the `details` that are not empty."""
        if self.effects is not None:
            self.effects.note(verb, details)
        else:
            # A bank's file, say, tells of many payments, and no request has asked for that.
            own = tracing.Cause(str(self.payment.request_id or ""), self.payment.public_id)
            cause = tracing.cause() if tracing.cause().request_id else own
            with tracing.caused_by(cause):
                audit.record(self.payment, verb, actor=self.actor, now=self.now, **details)


def is_due(payment: Transaction, *steps: str) -> bool:
    """Tell whether one of these steps of a payment is still to be taken."""
    return payment.next_action in steps and payment.next_action_at is not None
