"""Money that comes in by UMA: booked while the network holds it, taken, and passed on.

The books of one payment. Lightning counts in thousandths of a satoshi, the books in satoshis: what is left below one
is not booked.

    UMA_ACCEPTED      settlement → fees, exchange          in BTC: the network holds the money for us
                      exchange → payout clearing           in the receiving currency
    UMA_CREDITED      payout clearing → internal account   the money is ours, and the holder's
    PAYOUT_SETTLED    payout clearing → settlement         or the receiver's bank has it
    UMA_KEPT          payout clearing → internal account   or the bank did not take it: the holder has it here
    UMA_RETURNED                                           undoes the first: the network gave the money back

The secret of an invoice, which takes the money, is given away between the first entry and the second. So a process
that dies before that has promised nothing, and one that dies after it finds the entry and goes on: taking the money of
an invoice twice takes it once.
"""

import datetime as dt
import uuid

from payments.ledger import journal
from payments.ledger.chart import AccountKind
from payments.models import (
    Ending,
    FailureReason,
    IncomingUmaPayment,
    InternalAccount,
    JournalEntry,
    NextAction,
    SuspenseItem,
    Transaction,
    TransactionStatus,
)
from payments.operations import accounts, bookings, transactions, uma_receivers, uma_sessions
from payments.operations.transfers import ADVANCE_TASK
from payments.operations.uma_receivers import BITCOIN
from payments.providers.base import RailOutcome, Verdict
from platforms import audit
from platforms.kit import errors, queue
from webhooks import events

_DEFAULT_WAIT = dt.timedelta(minutes=1)


def accept(*, transaction_id: uuid.UUID, now: dt.datetime) -> IncomingUmaPayment:
    """Book the money that the network holds for a payment, so that its secret may be given away.

    A holder who may no longer be paid refuses it: `ends_as` of what is returned says so. Safe to repeat.
    """
    payment, session = uma_sessions.find(transaction_id)
    if payment.status != TransactionStatus.PENDING or session.ends_as:
        return session
    if not _may_be_paid(payment):
        return _refuse(session, Ending.HOLDER_GONE)
    fees = session.fee_msat // 1000
    lines = [
        journal.debit(bookings.account(payment, AccountKind.RAIL_SETTLEMENT, currency=BITCOIN), payment.sent_amount),
        journal.credit(bookings.account(payment, AccountKind.EXCHANGE, currency=BITCOIN), payment.sent_amount - fees),
        journal.debit(
            bookings.account(payment, AccountKind.EXCHANGE, currency=payment.received_currency), payment.received_amount
        ),
        journal.credit(
            bookings.account(payment, AccountKind.PAYOUT_CLEARING, currency=payment.received_currency),
            payment.received_amount,
        ),
    ]
    if fees:
        lines.append(journal.credit(bookings.account(payment, AccountKind.FEES, currency=BITCOIN), fees))
    bookings.post(payment, "UMA_ACCEPTED", *lines, now=now)
    transactions.move(payment, to=TransactionStatus.PROCESSING, cause="accepted", actor=audit.SYSTEM, now=now)
    return session


def refuse(*, transaction_id: uuid.UUID, ending: Ending) -> IncomingUmaPayment:
    """Decide not to take the money of a payment. Written first, then the network is told, then `conclude` ends it."""
    payment, session = uma_sessions.find(transaction_id)
    if payment.status != TransactionStatus.PENDING or session.ends_as:
        return session
    return _refuse(session, ending)


def conclude(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction:
    """End a payment whose invoice is cancelled: as it was decided, or because the network gave the money back."""
    payment, session = uma_sessions.find(transaction_id)
    if payment.status == TransactionStatus.PENDING:
        to, reason = _ENDS[Ending(session.ends_as or Ending.UNPAID)]
        is_paid = session.ends_as not in {"", Ending.UNPAID}
        return uma_sessions.end(
            payment=payment, to=to, reason=reason, cause="invoice_cancelled", confirms=is_paid, now=now
        )
    if payment.status == TransactionStatus.PROCESSING and payment.next_action == NextAction.RECEIVE:
        _reverse(payment, "UMA_ACCEPTED", "UMA_RETURNED", now=now)
        reason = FailureReason.QUOTE_EXECUTION_FAILED
        return uma_sessions.end(
            payment=payment,
            to=TransactionStatus.FAILED,
            reason=reason,
            cause="invoice_cancelled",
            confirms=True,
            now=now,
        )
    return payment


_ENDS: dict[Ending, tuple[str, str | None]] = {
    Ending.UNPAID: (TransactionStatus.EXPIRED, FailureReason.QUOTE_EXPIRED),
    Ending.REFUSED: (TransactionStatus.REJECTED, None),
    Ending.HOLDER_GONE: (TransactionStatus.FAILED, FailureReason.QUOTE_EXECUTION_FAILED),
}
"""Status and reason of a payment whose invoice was cancelled."""


def take(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction:
    """Pass on money whose secret was given away: to its holder, or on its way to the holder's bank. Safe to repeat."""
    payment, _ = uma_sessions.find(transaction_id)
    if payment.status != TransactionStatus.PROCESSING or payment.next_action != NextAction.RECEIVE:
        return payment
    if payment.external_account_id is not None:
        uma_sessions.due(payment, action=NextAction.DEPOSIT, at=now)
        queue.ring(ADVANCE_TASK)
        return payment
    account = _account(payment)
    posted = bookings.post(payment, "UMA_CREDITED", *_from_clearing(payment, account.ledger_account_id), now=now)
    accounts.apply_posted(account, posted, now=now)
    return _complete(payment, cause="credited", told=[accounts.balance_updated(account, now=now)], now=now)


def record_deposit(*, transaction_id: uuid.UUID, outcome: RailOutcome, now: dt.datetime) -> Transaction | None:
    """Record what the rail said about handing the money to the holder's bank; None when the payment is past this.

    What the bank does not take, or sends back, stays with the holder: in the internal account of the currency.
    """
    payment, _ = uma_sessions.find(transaction_id)
    if payment.next_action != NextAction.DEPOSIT or payment.next_action_at is None:
        return None
    if outcome.verdict == Verdict.PENDING:
        _ask_rail_again(payment, outcome, after=outcome.ask_again_after or _DEFAULT_WAIT, now=now)
        return payment
    if outcome.verdict == Verdict.SETTLED:
        return _settle_deposit(payment, outcome, now=now)
    if payment.status == TransactionStatus.COMPLETED:
        _reverse(payment, "PAYOUT_SETTLED", "PAYOUT_RETURNED", now=now)
    told = _keep(payment, now=now) if outcome.is_money_back else _suspend(payment, "PAYOUT_NOT_GIVEN_BACK", now=now)
    return uma_sessions.end(
        payment=payment,
        to=TransactionStatus.FAILED,
        reason=FailureReason.OFFRAMP_FAILED,
        cause=f"rail_{outcome.verdict.lower()}",
        confirms=True,
        told=told,
        now=now,
    )


def _may_be_paid(payment: Transaction) -> bool:
    """Keep the holder and the currency from ending before this database transaction does; False if one has."""
    if not accounts.hold_open(_account(payment)):
        return False
    assert payment.customer_id is not None
    try:
        uma_receivers.require_ready(accounts.hold_customer(payment.customer_id))
    except errors.DomainError:
        return False
    return True


def _refuse(session: IncomingUmaPayment, ending: Ending) -> IncomingUmaPayment:
    session.ends_as = ending
    session.save(update_fields=["ends_as"])
    return session


def _complete(payment: Transaction, *, cause: str, told: list[events.NewEvent], now: dt.datetime) -> Transaction:
    payment.settled_at = now
    uma_sessions.confirm_or_rest(payment, confirms=True, now=now)
    transactions.move(payment, to=TransactionStatus.COMPLETED, cause=cause, actor=audit.SYSTEM, now=now)
    events.emit_many([*transactions.status_events(payment, now=now), *told])
    uma_sessions.note(payment, "transaction.completed", now=now)
    return payment


def _ask_rail_again(payment: Transaction, outcome: RailOutcome, *, after: dt.timedelta, now: dt.datetime) -> None:
    payment.provider_reference = outcome.provider_reference or payment.provider_reference or str(payment.id)
    uma_sessions.due(payment, action=NextAction.DEPOSIT, at=now + after, starts_over=False)


def _settle_deposit(payment: Transaction, outcome: RailOutcome, *, now: dt.datetime) -> Transaction:
    """Complete a payment that the bank has taken; one that may come back is looked at again before its sender hears."""
    if payment.status != TransactionStatus.COMPLETED:
        settlement = bookings.account(payment, AccountKind.RAIL_SETTLEMENT, currency=payment.received_currency)
        bookings.post(payment, "PAYOUT_SETTLED", *_from_clearing(payment, settlement), now=now)
        _complete(payment, cause="rail_settled", told=[], now=now)
    else:
        uma_sessions.confirm_or_rest(payment, confirms=True, now=now)
        payment.save(update_fields=["next_action", "next_action_at", "provider_reference", "attempts"])
    if outcome.ask_again_after is not None:
        _ask_rail_again(payment, outcome, after=outcome.ask_again_after, now=now)
    return payment


def _reverse(payment: Transaction, purpose: str, as_purpose: str, *, now: dt.datetime) -> None:
    entry = JournalEntry.objects.values_list("id", flat=True).get(transaction_id=payment.id, purpose=purpose)
    journal.reverse(entry_id=entry, purpose=as_purpose, now=now)


def _keep(payment: Transaction, *, now: dt.datetime) -> list[events.NewEvent]:
    account = _account(payment)
    posted = bookings.post(payment, "UMA_KEPT", *_from_clearing(payment, account.ledger_account_id), now=now)
    accounts.apply_posted(account, posted, now=now)
    return [accounts.balance_updated(account, now=now)]


def _suspend(payment: Transaction, reason: str, *, now: dt.datetime) -> list[events.NewEvent]:
    suspense = bookings.account(payment, AccountKind.SUSPENSE, currency=payment.received_currency)
    bookings.post(payment, "SUSPENDED", *_from_clearing(payment, suspense), now=now)
    SuspenseItem.objects.create(
        platform_id=payment.platform_id,
        transaction_id=payment.id,
        amount=payment.received_amount,
        currency=payment.received_currency,
        reason=reason,
        opened_at=now,
    )
    return []


def _from_clearing(payment: Transaction, receiver: int) -> list[journal.Line]:
    clearing = bookings.account(payment, AccountKind.PAYOUT_CLEARING, currency=payment.received_currency)
    return [journal.debit(clearing, payment.received_amount), journal.credit(receiver, payment.received_amount)]


def _account(payment: Transaction) -> InternalAccount:
    account: InternalAccount = InternalAccount.objects.select_related("ledger_account").get(
        id=payment.internal_account_id
    )
    return account
