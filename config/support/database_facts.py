"""What the packet for support says of the database: by its catalogues, never by rows of ours."""

from typing import Any

from django.db.backends.utils import CursorWrapper

_SETTINGS = (
    "server_version",
    "max_connections",
    "shared_buffers",
    "effective_cache_size",
    "work_mem",
    "maintenance_work_mem",
    "max_wal_size",
    "checkpoint_timeout",
    "wal_level",
    "fsync",
    "full_page_writes",
    "synchronous_commit",
    "archive_mode",
    "autovacuum",
    "random_page_cost",
    "jit",
    "default_transaction_read_only",
    "default_transaction_isolation",
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
    "TimeZone",
)
_STATEMENTS = {
    "sizes": """
        SELECT relname AS table, reltuples::bigint AS rows, pg_table_size(oid) AS bytes,
               pg_indexes_size(oid) AS "indexBytes"
          FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
         ORDER BY bytes DESC, relname LIMIT 200
    """,
    "vacuums": """
        SELECT relname AS table, n_dead_tup AS "deadRows", last_autovacuum AS "lastVacuum",
               last_autoanalyze AS "lastAnalyze"
          FROM pg_stat_user_tables WHERE n_dead_tup > 1000 ORDER BY n_dead_tup DESC LIMIT 20
    """,
    "invalidIndexes": "SELECT indexrelid::regclass::text AS index FROM pg_index WHERE NOT indisvalid",
    "connections": """
        SELECT state, wait_event_type AS "waitsFor", wait_event AS event, count(*),
               max(extract(epoch FROM clock_timestamp() - xact_start))::float8 AS "oldestSeconds"
          FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1, 2, 3 ORDER BY 4 DESC
    """,
    "locksThatWait": "SELECT locktype, mode, count(*) FROM pg_locks WHERE NOT granted GROUP BY 1, 2 ORDER BY 3 DESC",
    "migrations": "SELECT app, max(name) AS last, count(*) FROM django_migrations GROUP BY 1 ORDER BY 1",
}


def ask(cursor: CursorWrapper) -> dict[str, Any]:
    """Return the answers by name; each is a list of rows."""
    cursor.execute("SELECT name, setting, unit FROM pg_settings WHERE name = ANY(%s) ORDER BY name", [list(_SETTINGS)])
    answers: dict[str, Any] = {"settings": _rows(cursor)}
    for name, statement in _STATEMENTS.items():
        cursor.execute(statement)
        answers[name] = _rows(cursor)
    return answers


def _rows(cursor: CursorWrapper) -> list[dict[str, Any]]:
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
