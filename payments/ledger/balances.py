"""Reading the books about one payment."""

import dataclasses
import uuid

from django.db import connection


@dataclasses.dataclass(frozen=True, slots=True)
class Movement:
    """What entries of one purpose about a payment did to one account; a reversal counts with what it reverses."""

    kind: str
    """A row of the chart."""
    account_id: int
    currency: str
    purpose: str
    credited: int
    """Credits less debits, in the currency's smallest unit."""


def movements(transaction_id: uuid.UUID) -> list[Movement]:
    """Return what a payment has done to the accounts of the books, undone movements left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT account.kind, account.id, posting.currency, coalesce(original.purpose, entry.purpose),
                   sum(CASE posting.side WHEN 'C' THEN posting.amount ELSE -posting.amount END)
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
            Movement(kind, account_id, currency, purpose, int(credited))
            for kind, account_id, currency, purpose, credited in cursor.fetchall()
        ]


def has_moved(transaction_id: uuid.UUID) -> bool:
    """Tell whether the books have an entry about a payment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM payments_journalentry WHERE transaction_id = %s)", [transaction_id])
        return bool(cursor.fetchone()[0])
