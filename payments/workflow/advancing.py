"""The engine: claims what is due, takes its step, and stores the result. The one way in which a payment goes on.

A step that asks a rail or a node goes on in a thread of its own, so that a slow answer holds up nothing else; then the
next claim takes the next step. Money on its way out of suspense is taken in the same way.
"""

import datetime as dt
import functools
import logging
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction

from payments.due import ADVANCE_TASK
from payments.providers import calls, registry, time_limit
from payments.providers.base import RailOutcome, Verdict
from payments.steps import NODE, RAIL
from payments.workflow import (
    claims,
    counterparty_calls,
    leases,
    outcomes,
    own_rails,
    provider_messages,
    step_functions,
    suspense,
)
from payments.workflow.claims import Claimed, ClaimedMovement, ClaimedPayment
from payments.workflow.outcomes import Answered
from platforms.base import clock, identifiers, jobs, tracing
from platforms.database import outages, writes

logger = logging.getLogger(__name__)
RUN_SECONDS = 2.0
"""How long a run takes up payments, and money in suspense: other tasks wait for the process. Including the last step
of each it is well within Celery's time limit."""
BATCH = 32
"""Rows claimed at once, whose answers may be recorded together; work that becomes due meanwhile waits for them."""
LONGEST_SECONDS = 0.1
"""How long the first answer of a set waits for others."""
_WITHOUT_ROOM = dt.timedelta(seconds=1)

Question = Callable[[], RailOutcome | None]
"""Asks a rail or a node. None: the answer is stored already, in the course of the talk."""


class Gathering:
    """A block in which rails' answers are kept, to be recorded together: in time, and at its end at the latest.

    Each payment is held until its answer is recorded. A set that fails is recorded one by one, so that no payment costs
    the others theirs. Answers of a slow rail wait no longer than LONGEST_SECONDS and one more call. A worker killed
    meanwhile leaves payments of which the rail was told, as one killed between question and record does.
    """

    def __init__(self) -> None:
        """Begin without answers."""
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
        # What is no answer fails alone, where it is stored.
        if not isinstance(claimed, ClaimedPayment) or not isinstance(outcome, RailOutcome):
            return False
        if not _may_wait(claimed, outcome):
            return False
        now = time.monotonic()
        self._since = self._since if self._answers else now
        milliseconds = provider_messages.milliseconds_since(started)
        self._answers.append(Answered(claimed, outcome, told, started, milliseconds))
        if now - self._since >= LONGEST_SECONDS:
            self._record()
        return True

    def _record(self) -> None:
        try:
            # The present cause is that of the last payment alone; each row has its own.
            with tracing.caused_by(tracing.Cause()):
                for answered in _record_together(self._answers) if len(self._answers) > 1 else self._answers:
                    _conclude_alone(answered)
        finally:
            self._stop_renewing()

    def _stop_renewing(self) -> None:
        for answered in self._answers:
            answered.claimed.queue.stop_renewing(answered.claimed)
        self._answers = []


def advance_due() -> int:
    """Advance money on its way out of suspense, then every due payment; return how many there were.

    Ends early when there is too much for one run; the next begins at once.
    """
    return advance_movements() + _work_off(claims.PAYMENTS, _claim_payments)


def advance_movements() -> int:
    """Advance due money on its way out of suspense; return how many movements there were."""
    return _work_off(claims.MOVEMENTS, claims.claim_movements)


def begin_calls() -> int:
    """Begin due calls to other institutions while slots are free; return how many there were."""
    begun, until = 0, time.monotonic() + RUN_SECONDS
    while time.monotonic() < until:
        is_more, count = _begin_calls()
        begun += count
        if not is_more:
            break
    return begun


def advance(claimed: Claimed, gathering: Gathering | None = None) -> bool:
    """Take the step of a claimed row; return whether it stays held, until its answer has come and is recorded.

    A rail's answer may be kept in `gathering`, to be recorded with others.
    """
    with tracing.caused_by(claimed.cause):
        return _advance(claimed, gathering)


def _advance(claimed: Claimed, gathering: Gathering | None) -> bool:
    if claimed.asks == RAIL:
        if claimed.refusal is None:
            return _ask(claimed, calls.RAIL, gathering)
        conclude(claimed, time.monotonic(), lambda: claimed.refusal)
        return False
    if claimed.asks == NODE and counterparty_calls.of_this_process().in_threads:
        return _ask(claimed, calls.NODE, None)
    conclude(claimed, time.monotonic(), functools.partial(_talk, claimed))
    return False


def question(claimed: Claimed, port: str = calls.RAIL) -> tuple[Question, provider_messages.Told | None]:
    """Return the question to a rail or a node, and what it tells a rail."""
    if port == calls.NODE:
        return functools.partial(_talk, claimed), None
    rail = registry.rail(claimed.environment)
    for own_rail in own_rails.rails():
        rail = own_rail.in_front_of(rail, claimed.environment)
    instruction = claimed.instruction()
    told = provider_messages.told(instruction)
    if claimed.provider_reference:
        return functools.partial(rail.status, instruction, claimed.provider_reference), told
    return functools.partial(rail.submit, instruction), told


def conclude(
    claimed: Claimed, started: float, answer: calls.Answer, *, told: provider_messages.Told | None = None
) -> None:
    """Store the result of a step, postpone one that failed, and stop renewing its row.

    `started` is the monotonic time at which the step began.
    """
    with tracing.caused_by(claimed.cause):
        _conclude(claimed, started, answer, told=told)


def _conclude(
    claimed: Claimed, started: float, answer: calls.Answer, *, told: provider_messages.Told | None = None
) -> None:
    outcome = None
    try:
        with time_limit.at_most(leases.STEP_SECONDS):
            outcome = answer()
            now = clock.now(claimed)
            with transaction.atomic(durable=True), writes.together():
                if outcome is not None:
                    provider_messages.note(claimed, outcome, told=told, started=started, now=now)
                _record(claimed, outcome, now)
                claimed.queue.note_success(claimed)
        _log_step(claimed, outcome, provider_messages.milliseconds_since(started))
    except (Exception, time_limit.TookTooLong) as error:
        # One payment that can't be advanced must not stop the others of the batch.
        if not outages.warned(logger, error):
            subject = identifiers.public(claimed.queue.noun, claimed.key)
            logger.exception("payment not advanced", extra={"subject": subject})
        with leases.putting_back(error):
            if _is_answered(claimed):
                now = clock.of(claimed, clock.real_now())
                provider_messages.note(
                    claimed, outcome, told=told, error=type(error).__name__, started=started, now=now
                )
            claimed.queue.put_back(claimed, error)
    finally:
        # The step may have gone on in a thread of its own: then nobody else does.
        claimed.queue.stop_renewing(claimed)


def _work_off(queue: leases.Queue, claim: Callable[..., Sequence[Claimed]]) -> int:
    """Claim and advance due rows, until there are none or RUN_SECONDS are over; return how many there were."""
    until, advanced = time.monotonic() + RUN_SECONDS, 0
    while (since := time.monotonic()) < until:
        with transaction.atomic(durable=True):
            claimed = claim(limit=BATCH)
        if not claimed:
            return advanced
        with Gathering() as gathering:
            advanced += queue.work_off(
                claimed, functools.partial(advance, gathering=gathering), since=since, until=until
            )
    jobs.notify(ADVANCE_TASK)
    return advanced


def _claim_payments(*, limit: int) -> list[ClaimedPayment]:
    platforms, environments = calls.left_out()
    return claims.claim_payments(limit=limit, left_out=platforms, environments_left_out=environments)


def _begin_calls() -> tuple[bool, int]:
    """Return whether there were calls to begin, or to postpone, and how many have begun."""
    now, ours = clock.real_now(), counterparty_calls.of_this_process()
    chosen, left = ours.choose(counterparty_calls.find(now=now))
    if not chosen and not left:
        return False, 0
    since = time.monotonic()
    with transaction.atomic(durable=True):
        claimed = counterparty_calls.claim([call.key for call in chosen], now=now)
        for domain, those in left.items():
            pause = dt.timedelta(seconds=ours.pause(domain))
            counterparty_calls.put_off([call.key for call in those], pause=pause, now=now)
    by_key = {call.key: call for call in chosen}
    for payment in claimed:
        try:
            claims.PAYMENTS.hold([payment], since=since)
            ours.begin(by_key[payment.key], payment, _call_if_mine)
        except BaseException:
            claims.PAYMENTS.stop_renewing(payment)
            raise
    return True, len(claimed)


def _call_if_mine(payment: ClaimedPayment) -> None:
    claims.PAYMENTS.begin(payment, advance)


def _may_wait(claimed: ClaimedPayment, outcome: RailOutcome) -> bool:
    functions = step_functions.functions_of(claimed.step)
    if functions.settled is None or outcome.verdict not in {*functions.in_sets, Verdict.PENDING}:
        return False
    # What failed before has to be cleared, and what is no longer held is somebody else's too.
    return not claimed.has_failed and claimed.queue.is_held(claimed)


def _record_together(answers: list[Answered]) -> list[Answered]:
    """Record answers together; return those that have to be recorded alone."""
    try:
        with time_limit.at_most(leases.STEP_SECONDS), transaction.atomic(durable=True):
            left = outcomes.record_all(answers, real_now=clock.real_now())
    except (Exception, time_limit.TookTooLong) as error:
        leases.end_statement()
        if isinstance(error, SoftTimeLimitExceeded):
            raise
        if not outages.warned(logger, error):
            subjects = [answered.claimed.cause.subject for answered in answers]
            logger.warning("answers not recorded together: each is now", exc_info=error, extra={"subjects": subjects})
        return answers
    for answered in answers:
        if answered not in left:
            _log_step(answered.claimed, answered.outcome, answered.milliseconds)
    return left


def _log_step(claimed: Claimed, outcome: RailOutcome | None, milliseconds: int) -> None:
    """Log a step that was taken, where requests that succeed are logged too."""
    level = logging.INFO if settings.ACCESS_LOG else logging.DEBUG
    if logger.isEnabledFor(level):
        answer = str(outcome.verdict) if outcome else ""
        fields = {"step": claimed.noted_as, "milliseconds": milliseconds, "answer": answer}
        with tracing.caused_by(claimed.cause):
            logger.log(level, "step taken", extra=fields)


def _conclude_alone(answered: Answered) -> None:
    conclude(answered.claimed, answered.started, lambda: answered.outcome, told=answered.told)


def _ask(claimed: Claimed, port: str, gathering: Gathering | None) -> bool:
    """Ask rail or node, and store the result or keep the answer; return whether the row stays held.

    A request of a platform with too many unanswered calls is postponed.
    """
    started = time.monotonic()
    party = calls.Party(port, claimed.environment, claimed.platform_id)
    if calls.is_left_out(party):
        claimed.queue.put_off(claimed, max(_WITHOUT_ROOM, dt.timedelta(seconds=calls.pause(party))))
        return False
    try:
        asked, told = question(claimed, port)
        call = _traced(claimed, port, asked)
    except Exception as error:  # noqa: BLE001 - raised again where it is handled as the rail's errors are
        conclude(claimed, started, functools.partial(_raise, error))
        return False
    then = functools.partial(conclude, claimed, started, told=told)
    answer = calls.make(call, party=party, seconds=leases.STEP_SECONDS, later=then)
    if answer is None:
        return True
    try:
        outcome = answer()
    except BaseException as error:  # noqa: BLE001 - raised again where it is stored
        then(functools.partial(_raise, error))
        return False
    if gathering is not None and gathering.keep(claimed, outcome, told, started):
        return True
    then(lambda: outcome)
    return False


def _talk(claimed: Claimed) -> None:
    """Take a step that talks to a node or to another institution, if it is one."""
    talk = step_functions.functions_of(claimed.step).talk
    if talk is not None and isinstance(claimed, ClaimedPayment):
        talk(claimed)


def _record(claimed: Claimed, outcome: RailOutcome | None, now: dt.datetime) -> None:
    """Record an answer; take a step that asks nobody. What a talk has brought is recorded already."""
    if isinstance(claimed, ClaimedMovement):
        assert outcome is not None, "a rail answers with an outcome"
        suspense.record_outcome(
            item_id=claimed.key, movement=claimed.movement, outcome=outcome, now=now, claimed=claimed
        )
        return
    functions = step_functions.functions_of(claimed.step)
    if outcome is not None:
        outcomes.record(transaction_id=claimed.key, step=claimed.step, outcome=outcome, now=now, claimed=claimed)
    elif functions.own is not None:
        functions.own(transaction_id=claimed.key, now=now)
    elif functions.talk is None:
        raise KeyError(claimed.step)  # a rail said nothing, or the step is one of a later release


def _is_answered(claimed: Claimed) -> bool:
    """Tell whether the step asks for an answer whose messages are kept."""
    return isinstance(claimed, ClaimedMovement) or step_functions.functions_of(claimed.step).settled is not None


def _traced(claimed: Claimed, port: str, call: Question) -> Question:
    """Return the call within the trace of the request that made the payment, where traces are on."""
    if not tracing.is_on() or claimed.transaction_id is None:
        return call
    request_id, subject = claimed.cause
    return tracing.traced(call, f"{port} {claimed.noted_as}", request_id=request_id, subject=subject)


def _raise(error: BaseException) -> RailOutcome:
    raise error
