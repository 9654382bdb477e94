"""Writes whose result nobody waits for, sent together.

A payment writes its row, its history, its journal entry, its events, its audit entry and its stored reply. One by one
each of them costs a round trip, and round trips are most of what a payment costs. So they are collected and sent as the
steps of one statement: `together()` does that at the end of a database transaction, and `in_one_statement()` makes the
statement itself the database transaction, which saves BEGIN and COMMIT too. Anywhere else `write` executes at once.

What was collected is not visible to queries in the same block before `flush()`.
"""

import contextlib
import dataclasses
import datetime as dt
import functools
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import DatabaseError, connection, transaction

from platforms.kit import prepared

_MOST_PARAMETERS = 50
"""The driver remembers how to send a statement of up to 50 parameters; a longer one costs it more than a round trip."""

_SHAREABLE = (uuid.UUID, dt.datetime)

Translator = Callable[[DatabaseError], Exception]


@dataclasses.dataclass(frozen=True, slots=True)
class Late:
    """A value that only the statement knows which makes it: part of what a later step of that statement stores.

    `token` stands for it in a JSON text, quotes included; `value` is an expression over the step named `step`.
    All three are constants of the code that makes the step.
    """

    token: str
    step: str
    value: str


@dataclasses.dataclass(frozen=True, slots=True)
class _Step:
    sql: str
    parameters: Sequence[Any]
    name: str
    translate: Translator | None


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
        # Within another database transaction (a test's) a refused statement must not spoil the rest of it.
        with transaction.atomic() if connection.in_atomic_block else contextlib.nullcontext():
            flush()
    for callback in block.afterwards:
        callback()


def is_open() -> bool:
    """Tell whether writes made now commit together: in a database transaction, or in a block that makes one."""
    return connection.in_atomic_block or _current.block is not None


def write(sql: str, parameters: Sequence[Any], *, name: str = "", translate: Translator | None = None) -> None:
    """Execute an INSERT, UPDATE, DELETE or SELECT without a WITH clause of its own, at once or with others.

    A step with a `name` can be selected from by later ones; a SELECT runs only when one of them does so. `translate`
    turns an error of the database into the refusal it stands for.
    """
    step = _Step(sql, parameters, name, translate)
    block = _current.block
    if block is None:
        _execute([step])
        return
    collected = sum(len(known.parameters) for known in block.steps)
    if not block.is_one_statement and collected + len(parameters) > _MOST_PARAMETERS:
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
        _execute(steps)


@contextlib.contextmanager
def _collecting(block: _Block) -> Iterator[None]:
    assert _current.block is None, "one block at a time"
    _current.block = block
    try:
        yield
    finally:
        _current.block = None


def _execute(steps: Sequence[_Step]) -> None:
    values, numbers = _share([value for step in steps for value in step.parameters])
    text = _compose(tuple((step.name, step.sql) for step in steps), numbers)
    try:
        prepared.rows(text, values)
    except DatabaseError as error:
        for step in steps:
            refusal = step.translate(error) if step.translate else error
            if refusal is not error:
                raise refusal from error
        raise


def _share(parameters: Sequence[Any]) -> tuple[list[Any], tuple[int, ...]]:
    """Number the parameters of a statement from 1; keys and moments that several steps share are sent once."""
    values: list[Any] = []
    shared: dict[int, int] = {}
    numbers = []
    for value in parameters:
        is_shareable = type(value) in _SHAREABLE
        number = shared.get(id(value)) if is_shareable else None
        if number is None:
            values.append(value)
            number = len(values)
            if is_shareable:
                shared[id(value)] = number
        numbers.append(number)
    return values, tuple(numbers)


@functools.lru_cache(maxsize=512)
def _compose(steps: tuple[tuple[str, str], ...], numbers: tuple[int, ...]) -> str:
    """Return the statement of (name, text) steps whose parameters have these numbers; a code path has few shapes."""
    remaining = iter(numbers)
    texts = []
    for _, sql in steps:
        start, *rest = sql.split("%s")
        texts.append(start + "".join(f"${next(remaining)}{part}" for part in rest))
    *first, last = texts
    named = ", ".join(
        f"{name or f'step{number}'} AS ({text})"
        for number, ((name, _), text) in enumerate(zip(steps, first, strict=False))
    )
    return f"WITH {named} {last}" if first else last
