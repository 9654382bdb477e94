"""What a report is: its columns, what it may be cut by, and the function that reads it."""

import dataclasses
import datetime as dt
import enum
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.db import connections

from payments.reporting import rail_statistics
from platforms.base.reports.periods import Period
from platforms.base.reports.tables import Column, Kind, Row, Table
from platforms.database import replica
from platforms.database import sql as sql_text
from platforms.database.postgresql.base import planned_for_values


@dataclasses.dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for: of which platforms, of when, cut by what. A report takes a period, or a moment."""

    platforms: Sequence[uuid.UUID]
    groups: Sequence[str]
    """Names of columns, in the order of the rows."""
    period: Period | None = None
    at: dt.datetime | None = None

    @property
    def days(self) -> Period:
        """The period of a report that takes one."""
        if self.period is None:
            raise ValueError("this report takes a period")
        return self.period

    @property
    def moment(self) -> dt.datetime:
        """The moment of a report that takes one."""
        if self.at is None:
            raise ValueError("this report takes a moment")
        return self.at


@dataclasses.dataclass(frozen=True, slots=True)
class Group:
    """A column that rows can be cut by, with its SQL."""

    column: Column
    sql: str = ""
    """Of a report that is one statement."""


class When(enum.Enum):
    """What a report is of."""

    PERIOD = "PERIOD"
    DAY = "DAY"
    MOMENT = "MOMENT"


@dataclasses.dataclass(frozen=True, slots=True)
class Report:
    """A report: its rows are cut by groups and by currency."""

    name: str
    """In addresses."""
    title: str
    text: str
    """What it counts, and what its sums equal."""
    when: When
    groups: Mapping[str, Group]
    usual: Sequence[str]
    """Groups where nobody says which."""
    sums: Sequence[Column]
    read: Callable[[Asked], Iterator[Row]]
    of_staff: Mapping[str, Group] = dataclasses.field(default_factory=dict)
    """Groups that pages of staff have beside the others."""

    @property
    def every_group(self) -> Mapping[str, Group]:
        """All that staff may cut it by."""
        return {**self.of_staff, **self.groups}

    def columns(self, groups: Sequence[str]) -> Sequence[Column]:
        """Return the columns of its rows: the groups, the currency, the sums."""
        return (*(self.every_group[name].column for name in groups), CURRENCY, *self.sums)

    def table(self, asked: Asked) -> Table:
        """Return it as asked for. The rows are read when they are taken."""
        return Table(self.columns(asked.groups), self.read(asked))


CURRENCY = Column("currency", "Currency", Kind.CODE, "The currency of the amounts.")


def platform(sql: str) -> Group:
    """Return the group of platforms, of a platform's key in SQL."""
    column = Column("platform", "Platform", Kind.TEXT, "The platform.")
    return Group(
        column,
        sql_text.of_constants("(SELECT name || ' ' || environment FROM platforms_platform WHERE id = {key})", key=sql),
    )


def rail() -> Group:
    """Return the group of rails, of a `payment` and of the account `outside` that it has."""
    text = "The type of the external account, `UMA`, or `INTERNAL` without a rail."
    return Group(Column("rail", "Rail", Kind.CODE, text), rail_statistics.RAIL)


def columns_of(groups: Mapping[str, Group], names: Sequence[str]) -> str:
    """Return the SQL of some groups, each before a comma."""
    return "".join(f"{groups[name].sql}, " for name in names)


def places_of(names: Sequence[str]) -> str:
    """Return the numbers of the groups' columns and of the currency, behind them."""
    return ", ".join(str(place) for place in range(1, len(names) + 2))


def day(sql: str) -> Group:
    """Return the group of days, of a moment in SQL."""
    column = Column("day", "Day", Kind.DAY, "The day, in the time zone asked for.")
    return Group(column, f"({sql} AT TIME ZONE %(zone)s)::date")


def month(sql: str) -> Group:
    """Return the group of months, of a moment in SQL."""
    column = Column("month", "Month", Kind.MONTH, "The month, in the time zone asked for, such as `2026-11`.")
    return Group(column, f"to_char({sql} AT TIME ZONE %(zone)s, 'YYYY-MM')")


def _parameters(asked: Asked) -> dict[str, Any]:
    """Return the values of the places in the SQL of a report."""
    period = asked.days
    return {
        "platforms": list(asked.platforms),
        "begin": period.begin,
        "end": period.end,
        "zone": period.zone.key,
    }


def rows_of(statement: str, asked: Asked) -> list[tuple[Any, ...]]:
    """Execute the statement of a report where this thread reads, and return its rows."""
    using = replica.alias()
    with planned_for_values(using=using), connections[using].cursor() as cursor:
        cursor.execute(statement, _parameters(asked))
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def last_moment(period: Period) -> dt.datetime:
    """Return the last moment of a period, to the microsecond."""
    return period.end - dt.timedelta(microseconds=1)
