"""Actions of staff on one payment that a rail has not finished: ask the rail now, or end the payment.

Neither touches a payment while a worker is asking a rail about it: the rail's answer decides.
"""

import datetime as dt
import uuid

from payments import steps
from payments.due import ADVANCE_TASK
from payments.models import ProviderMessage, Transaction, TransactionStatus
from payments.workflow import leases, outcomes, own_rails, transactions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import clock, errors, jobs
from platforms.database.rows import by_key


class NothingUnderWay(errors.DomainError):
    """No worker has a step to do for the payment."""

    code = "INVALID_INPUT"
    message = "Nothing is under way: the payment has come to its end, or waits for somebody else."


class ClaimedByWorker(errors.DomainError):
    """A worker has claimed the payment and has not stored the result yet."""

    code = "INVALID_INPUT"
    message = "A worker is asking the rail about this payment right now. Look again in a minute."


def can_retry(payment: Transaction) -> bool:
    """Tell whether a worker has a step to do for a payment that waits for no other party."""
    return payment.next_action_at is not None and not steps.step_of(payment.next_action).is_deadline


def can_fail(payment: Transaction) -> bool:
    """Tell whether staff can end a payment at its due step."""
    is_open = payment.next_action_at is not None and payment.status != TransactionStatus.COMPLETED
    return is_open and bool(steps.step_of(payment.next_action).failures)


def retry(*, transaction_id: uuid.UUID, reason: str, actor: audit.Actor, real_now: clock.RealTime) -> Transaction:
    """Make a payment due at once, whatever it was waiting for; a rail moves the money of one payment once.

    Raises TransactionNotFound, NothingUnderWay and ClaimedByWorker.
    """
    payment = _lock(transaction_id)
    now = clock.of(payment.platform, real_now)
    if not can_retry(payment):
        raise NothingUnderWay
    require_idle(payment, now=now)
    payment.next_action_at = now
    payment.save(update_fields=["next_action_at"])
    Move(payment, now, actor=actor).note("transaction.retry", reason=reason, step=payment.next_action)
    jobs.notify(ADVANCE_TASK)
    return payment


def fail_and_refund(
    *, transaction_id: uuid.UUID, failure_reason: str, reason: str, actor: audit.Actor, real_now: clock.RealTime
) -> Transaction:
    """End a payment that has not settled as failed; a debited holder gets the money back.

    Only for a payment that the rail is known not to have made and never to make: nothing here can check that of other
    rails than our own. Raises the errors of `retry` and of `require_endable`, and InvalidInput for a `failure_reason`
    that does not fit.
    """
    # Before the payment, as by the answers of banks.
    for rail in own_rails.rails():
        rail.lock(transaction_id)
    payment = _lock(transaction_id)
    now = clock.of(payment.platform, real_now)
    if not can_fail(payment):
        raise NothingUnderWay
    fitting = steps.step_of(payment.next_action).failures
    if failure_reason not in fitting:
        raise errors.InvalidInput.field("failure_reason", f"must be one of {', '.join(fitting)}")
    require_idle(payment, now=now)
    for rail in own_rails.rails():
        rail.end_by_hand(payment, failure_reason)
    outcomes.fail_by_hand(payment=payment, failure_reason=failure_reason, actor=actor, now=now)
    Move(payment, now, actor=actor).note("transaction.fail_and_refund", reason=reason, failure=failure_reason)
    if payment.next_action_at is not None:
        jobs.notify(ADVANCE_TASK)
    return payment


def require_endable(payment: Transaction) -> None:
    """Raise the error of a rail of our own that does not let staff end a payment's due step."""
    for rail in own_rails.rails():
        rail.require_endable(payment)


def notes(payment: Transaction) -> dict[str, str]:
    """Return what our own rails know of a payment's due step: texts by their headings."""
    return {heading: text for rail in own_rails.rails() for heading, text in rail.notes(payment).items()}


def _lock(transaction_id: uuid.UUID) -> Transaction:
    payment: Transaction | None = by_key(
        Transaction.objects.select_for_update(of=("self",)).select_related("platform"), transaction_id
    )
    if payment is None:
        raise transactions.TransactionNotFound
    return payment


def require_idle(payment: Transaction, *, now: dt.datetime) -> None:
    """Raise ClaimedByWorker during a claim of the locked payment without a stored result."""
    if not payment.attempts or payment.next_action_at is None or payment.next_action_at <= now:
        return
    answered = ProviderMessage.objects.filter(
        transaction_id=payment.id, step=payment.next_action, attempt=payment.attempts
    )
    # A worker may have claimed it after the caller read its `now`, and before the row was locked.
    lease_ends_by = clock.of(payment.platform, clock.real_now()) + leases.LEASE
    if payment.next_action_at <= lease_ends_by and not answered.exists():
        raise ClaimedByWorker
