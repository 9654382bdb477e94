"""Sets: answers of rails that came at once are recorded together, in one database transaction with two statements.

One statement locks the payments, and one stores what their moves change (`effects`). The functions of the steps decide
as they do for one payment. A payment is left out of its set, and recorded alone, where the answer comes late, the step
was taken meanwhile, the last attempt failed, or the move has an effect that only a statement of its own has. If the
set as a whole fails, each of its answers is recorded alone, so that one payment never costs the others theirs.

An answer waits for the others of its batch, but no longer than LONGEST_SECONDS and one more call: a slow rail's
answers are recorded one by one. A worker killed meanwhile leaves payments of which the rail has been told, as one
killed between question and record does: they are submitted again.
"""

import dataclasses
import functools
import logging
import time
import uuid
from collections.abc import Callable, Collection
from types import TracebackType
from typing import Any, Self

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from payments.models import InternalAccount, Quote, Transaction
from payments.providers import time_limit
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import effects, leases, outcomes, provider_messages, step_functions, transactions
from payments.workflow.claims import Claimed, ClaimedPayment
from payments.workflow.effects import Effects
from payments.workflow.moves import Move, is_due
from platforms.base import clock
from platforms.database import outages

logger = logging.getLogger(__name__)
LONGEST_SECONDS = 0.1
"""How long the first answer of a set waits for others."""


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


class Gathering:
    """A block in which answers are kept; they are recorded in time, and at its end at the latest.

    `alone` records one answer by itself. Each payment is held until it is recorded.
    """

    def __init__(self, alone: Callable[[Answered], object]) -> None:
        """Take what records an answer alone."""
        self._alone = alone
        self._answers: list[Answered] = []
        self._since = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None or isinstance(error, Exception):
            self._record()
        else:
            self._stop_renewing()

    def keep(
        self, claimed: Claimed, outcome: RailOutcome | None, told: provider_messages.Told | None, started: float
    ) -> bool:
        """Keep the answer about a held payment, if it can be recorded with others; return whether it is kept."""
        if not _may_wait(claimed, outcome):
            return False
        now = time.monotonic()
        self._since = self._since if self._answers else now
        milliseconds = provider_messages.milliseconds_since(started)
        self._answers.append(Answered(claimed, outcome, told, started, milliseconds))  # type: ignore[arg-type]
        if now - self._since >= LONGEST_SECONDS:
            self._record()
        return True

    def _record(self) -> None:
        try:
            for answered in _record(self._answers) if len(self._answers) > 1 else self._answers:
                self._alone(answered)
        finally:
            self._stop_renewing()

    def _stop_renewing(self) -> None:
        for answered in self._answers:
            answered.claimed.queue.stop_renewing(answered.claimed)
        self._answers = []


def _may_wait(claimed: Claimed, outcome: RailOutcome | None) -> bool:
    # What failed before has to be cleared, and what is no longer held is somebody else's too.
    if not isinstance(claimed, ClaimedPayment) or not isinstance(outcome, RailOutcome) or claimed.has_failed:
        return False
    functions = step_functions.functions_of(claimed.step)
    may_wait = functions.settled is not None and outcome.verdict in {*functions.in_sets, Verdict.PENDING}
    return may_wait and claimed.queue.is_held(claimed)


def _record(answers: list[Answered]) -> list[Answered]:
    """Record answers together; return those that have to be recorded alone."""
    try:
        with time_limit.at_most(leases.STEP_SECONDS), transaction.atomic(durable=True):
            return _move(answers)
    except (Exception, time_limit.TookTooLong) as error:
        leases.end_statement()
        if isinstance(error, SoftTimeLimitExceeded):
            raise
        if not outages.warned(logger, error):
            logger.warning("answers not recorded together: each is now", exc_info=error)
        return answers


def _move(answers: list[Answered]) -> list[Answered]:
    real_now, rows, left = clock.real_now(), [], []
    payments = transactions.lock_all([answered.claimed.key for answered in answers])
    quotes, load = _quotes_of(payments.values()), _loader(payments.values())
    for answered in answers:
        claimed, now = answered.claimed, clock.of(answered.claimed, real_now)
        payment = payments.get(claimed.key)
        if payment is None or not is_due(payment, claimed.step):
            left.append(answered)
            continue
        move = Move(payment, now, quotes.get(payment.id), effects=Effects(), load=load)
        try:
            rows.append(_row(move, answered))
        except SoftTimeLimitExceeded:
            raise
        except Exception:  # noqa: BLE001 - recorded alone, it fails alone: then it is logged and put back
            left.append(answered)
    if rows:
        effects.write(rows)
    return left


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
    outcomes.take(move, answered.outcome)
    assert move.effects is not None
    message = provider_messages.message(
        answered.claimed, answered.outcome, told=answered.told, milliseconds=answered.milliseconds
    )
    return effects.row(move.payment, move.effects, message, now=move.now)
