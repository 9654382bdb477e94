"""Background jobs of banks. Their names are those that they had in `payments`: two releases may run at once."""

from banks import due
from banks.rail import sweeps
from banks.statements.incoming import arrivals, importing
from platforms.base import clock
from platforms.base.background import DAY, HOUR, job


@job(due.BATCHES_TASK, every=2, due=due.BATCH_DUE)
def advance_bank_batches() -> int:
    """Close batches at their cut-offs, write and deliver released ones; returns how many there were."""
    return sweeps.advance(now=clock.real_now())


@job(due.STATEMENTS_TASK, every=20, at_most=2 * HOUR)
def read_bank_files() -> int:
    """Fetch the files that banks have for us, and apply those that were received; returns how many of both."""
    now = clock.real_now()
    return arrivals.fetch_all(now=now) + importing.advance(now=now)


@job("payments.sweep_bank_files", every=DAY)
def sweep_bank_files() -> int:
    """Erase stored contents of bank files that no row names; returns how many there were."""
    return arrivals.sweep(now=clock.real_now())
