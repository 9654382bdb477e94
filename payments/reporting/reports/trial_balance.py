"""The trial balance of a period: opening, turnover and closing of each kind of account."""

import datetime as dt
import uuid
from collections.abc import Iterator, Sequence

from payments.ledger.chart import AccountKind
from payments.reporting import daily_totals
from payments.reporting.reports import declared
from payments.reporting.reports.declared import Asked, Group
from platforms.base.reports.tables import Column, Kind, Row

_ACCOUNT = Group(Column("account", "Account", Kind.CODE, "The kind of account."))
_SUMS = (
    Column(
        "opening", "Opening (credits less debits)", Kind.AMOUNT, "The balance before the period: credits less debits."
    ),
    Column("debits", "Debits", Kind.AMOUNT, "What was debited in the period."),
    Column("credits", "Credits", Kind.AMOUNT, "What was credited in the period."),
    Column(
        "closing",
        "Closing (credits less debits)",
        Kind.AMOUNT,
        "The balance after the period: `opening` plus `credits` less `debits`.",
    ),
)
Sides = dict[tuple[str, str], tuple[int, int]]
"""Kind and currency → all debits and all credits."""


def _rows(asked: Asked) -> Iterator[Row]:
    before = _sides(asked.platforms, asked.days.begin - dt.timedelta(microseconds=1))
    after = _sides(asked.platforms, declared.last_moment(asked.days))
    order = list(AccountKind)
    for kind, code in sorted(after, key=lambda place: (place[1], order.index(AccountKind(place[0])))):
        debits_before, credits_before = before.get((kind, code), (0, 0))
        debits, credited = after[kind, code]
        yield (
            kind,
            code,
            credits_before - debits_before,
            debits - debits_before,
            credited - credits_before,
            credited - debits,
        )


def _sides(platforms: Sequence[uuid.UUID], at: dt.datetime) -> Sides:
    """Return the sums up to and including a moment, of one platform or of all: nobody asks for some of them."""
    (platform_id,) = platforms if len(platforms) == 1 else (None,)
    found = daily_totals.totals(at=at, platform_id=platform_id)
    return {(total.kind, total.currency): (total.debit, total.credit) for total in found}


REPORT = declared.Report(
    name="trial-balance",
    title="Trial balance of a period",
    text=(
        "Credits less debits: what the service owes is positive, what it has is negative. Opening and closing add up to"
        " nothing, and debits equal credits."
    ),
    when=declared.When.PERIOD,
    groups={},
    usual=("account",),
    sums=_SUMS,
    read=_rows,
    of_staff={"account": _ACCOUNT},
)
