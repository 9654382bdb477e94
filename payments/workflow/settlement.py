"""Outcomes of transfers: what follows when a rail has carried one out, or has not."""

import dataclasses
import datetime as dt

from payments.accounts import internal_accounts
from payments.ledger import movements
from payments.models import FailureReason, NextAction, Transaction, TransactionStatus, TransactionType
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import moves, step_functions
from payments.workflow.moves import Move
from platforms import audit


def settled(move: Move, outcome: RailOutcome) -> None:
    """Complete a transfer; an outgoing one may be returned while the rail wants to be asked again."""
    if move.payment.type == TransactionType.OUTGOING:
        move.settle(movements.TRANSFER_OUT_SETTLED, outcome, keeps_reference=True)
        return
    # A transfer in is asked about once: the bank itself tells that it has taken the money back.
    outcome = dataclasses.replace(outcome, ask_again_after=None)
    holder = move.load(move.payment.internal_account_id)
    move.settle(movements.TRANSFER_IN_SETTLED, outcome, credited=holder, keeps_reference=True)


def failed(move: Move, outcome: RailOutcome) -> None:
    """End a transfer that failed, or was returned; the holder of an outgoing one gets the money back."""
    payment, cause = move.payment, f"rail_{outcome.verdict.lower()}"
    payment.next_action_at = None
    if payment.status == TransactionStatus.COMPLETED:
        _come_back(move, outcome, cause=cause)
        return
    if payment.type == TransactionType.OUTGOING:
        holder = move.load(payment.internal_account_id)
        move.credit(holder, move.undo(movements.TRANSFER_OUT_RETURNED, party=holder))
    payment.failure_reason = outcome.failure_reason
    is_rejected = outcome.verdict == Verdict.REJECTED
    move.to(TransactionStatus.REJECTED if is_rejected else TransactionStatus.FAILED, cause=cause)


def reverse_collection(*, payment: Transaction, failure_reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Reverse a completed, locked transfer in, after its return by the payer's bank: its holder has the money no more.

    Raises InsufficientBalance and AccountHeld.
    """
    move = Move(payment, now, actor=actor)
    payment.failure_reason = failure_reason
    holder = internal_accounts.load(payment.internal_account_id)
    move.credit(holder, move.undo(movements.TRANSFER_IN_CAME_BACK))
    move.to(TransactionStatus.FAILED, cause="collection_returned")
    move.sent_back()
    move.finish()


def _come_back(move: Move, outcome: RailOutcome, *, cause: str) -> None:
    """Reverse a settled transfer that was called back, or returned by the receiving bank: its holder has the money."""
    payment, is_cancelled = move.payment, outcome.verdict == Verdict.CANCELLED
    if not is_cancelled:
        payment.failure_reason = outcome.failure_reason or FailureReason.BANK_REJECTED
        move.to(TransactionStatus.FAILED, cause=cause)
    move.begin_refund(moves.USER_CANCELLATION if is_cancelled else moves.TRANSACTION_FAILED)
    holder = internal_accounts.load(payment.internal_account_id)
    is_back = move.repay(holder, movements.TRANSFER_OUT_CAME_BACK, movements.TRANSFER_OUT_RETURNED)
    move.end_refund(is_back=is_back, reason=FailureReason.ACCOUNT_INVALID, cause=cause)


step_functions.register(
    NextAction.TRANSFER,
    settled=settled,
    failed=failed,
    in_sets={Verdict.SETTLED, Verdict.FAILED, Verdict.REJECTED},
)
