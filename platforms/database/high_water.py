"""High-water marks: the key up to which a growing table is complete, so that reading up to it gives a final result."""

import time

from django.db import connection

from platforms.database import sql

_PATIENCE_SECONDS = 5.0
_PAUSE_SECONDS = 0.05
# Every writer holds this lock from before its key is drawn until the end of its database transaction.
_WRITERS = """
SELECT virtualtransaction FROM pg_locks
 WHERE locktype = 'relation' AND relation = %s::regclass AND mode = 'RowExclusiveLock' AND granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND pid IS DISTINCT FROM pg_backend_pid()
"""


def mark(table: str) -> int | None:
    """Return a key up to which no row can appear any more; None without a row, or while a writer takes too long.

    The key is a number from the table's sequence. Rows may be committed in another order than their keys were drawn. A
    writer that drew a key up to the highest one either holds the table's lock or has ended. The current holders are
    waited for, and no writer waits for us. Call it outside the database transaction that reads afterwards.
    """
    with connection.cursor() as cursor:
        cursor.execute(sql.of_constants("SELECT max(id) FROM {table}", table=table))
        highest: int | None = cursor.fetchone()[0]
    return highest if highest is not None and wait_for_writers(table) else None


def wait_for_writers(table: str) -> bool:
    """Wait until all current writers of a table have ended; False if one takes too long."""
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
