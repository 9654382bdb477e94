"""Money of incoming payments by UMA: booked while the network holds it, taken, and passed on.

Lightning counts in thousandths of a satoshi, the books in satoshis: a fraction of a satoshi is not booked.

The secret of an invoice, which takes the money, is revealed between the first entry, UMA_ACCEPTED, and the second,
UMA_CREDITED. So a process that dies before that has promised nothing, and after it the next one finds the entry and
goes on: taking the money of an invoice twice takes it once.
"""

import datetime as dt
import logging
import uuid

from compliance import parties
from payments.accounts import internal_accounts
from payments.due import ADVANCE_TASK, CALL_TASK
from payments.ledger import entries, movements
from payments.models import (
    Ending,
    ExternalAccount,
    FailureReason,
    IncomingUmaPayment,
    NextAction,
    Transaction,
    TransactionStatus,
)
from payments.providers.base import RailOutcome, Verdict
from payments.uma.receiving import receivers, sessions
from payments.workflow import step_functions, transactions
from payments.workflow.moves import TRANSACTION_FAILED, Move
from platforms.base import errors, jobs

logger = logging.getLogger(__name__)


def accept(*, transaction_id: uuid.UUID, now: dt.datetime) -> IncomingUmaPayment:
    """Book the money held by the network for a payment, so that its secret may be revealed.

    A holder who may no longer be paid refuses it: `ends_as` of the result says so. Safe to repeat.
    """
    payment, session = sessions.find(transaction_id)
    if payment.status != TransactionStatus.PENDING or session.ends_as:
        return session
    if not _may_be_paid(payment):
        return _refuse(payment, session, Ending.HOLDER_GONE, now=now)
    move = Move(payment, now)
    move.post(movements.UMA_ACCEPTED)
    move.to(TransactionStatus.PROCESSING, cause="accepted")
    move.finish()
    return session


def refuse(*, transaction_id: uuid.UUID, ending: Ending, now: dt.datetime) -> IncomingUmaPayment:
    """Decide not to take the money of a payment. Stored first, then the network is told, then `conclude` ends it."""
    payment, session = sessions.find(transaction_id)
    if payment.status != TransactionStatus.PENDING or session.ends_as:
        return session
    return _refuse(payment, session, ending, now=now)


def conclude(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction:
    """End a payment whose invoice is cancelled: as it was decided, or because the network returned the money."""
    payment, session = sessions.find(transaction_id)
    move = Move(payment, now)
    if payment.status == TransactionStatus.PENDING:
        to, reason = _ENDS[Ending(session.ends_as or Ending.UNPAID)]
        is_paid = session.ends_as not in {"", Ending.UNPAID}
    elif payment.status == TransactionStatus.PROCESSING and payment.next_action == NextAction.RECEIVE:
        move.undo(movements.UMA_RETURNED)
        to, reason, is_paid = TransactionStatus.FAILED, FailureReason.QUOTE_EXECUTION_FAILED, True
    else:
        return payment
    sessions.end(move, to=to, reason=reason, cause="invoice_cancelled", confirms=is_paid)
    if is_paid:
        move.sent_back()
    return move.finish()


_ENDS: dict[Ending, tuple[str, str | None]] = {
    Ending.UNPAID: (TransactionStatus.EXPIRED, FailureReason.QUOTE_EXPIRED),
    Ending.REFUSED: (TransactionStatus.REJECTED, None),
    Ending.HOLDER_GONE: (TransactionStatus.FAILED, FailureReason.QUOTE_EXECUTION_FAILED),
}
"""Status and reason of a payment whose invoice was cancelled."""


def take(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction:
    """Pass on money whose secret was revealed: to its holder, or to the holder's bank. Safe to repeat.

    Where nothing here has revealed it, the money goes into suspense.
    """
    payment, _ = sessions.find(transaction_id)
    if payment.status == TransactionStatus.PENDING:
        return _suspend(payment, now=now)
    if payment.status != TransactionStatus.PROCESSING or payment.next_action != NextAction.RECEIVE:
        return payment
    move = Move(payment, now)
    if payment.external_account_id is not None:
        move.plan(NextAction.DEPOSIT)
        jobs.notify(ADVANCE_TASK)
        return payment
    _credit(move, movements.UMA_CREDITED)
    payment.settled_at = now
    sessions.confirm_or_rest(move, confirms=True)
    move.to(TransactionStatus.COMPLETED, cause="credited")
    return move.finish()


def paid_out(move: Move, outcome: RailOutcome) -> None:
    """Complete a payment accepted by the bank; one that may be returned is checked again before its sender is told."""
    move.settle(movements.UMA_PAID_OUT, outcome, then=NextAction.CONFIRM)
    jobs.notify(CALL_TASK)


def not_paid_out(move: Move, outcome: RailOutcome) -> None:
    """Credit money that the bank refused or returned to the holder's internal account; of a closed one it is suspended.

    The sender's side, which knows since the payout settled, is not told again.
    """
    payment = move.payment
    if payment.settled_at is not None:
        move.undo(movements.UMA_PAYOUT_RETURNED)
    if outcome.is_money_back:
        _keep(move)
    else:
        amount, currency = payment.received_amount, payment.received_currency
        move.suspend(movements.PAYOUT_SUSPENDED, amount, currency, reason="PAYOUT_NOT_GIVEN_BACK")
    cause = f"rail_{outcome.verdict.lower()}"
    is_told = IncomingUmaPayment.objects.filter(transaction_id=payment.id, called_back_at__isnull=False).exists()
    reason = FailureReason.OFFRAMP_FAILED
    sessions.end(move, to=TransactionStatus.FAILED, reason=reason, cause=cause, confirms=not is_told)


def _may_be_paid(payment: Transaction) -> bool:
    """Lock the holder and the currency until this database transaction ends; False if one is gone."""
    if not internal_accounts.lock_open(internal_accounts.load(payment.internal_account_id)):
        return False
    outside = payment.external_account_id
    if outside is not None and ExternalAccount.objects.filter(id=outside, deleted_at__isnull=False).exists():
        return False
    assert payment.customer_id is not None
    try:
        receivers.require_ready(parties.lock(payment.customer_id))
    except errors.DomainError:
        return False
    return True


def _refuse(
    payment: Transaction, session: IncomingUmaPayment, ending: Ending, *, now: dt.datetime
) -> IncomingUmaPayment:
    session.ends_as = ending
    session.save(update_fields=["ends_as"])
    if ending != Ending.UNPAID:
        # The network holds the money; it has its payer once `conclude` finds the invoice cancelled.
        move = Move(payment, now)
        move.begin_refund(TRANSACTION_FAILED)
        move.save()
        move.tell()
        move.note("uma.refuse", ending=ending.value)
    return session


def _suspend(payment: Transaction, *, now: dt.datetime) -> Transaction:
    """Book money that the node has settled by itself, or by hand, of a payment that was undecided or refused.

    Its sender has the proof of having paid, and it can't go back: a person decides whose it is.
    """
    logger.error("the node has taken money that was not accepted", extra={"subject": payment.public_id})
    move, cause = Move(payment, now), "network_settled"
    move.post(movements.UMA_ACCEPTED)
    move.to(TransactionStatus.PROCESSING, cause=cause)
    amount, currency = payment.received_amount, payment.received_currency
    move.suspend(movements.PAYOUT_SUSPENDED, amount, currency, reason="PAYOUT_NOT_GIVEN_BACK")
    if payment.refund is not None:
        # Told with the payment's end: INCOMING_PAYMENT has no type for a refund that fails.
        transactions.end_refund(payment, is_back=False, now=now)
    sessions.end(move, to=TransactionStatus.FAILED, reason=FailureReason.OFFRAMP_FAILED, cause=cause, confirms=True)
    return move.finish()


def _keep(move: Move) -> None:
    holder = internal_accounts.load(move.payment.internal_account_id)
    # Before the entry, which locks the balance.
    is_open = internal_accounts.lock_open(holder)
    posted = move.post(movements.UMA_KEPT, party=holder)
    if is_open:
        move.credit(holder, posted)
        return
    amount, currency = move.payment.received_amount, move.payment.received_currency
    move.suspend(movements.HOLDER_SUSPENDED, amount, currency, reason="PAYER_GONE", party=holder)


def _credit(move: Move, movement: entries.Movement) -> None:
    holder = internal_accounts.load(move.payment.internal_account_id)
    move.credit(holder, move.post(movement, party=holder))


step_functions.register(NextAction.DEPOSIT, settled=paid_out, failed=not_paid_out, in_sets={Verdict.SETTLED})
