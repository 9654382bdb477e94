"""Sessions of payments by UMA: finding them, ending them, and reporting the result to the other side."""

import datetime as dt
import uuid

from payments.due import CALL_TASK
from payments.models import IncomingUmaPayment, NextAction, OutgoingUmaPayment, Transaction
from payments.workflow.moves import Move
from platforms.base import backoff, jobs

CALLBACK_PATIENCE = dt.timedelta(days=1)
"""How long we try to tell the other side the result of a payment."""
_LONGEST_PAUSE = dt.timedelta(minutes=30)


def find(transaction_id: uuid.UUID) -> tuple[Transaction, IncomingUmaPayment]:
    """Return an incoming payment, locked for change, and its session. Waits for the holder of the lock."""
    payment: Transaction = Transaction.objects.select_for_update(of=("self",)).get(id=transaction_id)
    # A separate statement: one that had waited for the lock would show the session as it was before the wait.
    return payment, IncomingUmaPayment.objects.get(transaction_id=transaction_id)


def end(move: Move, *, to: str, reason: str | None, cause: str, confirms: bool = False) -> None:
    """End a failed payment; `confirms`: the sender's side has an invoice and is told."""
    move.payment.failure_reason = reason
    confirm_or_rest(move, confirms=confirms)
    move.to(to, cause=cause)


def confirm_or_rest(move: Move, *, confirms: bool) -> None:
    """Plan the step after the end of a payment: telling the sender's side, or nothing. The caller saves it."""
    move.due(NextAction.CONFIRM if confirms else None)
    if confirms:
        jobs.notify(CALL_TASK)


def record_callback(*, transaction_id: uuid.UUID, step: NextAction, is_heard: bool, now: dt.datetime) -> None:
    """Store whether the other side accepted the result of a payment; after a day of silence we stop."""
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
