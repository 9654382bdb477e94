"""The parts of the check of the books: what each compares, by which keys, and what it reads again when more has come.

Rows that decide about one payment, deposit or account are written in one database transaction: each page of keys may be
read in a snapshot of its own.
"""

import dataclasses
import datetime as dt
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.db import connection

from platforms.base import clock, identifiers
from platforms.database import sql
from platforms.operations import check_keys
from platforms.operations.check_keys import Keys, OfKeys, between
from platforms.operations.nightly_checks import Finding, Key, Page

MAX_FAULTS = 1000
"""Of one page, and of one check."""
IN_FLIGHT = dt.timedelta(hours=1)
"""No database transaction stays open for longer: a key made before then is in the table, or never will be."""
_BETWEEN = re.compile(r"([\w.]+) > %\(after\)s\s+AND \1 <= %\(until\)s")


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


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """Statements that each return rows (kind, subject, detail, platform, accounts), `most` of them at most.

    With `keys` they get `after` and `until`, for each page. Those of UUIDs are sent with the page's keys in place of
    that: the planner takes the keys between two UUIDs for one row where both lie between two marks of its histogram,
    as they do among a million, and would join each row of the page with all others. It counts named ones.
    Without `keys` statements read all rows at once, and have no LIMIT of their own: there are few.
    """

    name: str
    statements: Sequence[str]
    keys: Keys | None = None
    share: int = 1
    """A page has `check_keys.RANGE` rows divided by it."""
    parameters: Callable[[], Mapping[str, Any]] = dict
    """Returns further parameters of the statements."""
    is_nightly: bool = False
    """Whether all keys are read each night."""
    named_by: Sequence[str] = ()
    """Tables whose `transaction_id` names a row. A key that only they have is read too: its row is missing."""

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
        return None if self.keys is None else check_keys.mark_of(self.keys, now=now)

    def page(self, after: Key, until: Key) -> Page:
        """Return the next page."""
        return (
            Page(None, None, 0)
            if self.keys is None
            else check_keys.page_of(self.keys, after=after, until=until, size=max(1, check_keys.RANGE // self.share))
        )

    def size(self) -> int:
        """Return about how many rows there are."""
        return check_keys.size_of(self.keys.table) if self.keys else 0

    def read(self, page: Page, former: dt.datetime | None) -> Iterator[Finding]:
        """Yield the faults in a page."""
        if self.keys is None:
            yield from _asked([f"{statement} LIMIT %(most)s" for statement in self.statements], self.parameters())
        elif self.keys.kind is check_keys.UUIDS:
            if named := self._named(self.keys, page):
                yield from self.of_keys(named)
        else:
            yield from _asked(self.statements, {**self.parameters(), **between(self.keys, page)})

    def _named(self, keys: Keys, page: Page) -> list[str]:
        """Return the keys of a page, and some of those that other tables name there, and that are missing."""
        there = sql.of_constants(
            "SELECT {column}::text FROM {table} WHERE {column} > %(after)s AND {column} <= %(until)s",
            table=keys.table,
            column=keys.column,
        )
        missing = [
            sql.of_constants(
                """
                (SELECT naming.transaction_id::text FROM {naming} naming
                  WHERE naming.transaction_id > %(after)s AND naming.transaction_id <= %(until)s
                    AND NOT EXISTS (SELECT FROM {table} named WHERE named.id = naming.transaction_id)
                  LIMIT %(most_missing)s)
                """,
                naming=table,
                table=keys.table,
            )
            for table in self.named_by
        ]
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join([there, *missing]), {**between(keys, page), "most_missing": MAX_FAULTS})
            return [key for (key,) in cursor.fetchall()]

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
class Trail(OfKeys):
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
            cursor.execute(self.statement, {**between(self.keys, page), "before": before})
            named = [str(key) for (key,) in cursor.fetchall()]
        if named:
            yield from self.follows.of_keys(named)


@dataclasses.dataclass(frozen=True, slots=True)
class Reading(OfKeys):
    """A comparison that no statement of the database can make, of rows between two keys that are UUIDs."""

    compare: Callable[[uuid.UUID, uuid.UUID], Iterator[Fault]]
    has_rounds: ClassVar[bool] = True
    is_small: ClassVar[bool] = False

    def read(self, page: Page, _: dt.datetime | None) -> Iterator[Finding]:
        """Yield the faults in a page."""
        keys = between(self.keys, page)
        for fault in self.compare(uuid.UUID(str(keys["after"])), uuid.UUID(str(keys["until"]))):
            yield fault.stored


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
