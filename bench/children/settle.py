"""Makes payments due for a worker that runs beside it, and waits until they are settled."""

import time

from celery import current_app
from django.db import connection
from django.db.backends.utils import CursorWrapper

from payments.models import Transaction, TransactionStatus

_RELEASE = """
UPDATE payments_transaction SET next_action_at = now() WHERE id IN (
    SELECT id FROM payments_transaction WHERE next_action_at > now() + interval '1 hour' ORDER BY id LIMIT %s
)
"""
_ARE_LEFT = "SELECT EXISTS (SELECT FROM payments_transaction WHERE next_action_at < now() + interval '1 hour')"
_LOOK_SECONDS = 0.02
_LONGEST_SECONDS = 600


def run(*, payments: int, wakes: int) -> float:
    """Make held payments due and wake processes of the worker; return the seconds until all are settled."""
    completed = Transaction.objects.filter(status=TransactionStatus.COMPLETED)
    before = completed.count()
    with connection.cursor() as cursor:
        began = time.perf_counter()
        cursor.execute(_RELEASE, [payments])
        for _ in range(wakes):
            current_app.send_task("payments.advance_due_payments")
        while _are_left(cursor):
            if time.perf_counter() - began > _LONGEST_SECONDS:
                raise AssertionError("the worker does not settle payments")
            time.sleep(_LOOK_SECONDS)
        took = time.perf_counter() - began
    if (settled := completed.count() - before) != payments:
        raise AssertionError(f"{settled} payments of {payments} were settled")
    return took


def _are_left(cursor: CursorWrapper) -> bool:
    cursor.execute(_ARE_LEFT)
    return bool(cursor.fetchone()[0])
