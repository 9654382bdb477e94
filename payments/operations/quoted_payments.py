"""What becomes of a quote's payment once it has begun: money collected, exchanged, paid out, and given back.

The books of one payment, each line an entry (`payments.ledger.chart` says what the accounts are):

    FUNDING_RECEIVED   settlement   → funding clearing   money from outside: collected, or paid by the customer
    QUOTE_EXECUTED     payer        → fees, exchange     in the sending currency; the payer is an internal account, or
                       exchange     → payout clearing    the funding clearing. In what leaves: Quote.leaving_amount
    PAYOUT_SETTLED     payout clearing → settlement      the receiver has it; PAYOUT_CREDITED: → an internal account
    PAYOUT_RETURNED, QUOTE_REVERSED                      undo the two above, so the payer has everything back, fees too
    FUNDING_RETURNED   funding clearing → settlement     and from there it goes back to who paid
    SUSPENDED          → suspense                        money that a person must look after: see SuspenseItem
"""

import dataclasses
import datetime as dt
import uuid

from payments.ledger import journal
from payments.ledger.chart import AccountKind
from payments.models import (
    FailureReason,
    FundingReceipt,
    InternalAccount,
    JournalEntry,
    NextAction,
    Quote,
    ReceiptUse,
    Transaction,
    TransactionStatus,
)
from payments.operations import accounts, bookings, quote_parties, transactions
from payments.providers.base import RailOutcome, Verdict
from platforms import audit
from platforms.kit import identifiers
from webhooks import events

TRANSACTION_FAILED, USER_CANCELLATION, TIMEOUT = "TRANSACTION_FAILED", "USER_CANCELLATION", "TIMEOUT"
"""Why money goes back (the refund's `reason`)."""
_DEFAULT_WAIT = dt.timedelta(minutes=1)


@dataclasses.dataclass(slots=True)
class _Step:
    """One move of a payment: the payment and its quote, locked, and the events that the move has led to so far."""

    payment: Transaction
    quote: Quote
    now: dt.datetime
    told: list[events.NewEvent] = dataclasses.field(default_factory=list)
    actor: audit.Actor = audit.SYSTEM

    def account(self, kind: AccountKind, currency: str) -> int:
        return bookings.account(self.payment, kind, currency=currency)

    def post(self, purpose: str, *lines: journal.Line) -> journal.Posted:
        return bookings.post(self.payment, purpose, *lines, now=self.now)

    def move(self, to: str, *, cause: str) -> None:
        transactions.move(self.payment, to=to, cause=cause, actor=self.actor, now=self.now)
        self.told += transactions.status_events(self.payment, now=self.now)

    def tell_balance(self, account: InternalAccount, posted: journal.Posted) -> None:
        accounts.apply_posted(account, posted, now=self.now)
        self.told.append(accounts.balance_updated(account, now=self.now))

    def due(self, action: str | None, at: dt.datetime | None = None) -> None:
        """Say what comes next, and forget what a rail called the leg before."""
        self.payment.next_action_at = None if action is None else at or self.now
        self.payment.provider_reference, self.payment.attempts = "", 0
        if action is not None:
            self.payment.next_action = action

    def save(self) -> None:
        """Save what comes next, and where the refund stands, where the status does not change."""
        self.payment.save(update_fields=["refund", "next_action", "next_action_at", "provider_reference", "attempts"])

    def finish(self) -> None:
        """Write down what happened: events and the audit row, the last of every move."""
        events.emit_many(self.told)
        audit.record(
            actor=self.actor,
            platform_id=self.payment.platform_id,
            verb=f"transaction.{self.payment.status.lower()}",
            subject=self.payment.public_id,
            now=self.now,
            details={"reason": self.payment.failure_reason} if self.payment.failure_reason else None,
        )


def start(*, quote: Quote, payment: Transaction, actor: audit.Actor, now: dt.datetime) -> None:
    """Begin a PENDING payment whose source is an account: debit an internal one, have an external one collected from.

    The payment is locked, or new in this database transaction. Raises InsufficientBalance.
    """
    step = _Step(payment, quote, now, actor=actor)
    balance: tuple[InternalAccount, journal.Posted] | None = None
    if quote.source_internal_account_id is not None:
        account = _account(quote.source_internal_account_id)
        balance = account, _exchange(step, payer=account.ledger_account_id)
        step.due(_delivery(quote))
    else:
        step.due(NextAction.COLLECT)
    step.move(TransactionStatus.PROCESSING, cause="quote_executed")
    if balance is not None:
        step.tell_balance(*balance)
    events.emit_many(step.told)


def record_collection(*, transaction_id: uuid.UUID, outcome: RailOutcome, now: dt.datetime) -> Transaction | None:
    """Record what the rail said about collecting the money for a payment from an external account.

    Safe to repeat, like all of this module: None, and no change, when the payment is past this step.
    """
    step = _lock(transaction_id, NextAction.COLLECT, now=now)
    if step is None:
        return None
    if outcome.verdict == Verdict.PENDING:
        _wait(step, outcome)
        return step.payment
    if outcome.verdict == Verdict.SETTLED:
        use(payment=step.payment, quote=step.quote, amount=step.quote.total_sending, now=now)
        return step.payment
    step.payment.failure_reason = outcome.failure_reason or FailureReason.QUOTE_EXECUTION_FAILED
    step.due(None)
    step.move(TransactionStatus.FAILED, cause="collection_failed")
    step.finish()
    return step.payment


def record_payout(
    *, transaction_id: uuid.UUID, outcome: RailOutcome, now: dt.datetime, action: str = NextAction.PAY_OUT
) -> Transaction | None:
    """Record what the rail said about a payout: it settled, waits, failed, was called back, or came back."""
    step = _lock(transaction_id, action, now=now)
    if step is None:
        return None
    if outcome.verdict == Verdict.PENDING:
        _wait(step, outcome)
        return step.payment
    if outcome.verdict == Verdict.SETTLED:
        _settle(step, outcome)
    else:
        _fail(step, outcome)
    step.finish()
    return step.payment


def fail_by_hand(*, payment: Transaction, failure_reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """End a locked payment that is being collected or paid out as failed, and give back what was taken for it."""
    step = _Step(payment, Quote.objects.get(transaction_id=payment.id), now, actor=actor)
    if payment.next_action == NextAction.PAY_OUT:
        _fail(step, RailOutcome(Verdict.FAILED, failure_reason=failure_reason), cause="failed_by_staff")
    else:
        payment.failure_reason = failure_reason
        step.due(None)
        step.move(TransactionStatus.FAILED, cause="failed_by_staff")
    step.finish()


def pay_in(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction | None:
    """Credit the exchanged money to the internal account that a quote pays to; a closed one sends it back."""
    step = _lock(transaction_id, NextAction.PAY_IN, now=now)
    if step is None:
        return None
    account = _account(step.quote.destination_internal_account_id)
    if accounts.hold_open(account):
        posted = step.post("PAYOUT_CREDITED", *_pay(step, account.ledger_account_id))
        step.due(None)
        step.payment.settled_at = now
        step.move(TransactionStatus.COMPLETED, cause="credited")
        step.tell_balance(account, posted)
    else:
        _fail(step, RailOutcome(Verdict.FAILED, failure_reason=FailureReason.QUOTE_EXECUTION_FAILED))
    step.finish()
    return step.payment


def record_giving_back(*, transaction_id: uuid.UUID, outcome: RailOutcome, now: dt.datetime) -> Transaction | None:
    """Record what the rail said about sending money back to who paid it."""
    step = _lock(transaction_id, NextAction.GIVE_BACK, now=now)
    if step is None:
        return None
    if outcome.verdict == Verdict.PENDING:
        _wait(step, outcome)
        return step.payment
    payment = step.payment
    amount, currency = _to_give_back(payment), payment.sent_currency
    clearing = step.account(AccountKind.FUNDING_CLEARING, currency)
    step.due(None)
    if outcome.verdict == Verdict.SETTLED:
        settlement = step.account(AccountKind.RAIL_SETTLEMENT, currency)
        step.post("FUNDING_RETURNED", journal.debit(clearing, amount), journal.credit(settlement, amount))
        _end_refund(step, "COMPLETED")
    else:
        bookings.suspend(
            payment, amount=amount, currency=currency, taken_from=clearing, reason="REFUND_FAILED", now=now
        )
        _end_refund(step, "FAILED")
    step.finish()
    return payment


def receive(
    *, payment: Transaction, amount: int, use: ReceiptUse, reason: str = "", now: dt.datetime
) -> FundingReceipt:
    """Take money from outside into the books: it is in the funding clearing until it is used or given back.

    `amount` in the sending currency's smallest unit. Return the receipt, with its payment.
    """
    currency = payment.sent_currency
    settlement = bookings.account(payment, AccountKind.RAIL_SETTLEMENT, currency=currency)
    clearing = bookings.account(payment, AccountKind.FUNDING_CLEARING, currency=currency)
    bookings.post(
        payment, "FUNDING_RECEIVED", journal.debit(settlement, amount), journal.credit(clearing, amount), now=now
    )
    receipt: FundingReceipt = FundingReceipt.objects.create(
        id=identifiers.new_key(),
        platform_id=payment.platform_id,
        transaction=payment,
        amount=amount,
        currency=currency,
        use=use,
        reason=reason,
        at=now,
    )
    if use == ReceiptUse.SUSPENSE:
        bookings.suspend(payment, amount=amount, currency=currency, taken_from=clearing, reason=reason, now=now)
    return receipt


def use(*, payment: Transaction, quote: Quote, amount: int, now: dt.datetime) -> FundingReceipt:
    """Let money that has arrived in time go on to the receiver; where it may not, fail the payment and send it back."""
    misfit = quote_parties.misfit(quote, amount=amount)
    what_for = ReceiptUse.RETURNING if misfit else ReceiptUse.APPLIED
    receipt = receive(payment=payment, amount=amount, use=what_for, reason=misfit, now=now)
    step = _Step(payment, quote, now)
    if misfit:
        payment.failure_reason = quote_parties.MISFITS[misfit]
        step.due(None)
        step.move(TransactionStatus.FAILED, cause=f"funding_{misfit.lower()}")
        _begin_refund(step, TRANSACTION_FAILED)
        step.due(NextAction.GIVE_BACK)
        step.save()
    else:
        _exchange(step, payer=step.account(AccountKind.FUNDING_CLEARING, quote.sending_currency))
        step.due(_delivery(quote))
        if payment.status == TransactionStatus.PENDING:
            step.move(TransactionStatus.PROCESSING, cause="funded")
        else:
            step.save()
    step.finish()
    return receipt


def give_back(*, payment: Transaction, quote: Quote, reason: str, now: dt.datetime) -> list[events.NewEvent]:
    """Begin to send the money in the funding clearing back to who paid it; return the event that tells it."""
    step = _Step(payment, quote, now)
    _begin_refund(step, reason)
    step.due(NextAction.GIVE_BACK)
    step.save()
    return step.told


def _to_give_back(payment: Transaction) -> int:
    """Return what of a payment's money from outside has to go back."""
    receipts = FundingReceipt.objects.filter(transaction_id=payment.id).exclude(use=ReceiptUse.SUSPENSE)
    return sum(receipt.amount for receipt in receipts)


def _lock(transaction_id: uuid.UUID, action: str, *, now: dt.datetime) -> _Step | None:
    payment = transactions.lock(transaction_id)
    if payment is None or payment.next_action != action or payment.next_action_at is None:
        return None
    return _Step(payment, Quote.objects.get(transaction_id=payment.id), now)


def _account(account_id: uuid.UUID | None) -> InternalAccount:
    account: InternalAccount = InternalAccount.objects.select_related("ledger_account").get(id=account_id)
    return account


def _delivery(quote: Quote) -> NextAction:
    if quote.destination_address:
        return NextAction.PAY_INVOICE
    return NextAction.PAY_OUT if quote.destination_external_account_id is not None else NextAction.PAY_IN


def _exchange(step: _Step, *, payer: int) -> journal.Posted:
    """Take the sending amount from the payer and set aside what is paid out: one entry, balanced per currency."""
    quote = step.quote
    exchanged = quote.total_sending - quote.fees_included
    lines = [
        journal.debit(payer, quote.total_sending),
        journal.credit(step.account(AccountKind.EXCHANGE, quote.sending_currency), exchanged),
        journal.debit(step.account(AccountKind.EXCHANGE, quote.leaving_currency), quote.leaving_amount),
        journal.credit(step.account(AccountKind.PAYOUT_CLEARING, quote.leaving_currency), quote.leaving_amount),
    ]
    if quote.fees_included:
        lines.append(journal.credit(step.account(AccountKind.FEES, quote.sending_currency), quote.fees_included))
    return step.post("QUOTE_EXECUTED", *lines)


def _pay(step: _Step, receiver: int) -> tuple[journal.Line, journal.Line]:
    clearing = step.account(AccountKind.PAYOUT_CLEARING, step.quote.leaving_currency)
    return journal.debit(clearing, step.quote.leaving_amount), journal.credit(receiver, step.quote.leaving_amount)


def _wait(step: _Step, outcome: RailOutcome) -> None:
    payment = step.payment
    payment.provider_reference = outcome.provider_reference or payment.provider_reference or str(payment.id)
    payment.next_action_at = step.now + (outcome.ask_again_after or _DEFAULT_WAIT)
    payment.save(update_fields=["next_action_at", "provider_reference"])


def _settle(step: _Step, outcome: RailOutcome) -> None:
    payment = step.payment
    if payment.status != TransactionStatus.COMPLETED:
        settlement = step.account(AccountKind.RAIL_SETTLEMENT, step.quote.leaving_currency)
        step.post("PAYOUT_SETTLED", *_pay(step, settlement))
        payment.settled_at = step.now
    reference = outcome.provider_reference or payment.provider_reference or str(payment.id)
    step.due(None)
    if outcome.ask_again_after is not None:
        payment.next_action_at, payment.provider_reference = step.now + outcome.ask_again_after, reference
    if payment.status != TransactionStatus.COMPLETED:
        step.move(TransactionStatus.COMPLETED, cause="rail_settled")
    else:
        payment.save(update_fields=["next_action_at", "provider_reference", "attempts"])


def _fail(step: _Step, outcome: RailOutcome, *, cause: str = "") -> None:
    """End a payout that did not succeed, and give everything back; status and refund as the verdict says."""
    payment = step.payment
    cause = cause or f"rail_{outcome.verdict.lower()}"
    is_cancelled = outcome.verdict == Verdict.CANCELLED
    step.due(None)
    if not is_cancelled:
        payment.failure_reason = outcome.failure_reason or FailureReason.QUOTE_EXECUTION_FAILED
        is_rejected = outcome.verdict == Verdict.REJECTED and payment.status == TransactionStatus.PROCESSING
        step.move(TransactionStatus.REJECTED if is_rejected else TransactionStatus.FAILED, cause=cause)
    _begin_refund(step, USER_CANCELLATION if is_cancelled else TRANSACTION_FAILED)
    if not outcome.is_money_back:
        _suspend_payout(step)
        _end_refund(step, "FAILED")
    elif step.quote.source_internal_account_id is None:
        _reverse(step, "PAYOUT_SETTLED", "PAYOUT_RETURNED")
        _reverse(step, "QUOTE_EXECUTED", "QUOTE_REVERSED")
        step.due(NextAction.GIVE_BACK)
        step.save()
    else:
        _repay(step, _account(step.quote.source_internal_account_id))


def _repay(step: _Step, payer: InternalAccount) -> None:
    """Give an internal account back what it paid; what is too late for a closed one waits for a person."""
    payment, is_open = step.payment, accounts.hold_open(payer)
    _reverse(step, "PAYOUT_SETTLED", "PAYOUT_RETURNED")
    posted = _reverse(step, "QUOTE_EXECUTED", "QUOTE_REVERSED")
    assert posted is not None
    if is_open:
        _end_refund(step, "COMPLETED")
        step.tell_balance(payer, posted)
    else:
        amount, key = payment.sent_amount, payer.ledger_account_id
        bookings.suspend(
            payment, amount=amount, currency=payer.currency, taken_from=key, reason="PAYER_GONE", now=step.now
        )
        _end_refund(step, "FAILED")


def _suspend_payout(step: _Step) -> None:
    _reverse(step, "PAYOUT_SETTLED", "PAYOUT_RETURNED")
    amount, currency = step.quote.leaving_amount, step.quote.leaving_currency
    clearing = step.account(AccountKind.PAYOUT_CLEARING, currency)
    bookings.suspend(
        step.payment,
        amount=amount,
        currency=currency,
        taken_from=clearing,
        reason="PAYOUT_NOT_GIVEN_BACK",
        now=step.now,
    )


def _reverse(step: _Step, purpose: str, as_purpose: str) -> journal.Posted | None:
    """Reverse the payment's entry of a purpose, if there is one."""
    made = JournalEntry.objects.filter(transaction_id=step.payment.id, purpose=purpose).values_list("id", flat=True)
    for entry in made:
        return journal.reverse(entry_id=entry, purpose=as_purpose, now=step.now)
    return None


def _begin_refund(step: _Step, reason: str) -> None:
    step.told.append(transactions.begin_refund(step.payment, reason=reason, now=step.now))


def _end_refund(step: _Step, status: str) -> None:
    """Write the end of a refund; a payment that its sender called back is REFUNDED by it, also after it completed."""
    payment = step.payment
    transactions.end_refund(payment, status=status, now=step.now)
    # Every other payment that gives money back has come to its end before.
    if payment.status in {TransactionStatus.PROCESSING, TransactionStatus.COMPLETED}:
        to = TransactionStatus.REFUNDED if status == "COMPLETED" else TransactionStatus.FAILED
        payment.failure_reason = None if status == "COMPLETED" else FailureReason.QUOTE_EXECUTION_FAILED
        step.move(to, cause=f"refund_{status.lower()}")
    else:
        step.save()
    step.told.append(transactions.refund_event(payment, now=step.now))
