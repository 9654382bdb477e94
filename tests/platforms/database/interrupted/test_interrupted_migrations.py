"""A migration runs again that was interrupted in or after any of its statements, or before it was noted."""

import contextlib
import io
import itertools
import threading

import psycopg
import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from platforms.database.locks import Lock
from platforms.database.postgresql.schema import CONCURRENT, repeatable
from tests.support import databases, patience

pytestmark = [
    pytest.mark.beside,
    pytest.mark.inputs(":(glob)*/migrations/**", "platforms/database", "config/database", "requirements.lock"),
]
_INDEXES = """
SELECT relname, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
 WHERE indrelid = 'webhooks_event'::regclass ORDER BY relname
"""


_TABLES = """
SELECT 'index ' || pg_get_indexdef(indexrelid) || indisvalid FROM pg_index
  JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
 UNION ALL
SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
 UNION ALL
SELECT 'function ' || oid::regprocedure || md5(prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
 UNION ALL
SELECT 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
 WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v') AND attnum > 0 AND NOT attisdropped
"""


_WAITS = """
SELECT FROM pg_locks WHERE pid = %s AND NOT granted AND waitstart < clock_timestamp() - interval '300 milliseconds'
"""


class Interrupted(Exception):
    """The end of a process, as far as its database transactions notice."""


class End:
    """Ends a migration at one of its points: after a statement, and of an index built beside others within it, too."""

    def __init__(self, number: int):
        self.left = number
        self.statements: list[str] = []

    def __call__(self, execute, sql, params, many, context):
        self.statements.append(sql)
        index = CONCURRENT.search(sql)
        # No other form of such a statement can be executed twice.
        assert index or "INDEX CONCURRENTLY" not in sql.upper(), f"past the schema editor, or without a name: {sql}"
        if index and self._is_here():
            leave_unfinished(index["name"], None if sql.lstrip().startswith("DROP") else sql)
            raise Interrupted
        outcome = execute(sql, params, many, context)
        # What is set for a session ends with it.
        if "lock_timeout" not in sql and self._is_here():
            raise Interrupted
        return outcome

    def _is_here(self) -> bool:
        self.left -= 1
        return not self.left


def leave_unfinished(index, made_by):
    """Leave an index as PostgreSQL does when it is stopped while it makes one, or takes it away."""
    with connection.connection.cursor() as cursor:
        if made_by:
            cursor.execute(made_by)
        cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass(%s)", [index])


def tables():
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        return sorted(text for (text,) in cursor.fetchall())


def apply_with_interruptions(executor, state, migration):
    """Apply a migration; each attempt ends one point later than the one before. Return the last one's statements."""
    for number in itertools.count(1):
        end = End(number)
        with contextlib.suppress(Interrupted), connection.execute_wrapper(end):
            executor.apply_migration(state.clone(), migration)
            return end.statements
    raise AssertionError


@pytest.fixture
def migrated(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), databases.an_empty_one("interrupted"):
        call_command("migrate", verbosity=0)
        yield


def indexes():
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES)
        return cursor.fetchall()


class Told(io.StringIO):
    """What a command says; at its first words the other one ends."""

    def __init__(self, other: psycopg.Connection):
        super().__init__()
        self._other = other

    def write(self, text: str) -> int:
        self._other.close()
        return super().write(text)


def test_of_two_at_once_the_second_waits_for_the_first(migrated):
    with psycopg.connect(databases.address("postgres")) as other:
        Lock.MIGRATION.try_to_keep(other.cursor(), "config.migrate")
        told = Told(other)

        call_command("migrate", stdout=told)

    first, *rest = told.getvalue().splitlines()
    assert first == "Another migrate is running. Waiting for it."
    assert "  No migrations to apply." in rest


def test_a_migration_that_is_interrupted_within_or_after_any_of_its_statements_runs_again(migrated):
    wanted = tables()
    with databases.an_empty_one("everywhere"):
        executor = MigrationExecutor(connection)
        executor.recorder.ensure_schema()
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        state = executor._create_project_state(with_applied_migrations=True)  # type: ignore[attr-defined]
        interrupted = {}
        for migration, _ in plan:
            if migration.atomic:
                state = executor.apply_migration(state, migration)
            else:
                interrupted[migration.name] = apply_with_interruptions(executor, state, migration)
                state = migration.mutate_state(state, preserve=False)

        assert tables() == wanted
    assert {"0006_names_without_accents", "0011_found_by_staff", "0003_addresses_of_platforms"} <= interrupted.keys()
    assert all(interrupted.values())
    assert sum("CREATE INDEX CONCURRENTLY" in sql for sql in itertools.chain(*interrupted.values())) > 30


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("CREATE INDEX a ON b (c)", "CREATE INDEX IF NOT EXISTS a ON b (c)"),
        ("-- Why\ncreate unique index a ON b (c)", "-- Why\ncreate unique index IF NOT EXISTS a ON b (c)"),
        ("CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON b (c)", "CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON b (c)"),
        ("CREATE INDEX CONCURRENTLY ON b (c)", "CREATE INDEX CONCURRENTLY ON b (c)"),
        ("DROP INDEX CONCURRENTLY a", "DROP INDEX CONCURRENTLY IF EXISTS a"),
        ("DROP INDEX IF EXISTS a", "DROP INDEX IF EXISTS a"),
        ("CREATE FUNCTION a() RETURNS int", "CREATE OR REPLACE FUNCTION a() RETURNS int"),
        (
            'ALTER TABLE "a" ADD CONSTRAINT "b" CHECK (c > 0) NOT VALID',
            'ALTER TABLE "a" DROP CONSTRAINT IF EXISTS "b", ADD CONSTRAINT "b" CHECK (c > 0) NOT VALID',
        ),
        (
            "ALTER TABLE a DROP CONSTRAINT b, ADD CONSTRAINT c UNIQUE (d)",
            "ALTER TABLE a DROP CONSTRAINT IF EXISTS b, DROP CONSTRAINT IF EXISTS c, ADD CONSTRAINT c UNIQUE (d)",
        ),
        ('ALTER TABLE "a" ADD COLUMN "b" bigint NULL', 'ALTER TABLE "a" ADD COLUMN IF NOT EXISTS "b" bigint NULL'),
        ("ALTER TABLE a ADD COLUMN IF NOT EXISTS b int", "ALTER TABLE a ADD COLUMN IF NOT EXISTS b int"),
        ("ALTER TABLE a VALIDATE CONSTRAINT b", "ALTER TABLE a VALIDATE CONSTRAINT b"),
        ("SELECT 'CREATE INDEX a ON b'", "SELECT 'CREATE INDEX a ON b'"),
    ],
)  # fmt: skip
def test_a_statement_is_executed_in_the_form_that_can_be_executed_twice(statement, expected):
    assert repeatable(statement) == expected


@pytest.mark.parametrize("words", [(), ("webhooks",)])
def test_a_migration_that_was_interrupted_runs_again(migrated, words):
    before = indexes()
    recorder = MigrationRecorder(connection)
    # Those that came after it are not applied either.
    call_command("migrate", "webhooks", "0002", verbosity=0)
    recorder.record_unapplied("webhooks", "0002_lists_of_events")
    with connection.cursor() as cursor:
        # Of its three indexes one is there, one half built, and one was not begun.
        cursor.execute("DROP INDEX webhook_event_of_resource, webhook_event_failed")
        with psycopg.connect(databases.address("postgres")) as other:
            other.execute("LOCK TABLE webhooks_event IN ROW EXCLUSIVE MODE")
            cursor.execute("SET lock_timeout = '100ms'")
            with pytest.raises(OperationalError, match="lock timeout"):
                cursor.execute(
                    "CREATE INDEX CONCURRENTLY webhook_event_of_resource ON webhooks_event (resource, created_at, id)"
                )
            cursor.execute("RESET lock_timeout")
            cursor.execute("CREATE INDEX of_somebody_else ON platforms_platform (environment)")
    leave_unfinished("of_somebody_else", None)
    assert ("webhook_event_of_resource", False) in indexes()

    call_command("migrate", *words)

    with connection.cursor() as cursor:
        cursor.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = 'of_somebody_else'::regclass")
        assert cursor.fetchall() == [(False,)], "migrate takes away what it did not make"
    assert indexes() == before
    assert all(is_valid for _, is_valid in before)
    assert ("webhooks", "0002_lists_of_events") in recorder.applied_migrations()


@pytest.mark.django_db(transaction=True)
def test_the_building_of_an_index_waits_for_others_for_as_long_as_they_take():
    with connection.cursor() as cursor, psycopg.connect(databases.address("postgres")) as other:
        cursor.execute("SELECT pg_backend_pid(), set_config('lock_timeout', '100ms', false)")
        pid = cursor.fetchone()[0]
        other.execute("LOCK TABLE webhooks_event IN ROW EXCLUSIVE MODE")
        ending = threading.Thread(target=commit_after_the_limit, args=(other, pid))
        ending.start()

        with connection.schema_editor(atomic=False) as editor:
            editor.execute("CREATE INDEX CONCURRENTLY beside_others ON webhooks_event (state)")

        ending.join()
        cursor.execute(
            "SELECT indisvalid, current_setting('lock_timeout') FROM pg_index"
            " WHERE indexrelid = 'beside_others'::regclass"
        )
        assert cursor.fetchall() == [(True, "100ms")]
        cursor.execute("DROP INDEX beside_others")
        cursor.execute("RESET lock_timeout")


def commit_after_the_limit(other, pid):
    """End a transaction once another session has waited for it for longer than its limit."""
    with psycopg.connect(databases.address("postgres"), autocommit=True) as asking:
        patience.until(lambda: asking.execute(_WAITS, [pid]).fetchone() is not None)
    other.commit()
