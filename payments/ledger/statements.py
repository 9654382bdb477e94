"""Statements of one account: from a moment to another, page by page, with the balance after each posting.

Amounts here are signed as a bank's customer reads them: a credit is more, a debit is less, whatever the account's
normal side. A period begins with its first moment and ends before its last.

A page shows what is in the books now, to which something may still be added. What is exported is final: its period is
closed first, and whatever comes later is booked from its end on (`payments_post`), whenever its call began.
"""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import connection

from payments.ledger import chart
from platforms.database import high_water

PAGE = 100
_CHUNK = 2000
# Of an account that many payments share: whole days from the totals. Of a holder's: all of its postings.
_BEFORE = """
WITH mark AS (
    SELECT CASE WHEN account.is_guarded THEN 0
                ELSE coalesce((SELECT up_to FROM payments_daymark WHERE name = 'ledger'), 0) END AS up_to,
           account.*
      FROM payments_ledgeraccount account WHERE account.id = %(account)s
)
SELECT coalesce((SELECT sum(total.credit - total.debit)
                   FROM payments_ledgerday total, mark
                  WHERE NOT mark.is_guarded AND total.platform_id = mark.platform_id AND total.kind = mark.kind
                    AND total.currency = mark.currency AND total.day < %(day)s), 0)
     + coalesce((SELECT sum(CASE side WHEN 'C' THEN amount ELSE -amount END)
                   FROM payments_posting
                  WHERE account_id = %(account)s AND at >= %(day)s::date::timestamp AT TIME ZONE 'UTC'
                    AND (at, id) < (%(at)s, %(id)s) AND id <= (SELECT up_to FROM mark)), 0)
     + coalesce((SELECT sum(CASE side WHEN 'C' THEN amount ELSE -amount END)
                   FROM payments_posting
                  WHERE account_id = %(account)s AND (at, id) < (%(at)s, %(id)s)
                    AND id > (SELECT up_to FROM mark)), 0)
"""
_POSTINGS = """
SELECT posting.id, posting.entry_id, posting.at, entry.purpose, entry.transaction_id, posting.side, posting.amount
  FROM payments_posting posting JOIN payments_journalentry entry ON entry.id = posting.entry_id
 WHERE posting.account_id = %(account)s
"""
_LINES = f"""
{_POSTINGS} AND (posting.at, posting.id) > (%(at)s, %(id)s) AND posting.at < %(until)s
 ORDER BY posting.at, posting.id LIMIT %(most)s
"""
_LATEST = f"{_POSTINGS} ORDER BY posting.at DESC, posting.id DESC LIMIT %(most)s"
_TOTALS = """
SELECT side, count(*), sum(amount) FROM payments_posting
 WHERE account_id = %(account)s AND at >= %(since)s AND at < %(until)s GROUP BY side
"""
_CLOSE = """
UPDATE payments_ledgeraccount SET closed_until = %(until)s
 WHERE id = %(account)s AND (closed_until IS NULL OR closed_until < %(until)s)
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Where a page begins: behind this posting."""

    at: dt.datetime
    posting_id: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A posting, and the balance after it."""

    posting_id: int
    entry_id: int
    at: dt.datetime
    purpose: str
    transaction_id: uuid.UUID | None
    is_credit: bool
    amount: int
    balance: int

    @property
    def place(self) -> Place:
        """Where the next page begins."""
        return Place(self.at, self.posting_id)


@dataclasses.dataclass(frozen=True, slots=True)
class Side:
    """How many postings of a side there are, and their sum."""

    number: int = 0
    amount: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """A statement without its lines, of a period that is closed."""

    account_id: int
    since: dt.datetime
    until: dt.datetime
    opening: int
    credits: Side
    debits: Side

    @property
    def closing(self) -> int:
        """The balance at the end."""
        return self.opening + self.credits.amount - self.debits.amount


def close(account_id: int, *, until: dt.datetime) -> None:
    """Have later entries of an account dated no earlier than `until`; once that is committed a `summary` is final.

    `until` is not later than the present of the account's platform: a period is closed when it is over.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CLOSE, {"account": account_id, "until": until})


def summary(account_id: int, *, since: dt.datetime, until: dt.datetime) -> Summary | None:
    """Return the balances and totals of a closed period; None while a writer who may not know of that takes long."""
    if not high_water.wait_for_writers("payments_posting"):
        return None
    with connection.cursor() as cursor:
        cursor.execute(_TOTALS, {"account": account_id, "since": since, "until": until})
        sides = {side: Side(number, int(amount)) for side, number, amount in cursor.fetchall()}
    return Summary(
        account_id,
        since,
        until,
        opening=_before(account_id, Place(since)),
        credits=sides.get(chart.CREDIT, Side()),
        debits=sides.get(chart.DEBIT, Side()),
    )


def lines(whole: Summary) -> Iterator[Line]:
    """Yield all lines of a statement, with a bounded number of them in memory and no long database transaction."""
    place, balance = Place(whole.since), whole.opening
    while True:
        chunk = _read(whole.account_id, place, whole.until, most=_CHUNK, balance=balance)
        yield from chunk
        if len(chunk) < _CHUNK:
            return
        place, balance = chunk[-1].place, chunk[-1].balance


def page(account_id: int, *, after: Place, until: dt.datetime) -> tuple[int, Sequence[Line]]:
    """Return the balance before a page and its lines: one more than PAGE when there is a next page."""
    # Behind a posting is before the next possible one.
    before = _before(account_id, Place(after.at, after.posting_id + 1 if after.posting_id else 0))
    return before, _read(account_id, after, until, most=PAGE + 1, balance=before)


def latest(account_id: int, *, most: int) -> Sequence[Line]:
    """Return the newest lines of an account, in the order of time."""
    with connection.cursor() as cursor:
        cursor.execute(_LATEST, {"account": account_id, "most": most})
        found = cursor.fetchall()[::-1]
    return _lines(found, balance=_before(account_id, Place(found[0][2], found[0][0]))) if found else ()


def _before(account_id: int, place: Place) -> int:
    day = place.at.astimezone(dt.UTC).date()
    parameters: dict[str, Any] = {"account": account_id, "day": day, "at": place.at, "id": place.posting_id}
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, parameters)
        return int(cursor.fetchone()[0])


def _read(account_id: int, place: Place, until: dt.datetime, *, most: int, balance: int) -> Sequence[Line]:
    with connection.cursor() as cursor:
        cursor.execute(
            _LINES,
            {"account": account_id, "at": place.at, "id": place.posting_id, "until": until, "most": most},
        )
        return _lines(cursor.fetchall(), balance=balance)


def _lines(postings: Iterable[tuple[Any, ...]], *, balance: int) -> Sequence[Line]:
    found = []
    for key, entry, at, purpose, payment, side, amount in postings:
        balance += amount if side == chart.CREDIT else -amount
        found.append(Line(key, entry, at, purpose, payment, side == chart.CREDIT, amount, balance))
    return found
