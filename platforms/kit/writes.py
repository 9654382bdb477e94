"""Writes whose result nobody waits for, sent together.

A payment writes its row, its history, its journal entry, its events, its audit entry and its stored reply. One by one
each of them costs a round trip, and round trips are most of what a payment costs. So they are collected and sent as the
steps of one statement: `together()` does that at the end of a database transaction, and `in_one_statement()` makes the
statement itself the database transaction, which saves BEGIN and COMMIT too. Anywhere else a write executes at once.

Rows for one table go in one INSERT, whoever collected them. So the blocks of several requests that end at the same time
can share a statement and its commit (`platforms.kit.batches`): the database works for all of them at once.

What was collected is not visible to queries in the same block before `flush()`.
"""

import contextlib
import dataclasses
import functools
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import DatabaseError, connection, transaction

from platforms.kit import batches, prepared

_MOST_PARAMETERS = 50
"""The driver remembers how to send a statement of up to 50 parameters; a longer one costs it more than a round trip."""

Translator = Callable[[DatabaseError], Exception]


@dataclasses.dataclass(frozen=True, slots=True)
class Late:
    """A value that only the statement knows which makes it: part of a row that the same block inserts.

    `token` stands for it in a JSON text, quotes included; `value` is an expression over the step named `step`.
    All three are constants of the code that makes the step.
    """

    token: str
    step: str
    value: str

    def put_into(self, text: str) -> str:
        """Return an expression: the SQL text `text` with the value in place of the token."""
        found = f"SELECT ({self.value})::text FROM {self.step} WHERE block = {_BLOCK}"  # noqa: S608 - constants
        return f"replace({text}, '{self.token}', ({found}))"


_BLOCK = "@block@"
"""In a step: the number of its block in the statement."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Step:
    shape: "_Shape"
    parameters: Sequence[Any]
    translate: Translator | None = None
    locks: int = 0


_Shape = tuple[str, str, str]
"""Of a step: its name, a statement, and nothing; or no name, the table and the columns of rows, and the rows."""


@dataclasses.dataclass(slots=True)
class _Block:
    """What a thread has collected in a block."""

    is_one_statement: bool
    steps: list[_Step] = dataclasses.field(default_factory=list)
    afterwards: list[Callable[[], object]] = dataclasses.field(default_factory=list)


class _Current(threading.local):
    block: _Block | None = None


_current = _Current()


@contextlib.contextmanager
def together() -> Iterator[None]:
    """Collect the writes of a block and send them at its end; what an exception ends is not sent.

    The block must lie within one database transaction.
    """
    assert connection.in_atomic_block, "writes are part of a database transaction"
    with _collecting(_Block(is_one_statement=False)):
        yield
        flush()


@contextlib.contextmanager
def in_one_statement() -> Iterator[None]:
    """Collect the writes of a block and make them one statement, which is a database transaction of its own.

    The block's queries are not part of that transaction: what they found may have changed when the statement runs,
    so it must guard whatever has to hold (a balance, a unique key).
    """
    block = _Block(is_one_statement=True)
    with _collecting(block):
        yield
        if block.steps:
            _commit(block)
    for callback in block.afterwards:
        callback()


def expected() -> contextlib.AbstractContextManager[None]:
    """Say that this thread will end a block `in_one_statement` soon: others may wait for it a moment."""
    return _together.expected()


def is_open() -> bool:
    """Tell whether writes made now commit together: in a database transaction, or in a block that makes one."""
    return _current.block is not None or connection.in_atomic_block


def is_collecting() -> bool:
    """Tell whether a block of this thread is waiting for its end."""
    return _current.block is not None


def write(
    sql: str, parameters: Sequence[Any], *, name: str = "", translate: Translator | None = None, locks: int = 0
) -> None:
    """Execute an INSERT, UPDATE, DELETE or SELECT without a WITH clause of its own, at once or with others.

    A SELECT with a `name` can be read by the rows of `insert`, and runs only when one of them does so. `translate`
    turns an error of the database into the refusal it stands for. `locks` is the key of the row that the step locks,
    when it does: blocks that share a statement come in the order of these keys, so that no two statements deadlock.
    """
    _add(_Step((name, sql, ""), parameters, translate, locks))


def insert(into: str, rows: str, parameters: Sequence[Any]) -> None:
    """Insert rows at once or with others: `into` is a table with its columns, `rows` what follows VALUES in SQL.

    The columns give untyped parameters their types.
    """
    _add(_Step(("", into, rows), parameters))


def _add(step: _Step) -> None:
    block = _current.block
    if block is None:
        _execute([[step]])
        return
    if not block.is_one_statement:
        collected = sum(len(known.parameters) for known in block.steps)
        if collected + len(step.parameters) > _MOST_PARAMETERS:
            flush()
    block.steps.append(step)


def after_commit(callback: Callable[[], object]) -> None:
    """Call back when the writes made now have committed."""
    block = _current.block
    if block is not None and block.is_one_statement:
        block.afterwards.append(callback)
    else:
        transaction.on_commit(callback)


def flush() -> None:
    """Send what was collected so far, as one statement."""
    block = _current.block
    if block is not None and block.steps:
        steps, block.steps = block.steps, []
        _execute([steps])


@contextlib.contextmanager
def _collecting(block: _Block) -> Iterator[None]:
    assert _current.block is None, "one block at a time"
    _current.block = block
    try:
        yield
    finally:
        _current.block = None


def _commit(block: _Block) -> None:
    if connection.in_atomic_block:
        # Within another database transaction (a test's) a refused statement must not spoil the rest of it.
        with transaction.atomic():
            _execute([block.steps])
    else:
        _together.run(tuple(step.shape for step in block.steps), block.steps)


def _execute(blocks: Sequence[Sequence[_Step]]) -> None:
    if len(blocks) > 1:
        blocks = sorted(blocks, key=lambda block: max(step.locks for step in block))
    values = [value for block in blocks for step in block for value in step.parameters]
    text = _compose(tuple([tuple([step.shape for step in block]) for block in blocks]))
    try:
        prepared.rows(text, values)
    except DatabaseError as error:
        if len(blocks) > 1:
            raise
        for step in blocks[0]:
            refusal = step.translate(error) if step.translate else error
            if refusal is not error:
                raise refusal from error
        raise


_together = batches.Batches(_execute)


@functools.lru_cache(maxsize=512)
def _compose(blocks: tuple[tuple[_Shape, ...], ...]) -> str:
    """Return the statement of blocks whose parameters follow one another; a code path has few shapes."""
    named: dict[str, list[str]] = {}
    inserted: dict[str, list[str]] = {}
    others = []
    numbers = itertools.count(1)
    for position, shapes in enumerate(blocks, start=1):
        for name, sql, rows in shapes:
            text = _numbered(rows or sql, numbers).replace(_BLOCK, str(position))
            if rows:
                inserted.setdefault(sql, []).append(text)
            elif name:
                found = f"SELECT {position} AS block, step.* FROM ({text}) AS step"  # noqa: S608
                named.setdefault(name, []).append(found)
            else:
                others.append(text)
    # All texts are constants of the code; what comes from outside is a parameter.
    first_steps = [f"{name} AS ({' UNION ALL '.join(texts)})" for name, texts in named.items()]
    inserts = [f"INSERT INTO {into} VALUES {', '.join(texts)}" for into, texts in inserted.items()]  # noqa: S608
    *first, last = [*inserts, *others] or [f"SELECT FROM {name}" for name in named]
    steps = [*first_steps, *(f"step{number} AS ({text})" for number, text in enumerate(first))]
    return f"WITH {', '.join(steps)} {last}" if steps else last


def _numbered(sql: str, numbers: Iterator[int]) -> str:
    start, *rest = sql.split("%s")
    return start + "".join(f"${next(numbers)}{part}" for part in rest)
