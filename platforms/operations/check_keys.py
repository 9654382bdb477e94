"""The keys by which parts of nightly checks read tables, and what such parts have in common."""

import dataclasses
import datetime as dt
import itertools
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, Protocol

from django.db import connection

from platforms.base import clock, identifiers
from platforms.database import high_water, sql
from platforms.encryption import seals
from platforms.operations import nightly_checks, unread_pages
from platforms.operations.nightly_checks import Finding, Key, Page, Part

RANGE = 10_000
"""Rows, such as payments, covered by one page."""
OVERLAP = dt.timedelta(days=2)
"""How much of what the check before has read is read again, where a comparison reads what has come since."""
SEALS_OF_A_PAGE = 40
"""Each of 5,000 rows at most."""
_SIZE = "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = %s::regclass"


class Fault(Protocol):
    """A difference that a comparison has found."""

    @property
    def stored(self) -> Finding:
        """The fault as JSON has it."""


class Kind(NamedTuple):
    """A type of keys: its first and its last one."""

    first: int | str
    last: int | str


UUIDS = Kind(str(uuid.UUID(int=0)), str(uuid.UUID(int=2**128 - 1)))
"""They begin with the time when they were made."""
NUMBERS = Kind(1 - 2**63, 2**63 - 1)
DAYS = Kind("0001-01-01", "9999-12-31")


class Keys(NamedTuple):
    """The keys by which a comparison reads a table."""

    table: str
    kind: Kind = UUIDS
    column: str = "id"
    margin: dt.timedelta = OVERLAP
    """Of keys that begin with a time: so much of what was read is new again."""


@dataclasses.dataclass(frozen=True, slots=True)
class OfKeys:
    """A part that reads a table by its keys."""

    name: str
    keys: Keys

    def mark(self, now: clock.RealTime) -> Key:
        """Return where the new rows of the next night begin."""
        return mark_of(self.keys, now=now)

    def page(self, after: Key, until: Key) -> Page:
        """Return the next page."""
        return page_of(self.keys, after=after, until=until, size=RANGE)

    def size(self) -> int:
        """Return about how many rows there are."""
        return size_of(self.keys.table)


class Function(NamedTuple):
    """A comparison of few rows that no statement of the database can make, all of them each night."""

    name: str
    compare: Callable[[], Iterable[Fault]]
    has_rounds: bool = False
    is_small: bool = True

    def mark(self, _: clock.RealTime) -> Key:
        """Return nothing: it has no keys."""
        return None

    def page(self, _: Key, __: Key) -> Page:
        """Return everything."""
        return Page(None, None, 0)

    def size(self) -> int:
        """Return nothing: it has no keys."""
        return 0

    def read(self, _: Page, __: dt.datetime | None) -> Iterator[Finding]:
        """Yield the faults."""
        for fault in self.compare():
            yield fault.stored


@dataclasses.dataclass(frozen=True, slots=True)
class Seals:
    """The part of a check that compares a log with its seals, by their numbers: one comes after the other."""

    log: seals.Log
    known: Callable[[], int]
    """Returns how many seals there were at the last check."""
    faults: Callable[[Sequence[seals.Fault]], Iterable[Fault]]
    """Returns differences from the seals as the check has them."""
    expected: seals.Head | None = None
    """A seal that was noted somewhere else."""
    name: ClassVar[str] = "seals"
    has_rounds: ClassVar[bool] = True
    is_small: ClassVar[bool] = False

    def mark(self, _: clock.RealTime) -> Key:
        """Return the newest seal."""
        head = self.log.head()
        return head[0] if head else None

    def page(self, after: Key, until: Key) -> Page:
        """Return the next seals."""
        keys = Keys(self.log.seals._meta.db_table, NUMBERS, "number")
        return page_of(keys, after=after, until=until, size=SEALS_OF_A_PAGE)

    def size(self) -> int:
        """Return how many seals there are."""
        return self.log.count()

    def read(self, page: Page, _: dt.datetime | None) -> Iterator[Finding]:
        """Yield what differs from some seals; with the last page also whether there are fewer than there were."""
        after, until = (None if key is None else int(key) for key in (page.after, page.until))
        differences = self.log.differences(after=after, until=until, expected=self.expected)
        found = list(itertools.islice(differences, nightly_checks.MOST_FAULTS))
        if until is None:
            found += self.log.lost(known=max(self.known(), self.expected[0] if self.expected else 0))
        for fault in self.faults(found):
            yield fault.stored


def everything(part: Part, *, check: nightly_checks.Check, former: dt.datetime | None) -> Iterator[nightly_checks.Read]:
    """Yield all pages of a part with their differences, each in a snapshot; `former`: when the check before began.

    One that can't be read is a difference itself.
    """
    page_with_findings = _read_after(None, part, check, former)
    while page_with_findings:
        yield page_with_findings
        until = page_with_findings[0].until
        page_with_findings = None if until is None else _read_after(until, part, check, former)


def _read_after(
    after: Key, part: Part, check: nightly_checks.Check, former: dt.datetime | None
) -> nightly_checks.Read | None:
    with nightly_checks.snapshot():
        return unread_pages.read(
            part,
            check=check,
            former=former,
            page=lambda: part.page(after, None),
            left=lambda: Page(after, None, 0),
        )


def mark_of(keys: Keys, *, now: clock.RealTime) -> Key:
    """Return the key below which no row appears any more; before it, of keys that begin with a time."""
    if keys.kind is UUIDS:
        return str(identifiers.first_key(now - keys.margin))
    if keys.kind is DAYS:
        return (now - keys.margin).date().isoformat()
    return high_water.mark(keys.table)


def page_of(keys: Keys, *, after: Key, until: Key, size: int) -> Page:
    """Return the next page of a table's keys."""
    statement = sql.of_constants(
        """
        SELECT key::text, number
          FROM (SELECT {column} AS key, row_number() OVER (ORDER BY {column}) AS number FROM {table}
                 WHERE {column} > %(after)s AND {column} <= %(until)s ORDER BY {column} LIMIT %(size)s) page
         ORDER BY number DESC LIMIT 1
        """,
        column=keys.column,
        table=keys.table,
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, {**between(keys, Page(after, until, 0)), "size": size})
        found: tuple[str, int] | None = cursor.fetchone()
    key, rows = found or ("", 0)
    if rows < size:
        return Page(after, until, rows)
    return Page(after, int(key) if keys.kind is NUMBERS else key, rows)


def between(keys: Keys, page: Page) -> Mapping[str, int | str]:
    """Return the keys between which a page is, as parameters."""
    return {
        "after": keys.kind.first if page.after is None else page.after,
        "until": keys.kind.last if page.until is None else page.until,
    }


def size_of(table: str) -> int:
    """Return about how many rows a table has."""
    with connection.cursor() as cursor:
        cursor.execute(_SIZE, [table])
        return int(cursor.fetchone()[0])
