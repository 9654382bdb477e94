"""Writes whose result nobody needs, sent together.

A payment writes its row, its history, its events, its audit entry and its stored reply. One by one each of them costs a
round trip. Inside `together()` they are collected and sent as one statement before the block ends; anywhere else
`write` executes at once. What was collected is not visible to queries in the same block before `flush()`.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection

_MOST_PARAMETERS = 50
"""The driver remembers how to send a statement of up to 50 parameters; a longer one costs it more than a round trip."""


class _Collected(threading.local):
    """What this thread has collected; None outside of any block."""

    statements: list[tuple[str, Sequence[Any]]] | None = None


_collected = _Collected()


@contextmanager
def together() -> Iterator[None]:
    """Collect the writes of a block and send them at its end; what an exception ends is not sent.

    The block must lie within one database transaction.
    """
    assert connection.in_atomic_block, "writes are part of a database transaction"
    assert _collected.statements is None, "one block at a time"
    _collected.statements = []
    try:
        yield
        flush()
    finally:
        _collected.statements = None


def write(sql: str, parameters: Sequence[Any]) -> None:
    """Execute an INSERT, UPDATE or DELETE without a WITH clause of its own, at once or with others."""
    if _collected.statements is None:
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
        return
    collected = sum(len(values) for _, values in _collected.statements)
    if collected + len(parameters) > _MOST_PARAMETERS:
        flush()
    _collected.statements.append((sql, parameters))


def flush() -> None:
    """Send what was collected so far, as one statement."""
    if not _collected.statements:
        return
    statements, _collected.statements = _collected.statements, []
    *first, (last, _) = statements
    steps = ", ".join(f"step{number} AS ({sql})" for number, (sql, _) in enumerate(first))
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH {steps} {last}" if first else last,
            [value for _, parameters in statements for value in parameters],
        )
