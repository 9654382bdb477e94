"""The parts of the check of the books: what each compares, by which keys, and what it reads again when more has come.

Rows that decide about one payment, deposit or account are written in one database transaction: each page of keys may be
read in a snapshot of its own.
"""

import dataclasses
import datetime as dt
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from django.db import connection

from platforms.base import clock, identifiers
from platforms.database import high_water, sql
from platforms.operations.nightly_checks import Finding, Key, Page

MAX_FAULTS = 1000
"""Of one page, and of one check."""
RANGE = 10_000
"""Rows, such as payments, covered by one page."""
OVERLAP = dt.timedelta(days=2)
"""How much of what the check before has read is read again, where a comparison reads what has come since."""
IN_FLIGHT = dt.timedelta(hours=1)
"""No database transaction stays open for longer: a key made before then is in the table, or never will be."""
_BETWEEN = re.compile(r"([\w.]+) > %\(after\)s\s+AND \1 <= %\(until\)s")
_SIZE = "SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = %s::regclass"


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """An inconsistency in the books."""

    kind: str
    subject: str
    """The public identifier of the payment, deposit or internal account; other words where there is none."""
    detail: str
    platform_id: uuid.UUID | None = None
    accounts: tuple[int, ...] = ()
    """Keys of the holders' ledger accounts concerned."""

    @classmethod
    def of(cls, finding: Finding) -> "Fault":
        """Return the fault that JSON has."""
        platform = finding["platform_id"]
        accounts = tuple(finding["accounts"])
        return cls(
            finding["kind"], finding["subject"], finding["detail"], uuid.UUID(platform) if platform else None, accounts
        )

    @property
    def stored(self) -> Finding:
        """The fault as JSON has it."""
        platform = str(self.platform_id) if self.platform_id else None
        return dataclasses.asdict(self) | {"platform_id": platform, "accounts": list(self.accounts)}


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
class Comparison:
    """Statements that each return rows (kind, subject, detail, platform, accounts), `most` of them at most.

    With `keys` they get `after` and `until`, for each page. Without they read all rows at once, and have no LIMIT of
    their own: there are few.
    """

    name: str
    statements: Sequence[str]
    keys: Keys | None = None
    share: int = 1
    """A page has RANGE divided by it."""
    parameters: Callable[[], Mapping[str, Any]] = dict
    """Returns further parameters of the statements."""
    is_nightly: bool = False
    """Whether all keys are read each night."""

    @property
    def has_rounds(self) -> bool:
        """Whether old rows are read too."""
        return True

    @property
    def is_small(self) -> bool:
        """Whether everything is read each night."""
        return self.is_nightly or self.keys is None

    def mark(self, now: clock.RealTime) -> Key:
        """Return where the new rows of the next night begin."""
        return None if self.keys is None else _mark(self.keys, now)

    def page(self, after: Key, until: Key) -> Page:
        """Return the next page."""
        return (
            Page(None, None, 0)
            if self.keys is None
            else page_of(self.keys, after=after, until=until, size=max(1, RANGE // self.share))
        )

    def size(self) -> int:
        """Return about how many rows there are."""
        return _size(self.keys.table) if self.keys else 0

    def read(self, page: Page, former: dt.datetime | None) -> Iterator[Finding]:
        """Yield the faults in a page."""
        if self.keys is None:
            yield from _asked([f"{statement} LIMIT %(most)s" for statement in self.statements], self.parameters())
        else:
            yield from _asked(self.statements, {**self.parameters(), **_between(self.keys, page)})

    def of_keys(self, keys: Sequence[str]) -> Iterator[Finding]:
        """Yield the faults of these keys alone."""
        statements = []
        for statement in self.statements:
            named, count = _BETWEEN.subn(r"\1 = ANY (%(keys)s::uuid[])", statement)
            assert count, "no condition is in the form that names a range"
            assert "%(after)s" not in named, "a condition is in another form"
            statements.append(named)
        yield from _asked(statements, {**self.parameters(), "keys": list(keys)})


@dataclasses.dataclass(frozen=True, slots=True)
class _OfKeys:
    """A part that reads a table by its keys."""

    name: str
    keys: Keys

    def mark(self, now: clock.RealTime) -> Key:
        """Return where the new rows of the next night begin."""
        return _mark(self.keys, now)

    def page(self, after: Key, until: Key) -> Page:
        """Return the next page."""
        return page_of(self.keys, after=after, until=until, size=RANGE)

    def size(self) -> int:
        """Return about how many rows there are."""
        return _size(self.keys.table)


@dataclasses.dataclass(frozen=True, slots=True)
class Trail(_OfKeys):
    """Rows that tell that older ones have changed, which are then compared again: an entry of an old payment."""

    statement: str
    """Returns the keys that rows between `after` and `until` name, up to `before`: later ones are new themselves."""
    follows: Comparison
    has_rounds: ClassVar[bool] = False
    is_small: ClassVar[bool] = False

    def read(self, page: Page, former: dt.datetime | None) -> Iterator[Finding]:
        """Yield the faults of what the rows of a page name."""
        if former is None or self.follows.keys is None:
            return
        before = identifiers.first_key(former - self.follows.keys.margin)
        with connection.cursor() as cursor:
            cursor.execute(self.statement, {**_between(self.keys, page), "before": before})
            named = [str(key) for (key,) in cursor.fetchall()]
        if named:
            yield from self.follows.of_keys(named)


@dataclasses.dataclass(frozen=True, slots=True)
class Reading(_OfKeys):
    """A comparison that no statement of the database can make, of rows between two keys that are UUIDs."""

    compare: Callable[[uuid.UUID, uuid.UUID], Iterator[Fault]]
    has_rounds: ClassVar[bool] = True
    is_small: ClassVar[bool] = False

    def read(self, page: Page, _: dt.datetime | None) -> Iterator[Finding]:
        """Yield the faults in a page."""
        between = _between(self.keys, page)
        for fault in self.compare(uuid.UUID(str(between["after"])), uuid.UUID(str(between["until"]))):
            yield fault.stored


class Function(NamedTuple):
    """A comparison of few rows that no statement of the database can make, all of them each night."""

    name: str
    compare: Callable[[], Iterator[Fault]]
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


def _mark(keys: Keys, now: clock.RealTime) -> Key:
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
        cursor.execute(statement, {**_between(keys, Page(after, until, 0)), "size": size})
        found: tuple[str, int] | None = cursor.fetchone()
    key, rows = found or ("", 0)
    if rows < size:
        return Page(after, until, rows)
    return Page(after, int(key) if keys.kind is NUMBERS else key, rows)


def _between(keys: Keys, page: Page) -> Mapping[str, int | str]:
    """Return the keys between which a page is, as parameters."""
    return {
        "after": keys.kind.first if page.after is None else page.after,
        "until": keys.kind.last if page.until is None else page.until,
    }


def _size(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_SIZE, [table])
        return int(cursor.fetchone()[0])


def _asked(statements: Sequence[str], parameters: Mapping[str, Any]) -> Iterator[Finding]:
    left = MAX_FAULTS
    for statement in statements:
        with connection.cursor() as cursor:
            cursor.execute(statement, {**parameters, "most": left})
            rows = cursor.fetchall()
        for kind, subject, detail, platform_id, accounts in rows:
            yield Fault(kind, subject, detail, platform_id, tuple(accounts)).stored
        left -= len(rows)
        if left <= 0:
            return
