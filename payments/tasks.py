"""Celery entry points of the payments app."""

import datetime as dt
import logging
import time
from collections.abc import Callable

from celery import shared_task
from django.db import transaction

from payments import rates
from payments.conversations import payouts, receipts
from payments.ledger import check, days, settled
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
from payments.providers import registry
from payments.providers.base import RailOutcome
from payments.uma import keys, nonces
from platforms import audit
from platforms.kit import clock, writes

logger = logging.getLogger(__name__)
_BATCH = 50


@shared_task(name="payments.advance_due_payments")
def advance_due_payments() -> int:
    """Take up every payment that is due, and money on its way out of suspense; return how many there were."""
    advanced = _move_out_of_suspense()
    while True:
        with transaction.atomic(durable=True):
            claimed = settlement.claim_due(limit=_BATCH)
        for payment in claimed:
            _advance(payment)
        if not claimed:
            return advanced
        advanced += len(claimed)


@shared_task(name="payments.tally_transactions")
def tally_transactions() -> int:
    """Count the transactions made since the last time."""
    with transaction.atomic(durable=True):
        return tallies.advance()


@shared_task(name="payments.open_cases")
def open_cases() -> int:
    """Open cases of what does not get on by itself, close those whose cause has gone; return how many of both."""
    with transaction.atomic(durable=True):
        swept = janitor.sweep(now=clock.real_now())
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


@shared_task(name="payments.check_the_books", soft_time_limit=7200, time_limit=7260)
def check_the_books() -> int:
    """Check the books, and hold the accounts that a fault concerns. Returns the number of faults."""
    return len(check.run().faults)


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
        with transaction.atomic(durable=True):
            uma_identities.rotate(platform_id=platform_id, actor=audit.SYSTEM, now=now)
    with transaction.atomic(durable=True):
        uma_identities.erase_retired(now=now)
        forgotten = keys.forget(now=now)
    while count := nonces.forget(now=now):
        forgotten += count
    return forgotten


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


def _advance(payment: ClaimedPayment) -> None:
    key, outcome, started = payment.instruction.transaction_id, None, time.monotonic()
    try:
        for conversation in (receipts, payouts):
            if payment.action in conversation.STEPS:
                conversation.advance(payment)
                return
        record = _RECORDERS.get(payment.action)
        outcome = _ask(payment) if record is not None else None
        now = clock.now(payment.clock_offset)
        with transaction.atomic(durable=True), writes.together():
            if record is not None and outcome is not None:
                _note(payment, outcome, started=started, now=now)
                record(transaction_id=key, outcome=outcome, now=now)
            elif payment.action == NextAction.EXPIRE:
                quotes.expire(transaction_id=key, now=now)
            else:
                quoted_payments.pay_in(transaction_id=key, now=now)
    except Exception as error:
        # One payment that can't be advanced must not hold up the others of the batch.
        logger.exception("payment not advanced", extra={"transaction": str(key)})
        now = clock.now(payment.clock_offset)
        with transaction.atomic(durable=True):
            if payment.action in _RECORDERS or payment.action == NextAction.PAY_INVOICE:
                _note(payment, outcome, error=type(error).__name__, started=started, now=now)
            settlement.try_later(claimed=payment, now=now)


def _move_out_of_suspense() -> int:
    with transaction.atomic(durable=True):
        claimed = suspense_movements.claim_due(limit=_BATCH)
    for movement in claimed:
        _move(movement)
    return len(claimed)


def _move(movement: ClaimedMovement) -> None:
    started, outcome = time.monotonic(), None
    known_as, instruction = movement.provider_reference, movement.instruction
    try:
        rail = registry.rail(movement.environment)
        outcome = rail.status(instruction, known_as) if known_as else rail.submit(instruction)
        now = clock.now(movement.clock_offset)
        with transaction.atomic(durable=True):
            _note_movement(movement, outcome, started=started, now=now)
            suspense.record_outcome(
                item_id=movement.item_id, movement=instruction.transaction_id, outcome=outcome, now=now
            )
    except Exception as error:
        logger.exception("money not moved out of suspense", extra={"item": str(movement.item_id)})
        now = clock.now(movement.clock_offset)
        with transaction.atomic(durable=True):
            _note_movement(movement, outcome, error=type(error).__name__, started=started, now=now)
            suspense_movements.try_later(claimed=movement, now=now)


def _note_movement(
    movement: ClaimedMovement, outcome: RailOutcome | None, *, error: str = "", started: float, now: dt.datetime
) -> None:
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
        transaction_id=payment.instruction.transaction_id,
        step=payment.action,
        attempt=payment.attempts,
        known_as=payment.provider_reference,
        outcome=outcome,
        error=error,
        seconds=time.monotonic() - started,
        now=now,
    )


_RECORDERS: dict[str, Callable[..., object]] = {
    NextAction.TRANSFER: settlement.record_outcome,
    NextAction.COLLECT: quoted_payments.record_collection,
    NextAction.PAY_OUT: quoted_payments.record_payout,
    NextAction.GIVE_BACK: quoted_payments.record_giving_back,
    NextAction.DEPOSIT: uma_crediting.record_deposit,
}
"""Who records what the rail said, for each step that a rail is asked about."""


def _ask(payment: ClaimedPayment) -> RailOutcome:
    rail = registry.rail(payment.environment)
    if payment.provider_reference:
        return rail.status(payment.instruction, payment.provider_reference)
    return rail.submit(payment.instruction)
