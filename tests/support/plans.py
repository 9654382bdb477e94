"""The plans of statements: the only place that asks for them.

Among a few rows the planner chooses freely, and what it has learned about a table outlives the rows of a test. So who
asks for a plan says what it rests on: statistics that are gathered now, or ways that the planner may not go.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db import connection

Explain = Callable[..., list[Any]]


@contextlib.contextmanager
def planned(*tables: str, without: Sequence[str] = ()) -> Iterator[Explain]:
    """Yield a function that explains a statement: `explain(sql, parameters, options="COSTS OFF")`.

    It returns the lines of the plan, or with `FORMAT JSON` the plan alone. Statistics of `tables` are gathered first.
    `without` are ways (`seqscan`, `sort`) that the planner does not go until the database transaction ends.
    """
    assert tables or without, "say which tables' statistics the plan rests on, or which ways it may not go"
    with connection.cursor() as cursor:
        if tables:
            cursor.execute(f"ANALYZE {', '.join(tables)}")
        if without:
            cursor.execute("; ".join(f"SET LOCAL enable_{way} = off" for way in without))

        def explain(sql: str, parameters: Any = None, *, options: str = "") -> list[Any]:
            cursor.execute(f"EXPLAIN ({options}) {sql}" if options else f"EXPLAIN {sql}", parameters)
            lines = [line for (line,) in cursor.fetchall()]
            if "FORMAT JSON" not in options:
                return lines
            [plan] = lines
            return [(json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]]

        yield explain
