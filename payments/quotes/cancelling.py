"""A platform cancels a payment that no rail has been asked about yet."""

import datetime as dt
import uuid

from payments.due import ADVANCE_TASK
from payments.models import FailureReason, NextAction, Transaction, TransactionStatus
from payments.workflow import outcomes, own_rails, staff_actions, transactions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import errors, jobs
from platforms.database.rows import by_key

_CAUSE = "cancelled"
_STEPS = frozenset({NextAction.TRANSFER, NextAction.COLLECT, NextAction.PAY_OUT, NextAction.PAY_INVOICE})
"""Steps that begin by asking a rail or a node. Nobody can call back what comes after them."""
_MESSAGES = {
    "ENDED": "The payment has ended: its status says how.",
    "AWAITS_APPROVAL": "The payment waits for your approval: reject it instead.",
    "UNDER_WAY": "The payment is under way: the rail has been asked, and its answer decides.",
}


class NotCancellable(errors.DomainError):
    """The payment has ended, comes from elsewhere, or may have been handed to a rail."""

    code = "TRANSACTION_NOT_CANCELLABLE"

    def __init__(self, reason: str) -> None:
        """Take the key of the reason."""
        super().__init__(_MESSAGES[reason], reason=reason)


def cancel(
    *, platform_id: uuid.UUID, transaction_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime
) -> Transaction:
    """End a payment that no rail has been asked about, and return it.

    A quote that was not executed or paid is EXPIRED. Any other payment is FAILED, and its payer has the money back, as
    after a failure. Raises TransactionNotFound, NotCancellable, AccountHeld.
    """
    found: Transaction | None = by_key(Transaction.objects.only("platform_id"), transaction_id)
    if found is None or found.platform_id != platform_id:
        raise transactions.TransactionNotFound
    # Before the payment, as by the answers of banks.
    for rail in own_rails.rails():
        rail.lock(found.id)
    payment = transactions.lock(found.id)
    if payment is None:
        raise transactions.TransactionNotFound  # An unused quote, deleted in this moment.
    if payment.status == TransactionStatus.PENDING and payment.next_action == NextAction.EXPIRE:
        _end_quote(payment, actor=actor, now=now)
        return payment
    _require_unsent(payment, now=now)
    outcomes.fail_by_hand(payment=payment, failure_reason=FailureReason.CANCELLED, cause=_CAUSE, actor=actor, now=now)
    if payment.next_action_at is not None:
        jobs.notify(ADVANCE_TASK)
    return payment


def _end_quote(payment: Transaction, *, actor: audit.Actor, now: dt.datetime) -> None:
    move = Move(payment, now, actor=actor)
    payment.failure_reason = FailureReason.CANCELLED
    move.due(None)
    move.to(TransactionStatus.EXPIRED, cause=_CAUSE)
    move.finish()


def _require_unsent(payment: Transaction, *, now: dt.datetime) -> None:
    """Raise NotCancellable unless no rail has been asked about a locked payment, and one is to be asked."""
    if payment.pending_reason is None:
        raise NotCancellable("ENDED")
    if payment.next_action == NextAction.END_APPROVAL or payment.awaits_approval:
        raise NotCancellable("AWAITS_APPROVAL")
    if payment.next_action not in _STEPS or payment.next_action_at is None:
        raise NotCancellable("UNDER_WAY")
    # A worker that claims a payment counts it, before it asks the rail.
    if payment.attempts == 0 and not payment.provider_reference:
        return
    if not any(rail.keeps(payment) for rail in own_rails.rails()):
        raise NotCancellable("UNDER_WAY")
    try:
        staff_actions.require_idle(payment, now=now)
        for rail in own_rails.rails():
            rail.end_by_hand(payment, FailureReason.CANCELLED)
    except errors.DomainError:
        raise NotCancellable("UNDER_WAY") from None
