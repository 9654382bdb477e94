"""Outcomes: an answer of a rail, or of a node in a rail's terms, is recorded by the functions of its step.

Many answers are recorded together where they came at once; the functions decide as they do for one payment.
"""

import dataclasses
import datetime as dt
import functools
import uuid
from collections.abc import Callable, Collection, Sequence
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded

from payments.models import FailureReason, InternalAccount, NextAction, Quote, Transaction
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import provider_messages, step_functions, transactions
from payments.workflow.claims import PAYMENTS, ClaimedPayment
from payments.workflow.moves import Move, is_due
from platforms import audit
from platforms.base import clock

_PAYING = frozenset({NextAction.TRANSFER, NextAction.PAY_OUT, NextAction.DEPOSIT})
"""Steps by which the money reaches who is to have it: their rail is the payment's."""


@dataclasses.dataclass(frozen=True, slots=True)
class Answered:
    """A claimed payment with a rail's answer."""

    claimed: ClaimedPayment
    outcome: RailOutcome
    told: provider_messages.Told | None
    started: float
    """The monotonic time in seconds at which the step began."""
    milliseconds: int
    """How long the rail took."""


def record(
    *,
    transaction_id: uuid.UUID,
    step: str,
    outcome: RailOutcome,
    now: dt.datetime,
    claimed: ClaimedPayment | None = None,
) -> Transaction | None:
    """Record an answer: move the money and the status, plan the next step, notify the platform.

    Safe to repeat: None, and no change, when the payment is past the step; also when there was news of it during the
    question (`Move.has_news`): then the rail is asked again. `claimed` is the claim under which it was asked: if the
    payment has been lost since, the step stays due (`Move.is_late`).
    """
    move = Move.lock(transaction_id, step, now=now)
    if move is None:
        return None
    move.is_late = claimed is not None and _is_lost(claimed, move.payment)
    return take(move, outcome)


def record_all(answers: Sequence[Answered], *, real_now: clock.RealTime) -> list[Answered]:
    """Record answers about different payments together, with two statements; return those to be recorded alone.

    One statement locks the payments, and one stores what their moves change. Left are payments that somebody else has
    locked or claimed since, whose step was taken meanwhile, or whose effects are not written with others, or can't be
    read. Raises the errors of `journal.post`; then none is recorded.
    """
    rows: list[dict[str, Any]] = []
    left: list[Answered] = []
    payments = transactions.lock_all([answered.claimed.key for answered in answers])
    quotes, load = _quotes_of(payments.values()), _loader(payments.values())
    for answered in answers:
        claimed, now = answered.claimed, clock.of(answered.claimed, real_now)
        payment = payments.get(claimed.key)
        if payment is None or not is_due(payment, claimed.step) or _is_lost(claimed, payment):
            left.append(answered)
            continue
        move = Move(payment, now, quotes.get(payment.id), effects=transactions.Effects(), load=load)
        try:
            rows.append(_row(move, answered))
        except SoftTimeLimitExceeded:
            raise
        except Exception:  # noqa: BLE001 - recorded alone, it fails alone: then it is logged and put back
            left.append(answered)
    if rows:
        transactions.write_moves(rows)
    return left


def take(move: Move, outcome: RailOutcome) -> Transaction | None:
    """Take the move of a locked payment that an answer about its step means; None when there was news of the step."""
    step = move.payment.next_action
    if outcome.provider_reference:
        move.payment.provider_reference = outcome.provider_reference
    if step in _PAYING:
        move.expect(outcome)
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


def fail_by_hand(
    *,
    payment: Transaction,
    failure_reason: str,
    cause: str = "failed_by_staff",
    actor: audit.Actor,
    now: dt.datetime,
) -> None:
    """Treat a locked payment as if the rail had answered that its step failed."""
    if payment.attempts:
        PAYMENTS.clear_failure(payment.pk)
    move = Move(payment, now, actor=actor, cause=cause)
    failed = step_functions.functions_of(payment.next_action).failed
    assert failed is not None, f"{payment.next_action} asks no rail"
    failed(move, RailOutcome(Verdict.FAILED, failure_reason=failure_reason))
    move.finish()


def _is_lost(claimed: ClaimedPayment, payment: Transaction) -> bool:
    return payment.attempts != claimed.attempts or PAYMENTS.is_lost(claimed, due=payment.next_action_at)


def _quotes_of(payments: Collection[Transaction]) -> dict[uuid.UUID, Quote]:
    keys = [payment.id for payment in payments if payment.quote_id is not None]
    return {quote.transaction_id: quote for quote in Quote.objects.filter(transaction_id__in=keys)} if keys else {}


def _loader(payments: Collection[Transaction]) -> Callable[[uuid.UUID | None], InternalAccount]:
    """Return what loads the internal account of a payment of the set: all of them, when the first is asked for."""

    @functools.cache
    def accounts() -> dict[uuid.UUID, InternalAccount]:
        keys = {payment.internal_account_id for payment in payments}
        rows = InternalAccount.objects.select_related("ledger_account").filter(id__in=keys)
        return {account.id: account for account in rows}

    return lambda key: accounts()[key]  # type: ignore[index]  # a payment without one asks for none


def _row(move: Move, answered: Answered) -> dict[str, Any]:
    take(move, answered.outcome)
    assert move.effects is not None
    message = provider_messages.message(
        answered.claimed, answered.outcome, told=answered.told, milliseconds=answered.milliseconds
    )
    return move.effects.row(move.payment, message, now=move.now)
