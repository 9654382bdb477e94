"""The journal of a platform in a period of UTC days: every posting, or sums by day as moves between accounts."""

import collections
import dataclasses
import datetime as dt
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import connections

from platforms.base import money
from platforms.base.reports.periods import Period
from platforms.database import replica, sql

# The postings of days lie between two keys, but for those that are not counted yet.
_POSTINGS = """
  FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
  JOIN payments_journalentry entry ON entry.id = posting.entry_id
  LEFT JOIN payments_correction correction ON correction.entry_id = entry.id
 WHERE account.platform_id = %(platform)s AND posting.at >= %(begin)s AND posting.at < %(end)s
   AND (posting.id BETWEEN (SELECT min(first_posting) FROM payments_ledgerday
                             WHERE platform_id = %(platform)s AND day BETWEEN %(first)s AND %(last)s)
                       AND (SELECT max(last_posting) FROM payments_ledgerday
                             WHERE platform_id = %(platform)s AND day BETWEEN %(first)s AND %(last)s)
        OR posting.id > coalesce((SELECT up_to FROM payments_daymark WHERE name = 'ledger'), 0))
"""
_EVERY = sql.of_constants(
    """
SELECT entry.id, entry.at, entry.purpose, entry.transaction_id, correction.month, account.kind, posting.currency,
       posting.side, posting.amount {postings}
 ORDER BY entry.id, posting.id
""",
    postings=_POSTINGS,
)
_SUMS = sql.of_constants(
    """
SELECT (posting.at AT TIME ZONE 'UTC')::date, entry.purpose, correction.month, posting.currency, account.kind,
       sum(CASE posting.side WHEN 'D' THEN posting.amount ELSE -posting.amount END) {postings}
 GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 4, 2, 3, 5
""",
    postings=_POSTINGS,
)
Code = Callable[[str, str], str]
"""Returns the account of a kind and currency."""


class Line(NamedTuple):
    """A posting, with what its entry says."""

    entry: int
    at: dt.datetime
    purpose: str
    transaction: uuid.UUID | None
    corrects: dt.date | None
    kind: str
    currency: str
    side: str
    amount: int


@dataclasses.dataclass(frozen=True, slots=True)
class Move:
    """The sum of a day, in the smallest unit, that entries of a purpose have moved from one account to another."""

    day: dt.date
    purpose: str
    corrects: dt.date | None
    """The first day of the closed month that they correct."""
    currency: str
    debit: str
    credit: str
    amount: int


def lines(platform_id: uuid.UUID, period: Period) -> Iterator[Line]:
    """Yield every posting of a period, entry by entry, read in days."""
    for number in range(period.days):
        day = period.first + dt.timedelta(days=number)
        yield from (Line(*row) for row in _rows(_EVERY, platform_id, Period(day, day)))


def moves(*, platform_id: uuid.UUID, period: Period, code: Code) -> Iterator[Move]:
    """Yield the sums of each day as moves between two accounts, named by `code`: debits equal credits in each.

    What stays on one account moves nothing.
    """
    groups: dict[tuple[dt.date, str, dt.date | None, str], collections.Counter[str]] = {}
    for day, purpose, corrects, currency, kind, net in _rows(_SUMS, platform_id, period):
        group = groups.setdefault((day, purpose, corrects, currency), collections.Counter())
        group[code(kind, currency)] += int(net)
    for (day, purpose, corrects, currency), net_by_code in groups.items():
        for debit, credit, amount in _paired(net_by_code):
            yield Move(day, purpose, corrects, currency, debit, credit, amount)


def _paired(net: Mapping[str, int]) -> Iterator[tuple[str, str, int]]:
    """Yield debited account, credited account and amount, until nothing is left of nets that add up to nothing."""
    debits = [(code, amount) for code, amount in sorted(net.items()) if amount > 0]
    credits_ = [(code, -amount) for code, amount in sorted(net.items()) if amount < 0]
    while debits and credits_:
        (debit, debited), (credit, credited) = debits.pop(), credits_.pop()
        amount = min(debited, credited)
        yield debit, credit, amount
        if debited > amount:
            debits.append((debit, debited - amount))
        if credited > amount:
            credits_.append((credit, credited - amount))


def decimal_text(amount: int, currency: str) -> str:
    """Return an amount in the major unit, exact, with a point and without any other mark."""
    return f"{Decimal(amount).scaleb(-money.currency(currency).decimals):f}"


def used(platform_id: uuid.UUID, period: Period) -> Sequence[tuple[str, str]]:
    """Return the kinds of accounts and currencies that were posted on in a period."""
    return sorted({(kind, currency) for _, _, _, currency, kind, _ in _rows(_SUMS, platform_id, period)})


def _rows(statement: str, platform_id: uuid.UUID, period: Period) -> Iterable[tuple[Any, ...]]:
    parameters: dict[str, Any] = {
        "platform": platform_id,
        "begin": period.begin,
        "end": period.end,
        "first": period.first,
        "last": period.last,
    }
    with connections[replica.alias()].cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
