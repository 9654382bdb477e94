"""Spellings of names that were stored before they were spelt."""

from typing import Any

from platforms.base.spellings import latin
from platforms.database import sql

_BATCH = 1000


def fill(connection: Any, *, table: str, name: str) -> None:
    """Spell the names of a table in batches, each a database transaction of its own; may be interrupted and repeated.

    `name` is the SQL of the name. Run by a migration that is not one database transaction.
    """
    rows_after = sql.of_constants(
        """
SELECT id, {name} FROM {table}
 WHERE id > %s AND spellings = '' AND {name} ~ '[^\\u0001-\\u007F]' ORDER BY id LIMIT %s
""",
        table=table,
        name=name,
    )
    write = sql.of_constants(
        """
UPDATE {table} row SET spellings = spelt.text FROM unnest(%s::uuid[], %s::text[]) AS spelt(key, text)
 WHERE row.id = spelt.key
""",
        table=table,
    )
    last = "00000000-0000-0000-0000-000000000000"
    with connection.cursor() as cursor:
        while True:
            cursor.execute(rows_after, [last, _BATCH])
            rows = cursor.fetchall()
            if not rows:
                return
            cursor.execute(write, [[key for key, _ in rows], [latin.of(text) for _, text in rows]])
            last = rows[-1][0]
