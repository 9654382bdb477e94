"""Celery entry points of the payments app."""

import concurrent.futures
import contextlib
import datetime as dt
import functools
import logging
import time
import uuid
from collections.abc import Callable, Iterator
from typing import TypeVar

import psycopg
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, OperationalError, connection, transaction
from psycopg.pq import TransactionStatus

from payments import leases, rates
from payments.conversations import payouts, receipts
from payments.ledger import check, days, seals, settled
from payments.models import NextAction
from payments.operations import (
    janitor,
    lookups,
    provider_messages,
    quoted_payments,
    quotes,
    rail_days,
    settlement,
    suspense,
    suspense_movements,
    tallies,
    uma_crediting,
    uma_identities,
)
from payments.operations.settlement import ClaimedPayment
from payments.operations.suspense_movements import ClaimedMovement
from payments.operations.transfers import ADVANCE_TASK
from payments.providers import registry, time_limit
from payments.providers.base import RailOutcome
from payments.uma import domain_proofs, keys, nonces
from platforms import attempts, audit
from platforms.kit import clock, identifiers, outages, queue, writes
from platforms.operations import uma_domains, work_failures

logger = logging.getLogger(__name__)
RUN_SECONDS = 20.0
"""How long a run takes up payments, and money in suspense: other tasks wait for the process. With the last step of each
it is well within Celery's time limit."""
_CANCEL_SECONDS = 3.0
_BATCH = 50
_DOMAINS_AT_ONCE = 10
"""Each takes ten seconds at most: strangers answer for them."""
C = TypeVar("C", bound=leases.Claimed)


@shared_task(name=ADVANCE_TASK)
def advance_due_payments() -> int:
    """Take up every payment that is due, and money on its way out of suspense; return how many there were.

    Ends early when there is too much for one run; the next begins at once.
    """
    return _move_out_of_suspense() + _work_off(settlement.QUEUE, settlement.claim_due, _advance)


@shared_task(name="payments.tally_transactions")
def tally_transactions() -> int:
    """Count the transactions made since the last time."""
    with transaction.atomic(durable=True):
        return tallies.advance()


@shared_task(name="payments.open_cases")
def open_cases() -> int:
    """Open cases of what does not get on by itself, close those whose cause has gone; return how many of both."""
    now, changed = clock.real_now(), 0
    with transaction.atomic(durable=True):
        work_failures.forget(now=now)
    for kind in janitor.kinds():
        # What one kind stumbles over must not hide the troubles of the others.
        part = functools.partial(_open_cases, kind, now)
        changed += attempts.attempt(part, work="payments.open_cases", subject=kind, now=now) or 0
    return changed


def _open_cases(kind: str, now: clock.RealTime) -> int:
    with transaction.atomic(durable=True):
        swept = janitor.sweep(kind=kind, now=now)
    return swept.opened + swept.closed


@shared_task(name="payments.add_up_days")
def add_up_days() -> int:
    """Add what was posted, and what payments did, since the last time to the totals of the days."""
    passed = days.advance()
    until = settled.boundary(rail_days.TABLE)
    while until is not None:
        with transaction.atomic(durable=True):
            step = rail_days.advance(until=until)
        passed += step
        if not step:
            break
    return passed


@shared_task(name="payments.seal_journal")
def seal_journal() -> int:
    """Seal what was posted since the last seal; returns how many entries that were."""
    return seals.advance()


@shared_task(name="payments.check_the_books", soft_time_limit=7200, time_limit=7260)
def check_the_books() -> int:
    """Check the books, and hold the accounts that a fault concerns. Returns the number of faults.

    The newest seal of the journal goes to the log of the process: kept elsewhere, it proves that nothing was cut off.
    """
    faults = len(check.run().faults)
    if not faults and (head := seals.head()):
        logger.info("the journal is as it was sealed", extra={"seal": head[0], "digest": head[1]})
    return faults


@shared_task(name="payments.refresh_rates")
def refresh_rates() -> int:
    """Ask the sources of exchange rates that are due; returns how many have answered."""
    return rates.refresh_due()


@shared_task(name="payments.tend_uma")
def tend_uma() -> int:
    """Replace UMA keys that have come of age, erase retired ones, forget what others sent long ago.

    Returns how many rows were forgotten.
    """
    now = clock.real_now()
    for platform_id in uma_identities.due_for_rotation(now=now):
        part, subject = functools.partial(_rotate, platform_id, now), uma_identities.subject_of(platform_id)
        attempts.attempt(part, work="payments.tend_uma", subject=subject, platform_id=platform_id, now=now)
    with transaction.atomic(durable=True):
        uma_identities.erase_retired(now=now)
        forgotten = keys.forget(now=now)
    while count := nonces.forget(now=now):
        forgotten += count
    return forgotten


def _rotate(platform_id: uuid.UUID | None, now: clock.RealTime) -> None:
    with transaction.atomic(durable=True):
        uma_identities.rotate(platform_id=platform_id, actor=audit.SYSTEM, now=now)


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
    queue.ring(uma_domains.VERIFY_TASK)
    return len(due)


def _record_domain(domain_id: uuid.UUID, look: concurrent.futures.Future[str]) -> None:
    problem = look.result()
    with transaction.atomic(durable=True):
        uma_domains.record(domain_id=domain_id, problem=problem, now=clock.real_now())


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


def _work_off(due: leases.Queue, claim: Callable[..., list[C]], advance: Callable[[C], object]) -> int:
    """Claim and advance what is due, until nothing is or RUN_SECONDS are over; return how many there were."""
    until, advanced = time.monotonic() + RUN_SECONDS, 0
    while time.monotonic() < until:
        with transaction.atomic(durable=True):
            claimed = claim(limit=_BATCH)
        if not claimed:
            return advanced
        advanced += due.work_off(claimed, advance, until=until)
    queue.ring(ADVANCE_TASK)
    return advanced


def _advance(payment: ClaimedPayment) -> None:
    outcome, started = None, time.monotonic()
    try:
        with time_limit.at_most(leases.STEP_SECONDS):
            if payment.step in _CONVERSATIONS:
                _CONVERSATIONS[payment.step](payment)
                with transaction.atomic(durable=True):
                    settlement.has_succeeded(claimed=payment)
                return
            is_asked = payment.step in _RECORDERS
            outcome = _ask(payment) if is_asked else None
            now = clock.now(payment.clock_offset)
            with transaction.atomic(durable=True), writes.together():
                if outcome is not None:
                    _note(payment, outcome, started=started, now=now)
                    _RECORDERS[payment.step](transaction_id=payment.key, outcome=outcome, now=now)
                else:
                    _OUR_OWN[payment.step](transaction_id=payment.key, now=now)
                settlement.has_succeeded(claimed=payment)
    except (Exception, time_limit.TookTooLong) as error:
        # One payment that can't be advanced must not hold up the others of the batch.
        if not outages.warned(logger, error):
            logger.exception("payment not advanced", extra={"transaction": str(payment.key)})
        with _putting_back(error):
            real_now = clock.real_now()
            if payment.step in _RECORDERS or payment.step == NextAction.PAY_INVOICE:
                now = real_now + payment.clock_offset
                _note(payment, outcome, error=type(error).__name__, started=started, now=now)
            settlement.try_later(claimed=payment, error=error, real_now=real_now)


def _move_out_of_suspense() -> int:
    return _work_off(suspense_movements.QUEUE, suspense_movements.claim_due, _move)


def _move(movement: ClaimedMovement) -> None:
    started, outcome = time.monotonic(), None
    try:
        with time_limit.at_most(leases.STEP_SECONDS):
            outcome = _ask(movement)
            now = clock.now(movement.clock_offset)
            with transaction.atomic(durable=True):
                _note_movement(movement, outcome, started=started, now=now)
                suspense.record_outcome(item_id=movement.key, movement=movement.movement, outcome=outcome, now=now)
                suspense_movements.has_succeeded(claimed=movement)
    except (Exception, time_limit.TookTooLong) as error:
        if not outages.warned(logger, error):
            logger.exception("money not moved out of suspense", extra={"item": str(movement.key)})
        with _putting_back(error):
            real_now = clock.real_now()
            now = real_now + movement.clock_offset
            _note_movement(movement, outcome, error=type(error).__name__, started=started, now=now)
            suspense_movements.try_later(claimed=movement, error=error, real_now=real_now)


@contextlib.contextmanager
def _putting_back(error: BaseException) -> Iterator[None]:
    """Run the block that puts back what has failed in a database transaction; then pass Celery's time limit on."""
    driver = connection.connection
    if driver is not None and driver.info.transaction_status == TransactionStatus.ACTIVE:
        # The error came in the middle of a statement: nobody can use the connection any more.
        with contextlib.suppress(psycopg.Error):
            driver.cancel_safe(timeout=_CANCEL_SECONDS)
        connection.close()
    try:
        with transaction.atomic(durable=True):
            yield
    except OperationalError:
        # The database is away, and whatever else was claimed can't be worked on either.
        raise
    except DatabaseError:
        logger.exception("not put back: the lease has to run out")
    if isinstance(error, SoftTimeLimitExceeded):
        raise error


def _note_movement(
    movement: ClaimedMovement, outcome: RailOutcome | None, *, error: str = "", started: float, now: dt.datetime
) -> None:
    if movement.transaction_id is None:
        return  # of a deposit: the item and the audit log say what became of it
    provider_messages.note(
        transaction_id=movement.transaction_id,
        step=provider_messages.RESOLVE,
        attempt=movement.attempts,
        known_as=movement.provider_reference,
        outcome=outcome,
        error=error,
        seconds=time.monotonic() - started,
        now=now,
    )


def _note(
    payment: ClaimedPayment, outcome: RailOutcome | None, *, error: str = "", started: float, now: dt.datetime
) -> None:
    provider_messages.note(
        transaction_id=payment.key,
        step=payment.step,
        attempt=payment.attempts,
        known_as=payment.provider_reference,
        outcome=outcome,
        error=error,
        seconds=time.monotonic() - started,
        now=now,
    )


_CONVERSATIONS: dict[str, Callable[[ClaimedPayment], None]] = {
    **dict.fromkeys(receipts.STEPS, receipts.advance),
    **dict.fromkeys(payouts.STEPS, payouts.advance),
}
_RECORDERS: dict[str, Callable[..., object]] = {
    NextAction.TRANSFER: settlement.record_outcome,
    NextAction.COLLECT: quoted_payments.record_collection,
    NextAction.PAY_OUT: quoted_payments.record_payout,
    NextAction.GIVE_BACK: quoted_payments.record_giving_back,
    NextAction.DEPOSIT: uma_crediting.record_deposit,
}
"""Who records what the rail said, for each step that a rail is asked about."""
_OUR_OWN: dict[str, Callable[..., object]] = {
    NextAction.EXPIRE: quotes.expire,
    NextAction.PAY_IN: quoted_payments.pay_in,
}
"""The steps that nobody outside is asked about."""


def _ask(claimed: ClaimedPayment | ClaimedMovement) -> RailOutcome:
    rail, instruction = registry.rail(claimed.environment), claimed.instruction()
    if claimed.provider_reference:
        return rail.status(instruction, claimed.provider_reference)
    return rail.submit(instruction)
