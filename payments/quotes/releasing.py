"""Payments beyond what their token may pay alone: each waits until a person decides, or its time is over.

Its money is set apart meanwhile, where it comes from an internal account, and nothing is handed to a rail. Every way to
decide locks the payment first, and so does the end of the wait: one of them finds it undecided. From its due time on
nobody decides any more, also while no worker has ended it yet.
"""

import datetime as dt
import uuid

from payments.due import ADVANCE_TASK
from payments.models import FailureReason, NextAction, Quote, Transaction
from payments.models.transaction import AWAITING
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import step_functions, transactions
from payments.workflow.moves import Move
from platforms import audit
from platforms.base import clock, errors, jobs
from platforms.models import ApiToken
from platforms.operations import spending


class NotYours(errors.DomainError):
    """Who asks may not decide about the payment."""

    code = "FORBIDDEN"
    message = "A payment that waits is approved or rejected by another token than the one that made it, without limits."


class NotWaiting(errors.DomainError):
    """The payment waits for nobody, or no longer."""

    code = "INVALID_INPUT"
    message = "The payment does not wait for an approval: it was decided before, or its time is over."


def may_decide(payment: Transaction, *, now: dt.datetime) -> bool:
    """Tell whether a payment waits for a decision and its time is not over; `now` by the platform's clock.

    A worker may not have ended it yet when its time is over, and moves the due time on by each attempt to do so.
    """
    due = payment.next_action_at
    return payment.awaits_approval and payment.attempts == 0 and due is not None and due > now


def approve(
    *, platform_id: uuid.UUID, transaction_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime
) -> Transaction | None:
    """Send a payment of the platform on its way; None where it is no payment that waits so. Raises NotYours."""
    payment = _of_platform(platform_id, transaction_id, now=now)
    if payment is None:
        return None
    _require_another(payment, actor)
    return _release(payment, actor=actor, now=now)


def reject(
    *, platform_id: uuid.UUID, transaction_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime
) -> Transaction | None:
    """End a payment of the platform, and return its money; None and errors as `approve`."""
    payment = _of_platform(platform_id, transaction_id, now=now)
    if payment is None:
        return None
    _require_another(payment, actor)
    return _refuse(payment, FailureReason.CANCELLED, reason=reason, actor=actor, now=now)


def approve_by_staff(
    *, transaction_id: uuid.UUID, reason: str, actor: audit.Actor, real_now: clock.RealTime
) -> Transaction:
    """Send a payment on its way, as a member of staff. Raises TransactionNotFound, NotWaiting."""
    payment, now = _waiting(transaction_id, real_now)
    return _release(payment, reason=reason, actor=actor, now=now)


def refuse_by_staff(
    *, transaction_id: uuid.UUID, reason: str, actor: audit.Actor, real_now: clock.RealTime
) -> Transaction:
    """End a payment, and return its money, as a member of staff. Raises the errors of `approve_by_staff`."""
    payment, now = _waiting(transaction_id, real_now)
    return _refuse(payment, FailureReason.CANCELLED, reason=reason, actor=actor, now=now)


def expire(*, transaction_id: uuid.UUID, now: dt.datetime) -> Transaction | None:
    """End a payment that nobody has decided about in time. Safe to repeat: None when it was decided."""
    payment = transactions.lock(transaction_id)
    if payment is None or not payment.awaits_approval:
        return None
    return _refuse(payment, FailureReason.PAYMENT_APPROVAL_TIMED_OUT, actor=audit.SYSTEM, now=now)


def _of_platform(platform_id: uuid.UUID, transaction_id: uuid.UUID | None, *, now: dt.datetime) -> Transaction | None:
    payment = None if transaction_id is None else transactions.lock(transaction_id)
    if payment is None or payment.platform_id != platform_id or not may_decide(payment, now=now):
        return None
    return payment


def _waiting(transaction_id: uuid.UUID, real_now: clock.RealTime) -> tuple[Transaction, dt.datetime]:
    """Return a payment that may still be decided about, locked, and its platform's time."""
    payment = transactions.lock(transaction_id)
    if payment is None:
        raise transactions.TransactionNotFound
    now = clock.of(payment.platform, real_now)
    if not may_decide(payment, now=now):
        raise NotWaiting
    return payment, now


def _require_another(payment: Transaction, actor: audit.Actor) -> None:
    """Raise NotYours for the token that made the payment, and for one whose own payments are limited."""
    token = ApiToken.objects.only("spending").get(id=actor.id)
    if token.spending is not None or payment.status_changes.filter(actor_id=actor.id).exists():
        raise NotYours


def _release(payment: Transaction, *, actor: audit.Actor, now: dt.datetime, reason: str = "") -> Transaction:
    move = Move(payment, now, actor=actor)
    move.plan(_step_after(payment))
    move.told += transactions.status_events(payment, now=now)
    move.tell()
    move.note("transaction.release", reason=reason)
    jobs.notify(ADVANCE_TASK)
    return payment


def _refuse(
    payment: Transaction, failure: str, *, actor: audit.Actor, now: dt.datetime, reason: str = ""
) -> Transaction:
    made = payment.status_changes.filter(actor_kind="TOKEN").order_by("-id").first()
    payment.next_action = _step_after(payment)
    move = Move(payment, now, actor=actor, cause="not_approved")
    functions = step_functions.functions_of(payment.next_action)
    # A payment that would be credited here has no rail to fail; its money goes the way of one that is paid out.
    failed = functions.failed or step_functions.functions_of(NextAction.PAY_OUT).failed
    assert failed is not None, "every first step can fail"
    failed(move, RailOutcome(Verdict.FAILED, failure_reason=failure))
    move.finish()
    move.note("transaction.refuse", reason=reason)
    if made is not None:
        token = uuid.UUID(made.actor_id)
        spending.restore(token=token, accepted_at=made.at, currency=payment.sent_currency, amount=payment.sent_amount)
    if payment.next_action_at is not None:
        jobs.notify(ADVANCE_TASK)
    return payment


def _step_after(payment: Transaction) -> str:
    """Return the step that a payment would have begun with."""
    if payment.quote_id is None:
        return NextAction.TRANSFER
    quote: Quote = Quote.objects.get(transaction_id=payment.id)
    return quote.first_step


for _step in AWAITING:
    step_functions.register(_step, own=expire)
