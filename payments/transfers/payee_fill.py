"""Payments of quotes that a former release made get the customer whom they pay, in small steps by their keys.

It takes rows that are nowhere shown to change: neither `updated_at` nor the history of a payment is touched.
"""

import datetime as dt
import uuid

from django.db import OperationalError, connection, transaction
from psycopg import errors as pg_errors

from payments.reporting.transaction_counts import SETTLE_TIME, last_key_of
from platforms.base import clock, jobs

TASK = "payments.fill_payees"
_ROWS = 2_000
"""How many payments a step reads: in a few milliseconds, so that it is in nobody's way."""
_RUN_SECONDS = 5.0
# Shorter than the database waits before it looks for deadlocks: of two, it is this job that gives up.
_PATIENCE = "SET LOCAL lock_timeout = '200ms'"
_MARK = """
SELECT payees_up_to, payees_until FROM payments_transactiontallymark
 WHERE id = 1 AND payees_up_to IS NOT NULL FOR UPDATE SKIP LOCKED
"""
_LAST = """
SELECT id FROM payments_transaction WHERE id > %(up_to)s AND id <= %(until)s ORDER BY id OFFSET %(rows)s - 1 LIMIT 1
"""
_FILL = """
UPDATE payments_transaction AS payment SET payee_customer_id = own.customer_id
  FROM payments_internalaccount AS own
 WHERE payment.id > %(up_to)s AND payment.id <= %(last)s
   AND payment.type = 'OUTGOING' AND payment.payee_customer_id IS NULL
   AND own.id = CASE WHEN payment.receiver LIKE 'InternalAccount:%%' THEN substr(payment.receiver, 17)::uuid END
   AND own.customer_id IS NOT NULL
"""
_GO_ON = "UPDATE payments_transactiontallymark SET payees_up_to = %(last)s, payees_until = %(ends)s WHERE id = 1"


def fill() -> int:
    """Fill for some seconds; return how many payments got their payee. Ends for good when all old ones have it."""
    return jobs.repeat(_step, seconds=_RUN_SECONDS, task_name=TASK)


def _step() -> int | None:
    """Fill the next payments; None where nothing is left, or somebody holds one of them for long."""
    try:
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute(_PATIENCE)
            cursor.execute(_MARK)
            marks = cursor.fetchall()
            return _fill(*marks[0]) if marks else None
    except OperationalError as error:
        if isinstance(error.__cause__, pg_errors.LockNotAvailable):
            return None
        raise


def _fill(up_to: uuid.UUID, ends: dt.datetime) -> int | None:
    """Fill from a mark on. A process of the former release may make such payments until `ends`."""
    now = clock.real_now()
    until = last_key_of(min(now - SETTLE_TIME, ends))
    with connection.cursor() as cursor:
        cursor.execute(_LAST, {"up_to": up_to, "until": until, "rows": _ROWS})
        full = cursor.fetchone()
        last = full[0] if full else max(until, up_to)
        cursor.execute(_FILL, {"up_to": up_to, "last": last})
        filled = cursor.rowcount
        is_over = full is None and now - SETTLE_TIME > ends
        cursor.execute(_GO_ON, {"last": None if is_over else last, "ends": None if is_over else ends})
    # A step that was not full was the last for now.
    return filled if full else None
