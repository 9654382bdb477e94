"""Outcomes: an answer of a rail, or of a node in a rail's terms, is recorded by the functions of its step."""

import dataclasses
import datetime as dt
import uuid

from payments.models import FailureReason, Transaction
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import step_functions
from payments.workflow.moves import Move
from platforms import audit


def record(*, transaction_id: uuid.UUID, step: str, outcome: RailOutcome, now: dt.datetime) -> Transaction | None:
    """Record an answer: move the money and the status, plan the next step, notify the platform.

    Safe to repeat: None, and no change, when the payment is past the step; also when there was news of it during the
    question (`Move.has_news`): then the rail is asked again.
    """
    move = Move.lock(transaction_id, step, now=now)
    return None if move is None else take(move, outcome)


def take(move: Move, outcome: RailOutcome) -> Transaction | None:
    """Take the move of a locked payment that an answer about its step means; None when there was news of the step."""
    step = move.payment.next_action
    if outcome.provider_reference:
        move.payment.provider_reference = outcome.provider_reference
    if move.has_news:
        move.save()
        return None
    if outcome.verdict == Verdict.PENDING:
        move.wait(outcome)
        return move.payment
    if outcome.failure_reason and outcome.failure_reason not in FailureReason.values:
        # The rail's message keeps it for staff. Platforms know the reasons that the API document lists.
        outcome = dataclasses.replace(outcome, failure_reason=FailureReason.BANK_REJECTED)
    functions = step_functions.functions_of(step)
    follow = functions.settled if outcome.verdict == Verdict.SETTLED else functions.failed
    assert follow is not None, f"{step} asks no rail"
    follow(move, outcome)
    return move.finish()


def fail_by_hand(*, payment: Transaction, failure_reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Treat a locked payment as if the rail had answered that its step failed."""
    move = Move(payment, now, actor=actor, cause="failed_by_staff")
    failed = step_functions.functions_of(payment.next_action).failed
    assert failed is not None, f"{payment.next_action} asks no rail"
    failed(move, RailOutcome(Verdict.FAILED, failure_reason=failure_reason))
    move.finish()
