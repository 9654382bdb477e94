"""What staff do about one payment that a rail has not brought to its end: ask the rail now, or end the payment.

Neither goes near a payment that a worker is talking to a rail about: what the rail is saying just then decides.
"""

import datetime as dt
import uuid

from payments.due import ADVANCE_TASK
from payments.models import ProviderMessage, Transaction, TransactionStatus
from payments.workflow import outcomes, settlement, steps, transactions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import clock, errors, jobs


class NothingUnderWay(errors.DomainError):
    """No worker is going to do anything about the payment."""

    code = "INVALID_INPUT"
    message = "Nothing is under way: the payment has come to its end, or waits for somebody else."


class InAWorkersHands(errors.DomainError):
    """A worker has claimed the payment and has not said what came of it."""

    code = "INVALID_INPUT"
    message = "A worker is asking the rail about this payment right now. Look again in a minute."


def can_retry(payment: Transaction) -> bool:
    """Tell whether a worker is going to do something about a payment that waits for nobody else."""
    return payment.next_action_at is not None and not steps.step_of(payment.next_action).is_deadline


def can_fail(payment: Transaction) -> bool:
    """Tell whether staff can end a payment at the step that is due."""
    is_open = payment.next_action_at is not None and payment.status != TransactionStatus.COMPLETED
    return is_open and bool(steps.step_of(payment.next_action).failures)


def retry(*, transaction_id: uuid.UUID, reason: str, actor: audit.Actor, real_now: clock.RealTime) -> Transaction:
    """Make a payment due at once, whatever it was waiting for; a rail moves the money of one payment once.

    Raises TransactionNotFound, NothingUnderWay and InAWorkersHands.
    """
    payment = _lock(transaction_id)
    now = real_now + payment.platform.clock_offset
    if not can_retry(payment):
        raise NothingUnderWay
    _require_idle(payment, now=now)
    payment.next_action_at = now
    payment.save(update_fields=["next_action_at"])
    Move(payment, now, actor=actor).note("transaction.retry", reason=reason, step=payment.next_action)
    jobs.notify(ADVANCE_TASK)
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
    if not can_fail(payment):
        raise NothingUnderWay
    fitting = steps.step_of(payment.next_action).failures
    if failure_reason not in fitting:
        raise errors.InvalidInput.field("failure_reason", f"must be one of: {', '.join(fitting)}")
    _require_idle(payment, now=now)
    outcomes.fail_by_hand(payment=payment, failure_reason=failure_reason, actor=actor, now=now)
    Move(payment, now, actor=actor).note("transaction.fail_and_refund", reason=reason, failure=failure_reason)
    if payment.next_action_at is not None:
        jobs.notify(ADVANCE_TASK)
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
