"""How many buffers of the database a request reads: in memory or not, summed over its statements, warm."""

import logging
from collections.abc import Mapping
from typing import Any

import orjson
from django.db import connection
from django.test import Client


def run(*, paths: Mapping[str, str], headers: Mapping[str, str]) -> dict[str, int]:
    """Return the buffers that each request of a list reads, by its name."""
    logging.getLogger("requests").setLevel(logging.WARNING)
    client = Client(headers=dict(headers))
    return {name: _read(client, path) for name, path in paths.items()}


def _read(client: Client, path: str) -> int:
    found = 0

    def explain(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - the hook's shape
        nonlocal found
        if sql.lstrip().startswith(("SELECT", "WITH")):
            with context["connection"].connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", parameters)
                plan = cursor.fetchone()[0]
            found += sum(_buffers(each["Plan"]) for each in (plan if isinstance(plan, list) else orjson.loads(plan)))
        return execute(sql, parameters, many, context)

    client.get(path)
    with connection.execute_wrapper(explain):
        reply = client.get(path)
    if reply.status_code != 200:
        raise AssertionError(reply.content)
    return found


def _buffers(plan: Mapping[str, Any]) -> int:
    """Return the buffers of a plan; those of its parts are in them."""
    return int(plan["Shared Hit Blocks"]) + int(plan["Shared Read Blocks"])
