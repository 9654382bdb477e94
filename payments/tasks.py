"""Celery entry points of the payments app."""

import concurrent.futures
import datetime as dt
import functools
import logging
import time
import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from celery import shared_task, signals
from django.db import transaction

from payments import due, rates
from payments.accounts import beneficiary_screening, lookups
from payments.bank_rail import sweeps
from payments.bank_rail.rail import ChosenRail
from payments.bank_statements.incoming import arrivals, importing
from payments.due import ADVANCE_TASK, CALL_TASK
from payments.ledger import check, seals
from payments.models import NextAction
from payments.providers import calls, registry, time_limit
from payments.providers.base import RailOutcome
from payments.quotes import quotes
from payments.reporting import daily_totals, rail_statistics, transaction_counts
from payments.uma.flows import payouts, receipts
from payments.uma.identities import identities
from payments.uma.protocol import domain_proofs, keys, nonces
from payments.uma.receiving import approvals
from payments.workflow import (
    claims,
    counterparty_calls,
    due_calls,
    leases,
    monitor,
    outcomes,
    provider_messages,
    quoted_payments,
    suspense,
)
from payments.workflow.claims import ClaimedMovement, ClaimedPayment
from platforms import audit
from platforms.base import clock, identifiers, jobs, tracing
from platforms.database import outages, writes
from platforms.operations import attempts, uma_domains, work_failures

logger = logging.getLogger(__name__)
RUN_SECONDS = 2.0
"""How long a run takes up payments, and money in suspense: other tasks wait for the process. Including the last step
of each it is well within Celery's time limit."""
_BATCH = 16
"""Rows claimed at once; work that becomes due meanwhile waits for them."""
_WITHOUT_ROOM = dt.timedelta(seconds=1)
_DOMAINS_AT_ONCE = 10
"""Each check takes ten seconds at most, determined by outside servers."""
C = TypeVar("C", bound=leases.Claimed)
AnyClaimed = ClaimedPayment | ClaimedMovement
Record = Callable[[RailOutcome | None, dt.datetime], None]


@shared_task(name=ADVANCE_TASK)
def advance_due_payments() -> int:
    """Advance every due payment, and money leaving suspense; return how many there were.

    Ends early when there is too much for one run; the next begins at once.
    """
    return _move_out_of_suspense() + _work_off(claims.PAYMENTS, _claim_due, _advance)


@shared_task(name=CALL_TASK)
def call_counterparties() -> int:
    """Begin due calls to other institutions while slots are free; return how many there were."""
    begun, until = 0, time.monotonic() + RUN_SECONDS
    while time.monotonic() < until:
        found, count = _begin_calls()
        begun += count
        if not found:
            break
    return begun


@shared_task(name="payments.tally_transactions")
def tally_transactions() -> int:
    """Count the transactions made since the last time."""
    with transaction.atomic(durable=True):
        return transaction_counts.advance()


@shared_task(name="payments.open_cases")
def open_cases() -> int:
    """Open cases for work that does not proceed by itself, close resolved ones; return how many of both."""
    now, changed = clock.real_now(), 0
    with transaction.atomic(durable=True):
        work_failures.forget(now=now)
    for kind in monitor.kinds():
        # A failure in one kind must not hide the findings of the others.
        part = functools.partial(_open_cases, kind, now)
        changed += attempts.attempt(part, work="payments.open_cases", subject=kind, now=now) or 0
    return changed


def _open_cases(kind: str, now: clock.RealTime) -> int:
    with transaction.atomic(durable=True):
        swept = monitor.sweep(kind=kind, now=now)
    return swept.opened + swept.closed


@shared_task(name="payments.add_up_days")
def add_up_days() -> int:
    """Add new postings and changes of payments to the daily totals."""
    return daily_totals.advance() + rail_statistics.advance()


@shared_task(name="payments.seal_journal")
def seal_journal() -> int:
    """Seal the entries posted since the last seal; return how many there were."""
    return seals.LOG.seal_all()


@shared_task(name="payments.check_the_books", soft_time_limit=7200, time_limit=7260)
def check_the_books() -> int:
    """Check the books, and hold the accounts with a fault. Return the number of faults.

    The newest seal of the journal is written to the process's log: kept elsewhere, it proves that none was removed.
    """
    faults = len(check.run().faults)
    if not faults and (head := seals.LOG.head()):
        logger.info("the journal is as it was sealed", extra={"seal": head[0], "digest": head[1]})
    return faults


@shared_task(name=due.BANK_TASK)
def advance_bank_batches() -> int:
    """Close batches at their cut-offs, write and deliver released ones; returns how many there were."""
    return sweeps.advance(now=clock.real_now())


@shared_task(name=due.STATEMENTS_TASK, soft_time_limit=7200, time_limit=7260)
def read_bank_files() -> int:
    """Fetch the files that banks have for us, and apply those that were received; returns how many of both."""
    now = clock.real_now()
    return arrivals.fetch_all(now=now) + importing.advance(now=now)


@shared_task(name="payments.sweep_bank_files")
def sweep_bank_files() -> int:
    """Erase stored contents of bank files that no row names; returns how many there were."""
    return arrivals.sweep(now=clock.real_now())


@shared_task(name="payments.refresh_rates")
def refresh_rates() -> int:
    """Ask the sources of exchange rates that are due; return how many answered."""
    return rates.refresh_due()


@shared_task(name="payments.tend_uma")
def tend_uma() -> int:
    """Replace UMA keys that are due for rotation, erase retired ones, delete old data of counterparties.

    Returns how many rows were deleted.
    """
    now = clock.real_now()
    for platform_id in identities.due_for_rotation(now=now):
        part, subject = functools.partial(_rotate, platform_id, now), identities.subject_of(platform_id)
        attempts.attempt(part, work="payments.tend_uma", subject=subject, platform_id=platform_id, now=now)
    with transaction.atomic(durable=True):
        identities.erase_retired(now=now)
        forgotten = keys.forget(now=now)
    while count := nonces.forget(now=now):
        forgotten += count
    return forgotten


def _rotate(platform_id: uuid.UUID | None, now: clock.RealTime) -> None:
    with transaction.atomic(durable=True):
        identities.rotate(platform_id=platform_id, actor=audit.SYSTEM, now=now)


@shared_task(name=uma_domains.VERIFY_TASK)
def verify_uma_domains() -> int:
    """Look for the proofs of domains that are due, several at once; return how many domains there were."""
    now = clock.real_now()
    with transaction.atomic(durable=True):
        due = uma_domains.claim_due(limit=_DOMAINS_AT_ONCE, now=now)
    if not due:
        return 0
    with concurrent.futures.ThreadPoolExecutor(len(due), "domains") as pool:
        looks = [pool.submit(domain_proofs.look, domain=one.domain, proof=one.proof) for one in due]
    for one, look in zip(due, looks, strict=True):
        part = functools.partial(_record_domain, one.domain_id, look)
        subject = identifiers.public("UmaDomain", one.domain_id)
        attempts.attempt(part, work=uma_domains.VERIFY_TASK, subject=subject, now=now)
    jobs.notify(uma_domains.VERIFY_TASK)
    return len(due)


def _record_domain(domain_id: uuid.UUID, look: concurrent.futures.Future[str]) -> None:
    problem = look.result()
    with transaction.atomic(durable=True):
        uma_domains.record(domain_id=domain_id, problem=problem, now=clock.real_now())


@shared_task(name="payments.rescreen_beneficiaries")
def rescreen_beneficiaries() -> int:
    """Screen the next beneficiaries against a new list; return how many accounts there were."""
    with transaction.atomic(durable=True):
        return beneficiary_screening.rescreen(now=clock.real_now())


@shared_task(name="payments.forget_lookups")
def forget_lookups() -> int:
    """Delete old lookups in small steps and return how many there were."""
    forgotten = 0
    while True:
        with transaction.atomic(durable=True):
            count = lookups.forget(real_now=clock.real_now())
        forgotten += count
        if not count:
            return forgotten


def _work_off(queued: leases.Queue, claim: Callable[..., list[C]], advance: Callable[[C], object]) -> int:
    """Claim and advance due rows, until there are none or RUN_SECONDS are over; return how many there were."""
    until, advanced = time.monotonic() + RUN_SECONDS, 0
    while time.monotonic() < until:
        with transaction.atomic(durable=True):
            claimed = claim(limit=_BATCH)
        if not claimed:
            return advanced
        advanced += queued.work_off(claimed, advance, until=until)
    jobs.notify(ADVANCE_TASK)
    return advanced


def _claim_due(*, limit: int) -> list[ClaimedPayment]:
    platforms, environments = calls.left_out()
    return claims.claim_payments(limit=limit, left_out=platforms, environments_left_out=environments)


def _begin_calls() -> tuple[bool, int]:
    """Return whether there were calls to begin, or to postpone, and how many have begun."""
    now, ours = clock.real_now(), counterparty_calls.of_this_process()
    chosen, left = ours.choose(due_calls.find(now=now))
    if not chosen and not left:
        return False, 0
    with transaction.atomic(durable=True):
        claimed = due_calls.claim([call.key for call in chosen], now=now)
        for domain, those in left.items():
            pause = dt.timedelta(seconds=ours.pause(domain))
            due_calls.put_off([call.key for call in those], pause=pause, now=now)
    by_key = {call.key: call for call in chosen}
    for payment in claimed:
        try:
            claims.PAYMENTS.hold([payment])
            ours.begin(by_key[payment.key], payment, _call_if_mine)
        except BaseException:
            claims.PAYMENTS.stop_renewing(payment)
            raise
    return True, len(claimed)


def _call_if_mine(payment: ClaimedPayment) -> None:
    claims.PAYMENTS.begin(payment, _advance)


def _advance(payment: ClaimedPayment) -> bool:
    """Take the step of a payment; return whether it goes on in another thread."""
    record = functools.partial(_record, payment)
    if payment.step in due.RAIL_STEPS and payment.refusal is not None:
        _conclude(claims.PAYMENTS, payment, record, time.monotonic(), lambda: payment.refusal)
        return False
    if payment.step in due.RAIL_STEPS:
        return _ask(claims.PAYMENTS, payment, calls.RAIL, record)
    if payment.step in due.NODE_STEPS and counterparty_calls.of_this_process().in_threads:
        return _ask(claims.PAYMENTS, payment, calls.NODE, record)
    _conclude(claims.PAYMENTS, payment, record, time.monotonic(), functools.partial(_converse, payment))
    return False


def _converse(payment: ClaimedPayment) -> None:
    """Take a step that talks to a node or to another institution, if it is one."""
    if payment.step in _CONVERSATIONS:
        _CONVERSATIONS[payment.step](payment)


def _record(payment: ClaimedPayment, outcome: RailOutcome | None, now: dt.datetime) -> None:
    if outcome is not None:
        outcomes.record(transaction_id=payment.key, step=payment.step, outcome=outcome, now=now)
    elif payment.step not in _CONVERSATIONS:
        _OUR_OWN[payment.step](transaction_id=payment.key, now=now)


def _conclude(
    queued: leases.Queue,
    claimed: AnyClaimed,
    record: Record,
    started: float,
    answer: calls.Answer,
    *,
    told: provider_messages.Told | None = None,
) -> None:
    """Store the result of a step; postpone one that failed."""
    outcome = None
    try:
        with time_limit.at_most(leases.STEP_SECONDS):
            outcome = answer()
            now = clock.now(claimed.clock_offset)
            with transaction.atomic(durable=True), writes.together():
                if outcome is not None:
                    provider_messages.note(claimed, outcome, told=told, started=started, now=now)
                record(outcome, now)
                queued.note_success(claimed)
    except (Exception, time_limit.TookTooLong) as error:
        # One payment that can't be advanced must not stop the others of the batch.
        if not outages.warned(logger, error):
            logger.exception("payment not advanced", extra={"subject": identifiers.public(queued.noun, claimed.key)})
        with leases.putting_back(error):
            if claimed.noted_as in {*outcomes.ANSWERS, provider_messages.RESOLVE}:
                now = clock.real_now() + claimed.clock_offset
                provider_messages.note(
                    claimed, outcome, told=told, error=type(error).__name__, started=started, now=now
                )
            queued.put_back(claimed, error)


def _move_out_of_suspense() -> int:
    return _work_off(claims.MOVEMENTS, claims.claim_movements, _move)


def _move(movement: ClaimedMovement) -> bool:
    return _ask(claims.MOVEMENTS, movement, calls.RAIL, functools.partial(_record_movement, movement))


def _record_movement(movement: ClaimedMovement, outcome: RailOutcome | None, now: dt.datetime) -> None:
    assert outcome is not None, "a rail answers with an outcome"
    suspense.record_outcome(item_id=movement.key, movement=movement.movement, outcome=outcome, now=now)


_CONVERSATIONS: dict[str, Callable[[ClaimedPayment], None]] = {
    NextAction.RECEIVE: receipts.receive,
    NextAction.CONFIRM: receipts.confirm,
    NextAction.PAY_INVOICE: payouts.pay,
    NextAction.CALL_BACK: payouts.call_back,
}
"""The steps that talk to a node or to another institution, in several messages."""
_OUR_OWN: dict[str, Callable[..., object]] = {
    NextAction.EXPIRE: quotes.expire,
    NextAction.PAY_IN: quoted_payments.pay_in,
    NextAction.END_APPROVAL: approvals.end_abandoned,
}
"""The steps that ask no outside party."""


def _ask(queued: leases.Queue, claimed: AnyClaimed, port: str, record: Record) -> bool:
    """Ask rail or node and store the result; return whether the answer comes later, in another thread.

    A request of a platform with too many unanswered calls is postponed.
    """
    then = functools.partial(_conclude, queued, claimed, record, time.monotonic())
    party = calls.Party(port, claimed.environment, claimed.platform_id)
    if calls.is_left_out(party):
        queued.put_off(claimed, max(_WITHOUT_ROOM, dt.timedelta(seconds=calls.pause(party))))
        return False
    try:
        asked, told = _call(claimed, port)
        call = _traced(claimed, port, asked)
    except Exception as error:  # noqa: BLE001 - raised again where it is handled as the rail's errors are
        then(functools.partial(_raise, error))
        return False

    def finish(answer: calls.Answer) -> None:
        try:
            then(answer, told=told)
        finally:
            queued.stop_renewing(claimed)

    return calls.make(call, party=party, seconds=leases.STEP_SECONDS, then=finish)


def _call(claimed: AnyClaimed, port: str) -> tuple[Callable[[], RailOutcome | None], provider_messages.Told | None]:
    """Return the question to a rail or a node, and what it tells a rail."""
    if port == calls.NODE and isinstance(claimed, ClaimedPayment):
        return functools.partial(_converse, claimed), None
    rail = ChosenRail(registry.rail(claimed.environment), claimed.environment)
    instruction = claimed.instruction()
    told = provider_messages.told(instruction)
    if claimed.provider_reference:
        return functools.partial(rail.status, instruction, claimed.provider_reference), told
    return functools.partial(rail.submit, instruction), told


def _traced(claimed: AnyClaimed, port: str, call: Callable[[], RailOutcome | None]) -> Callable[[], RailOutcome | None]:
    """Return the call within the trace of the request that made the payment, where traces are on."""
    if not tracing.is_on() or claimed.transaction_id is None:
        return call
    subject = identifiers.public("Transaction", claimed.transaction_id)
    request_id = audit.requests_of([subject]).get(subject, "")
    return tracing.traced(call, f"{port} {claimed.noted_as}", request_id=request_id, subject=subject)


def _raise(error: Exception) -> RailOutcome:
    raise error


@signals.worker_process_init.connect
def call_in_threads(**_: Any) -> None:
    """Let each process of a worker make its calls to other institutions beside its tasks."""
    counterparty_calls.start()
