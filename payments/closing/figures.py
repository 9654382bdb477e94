"""What the books of a month show: read from the journal, and kept when the month is closed."""

import datetime as dt
import hashlib
import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from payments.models import MonthClose, MonthFigure
from payments.reporting.reports import trial_balance
from payments.reporting.reports.declared import Asked
from platforms.base.reports import periods


class Figure(NamedTuple):
    """A kind of accounts in a currency: opening and closing are credits less debits, all in the smallest unit."""

    kind: str
    currency: str
    opening: int
    debits: int
    credits: int
    closing: int


def following(month: dt.date) -> dt.date:
    """Return the first day of the month after one."""
    return periods.month_of(month).last + dt.timedelta(days=1)


def begin_of(month: dt.date) -> dt.datetime:
    """Return the first moment of a month, in UTC."""
    return periods.month_of(month).begin


def end_of(month: dt.date) -> dt.datetime:
    """Return the first moment after a month, in UTC."""
    return periods.month_of(month).end


def of_journal(platform_id: uuid.UUID, month: dt.date) -> Sequence[Figure]:
    """Return what the journal shows of a month: the trial balance of its days, in UTC."""
    asked = Asked([platform_id], ("account",), periods.month_of(month))
    return [Figure(*row) for row in trial_balance.REPORT.read(asked)]  # type: ignore[arg-type]


def kept(close: MonthClose) -> Sequence[Figure]:
    """Return what was kept when a month was closed last."""
    rows = MonthFigure.objects.filter(close=close, edition=close.edition).order_by("currency", "id")
    return [
        Figure(row.kind, row.currency, int(row.opening), int(row.debits), int(row.credits), int(row.closing))
        for row in rows
    ]


def keep(close: MonthClose, shown: Iterable[Figure]) -> None:
    """Keep the figures of a month as those of its present edition."""
    MonthFigure.objects.bulk_create(
        [MonthFigure(close=close, edition=close.edition, **figure._asdict()) for figure in shown]
    )


def digest(close: MonthClose, shown: Iterable[Figure], *, edition: int) -> str:
    """Return the SHA-256 of figures with the platform, the month and the edition that they are of, in hexadecimal."""
    lines = [f"{close.platform_id} {close.month:%Y-%m} {edition}"]
    lines += sorted(" ".join(map(str, figure)) for figure in shown)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
