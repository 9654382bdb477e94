"""Writes the books of a database that `data` filled, and times the check of them."""

import datetime as dt
import itertools
import logging
import os
import pathlib
import resource
import threading
import time
from typing import Any

from django.db import connection
from django.db.models import Sum

from bench.children import bulk
from payments import tasks
from payments.ledger import check
from payments.reporting import checked_balances
from platforms.base import clock
from platforms.models import CheckPart

_NIGHTS = 6
_TABLES = ("payments_transactionstatuschange", "payments_journalentry", "payments_posting")
# Each payment with the entries that it would have, and each holder with a first deposit that pays for them all.
_BOOKS = """
SET session_replication_role = replica;
UPDATE payments_transaction SET next_action_at = now() + interval '1 day' WHERE status = 'PENDING';
INSERT INTO payments_transactionstatuschange (transaction_id, from_status, to_status, at, cause, actor_kind, actor_id)
SELECT id, '', status, created_at, 'bench', 'SYSTEM', 'bench' FROM payments_transaction ORDER BY id;

CREATE TEMPORARY TABLE shared AS
SELECT platform_id, max(id) FILTER (WHERE kind = 'PAYOUT_CLEARING') AS clearing,
       max(id) FILTER (WHERE kind = 'RAIL_SETTLEMENT') AS rail
  FROM payments_ledgeraccount WHERE currency = 'USD' AND NOT is_guarded GROUP BY platform_id;

INSERT INTO payments_journalentry (platform_id, purpose, at)
SELECT platform_id, 'DEPOSIT_RECEIVED', created_at FROM payments_ledgeraccount
 WHERE kind = 'CUSTOMER_FUNDS' AND currency = 'USD' AND balance = 100000 ORDER BY id;
INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
SELECT entry.id, line.account, line.side, 1000000000000, 'USD', entry.at
  FROM (SELECT id, platform_id, at, row_number() OVER (ORDER BY id) AS n FROM payments_journalentry) entry
  JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM payments_ledgeraccount
         WHERE kind = 'CUSTOMER_FUNDS' AND currency = 'USD' AND balance = 100000) holder USING (n)
  JOIN shared USING (platform_id)
 CROSS JOIN LATERAL (VALUES ('D', shared.rail), ('C', holder.id)) AS line (side, account);
INSERT INTO payments_deposit (id, platform_id, provider_reference, amount, currency, named, use, reason,
                              internal_account_id, entry_id, at)
SELECT gen_random_uuid(), entry.platform_id, 'BENCH-' || entry.id, posting.amount, 'USD',
       'InternalAccount:' || holder.id, 'CREDITED', '', holder.id, entry.id, entry.at
  FROM payments_journalentry entry JOIN payments_posting posting ON posting.entry_id = entry.id AND posting.side = 'C'
  JOIN payments_internalaccount holder ON holder.ledger_account_id = posting.account_id;

CREATE TEMPORARY TABLE line AS
SELECT nextval(pg_get_serial_sequence('payments_journalentry', 'id')) AS entry, payment.*
  FROM (
      SELECT payment.id, payment.platform_id, payment.sent_amount, payment.created_at, movement.*
        FROM payments_transaction payment
        JOIN payments_internalaccount holder ON holder.id = payment.internal_account_id
        JOIN shared ON shared.platform_id = payment.platform_id
       CROSS JOIN LATERAL (VALUES
             (1, 'TRANSFER_OUT_SENT', payment.type = 'OUTGOING', holder.ledger_account_id, shared.clearing),
             (2, 'TRANSFER_OUT_SETTLED', payment.type = 'OUTGOING' AND payment.status = 'COMPLETED',
              shared.clearing, shared.rail),
             (2, 'TRANSFER_OUT_RETURNED', payment.type = 'OUTGOING' AND payment.status = 'FAILED',
              shared.clearing, holder.ledger_account_id),
             (1, 'TRANSFER_IN_SETTLED', payment.type = 'INCOMING' AND payment.status = 'COMPLETED',
              shared.rail, holder.ledger_account_id)
             ) AS movement (step, purpose, applies, debit, credit)
       WHERE movement.applies ORDER BY payment.id, movement.step
  ) payment;
INSERT INTO payments_journalentry (id, platform_id, purpose, transaction_id, reverses_id, at)
OVERRIDING SYSTEM VALUE
SELECT entry, platform_id, purpose, id, CASE purpose WHEN 'TRANSFER_OUT_RETURNED' THEN entry - 1 END, created_at
  FROM line ORDER BY entry;
INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
SELECT entry, side.account, side.side, sent_amount, 'USD', created_at
  FROM line CROSS JOIN LATERAL (VALUES ('D', debit), ('C', credit)) AS side (side, account) ORDER BY entry;

UPDATE payments_ledgeraccount account SET balance = added.balance
  FROM (SELECT account_id, sum(CASE side WHEN 'C' THEN amount ELSE -amount END) AS balance
          FROM payments_posting GROUP BY account_id) added
 WHERE added.account_id = account.id AND account.is_guarded;
RESET session_replication_role;
"""


def run() -> dict[str, Any]:
    """Write the books unless they exist, and check them; return the cost of the check, and the first faults."""
    logging.disable(logging.CRITICAL)
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM payments_journalentry)")
        if not cursor.fetchone()[0]:
            with bulk.load(cursor, _TABLES):
                cursor.connection.execute(_BOOKS.encode())
            cursor.execute("VACUUM (ANALYZE)")
            tasks.add_up_days()
        cursor.execute("SELECT pg_backend_pid()")
        server = _Memory(cursor.fetchone()[0])
    began, server_began = time.monotonic(), server.processor_seconds()
    found = check.run()
    return {
        "seconds": time.monotonic() - began,
        "server_processor_seconds": server.processor_seconds() - server_began,
        "server_memory_mb": server.most(),
        "own_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "entries": found.entries,
        "postings": found.postings,
        "faults": found.faults[:3],
        "nights": [_night(server, day) for day in range(_NIGHTS)],
    }


def _night(server: "_Memory", day: int) -> dict[str, float]:
    """Check the books as the night does, so many days from now; return what that costs, and how much it reads."""
    now, statements = clock.RealTime(clock.real_now() + dt.timedelta(days=day)), itertools.count()

    def count(execute: Any, *asked: Any) -> Any:
        next(statements)
        return execute(*asked)

    began, server_began = time.process_time(), server.processor_seconds()
    with connection.execute_wrapper(count):
        checked_balances.advance()
        check.begin(now=now, is_asked=True)
        while check.step(now=now) is not None:
            pass
    rows = CheckPart.objects.filter(parent=check.BOOKS.name).aggregate(rows=Sum("rows"))["rows"]
    return {
        "server_processor_seconds": server.processor_seconds() - server_began,
        "own_processor_seconds": time.process_time() - began,
        "statements": next(statements),
        "rows": rows,
    }


class _Memory:
    """Watches the private memory of a database process."""

    def __init__(self, process: int) -> None:
        self._folder = pathlib.Path(f"/proc/{process}")
        self._most = 0.0
        threading.Thread(target=self._watch, daemon=True).start()

    def most(self) -> float:
        """Return its highest private memory, in MB."""
        return self._most

    def processor_seconds(self) -> float:
        """Return its processor time so far."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _watch(self) -> None:
        while True:
            lines = (self._folder / "status").read_text().splitlines()
            own = next(line for line in lines if line.startswith("RssAnon"))
            self._most = max(self._most, int(own.split()[1]) / 1024)
            time.sleep(0.1)
