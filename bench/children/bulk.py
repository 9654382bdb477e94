"""Loads many rows: indexes are dropped before, and built after, which takes a fraction of the time."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

_SETTINGS = {"synchronous_commit": "off", "maintenance_work_mem": "1GB", "work_mem": "256MB"}
# Indexes that stand for a constraint stay: keys grow with time, so theirs are written at one end.
_INDEXES = """
SELECT pg_get_indexdef(indexrelid), indexrelid::regclass::text FROM pg_index
 WHERE indrelid = ANY (%s::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
 ORDER BY 2
"""


@contextlib.contextmanager
def load(cursor: Any, tables: Sequence[str]) -> Iterator[None]:
    """Drop the indexes of tables, and build the same ones after the block."""
    for name, value in _SETTINGS.items():
        cursor.execute(f"SET {name} = '{value}'")
    cursor.execute(_INDEXES, [list(tables)])
    indexes = cursor.fetchall()
    for _, name in indexes:
        cursor.execute(f"DROP INDEX {name}")
    yield
    for definition, _ in indexes:
        cursor.execute(definition)
    for name in _SETTINGS:
        cursor.execute(f"RESET {name}")
