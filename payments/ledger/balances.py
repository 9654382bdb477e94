"""Reading the books about one payment."""

import dataclasses
import datetime as dt
import uuid

from django.db import connection


@dataclasses.dataclass(frozen=True, slots=True)
class Movement:
    """Effect of the entries of one purpose about a payment on one account; a reversal counts with its original."""

    kind: str
    """A row of the chart."""
    account_id: int
    currency: str
    purpose: str
    credited: int
    """Credits less debits, in the currency's smallest unit."""
    at: dt.datetime
    """Of the latest of these entries, on the platform's clock."""


def movements(transaction_id: uuid.UUID) -> list[Movement]:
    """Return a payment's effects on the accounts of the books, without reversed movements."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT account.kind, account.id, posting.currency, coalesce(original.purpose, entry.purpose),
                   sum(CASE posting.side WHEN 'C' THEN posting.amount ELSE -posting.amount END), max(entry.at)
              FROM payments_journalentry entry
              LEFT JOIN payments_journalentry original ON original.id = entry.reverses_id
              JOIN payments_posting posting ON posting.entry_id = entry.id
              JOIN payments_ledgeraccount account ON account.id = posting.account_id
             WHERE entry.transaction_id = %s
             GROUP BY 1, 2, 3, 4
            HAVING sum(CASE posting.side WHEN 'C' THEN posting.amount ELSE -posting.amount END) <> 0
             ORDER BY min(entry.id), account.id
            """,
            [transaction_id],
        )
        return [
            Movement(kind, account_id, currency, purpose, int(credited), at)
            for kind, account_id, currency, purpose, credited, at in cursor.fetchall()
        ]


def last_moved(transaction_id: uuid.UUID) -> dt.datetime | None:
    """Return the time of the last journal entry about a payment, on the platform's clock; None without any."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(at) FROM payments_journalentry WHERE transaction_id = %s", [transaction_id])
        found: dt.datetime | None = cursor.fetchone()[0]
        return found
