"""Celery entry points of the payments app."""

import logging
from collections.abc import Callable

from celery import shared_task
from django.db import transaction

from payments import rates
from payments.ledger import check
from payments.models import NextAction
from payments.operations import lookups, quoted_payments, quotes, settlement, tallies
from payments.operations.settlement import ClaimedPayment
from payments.providers import registry
from payments.providers.base import RailOutcome
from platforms.kit import clock, writes

logger = logging.getLogger(__name__)
_BATCH = 50


@shared_task(name="payments.advance_due_payments")
def advance_due_payments() -> int:
    """Take up every payment that is due and return how many there were."""
    advanced = 0
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


@shared_task(name="payments.check_the_books")
def check_the_books() -> int:
    """Re-add the books; /readyz shows what was found. Returns the number of faults."""
    faults = len(check.run().faults)
    if faults:
        logger.critical("the books are broken: see manage.py ledger_check", extra={"count": faults})
    return faults


@shared_task(name="payments.refresh_rates")
def refresh_rates() -> int:
    """Ask the sources of exchange rates that are due; returns how many have answered."""
    return rates.refresh_due()


@shared_task(name="payments.forget_lookups")
def forget_lookups() -> int:
    """Delete old lookups in small steps and return how many there were."""
    forgotten = 0
    while True:
        with transaction.atomic(durable=True):
            count = lookups.forget(real_now=clock.now())
        forgotten += count
        if not count:
            return forgotten


def _advance(payment: ClaimedPayment) -> None:
    key = payment.instruction.transaction_id
    try:
        record = _RECORDERS.get(payment.action)
        outcome = _ask(payment) if record is not None else None
        now = clock.now(payment.clock_offset)
        with transaction.atomic(durable=True), writes.together():
            if record is not None and outcome is not None:
                record(transaction_id=key, outcome=outcome, now=now)
            elif payment.action == NextAction.EXPIRE:
                quotes.expire(transaction_id=key, now=now)
            else:
                quoted_payments.pay_in(transaction_id=key, now=now)
    except Exception:
        # One payment that can't be advanced must not hold up the others of the batch.
        logger.exception("payment not advanced", extra={"transaction": str(key)})
        with transaction.atomic(durable=True):
            settlement.try_later(claimed=payment, now=clock.now(payment.clock_offset))


_RECORDERS: dict[str, Callable[..., object]] = {
    NextAction.TRANSFER: settlement.record_outcome,
    NextAction.COLLECT: quoted_payments.record_collection,
    NextAction.PAY_OUT: quoted_payments.record_payout,
    NextAction.GIVE_BACK: quoted_payments.record_giving_back,
}
"""Who records what the rail said, for each step that a rail is asked about."""


def _ask(payment: ClaimedPayment) -> RailOutcome:
    rail = registry.rail(payment.environment)
    if payment.provider_reference:
        return rail.status(payment.instruction, payment.provider_reference)
    return rail.submit(payment.instruction)
