"""Actions of staff on one payment that a rail has not finished: ask the rail now, or end the payment.

Neither touches a payment while a worker is asking a rail about it: the rail's answer decides.
"""

import datetime as dt
import uuid

from django.db.models import QuerySet

from payments import steps
from payments.due import ADVANCE_TASK
from payments.models import (
    GIVEN_OUT,
    BankPayment,
    BankPaymentState,
    ProviderMessage,
    Transaction,
    TransactionStatus,
)
from payments.workflow import leases, outcomes, transactions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import clock, errors, jobs


class NothingUnderWay(errors.DomainError):
    """No worker has a step to do for the payment."""

    code = "INVALID_INPUT"
    message = "Nothing is under way: the payment has come to its end, or waits for somebody else."


class ClaimedByWorker(errors.DomainError):
    """A worker has claimed the payment and has not stored the result yet."""

    code = "INVALID_INPUT"
    message = "A worker is asking the rail about this payment right now. Look again in a minute."


class AtTheBank(errors.DomainError):
    """The payment is in a file that was released for a bank."""

    code = "INVALID_INPUT"
    message = "The payment is in a file for the bank: what the bank answers decides."


class BankHasAnswered(errors.DomainError):
    """The bank has carried the payment out, or has sent its money back afterwards; no worker has recorded it yet."""

    code = "INVALID_INPUT"
    message = (
        "The bank has already carried this payment out, so it can't be ended by hand. A worker records what the bank "
        "said: at once, or as soon as no account of the payment is held."
    )


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
    """End a payment that has not settled as failed; a debited holder gets the money back.

    Only for a payment that the rail is known not to have made and never to make: nothing here can check that of other
    rails than files. Raises the errors of `retry` and of `require_not_at_bank`, and InvalidInput for a
    `failure_reason` that does not fit.
    """
    # The bank rejects it after it had accepted it, and staff have asked. Locked before the payment, as by answers.
    contradicted = _given_out(transaction_id).exclude(reason="")
    list(contradicted.select_for_update(of=("self",)).order_by("id").values_list("id"))
    payment = _lock(transaction_id)
    now = real_now + payment.platform.clock_offset
    if not can_fail(payment):
        raise NothingUnderWay
    fitting = steps.step_of(payment.next_action).failures
    if failure_reason not in fitting:
        raise errors.InvalidInput.field("failure_reason", f"must be one of: {', '.join(fitting)}")
    _require_idle(payment, now=now)
    # After the lock: a release locks the payment too, before it gives the batch out.
    require_not_at_bank(payment)
    # A line that carries the payment out in spite of all meets a rejected one, and waits for people.
    contradicted.update(state=BankPaymentState.REJECTED, failure_reason=failure_reason, reason="")
    outcomes.fail_by_hand(payment=payment, failure_reason=failure_reason, actor=actor, now=now)
    Move(payment, now, actor=actor).note("transaction.fail_and_refund", reason=reason, failure=failure_reason)
    if payment.next_action_at is not None:
        jobs.notify(ADVANCE_TASK)
    return payment


def at_bank(payment: Transaction) -> BankPayment | None:
    """Return the movement of the due step by file, with its batch, if there is one."""
    rows = BankPayment.objects.select_related("batch").defer("content")
    found: BankPayment | None = rows.filter(movement=payment.id, leg=steps.step_of(payment.next_action).leg).first()
    return found


def require_not_at_bank(payment: Transaction) -> None:
    """Raise AtTheBank for a payment in a file for the bank, BankHasAnswered for one that the bank has carried out.

    One in a file may pass that the bank rejects after it had accepted it: staff have asked. A bank carries out only
    what was given to it, so an answer that comes meanwhile changes no payment that passes.
    """
    given = at_bank(payment)
    if given is None:
        return
    if given.state in _CARRIED_OUT:
        raise BankHasAnswered
    is_given_out = given.batch is not None and given.batch.state in GIVEN_OUT
    if given.state == BankPaymentState.BATCHED and is_given_out and not given.reason:
        raise AtTheBank


_CARRIED_OUT = {BankPaymentState.SETTLED, BankPaymentState.RETURNED}


def _given_out(transaction_id: uuid.UUID) -> QuerySet[BankPayment]:
    rows: QuerySet[BankPayment] = BankPayment.objects.filter(
        movement=transaction_id, state=BankPaymentState.BATCHED, batch__state__in=GIVEN_OUT
    )
    return rows


def _lock(transaction_id: uuid.UUID) -> Transaction:
    payment: Transaction | None = (
        Transaction.objects.select_for_update(of=("self",)).select_related("platform").filter(id=transaction_id).first()
    )
    if payment is None:
        raise transactions.TransactionNotFound
    return payment


def _require_idle(payment: Transaction, *, now: dt.datetime) -> None:
    """Raise ClaimedByWorker during a claim of the payment without a stored result."""
    if not payment.attempts or payment.next_action_at is None or payment.next_action_at <= now:
        return
    answered = ProviderMessage.objects.filter(
        transaction_id=payment.id, step=payment.next_action, attempt=payment.attempts
    )
    if payment.next_action_at <= now + leases.LEASE and not answered.exists():
        raise ClaimedByWorker
