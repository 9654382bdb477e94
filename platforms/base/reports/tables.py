"""Tables of reports: columns that say what they hold, and rows of plain values."""

import dataclasses
import datetime as dt
import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from platforms.base import clock, money
from platforms.base.reports import csv_text

Value = str | int | Decimal | dt.date | dt.datetime | None
"""Of a cell. An amount is an int in the smallest unit, a share a Decimal between 0 and 1, a duration whole seconds."""
Row = Sequence[Value]


class Kind(enum.Enum):
    """What the values of a column are."""

    TEXT = "TEXT"
    CODE = "CODE"
    """A word of the API, such as a status."""
    DAY = "DAY"
    MONTH = "MONTH"
    """`2026-11`."""
    COUNT = "COUNT"
    AMOUNT = "AMOUNT"
    SHARE = "SHARE"
    SECONDS = "SECONDS"


@dataclasses.dataclass(frozen=True, slots=True)
class Column:
    """A column of a report."""

    name: str
    """In the API and in files."""
    title: str
    """On pages."""
    kind: Kind
    text: str
    """A sentence that says what it is."""
    currency: str = "currency"
    """Of an amount: the column with its currency."""


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """A report of a period or a moment."""

    columns: Sequence[Column]
    rows: Iterable[Row]

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the rows for JSON, amounts in the smallest unit; what is None is left out."""
        for row in self.rows:
            cells = zip(self.columns, row, strict=True)
            yield {column.name: _plain(value) for column, value in cells if value is not None}

    def lines(self) -> Iterator[str]:
        """Yield the lines of a CSV file, amounts in major units, as a spreadsheet adds them up."""
        yield csv_text.lines([[column.name for column in self.columns]])
        for row in self.rows:
            cells = dict(zip((column.name for column in self.columns), row, strict=True))
            yield csv_text.lines([[_written(column, cells) for column in self.columns]])


def share(part: int, whole: int) -> Decimal | None:
    """Return a share with four decimals; None of nothing."""
    return (Decimal(part) / whole).quantize(Decimal("0.0001")) if whole else None


def _plain(value: Value) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dt.datetime):
        return clock.iso(value)
    return value.isoformat() if isinstance(value, dt.date) else value


def _written(column: Column, cells: Mapping[str, Value]) -> str:
    value = cells[column.name]
    if value is None:
        return ""
    if column.kind is Kind.AMOUNT:
        decimals = money.currency(str(cells[column.currency])).decimals
        return f"{Decimal(str(value)).scaleb(-decimals):.{decimals}f}"
    return csv_text.safe(value) if isinstance(value, str) else str(_plain(value))
