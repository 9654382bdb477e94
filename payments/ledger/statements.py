"""Statements of one account for a period, page by page, with the balance after each posting.

Amounts here are signed for the holder: a credit is positive, a debit negative, whatever the account's normal side. A
period begins with its first moment and ends before its last.

A page shows the books as they are now; entries may still be added. A statement is final once its period is closed: any
later entry is booked from its end on (`payments_post`), whenever its call began.
"""

import dataclasses
import datetime as dt
import functools
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections

from payments.ledger import chart
from platforms.database import high_water, replica

PAGE = 100
_CHUNK = 2000
# For an account shared by many payments: whole days from the totals. For a holder's: its postings before, or the stored
# balance less those since, whichever are probably fewer.
_BEFORE = """
WITH mark AS (
    SELECT CASE WHEN account.is_guarded THEN 0
                ELSE coalesce((SELECT up_to FROM payments_daymark WHERE name = 'ledger'), 0) END AS up_to,
           account.*
      FROM payments_ledgeraccount account WHERE account.id = %(account)s
)
SELECT CASE WHEN (SELECT is_guarded
                     AND %(at)s > created_at + (greatest(balance_changed_at, created_at) - created_at) / 2 FROM mark)
       THEN (SELECT balance FROM mark)
     - coalesce((SELECT sum(CASE side WHEN 'C' THEN amount ELSE -amount END)
                   FROM payments_posting
                  WHERE account_id = %(account)s AND (at, id) >= (%(at)s, %(id)s)), 0)
       ELSE
       coalesce((SELECT sum(total.credit - total.debit)
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
       END
"""
# Of accounts without a stored balance, which are one for each platform, kind and currency.
_BALANCES = """
WITH mark AS (
    SELECT coalesce((SELECT up_to FROM payments_daymark WHERE name = 'ledger'), 0) AS up_to
), behind AS (
    SELECT account_id, sum(CASE side WHEN 'C' THEN amount ELSE -amount END) AS balance
      FROM payments_posting
     WHERE id > (SELECT up_to FROM mark) AND account_id = ANY(%(accounts)s) GROUP BY account_id
)
SELECT account.id,
       coalesce((SELECT sum(total.credit - total.debit)
                   FROM payments_ledgerday total
                  WHERE total.platform_id = account.platform_id AND total.kind = account.kind
                    AND total.currency = account.currency), 0)
     + coalesce((SELECT balance FROM behind WHERE behind.account_id = account.id), 0)
  FROM payments_ledgeraccount account WHERE account.id = ANY(%(accounts)s)
"""
_POSTINGS = """
SELECT posting.id, posting.entry_id, posting.at, entry.purpose, entry.transaction_id, posting.side, posting.amount
  FROM payments_posting posting JOIN payments_journalentry entry ON entry.id = posting.entry_id
 WHERE posting.account_id = %(account)s
"""
_LINES = f"""
{_POSTINGS} AND (posting.at, posting.id) > (%(at)s, %(id)s) AND posting.at < %(until)s AND posting.id <= %(up_to)s
 ORDER BY posting.at, posting.id LIMIT %(most)s
"""
_LATEST = f"{_POSTINGS} ORDER BY posting.at DESC, posting.id DESC LIMIT %(most)s"
_TOTALS = """
SELECT side, count(*), sum(amount) FROM payments_posting
 WHERE account_id = %(account)s AND at >= %(since)s AND at < %(until)s AND id <= %(up_to)s GROUP BY side
"""
# Of an account with a stored balance that one, and its newest postings; of another one whole days from the totals, and
# what these have not counted.
_BY_DAY = """
WITH mark AS (
    SELECT CASE WHEN account.is_guarded THEN 0
                ELSE coalesce((SELECT up_to FROM payments_daymark WHERE name = 'ledger'), 0) END AS up_to,
           account.*
      FROM payments_ledgeraccount account WHERE account.id = %(account)s
), newest AS (
    SELECT (posting.at AT TIME ZONE 'UTC')::date AS day, side, amount
      FROM payments_posting posting
     WHERE account_id = %(account)s AND at >= %(first)s::date::timestamp AT TIME ZONE 'UTC'
       AND id > (SELECT up_to FROM mark)
     ORDER BY at DESC, id DESC LIMIT CASE WHEN (SELECT is_guarded FROM mark) THEN %(most)s::bigint END
)
SELECT day, sum(change), sum(number) FROM (
    SELECT NULL::date, balance, 0 FROM mark WHERE is_guarded
     UNION ALL
    SELECT total.day, total.credit - total.debit, 0 FROM payments_ledgerday total, mark
     WHERE NOT mark.is_guarded AND total.platform_id = mark.platform_id AND total.kind = mark.kind
       AND total.currency = mark.currency AND total.day >= %(first)s
     UNION ALL
    SELECT day, sum(CASE side WHEN 'C' THEN amount ELSE -amount END), count(*) FROM newest GROUP BY day
) AS parts (day, change, number) GROUP BY day ORDER BY day
"""
_MOST_OF_DAYS = 20_000
"""Postings of an account with a stored balance that are read for its balances by day: the newest."""
_HIGHEST = "SELECT coalesce(max(id), 0) FROM payments_posting"
_ALL = 2**63 - 1
_END_OF_TIME = dt.datetime(9999, 1, 1, tzinfo=dt.UTC)
_CLOSE = """
UPDATE payments_ledgeraccount SET closed_until = %(until)s
 WHERE id = %(account)s AND (closed_until IS NULL OR closed_until < %(until)s)
"""


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Position before a page: after this posting."""

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
        """Position of the next page."""
        return Place(self.at, self.posting_id)


@dataclasses.dataclass(frozen=True, slots=True)
class Side:
    """Number and sum of the postings of a side."""

    number: int = 0
    amount: int = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """A statement of a period, without its lines."""

    account_id: int
    since: dt.datetime
    until: dt.datetime
    opening: int
    credits: Side
    debits: Side
    up_to: int = _ALL
    """The last posting that it tells of. In an open period others follow, and lines must go on to fit the totals."""

    @property
    def closing(self) -> int:
        """The balance at the end."""
        return self.opening + self.credits.amount - self.debits.amount


def close(account_id: int, *, until: dt.datetime) -> None:
    """Date later entries of an account no earlier than `until`; once that is committed a `summary` is final.

    `until` is not later than the time of the account's platform: a period is closed when it is over.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CLOSE, {"account": account_id, "until": until})


def summary(account_id: int, *, since: dt.datetime, until: dt.datetime, is_closed: bool = True) -> Summary | None:
    """Return the balances and totals of a period; None while a writer who may be unaware of its closing takes too long.

    `is_closed`: nothing more is booked in the period. Of an open one it tells what was posted until now.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HIGHEST)
        up_to = _ALL if is_closed else cursor.fetchone()[0]
    if not high_water.wait_for_writers("payments_posting"):
        return None
    with connection.cursor() as cursor:
        cursor.execute(_TOTALS, {"account": account_id, "since": since, "until": until, "up_to": up_to})
        sides = {side: Side(number, int(amount)) for side, number, amount in cursor.fetchall()}
    return Summary(
        account_id,
        since,
        until,
        opening=_before(account_id, Place(since)),
        credits=sides.get(chart.CREDIT, Side()),
        debits=sides.get(chart.DEBIT, Side()),
        up_to=up_to,
    )


def lines(whole: Summary) -> Iterator[Line]:
    """Yield all lines of a statement, with limited memory and no long database transaction."""
    place, balance = Place(whole.since), whole.opening
    while True:
        read = functools.partial(
            _read, whole.account_id, place, whole.until, most=_CHUNK, balance=balance, up_to=whole.up_to
        )
        chunk = replica.read(read)
        yield from chunk
        if len(chunk) < _CHUNK:
            return
        place, balance = chunk[-1].place, chunk[-1].balance


def page(account_id: int, *, after: Place, until: dt.datetime) -> tuple[int, Sequence[Line]]:
    """Return the balance before a page and its lines: one more than PAGE when there is a next page."""
    before = balance_after(account_id, after) if after.posting_id else _before(account_id, after)
    return before, _read(account_id, after, until, most=PAGE + 1, balance=before)


def balance_after(account_id: int, place: Place) -> int:
    """Return the balance after a posting: credits less debits."""
    # After a posting is before the next possible one.
    return _before(account_id, Place(place.at, place.posting_id + 1), using=replica.alias())


def latest(account_id: int, *, most: int) -> Sequence[Line]:
    """Return the newest lines of an account, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(_LATEST, {"account": account_id, "most": most})
        found = cursor.fetchall()[::-1]
    return _lines(found, balance=_before(account_id, Place(found[0][2], found[0][0]))) if found else ()


def balance(account_id: int) -> int:
    """Return the balance of all that was posted on an account: credits less debits."""
    return _before(account_id, Place(_END_OF_TIME))


def balances(account_ids: Sequence[int]) -> dict[int, int]:
    """Return the balances of accounts that store none, credits less debits, from the totals of days: one query."""
    with connections[replica.alias()].cursor() as cursor:
        cursor.execute(_BALANCES, {"accounts": list(account_ids)})
        return {key: int(balance) for key, balance in cursor.fetchall()}


def by_day(account_id: int, *, first: dt.date, last: dt.date) -> Sequence[tuple[dt.date, int]]:
    """Return the balance at the end of each day (UTC) from the first to the last, which is today: at most two queries.

    Of a holder's account that has more than 20,000 postings in these days it begins with the first day that is whole.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BY_DAY, {"account": account_id, "first": first, "most": _MOST_OF_DAYS})
        rows = cursor.fetchall()
    stored = next((int(change) for day, change, _ in rows if day is None), None)
    changes = {day: int(change) for day, change, _ in rows if day is not None}
    if stored is None:
        midnight = dt.datetime.combine(first, dt.time.min, dt.UTC)
        balance = _before(account_id, Place(midnight))
    else:
        balance = stored - sum(changes.values())
        if sum(number for *_, number in rows) >= _MOST_OF_DAYS:
            # The balance before a day of which only the newest postings were read is that after those of its begin.
            first = min(changes)
            balance, first = balance + changes.pop(first), first + dt.timedelta(days=1)
    found = []
    for number in range((last - first).days + 1):
        day = first + dt.timedelta(days=number)
        balance += changes.get(day, 0)
        found.append((day, balance))
    return found


def _before(account_id: int, place: Place, *, using: str = DEFAULT_DB_ALIAS) -> int:
    day = place.at.astimezone(dt.UTC).date()
    parameters: dict[str, Any] = {"account": account_id, "day": day, "at": place.at, "id": place.posting_id}
    with connections[using].cursor() as cursor:
        cursor.execute(_BEFORE, parameters)
        return int(cursor.fetchone()[0])


def _read(
    account_id: int, place: Place, until: dt.datetime, *, most: int, balance: int, up_to: int = _ALL
) -> Sequence[Line]:
    period: dict[str, Any] = {"account": account_id, "at": place.at, "id": place.posting_id}
    period |= {"until": until, "up_to": up_to, "most": most}
    with connections[replica.alias()].cursor() as cursor:
        cursor.execute(_LINES, period)
        return _lines(cursor.fetchall(), balance=balance)


def _lines(postings: Iterable[tuple[Any, ...]], *, balance: int) -> Sequence[Line]:
    found = []
    for key, entry, at, purpose, payment, side, amount in postings:
        balance += amount if side == chart.CREDIT else -amount
        found.append(Line(key, entry, at, purpose, payment, side == chart.CREDIT, amount, balance))
    return found
