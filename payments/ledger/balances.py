"""Reading the books: balances now and then, and statements."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterator

from django.db import connection

_SIGNED = "sum(CASE WHEN posting.side = account.normal_side THEN posting.amount ELSE -posting.amount END)"


@dataclasses.dataclass(frozen=True, slots=True)
class StatementLine:
    """A posting as its account's holder sees it, with the balance after it."""

    posting_id: int
    entry_id: int
    at: dt.datetime
    purpose: str
    transaction_id: object
    side: str
    amount: int
    balance: int


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


def balance(account_id: int, *, at: dt.datetime | None = None) -> int:
    """Return an account's balance on its normal side, re-added from the postings up to and including `at`."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT coalesce({_SIGNED}, 0) FROM payments_posting posting"  # noqa: S608 - a constant, no input
            " JOIN payments_ledgeraccount account ON account.id = posting.account_id"
            " WHERE posting.account_id = %s AND (%s::timestamptz IS NULL OR posting.at <= %s::timestamptz)",
            [account_id, at, at],
        )
        return int(cursor.fetchone()[0])


def statement(
    account_id: int, *, since: dt.datetime | None = None, until: dt.datetime | None = None, limit: int = 1000
) -> Iterator[StatementLine]:
    """Yield an account's postings in order of time with the running balance; both ends are included."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT posting.id, posting.entry_id, posting.at, entry.purpose, entry.transaction_id, posting.side,
                   posting.amount, opening.balance + sum(
                       CASE WHEN posting.side = account.normal_side THEN posting.amount ELSE -posting.amount END
                   ) OVER (ORDER BY posting.at, posting.id)
              FROM payments_posting posting
              JOIN payments_journalentry entry ON entry.id = posting.entry_id
              JOIN payments_ledgeraccount account ON account.id = posting.account_id
              CROSS JOIN LATERAL (
                  SELECT coalesce(sum(CASE WHEN earlier.side = account.normal_side
                                           THEN earlier.amount ELSE -earlier.amount END), 0) AS balance
                    FROM payments_posting earlier
                   WHERE earlier.account_id = account.id AND earlier.at < %s::timestamptz
              ) opening
             WHERE posting.account_id = %s
               AND (%s::timestamptz IS NULL OR posting.at >= %s::timestamptz)
               AND (%s::timestamptz IS NULL OR posting.at <= %s::timestamptz)
             ORDER BY posting.at, posting.id
             LIMIT %s
            """,
            [since, account_id, since, since, until, until, limit],
        )
        for row in cursor.fetchall():
            yield StatementLine(
                posting_id=row[0],
                entry_id=row[1],
                at=row[2],
                purpose=row[3],
                transaction_id=row[4],
                side=row[5],
                amount=row[6],
                balance=int(row[7]),
            )
