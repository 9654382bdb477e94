"""Statement buffer: writes whose result nobody waits for are sent together.

A request writes its row, its history, its events, its audit entry and its stored reply. Sent one by one, each costs a
round trip, and round trips are most of the cost of a short write. `together()` collects them, and sends them at the end
of the database transaction as the steps of one statement. Outside of it a write executes at once.

Collected writes are not visible to queries in the same block before `flush()`.
"""

import contextlib
import functools
import itertools
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import IntegrityError, connection, transaction

from platforms.database import prepared, sql

_MOST_PARAMETERS = 50
"""The driver remembers how to send a statement of up to 50 parameters; a longer one costs more than a round trip."""
_Step = tuple[str, str, Sequence[Any]]
"""Either a statement, or a table with its columns and rows to insert; and the parameters."""


class _Current(threading.local):
    steps: list[_Step] | None = None


_current = _Current()


@contextlib.contextmanager
def together() -> Iterator[None]:
    """Collect the writes of a block and send them at its end; an exception discards them.

    The block must lie within one database transaction.
    """
    assert connection.in_atomic_block, "writes are part of a database transaction"
    assert _current.steps is None, "one block at a time"
    _current.steps = []
    try:
        yield
        flush()
    finally:
        _current.steps = None


def write(sql: str, parameters: Sequence[Any]) -> None:
    """Execute an INSERT, UPDATE or DELETE without a WITH clause of its own, at once or with others."""
    _add((sql, "", parameters))


def insert(into: str, rows: str, parameters: Sequence[Any]) -> None:
    """Insert rows at once or with others: `into` is a table with its columns, `rows` what follows VALUES in SQL.

    The columns give untyped parameters their types. Rows for one table go in one INSERT.
    """
    _add((into, rows, parameters))


def is_first(sql: str, parameters: Sequence[Any]) -> bool:
    """Execute a write at once, unless a unique index refuses it; tell whether it was executed.

    What the database transaction did before stays in either case.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, parameters)
    except IntegrityError:
        return False
    return True


def flush() -> None:
    """Send what was collected so far, as one statement."""
    if _current.steps:
        steps, _current.steps = _current.steps, []
        _execute(steps)


def _add(step: _Step) -> None:
    if _current.steps is None:
        _execute([step])
        return
    if sum(len(parameters) for _, _, parameters in _current.steps) + len(step[2]) > _MOST_PARAMETERS:
        flush()
    _current.steps.append(step)


def _execute(steps: Sequence[_Step]) -> None:
    text = _compose(tuple((sql, rows) for sql, rows, _ in steps))
    prepared.rows(text, [value for _, _, parameters in steps for value in parameters])


@functools.lru_cache(maxsize=512)
def _compose(steps: tuple[tuple[str, str], ...]) -> str:
    """Return the statement of steps whose parameters follow one another; a code path has few variants."""
    inserted: dict[str, list[str]] = {}
    others = []
    numbers = itertools.count(1)
    for text, rows in steps:
        if rows:
            inserted.setdefault(text, []).append(_numbered(rows, numbers))
        else:
            others.append(_numbered(text, numbers))
    inserts = [
        sql.of_constants("INSERT INTO {into} VALUES {rows}", into=into, rows=", ".join(rows))
        for into, rows in inserted.items()
    ]
    *first, last = inserts + others
    named = ", ".join(f"step{number} AS ({text})" for number, text in enumerate(first))
    return f"WITH {named} {last}" if named else last


def _numbered(sql: str, numbers: Iterator[int]) -> str:
    start, *rest = sql.split("%s")
    return start + "".join(f"${next(numbers)}{part}" for part in rest)
