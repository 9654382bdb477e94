"""What follows an answer of a rail, or of a node in the words of a rail, for each step that one is asked about."""

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from payments.models import NextAction, Transaction
from payments.providers.base import RailOutcome, Verdict
from payments.uma.receiving import crediting
from payments.workflow import quoted_payments, settlement
from payments.workflow.moves import Move
from platforms import audit

Follow = Callable[[Move, RailOutcome], object]


class Answers(NamedTuple):
    """What is done when it is settled, also again, and when it is not going to be, or came back."""

    settled: Follow
    failed: Follow


ANSWERS: Mapping[str, Answers] = MappingProxyType(
    {
        NextAction.TRANSFER: Answers(settlement.settled, settlement.failed),
        NextAction.COLLECT: Answers(quoted_payments.collected, quoted_payments.not_collected),
        NextAction.PAY_OUT: Answers(quoted_payments.settled, quoted_payments.failed),
        NextAction.PAY_INVOICE: Answers(quoted_payments.settled, quoted_payments.failed),
        NextAction.GIVE_BACK: Answers(quoted_payments.given_back, quoted_payments.not_given_back),
        NextAction.DEPOSIT: Answers(crediting.paid_out, crediting.not_paid_out),
    }
)


def record(*, transaction_id: uuid.UUID, step: str, outcome: RailOutcome, now: dt.datetime) -> Transaction | None:
    """Record an answer: move the money and the status, say what comes next, tell the platform.

    Safe to repeat: None, and no change, when the payment is past the step.
    """
    move = Move.lock(transaction_id, step, now=now)
    if move is None:
        return None
    if outcome.provider_reference:
        move.payment.provider_reference = outcome.provider_reference
    if outcome.verdict == Verdict.PENDING:
        move.wait(outcome)
        return move.payment
    answers = ANSWERS[step]
    (answers.settled if outcome.verdict == Verdict.SETTLED else answers.failed)(move, outcome)
    return move.finish()


def fail_by_hand(*, payment: Transaction, failure_reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Do with a locked payment what its step does when a rail says that it has failed."""
    move = Move(payment, now, actor=actor, cause="failed_by_staff")
    ANSWERS[payment.next_action].failed(move, RailOutcome(Verdict.FAILED, failure_reason=failure_reason))
    move.finish()
