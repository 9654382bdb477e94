"""The bank's records, in an SQLite database in its folder: the bank may be killed at any moment.

Times are whole seconds since 1970, in UTC.
"""

import contextlib
import dataclasses
import datetime as dt
import itertools
import json
import pathlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from practice.bank.orders import Order
from practice.bank.statements import Kind, Line, Said

_TABLES = """
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS file (
    id INTEGER PRIMARY KEY, mark TEXT NOT NULL UNIQUE, name TEXT NOT NULL, message TEXT NOT NULL,
    message_id TEXT NOT NULL, problem TEXT NOT NULL, whole TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS payment (
    id INTEGER PRIMARY KEY, file INTEGER NOT NULL REFERENCES file, end_to_end_id TEXT NOT NULL, due TEXT NOT NULL,
    content TEXT NOT NULL, amount INTEGER NOT NULL, fate TEXT NOT NULL, code TEXT NOT NULL, state TEXT NOT NULL,
    comes_back TEXT
);
CREATE INDEX IF NOT EXISTS payment_of_file ON payment (file, due);
CREATE INDEX IF NOT EXISTS payment_that_comes_back ON payment (comes_back) WHERE comes_back IS NOT NULL;
CREATE TABLE IF NOT EXISTS arrival (
    id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, name TEXT NOT NULL, account TEXT NOT NULL, text TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, content TEXT NOT NULL, is_stated INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS due (
    what TEXT NOT NULL, subject TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (what, subject)
);
CREATE TABLE IF NOT EXISTS answer (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, suffix TEXT NOT NULL, content BLOB NOT NULL, at INTEGER NOT NULL,
    state TEXT NOT NULL, name TEXT NOT NULL DEFAULT ''
);
"""
RECEIVED, REJECTED, EXECUTED, RETURNED = "RECEIVED", "REJECTED", "EXECUTED", "RETURNED"
"""States of a payment."""
WAITING, NAMED, SENT, LOST = "WAITING", "NAMED", "SENT", "LOST"
"""States of an answer."""


class Due(NamedTuple):
    """An event with a due time."""

    what: str
    subject: str
    at: dt.datetime


class Kept(NamedTuple):
    """A payment as the bank keeps it."""

    id: int
    order: Order
    fate: str
    code: str
    state: str


class Executed(NamedTuple):
    """An executed payment of one end-to-end id: how many times it was executed, and how many times returned."""

    end_to_end_id: str
    amount: int
    times: int
    returns: int


class Book:
    """The tables, and the account's balance. Writing methods are called in a `transaction`."""

    def __init__(self, path: pathlib.Path) -> None:
        """Open the book, or begin one."""
        # Not flushed at each commit, for speed: a power failure may lose the last steps, a killed process none.
        self._sql = sqlite3.connect(path, timeout=60, isolation_level=None)
        self._sql.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;" + _TABLES)

    def close(self) -> None:
        """Close the file."""
        self._sql.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit everything written inside, or nothing."""
        self._sql.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._sql.execute("ROLLBACK")
            raise
        self._sql.execute("COMMIT")

    # Facts.

    def fact(self, name: str, default: int = 0) -> int:
        """Return a stored number."""
        row = self._sql.execute("SELECT value FROM fact WHERE name = ?", [name]).fetchone()
        return int(row[0]) if row else default

    def keep(self, name: str, value: int) -> None:
        """Store a number."""
        self._sql.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", [name, value])

    def count(self, name: str) -> int:
        """Return the next number of a series, from 1."""
        number = self.fact(name) + 1
        self.keep(name, number)
        return number

    @property
    def now(self) -> dt.datetime | None:
        """The end of the last step."""
        seconds = self.fact("now")
        return _moment(seconds) if seconds else None

    # Files and payments.

    def has_taken(self, mark: str) -> bool:
        """Tell whether this file was taken before."""
        return self._sql.execute("SELECT 1 FROM file WHERE mark = ?", [mark]).fetchone() is not None

    def add_file(self, *, mark: str, name: str, message: str, message_id: str, problem: str, whole: str) -> int:
        """Add a file; return its number."""
        arguments = [mark, name, message, message_id, problem, whole]
        return self._insert("INSERT INTO file VALUES (NULL, ?, ?, ?, ?, ?, ?)", arguments)

    def file(self, number: int) -> tuple[str, str, str]:
        """Return a file's message, its message id and the verdict on the whole of it."""
        row = self._sql.execute("SELECT message, message_id, whole FROM file WHERE id = ?", [number]).fetchone()
        return str(row[0]), str(row[1]), str(row[2])

    def add_payment(self, file: int, order: Order, *, fate: str, code: str) -> None:
        """Add a received payment."""
        arguments = [file, order.end_to_end_id, order.due.isoformat(), _json(order), order.amount, fate, code, RECEIVED]
        self._insert("INSERT INTO payment VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, NULL)", arguments)

    def payments(self, file: int, due: str = "") -> list[Kept]:
        """Return the payments of a file, of one due day or of all."""
        return self._kept("file = ? AND ? IN ('', due)", [file, due])

    def coming_back(self, day: str) -> list[Kept]:
        """Return the payments to return or correct on a day."""
        return self._kept("comes_back = ?", [day])

    def move(self, payments: Sequence[Kept], state: str) -> None:
        """Give payments a state."""
        self._sql.executemany("UPDATE payment SET state = ? WHERE id = ?", [(state, one.id) for one in payments])

    def bring_back(self, payment: Kept, day: dt.date) -> None:
        """Store the day of a payment's return or correction."""
        self._sql.execute("UPDATE payment SET comes_back = ? WHERE id = ?", [day.isoformat(), payment.id])

    def executed(self) -> list[Executed]:
        """Return the executed payments, by end-to-end id."""
        rows = self._sql.execute(
            """SELECT end_to_end_id, max(amount), count(*), sum(state = 'RETURNED') FROM payment
                WHERE state IN ('EXECUTED', 'RETURNED') GROUP BY end_to_end_id"""
        )
        return [Executed(*row) for row in rows]

    def _kept(self, condition: str, arguments: Sequence[Any]) -> list[Kept]:
        statement = f"SELECT id, content, fate, code, state FROM payment WHERE {condition} ORDER BY id"  # noqa: S608 - of this module
        rows = self._sql.execute(statement, arguments)
        return [Kept(number, _order(content), fate, code, state) for number, content, fate, code, state in rows]

    # Money paid in.

    def add_arrival(self, *, amount: int, name: str, account: str, text: str) -> int:
        """Add a future payment in; return its number."""
        return self._insert("INSERT INTO arrival VALUES (NULL, ?, ?, ?, ?)", [amount, name, account, text])

    def arrival(self, number: int) -> Said:
        """Return a payment in."""
        row = self._sql.execute("SELECT amount, name, account, text FROM arrival WHERE id = ?", [number]).fetchone()
        return Said(amount=row[0], name=row[1], account=row[2], text=row[3])

    # The account.

    def add_line(self, line: Line) -> Line:
        """Book a line; return it with its number."""
        number = self._insert("INSERT INTO line (content) VALUES ('')", [])
        numbered = dataclasses.replace(line, number=number)
        self._sql.execute("UPDATE line SET content = ? WHERE id = ?", [_json(numbered), number])
        self.keep("balance", self.fact("balance") + line.amount)
        return numbered

    def lines(self) -> list[Line]:
        """Return all lines."""
        return [_line(row[0]) for row in self._sql.execute("SELECT content FROM line ORDER BY id")]

    def unstated(self) -> list[Line]:
        """Return the lines without a statement."""
        rows = self._sql.execute("SELECT content FROM line WHERE NOT is_stated ORDER BY id")
        return [_line(row[0]) for row in rows]

    def state_lines(self) -> None:
        """Mark all lines as part of a statement."""
        self._sql.execute("UPDATE line SET is_stated = 1 WHERE NOT is_stated")

    # Due events.

    def schedule(self, what: str, subject: str, at: dt.datetime) -> None:
        """Schedule an event, once."""
        self._sql.execute("INSERT OR IGNORE INTO due VALUES (?, ?, ?)", [what, subject, seconds_of(at)])

    def next_due(self, until: dt.datetime) -> Due | None:
        """Return the next due event."""
        row = self._sql.execute(
            "SELECT what, subject, at FROM due WHERE at <= ? ORDER BY at, rowid LIMIT 1", [seconds_of(until)]
        ).fetchone()
        return Due(row[0], row[1], _moment(row[2])) if row else None

    def done(self, due: Due) -> None:
        """Delete an event after it was handled."""
        self._sql.execute("DELETE FROM due WHERE what = ? AND subject = ?", [due.what, due.subject])

    # Answers.

    def add_answer(self, kind: str, suffix: str, content: bytes, at: dt.datetime, state: str = WAITING) -> None:
        """Add a file for the customer."""
        arguments = [kind, suffix, content, seconds_of(at), state]
        self._insert("INSERT INTO answer (kind, suffix, content, at, state) VALUES (?, ?, ?, ?, ?)", arguments)

    def name_answers(self, until: dt.datetime) -> None:
        """Number the answers due by a moment, in the order of their times."""
        rows = self._sql.execute(
            "SELECT id, kind, suffix FROM answer WHERE state = 'WAITING' AND at <= ? ORDER BY at, id",
            [seconds_of(until)],
        ).fetchall()
        for number, kind, suffix in rows:
            name = f"{self.count('sent'):06}-{kind}.{suffix}"
            self._sql.execute("UPDATE answer SET state = 'NAMED', name = ? WHERE id = ?", [name, number])

    def named_answers(self) -> list[tuple[int, str, bytes]]:
        """Return the answers to write: number, name and content."""
        rows = self._sql.execute("SELECT id, name, content FROM answer WHERE state = 'NAMED' ORDER BY name")
        return [(number, name, content) for number, name, content in rows]

    def sent(self, number: int) -> None:
        """Mark an answer as written."""
        self._sql.execute("UPDATE answer SET state = 'SENT' WHERE id = ?", [number])

    def find_lost(self, at: dt.datetime) -> None:
        """Schedule the lost and the late answers anew."""
        self._sql.execute("UPDATE answer SET state = 'WAITING', at = ? WHERE state = 'LOST'", [seconds_of(at)])
        self._sql.execute("UPDATE answer SET at = min(at, ?) WHERE state = 'WAITING'", [seconds_of(at)])

    def numbers(self) -> dict[str, int]:
        """Return the numbers of files, and of payments and answers by state."""
        found = {"FILES": self._sql.execute("SELECT count(*) FROM file").fetchone()[0]}
        for table in ("payment", "answer"):
            rows = self._sql.execute(f"SELECT state, count(*) FROM {table} GROUP BY state")  # noqa: S608 - of this module
            found |= {f"{table}s {state}".upper(): number for state, number in rows}
        return found

    def _insert(self, statement: str, arguments: Sequence[Any]) -> int:
        number = self._sql.execute(statement, arguments).lastrowid
        assert number is not None
        return number


def by_batch(payments: Iterable[Kept]) -> list[tuple[str, list[Kept]]]:
    """Return payments by the names of their batches, in order."""
    ordered = sorted(payments, key=lambda one: (one.order.batch_id, one.id))
    return [(name, list(some)) for name, some in itertools.groupby(ordered, key=lambda one: one.order.batch_id)]


def seconds_of(moment: dt.datetime) -> int:
    """Return a moment in whole seconds."""
    return int(moment.timestamp())


def _moment(seconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.UTC)


def _json(record: Order | Line) -> str:
    return json.dumps(dataclasses.asdict(record), default=str)


def _order(text: str) -> Order:
    said = json.loads(text)
    return Order(**said | {"due": dt.date.fromisoformat(said["due"])})


def _line(text: str) -> Line:
    said = json.loads(text)
    days = {name: dt.date.fromisoformat(said[name]) for name in ("booked_on", "value_on")}
    payments = tuple(Said(**one) for one in said["said"])
    return Line(**said | days | {"kind": Kind(said["kind"]), "said": payments})
