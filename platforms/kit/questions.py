"""Questions: one row each, found by keys, asked together with those of other requests at the same moment.

A request of the busiest endpoints reads a few rows by their keys before it writes. Asked one by one such questions cost
the round trip more than the look-up; requests that come to this point together share one (`platforms.kit.batches`).
"""

import contextlib
import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

from django.db import connection

from platforms.kit import batches, prepared


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """A query for exactly one row, whose parameters are columns of `asked`: `WHERE id = asked.account`.

    `columns` are their names and types: `account uuid`. Both are constants of the code.
    """

    columns: tuple[str, ...]
    sql: str
    parameters: Sequence[Any]


@dataclasses.dataclass(slots=True)
class _Asked:
    questions: Sequence[Question]
    answer: tuple[Any, ...] = ()


def ask(*questions: Question) -> tuple[Any, ...]:
    """Return the rows that answer the questions, one behind the other, as they are in the database now."""
    asked = _Asked(questions)
    if connection.in_atomic_block:
        _execute([asked])
    else:
        _together.run(tuple((question.columns, question.sql) for question in questions), asked)
    return asked.answer


def expected() -> contextlib.AbstractContextManager[None]:
    """Say that this thread will ask soon: others may wait for it a moment."""
    return _together.expected()


def _execute(pieces: Sequence[_Asked]) -> None:
    shape = tuple((question.columns, question.sql) for question in pieces[0].questions)
    values = [value for piece in pieces for question in piece.questions for value in question.parameters]
    for row in prepared.rows(_compose(shape, len(pieces)), values):
        pieces[row[0]].answer = row[1:]


_together = batches.Batches(_execute)


@functools.lru_cache(maxsize=64)
def _compose(shape: tuple[tuple[tuple[str, ...], str], ...], count: int) -> str:
    columns = [column.split() for names, _ in shape for column in names]
    rows = []
    for number in range(count):
        first = number * len(columns) + 1
        values = (f"${first + index}::{type_}" for index, (_, type_) in enumerate(columns))
        rows.append(f"({number}, {', '.join(values)})")
    names = ", ".join(name for name, _ in columns)
    # OFFSET 0 keeps the planner from joining all questions with a whole table: each goes by its keys.
    answers = " ".join(
        f"CROSS JOIN LATERAL ({sql} OFFSET 0) AS answer{number}" for number, (_, sql) in enumerate(shape)
    )
    shown = ", ".join(f"answer{number}.*" for number in range(len(shape)))
    return f"SELECT asked.number, {shown} FROM (VALUES {', '.join(rows)}) AS asked(number, {names}) {answers}"  # noqa: S608 - constants of the code
