"""What staff do about one payment that a rail has not brought to its end: ask the rail now, or end the payment.

Neither goes near a payment that a worker is talking to a rail about: what the rail is saying just then decides.
"""

import datetime as dt
import uuid

from payments.models import FailureReason, NextAction, ProviderMessage, Transaction, TransactionStatus
from payments.operations import quoted_payments, settlement, transactions
from payments.operations.transfers import ADVANCE_TASK
from platforms import audit
from platforms.kit import clock, errors, queue

_F = FailureReason
FAILURES: dict[str, tuple[FailureReason, ...]] = {
    NextAction.TRANSFER: (_F.TIMED_OUT, _F.BANK_REJECTED, _F.ACCOUNT_INVALID, _F.INSUFFICIENT_FUNDS),
    NextAction.COLLECT: (_F.QUOTE_EXECUTION_FAILED,),
    NextAction.PAY_OUT: (_F.QUOTE_EXECUTION_FAILED, _F.OFFRAMP_FAILED),
}
"""The steps that staff can end, each with the reasons that platforms know for it."""
_NOT_FOR_A_RAIL = {NextAction.EXPIRE, NextAction.END_APPROVAL}


class NothingUnderWay(errors.DomainError):
    """No worker is going to do anything about the payment."""

    code = "INVALID_INPUT"
    message = "Nothing is under way: the payment has come to its end, or waits for somebody else."


class InAWorkersHands(errors.DomainError):
    """A worker has claimed the payment and has not said what came of it."""

    code = "INVALID_INPUT"
    message = "A worker is asking the rail about this payment right now. Look again in a minute."


def retry(*, transaction_id: uuid.UUID, reason: str, actor: audit.Actor, real_now: clock.RealTime) -> Transaction:
    """Make a payment due at once, whatever it was waiting for; a rail moves the money of one payment once.

    Raises TransactionNotFound, NothingUnderWay and InAWorkersHands.
    """
    payment = _lock(transaction_id)
    now = real_now + payment.platform.clock_offset
    if payment.next_action_at is None or payment.next_action in _NOT_FOR_A_RAIL:
        raise NothingUnderWay
    _require_idle(payment, now=now)
    payment.next_action_at = now
    payment.save(update_fields=["next_action_at"])
    _audit(payment, "transaction.retry", actor=actor, now=now, reason=reason, step=payment.next_action)
    queue.ring(ADVANCE_TASK)
    return payment


def fail_and_refund(
    *, transaction_id: uuid.UUID, failure_reason: str, reason: str, actor: audit.Actor, real_now: clock.RealTime
) -> Transaction:
    """End a payment that has not settled as failed; whoever was debited for it has the money back.

    Only for what a rail is known not to have paid and not to be going to pay: nothing here can know it. Raises what
    `retry` raises, and InvalidInput for a `failure_reason` that does not fit.
    """
    payment = _lock(transaction_id)
    now = real_now + payment.platform.clock_offset
    fitting = FAILURES.get(payment.next_action, ())
    if payment.next_action_at is None or payment.status == TransactionStatus.COMPLETED or not fitting:
        raise NothingUnderWay
    if failure_reason not in fitting:
        raise errors.InvalidInput.field("failure_reason", f"must be one of: {', '.join(fitting)}")
    _require_idle(payment, now=now)
    end = settlement if payment.next_action == NextAction.TRANSFER else quoted_payments
    end.fail_by_hand(payment=payment, failure_reason=failure_reason, actor=actor, now=now)
    _audit(payment, "transaction.fail_and_refund", actor=actor, now=now, reason=reason, failure=failure_reason)
    if payment.next_action_at is not None:
        queue.ring(ADVANCE_TASK)
    return payment


def _lock(transaction_id: uuid.UUID) -> Transaction:
    payment: Transaction | None = (
        Transaction.objects.select_for_update(of=("self",)).select_related("platform").filter(id=transaction_id).first()
    )
    if payment is None:
        raise transactions.TransactionNotFound
    return payment


def _require_idle(payment: Transaction, *, now: dt.datetime) -> None:
    """Raise InAWorkersHands while a claim of the payment runs whose answer is not written down yet."""
    if not payment.attempts or payment.next_action_at is None or payment.next_action_at <= now:
        return
    answered = ProviderMessage.objects.filter(
        transaction_id=payment.id, step=payment.next_action, attempt=payment.attempts
    )
    if payment.next_action_at <= now + settlement.LEASE and not answered.exists():
        raise InAWorkersHands


def _audit(payment: Transaction, verb: str, *, actor: audit.Actor, now: dt.datetime, **details: str) -> None:
    audit.record(
        actor=actor,
        platform_id=payment.platform_id,
        verb=verb,
        subject=payment.public_id,
        now=now,
        details=dict(details),
    )
