"""Consequences of an answer of a rail, or of a node in a rail's terms, for each step that asks one."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from payments.models import FailureReason, NextAction, Transaction
from payments.providers.base import RailOutcome, Verdict
from payments.uma.receiving import crediting
from payments.workflow import quoted_payments, settlement
from payments.workflow.moves import Move
from platforms import audit

Follow = Callable[[Move, RailOutcome], object]


class Answers(NamedTuple):
    """Functions for a settled step, also repeatedly, and for one that failed or was returned."""

    settled: Follow
    failed: Follow


ANSWERS: Mapping[str, Answers] = MappingProxyType(
    {
        NextAction.TRANSFER: Answers(settlement.settled, settlement.failed),
        NextAction.COLLECT: Answers(quoted_payments.collected, quoted_payments.not_collected),
        NextAction.PAY_OUT: Answers(quoted_payments.settled, quoted_payments.failed),
        NextAction.PAY_INVOICE: Answers(quoted_payments.settled, quoted_payments.failed),
        NextAction.GIVE_BACK: Answers(quoted_payments.refunded, quoted_payments.not_refunded),
        NextAction.DEPOSIT: Answers(crediting.paid_out, crediting.not_paid_out),
    }
)


def record(*, transaction_id: uuid.UUID, step: str, outcome: RailOutcome, now: dt.datetime) -> Transaction | None:
    """Record an answer: move the money and the status, plan the next step, notify the platform.

    Safe to repeat: None, and no change, when the payment is past the step; also when there was news of it during the
    question (`Move.has_news`): then the rail is asked again.
    """
    move = Move.lock(transaction_id, step, now=now)
    if move is None:
        return None
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
    answers = ANSWERS[step]
    (answers.settled if outcome.verdict == Verdict.SETTLED else answers.failed)(move, outcome)
    return move.finish()


def fail_by_hand(*, payment: Transaction, failure_reason: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Treat a locked payment as if the rail had answered that its step failed."""
    move = Move(payment, now, actor=actor, cause="failed_by_staff")
    ANSWERS[payment.next_action].failed(move, RailOutcome(Verdict.FAILED, failure_reason=failure_reason))
    move.finish()
