"""The session of a payment that comes in by UMA: found, put on the agenda, ended. What all its steps share."""

import datetime as dt
import uuid

from payments.models import IncomingUmaPayment, NextAction, Transaction
from payments.operations import transactions
from payments.operations.transfers import CALL_TASK
from platforms import audit
from platforms.kit import backoff, queue
from webhooks import events

CALLBACK_PATIENCE = dt.timedelta(days=1)
"""How long we try to tell the sender's side how a payment ended."""
_LONGEST_PAUSE = dt.timedelta(minutes=30)


def find(transaction_id: uuid.UUID) -> tuple[Transaction, IncomingUmaPayment]:
    """Return a payment, locked for change, and its session. Waits for whoever holds the lock."""
    payment: Transaction = Transaction.objects.select_for_update(of=("self",)).get(id=transaction_id)
    # By a statement of its own: one that had waited for the lock would show the session as it was before the wait.
    return payment, IncomingUmaPayment.objects.get(transaction_id=transaction_id)


def due(payment: Transaction, *, action: str, at: dt.datetime, starts_over: bool = True) -> None:
    """Save what a worker does next with a locked payment, and when; `starts_over`: it is another step."""
    payment.next_action, payment.next_action_at = action, at
    if starts_over:
        payment.provider_reference, payment.attempts = "", 0
    payment.save(update_fields=["next_action", "next_action_at", "provider_reference", "attempts"])


def end(
    *,
    payment: Transaction,
    to: str,
    reason: str | None,
    cause: str,
    now: dt.datetime,
    actor: audit.Actor = audit.SYSTEM,
    confirms: bool = False,
    told: "list[events.NewEvent] | None" = None,
) -> Transaction:
    """End a locked payment that did not go well; `confirms`: the sender's side has an invoice and is told."""
    payment.failure_reason = reason
    confirm_or_rest(payment, confirms=confirms, now=now)
    transactions.move(payment, to=to, cause=cause, actor=actor, now=now)
    events.emit_many([*transactions.status_events(payment, now=now), *(told or [])])
    note(payment, f"transaction.{to.lower()}", now=now, actor=actor, details={"reason": reason} if reason else None)
    return payment


def record_callback(*, transaction_id: uuid.UUID, is_heard: bool, now: dt.datetime) -> None:
    """Record whether the sender's side took our word on how a payment ended; after a day of silence we stop."""
    payment, session = find(transaction_id)
    if payment.next_action != NextAction.CONFIRM or payment.next_action_at is None:
        return
    if is_heard:
        session.called_back_at = now
        session.save(update_fields=["called_back_at"])
    if is_heard or now - payment.updated_at > CALLBACK_PATIENCE:
        payment.next_action_at = None
        payment.save(update_fields=["next_action_at"])
        if not is_heard:
            note(payment, "uma.callback_given_up", now=now)
        return
    pause = backoff.pause(payment.attempts, longest=_LONGEST_PAUSE)
    due(payment, action=NextAction.CONFIRM, at=now + pause, starts_over=False)


def confirm_or_rest(payment: Transaction, *, confirms: bool, now: dt.datetime) -> None:
    """Say what comes after the end of a payment: the sender's side is told, or nothing. Whoever calls saves it."""
    payment.provider_reference, payment.attempts = "", 0
    payment.next_action_at = now if confirms else None
    if confirms:
        payment.next_action = NextAction.CONFIRM
        queue.ring(CALL_TASK)


def note(
    payment: Transaction,
    verb: str,
    *,
    now: dt.datetime,
    actor: audit.Actor = audit.SYSTEM,
    details: "dict[str, object] | None" = None,
) -> None:
    """Write an audit row about a payment."""
    audit.record(
        actor=actor, platform_id=payment.platform_id, verb=verb, subject=payment.public_id, now=now, details=details
    )
