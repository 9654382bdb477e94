"""High-water marks: up to which key a table that only grows is complete, so that what is read up to there stays so."""

import time

from django.db import connection

_PATIENCE_SECONDS = 5.0
_PAUSE_SECONDS = 0.05
# Whoever inserts holds this lock from before the key is drawn until the end of the database transaction.
_WRITERS = """
SELECT virtualtransaction FROM pg_locks
 WHERE locktype = 'relation' AND relation = %s::regclass AND mode = 'RowExclusiveLock' AND granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND pid IS DISTINCT FROM pg_backend_pid()
"""


def mark(table: str) -> int | None:
    """Return a key up to which no row can appear any more; None without a row, or while a writer takes too long.

    The key is a number that the table's sequence gives. Rows may be committed in another order than their keys were
    drawn. Whoever drew a key up to the highest one has the table's lock, or has ended: those who have it now are waited
    for, and nobody waits for us. To be called outside of a database transaction that reads afterwards.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT max(id) FROM {table}")  # noqa: S608 - one of our tables
        highest: int | None = cursor.fetchone()[0]
    return highest if highest is not None and wait_for_writers(table) else None


def wait_for_writers(table: str) -> bool:
    """Wait until all who write to a table now have ended; False while one takes too long."""
    writers = _writers(table)
    give_up = time.monotonic() + _PATIENCE_SECONDS
    while writers:
        if time.monotonic() > give_up:
            return False
        time.sleep(_PAUSE_SECONDS)
        writers &= _writers(table)
    return True


def _writers(table: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(_WRITERS, [table])
        return {row[0] for row in cursor.fetchall()}
