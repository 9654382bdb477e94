"""Plays the nightly check of the books: nights one after the other."""

import datetime as dt

from payments.ledger import check
from payments.models import LedgerCheckRun
from payments.reporting import checked_balances
from platforms.base import clock


def check_tonight(*, days: int = 0) -> LedgerCheckRun:
    """Check the books as a night does, so many days from now; return its result."""
    now = clock.RealTime(clock.real_now() + dt.timedelta(days=days))
    checked_balances.advance()
    assert check.begin(now=now, is_asked=True)
    while check.step(now=now) is not None:
        pass
    found: LedgerCheckRun = LedgerCheckRun.objects.order_by("-id")[0]
    return found
