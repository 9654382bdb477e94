"""A migration that was interrupted while it built indexes, or before it was noted, runs again."""

import io

import psycopg
import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from config.management.commands import migrate
from tests.support import databases

_INDEXES = """
SELECT relname, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
 WHERE indrelid = 'webhooks_event'::regclass ORDER BY relname
"""


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
        other.execute(migrate._LOCK)
        told = Told(other)

        call_command("migrate", stdout=told)

    first, *rest = told.getvalue().splitlines()
    assert first == "Another migrate is running. Waiting for it."
    assert "  No migrations to apply." in rest


def test_a_migration_that_was_interrupted_runs_again(migrated, capsys):
    before = indexes()
    recorder = MigrationRecorder(connection)
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
    assert ("webhook_event_of_resource", False) in indexes()

    call_command("migrate")

    assert indexes() == before
    assert all(is_valid for _, is_valid in before)
    assert ("webhooks", "0002_lists_of_events") in recorder.applied_migrations()
    assert "index public.webhook_event_of_resource was not finished" in capsys.readouterr().out
