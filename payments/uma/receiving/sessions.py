"""The sessions of payments by UMA: found, put on the agenda, ended; and the word to the other side how they ended."""

import datetime as dt
import uuid

from payments.due import CALL_TASK
from payments.models import IncomingUmaPayment, NextAction, OutgoingUmaPayment, Transaction
from payments.workflow.moves import Move
from platforms.base import backoff, jobs

CALLBACK_PATIENCE = dt.timedelta(days=1)
"""How long we try to tell the other side how a payment ended."""
_LONGEST_PAUSE = dt.timedelta(minutes=30)


def find(transaction_id: uuid.UUID) -> tuple[Transaction, IncomingUmaPayment]:
    """Return a payment that comes in, locked for change, and its session. Waits for whoever holds the lock."""
    payment: Transaction = Transaction.objects.select_for_update(of=("self",)).get(id=transaction_id)
    # By a statement of its own: one that had waited for the lock would show the session as it was before the wait.
    return payment, IncomingUmaPayment.objects.get(transaction_id=transaction_id)


def end(move: Move, *, to: str, reason: str | None, cause: str, confirms: bool = False) -> None:
    """End a payment that did not go well; `confirms`: the sender's side has an invoice and is told."""
    move.payment.failure_reason = reason
    confirm_or_rest(move, confirms=confirms)
    move.to(to, cause=cause)


def confirm_or_rest(move: Move, *, confirms: bool) -> None:
    """Say what comes after the end of a payment: the sender's side is told, or nothing. Whoever calls saves it."""
    move.due(NextAction.CONFIRM if confirms else None)
    if confirms:
        jobs.notify(CALL_TASK)


def record_callback(*, transaction_id: uuid.UUID, step: NextAction, is_heard: bool, now: dt.datetime) -> None:
    """Record whether the other side took our word on how a payment ended; after a day of silence we stop."""
    move = Move.lock(transaction_id, step, now=now)
    if move is None:
        return
    payment = move.payment
    payment.next_action_at = None
    if is_heard:
        sessions = IncomingUmaPayment.objects if step == NextAction.CONFIRM else OutgoingUmaPayment.objects
        sessions.filter(transaction_id=transaction_id).update(called_back_at=now)
    elif now - payment.updated_at <= CALLBACK_PATIENCE:
        payment.next_action_at = now + backoff.pause(payment.attempts, longest=_LONGEST_PAUSE)
    else:
        move.note("uma.callback_given_up")
    move.save()
