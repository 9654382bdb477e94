"""Indexes that an interrupted `migrate` has left: half built, or half taken away.

PostgreSQL keeps such an index, uses it for no query and goes on writing to it; and its name is taken, so that the
migration could not run again.
"""

from django.db import connection

_UNFINISHED = """
SELECT format('%I.%I', of.nspname, class.relname)
  FROM pg_index index JOIN pg_class class ON class.oid = index.indexrelid JOIN pg_namespace of ON of.oid = relnamespace
 WHERE NOT index.indisvalid AND of.nspname = current_schema() AND class.relkind = 'i'
   AND NOT EXISTS (SELECT FROM pg_stat_progress_create_index WHERE index_relid = index.indexrelid)
 ORDER BY 1
"""
"""Without those that somebody is building just now."""


def drop_unfinished() -> list[str]:
    """Drop them, outside of a database transaction; return their names."""
    with connection.cursor() as cursor:
        cursor.execute(_UNFINISHED)
        names = [name for (name,) in cursor.fetchall()]
        # It waits for transactions of others, and holds up nobody meanwhile.
        cursor.execute("SET lock_timeout = 0")
        for name in names:
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        cursor.execute("RESET lock_timeout")
    return names
