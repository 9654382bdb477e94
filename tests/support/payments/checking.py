"""A client and a worker who have the books checked after every step: what is sound at its end may be broken before."""

import datetime as dt
from typing import Any

from django.db import connection

from payments.ledger import check
from payments.models import LedgerCheckRun
from payments.reporting import checked_balances
from payments.workflow import advancing, claims
from platforms.base import clock
from tests.conftest import Api
from tests.support.processes.worker import Worker

_UNEXPLAINED = """
SELECT entry.purpose FROM payments_journalentry entry
 WHERE NOT EXISTS (SELECT FROM platforms_auditentry written
                    WHERE written.xmin::text::bigint = entry.recorded_in::text::bigint % 4294967296)
"""


def check_tonight(*, days: int = 0) -> LedgerCheckRun:
    """Check the books as a night does, so many days from now; return its result."""
    now = clock.RealTime(clock.real_now() + dt.timedelta(days=days))
    checked_balances.advance()
    assert check.begin(now=now, is_asked=True)
    while check.step(now=now) is not None:
        pass
    found: LedgerCheckRun = LedgerCheckRun.objects.order_by("-id")[0]
    return found


def check_the_books() -> None:
    """Assert that the books are right, and that each entry has a row of the audit log from its own transaction."""
    assert list(check.find()) == []
    with connection.cursor() as cursor:
        cursor.execute(_UNEXPLAINED)
        unexplained = cursor.fetchall()
    assert not unexplained, unexplained


class CheckedApi(Api):
    """After each call."""

    def _send(self, *arguments: Any) -> Any:
        reply = super()._send(*arguments)
        check_the_books()
        return reply


class CheckedWorker(Worker):
    """After each step of each payment. `seen` are the steps."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def run(self) -> int:
        done = advancing.advance_movements()
        check_the_books()
        while claimed := claims.claim_payments(limit=1):
            self.seen.add(claimed[0].step)
            advancing.advance(claimed[0])
            check_the_books()
            done += 1
        return done
