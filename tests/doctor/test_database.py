"""The database: its answer, its role and rights, migrations, clock and connections."""

import contextlib
import datetime as dt
import socket
import threading
import types

import psycopg
import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.database import connections
from config.doctor import database, examination
from config.doctor.findings import Level
from config.variables import values
from platforms.base import clock
from tests.doctor import findings
from tests.support import databases, patience


@contextlib.contextmanager
def _connecting_to(url: str):
    """Have Django's connection lead elsewhere, as another DATABASE_URL would."""
    other = values.database(url)
    before = {name: connection.settings_dict[name] for name in other if name != "ENGINE"}
    connection.close()
    connection.settings_dict.update({name: value for name, value in other.items() if name != "ENGINE"})
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(before)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda url: url.replace("?host=", "?host=/nowhere"), "does not listen at its address"),
        (lambda url: url.replace("@/", "@/gone"), "has no database of this name"),
        (lambda url: url.replace("postgres@", "nobody_of_this_name@"), "has no role of this name"),
        (lambda _: "postgresql://postgres@host.invalid/payments", "has a host name that nobody knows"),
    ],
)
def test_a_database_that_can_not_be_reached_is_told_by_its_reason(change, said):
    with _connecting_to(change(databases.address("postgres"))):
        found, asked = examination.examine(before_start=True)

    assert [one.message for one in found if one.level is Level.ERROR] == [f"The database {said}."]
    left_out = "commit, role, clock, connections, locks, migrations, keys, seals, nightly checks, sign-on"
    assert f"Not looked at without it: {left_out}." in found[-1].message
    assert "keys" not in asked


@pytest.mark.django_db(transaction=True)
def test_a_database_that_says_nothing_is_told_by_its_reason():
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with _connecting_to(f"postgresql://postgres@127.0.0.1:{silent.getsockname()[1]}/payments"):
            [found] = database.answers()

    assert found.message == "The database did not answer in time."


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ('FATAL:  password authentication failed for user "x"', "refuses the password"),
        ('FATAL:  no pg_hba.conf entry for host "10.0.0.1"', "lets this machine or this role not in"),
        ("FATAL:  sorry, too many clients already", "has no connection left"),
        ("FATAL:  the database system is starting up", "is starting or ending"),
        ("could not parse: pa55w0rd", "can't be used (OperationalError)"),
    ],
)
def test_other_refusals_are_told_without_the_drivers_words(said, meant):
    found = database._refusal(psycopg.OperationalError(said))

    assert found.message == f"The database {meant}."


@pytest.mark.parametrize(("threshold", "limit"), [(3, "10s"), (None, "7s")])
def test_behind_a_pooler_the_session_is_left_as_it_was(settings, db, threshold, limit):
    settings.PREPARE_THRESHOLD = threshold
    connection.ensure_connection()
    before = connection.connection.answers_within
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '7s'")
        assert list(database.answers()) == []
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == (limit,)

    assert (connection.connection.answers_within == 10) is (threshold is None)
    connection.connection.answers_within = before


def test_the_owner_of_the_tables_is_named(settings, db):
    settings.DATABASE_URL = databases.address("postgres")
    settings.IS_PRODUCTION = True

    assert findings.levels(database.role()) == ["ERROR role"]


def test_a_right_that_the_role_lacks_is_named(as_service):
    connection.connection.execute("RESET ROLE")
    with connection.cursor() as cursor:
        cursor.execute(f"REVOKE INSERT ON platforms_platform FROM {databases.SERVICE}")
    connection.connection.execute(f"SET ROLE {databases.SERVICE}")

    [found] = database.role()

    assert "1 rights too few or too many: missing: INSERT ON platforms_platform." in found.message


def test_a_role_that_may_only_read_is_named(as_service):
    as_service.DATABASE_URL += "&options=-c%20default_transaction_read_only%3Don"

    found, _ = examination.examine(before_start=True)

    [said] = [one for one in found if one.check == "commit"]
    assert said.level is Level.ERROR
    assert "takes no writes" in said.message
    assert "default_transaction_read_only" in said.remedy


def test_missing_migrations_are_named(db):
    MigrationRecorder(connection).migration_qs.filter(app="webhooks", name="0001_initial").delete()

    found, asked = examination.examine(before_start=True)

    assert "ERROR migrations" in findings.levels(found)
    assert "lacks 1 migrations of this release: webhooks.0001_initial." in str([one.message for one in found])
    assert "keys" not in asked


def test_migrations_of_a_later_release_are_named(db):
    MigrationRecorder(connection).record_applied("payments", "9999_later")

    [found] = database.migrations()

    assert found.level is Level.WARNING
    assert "payments.9999_later" in found.message


def test_a_database_from_before_the_first_release_is_named(db):
    MigrationRecorder(connection).record_applied("platforms", "0002_functions")

    assert "before the first release" in next(database.migrations()).message


@pytest.mark.parametrize(("seconds", "expected"), [(0, []), (5, ["WARNING clock"]), (-60, ["ERROR clock"])])
def test_clocks_that_differ_are_named(db, monkeypatch, seconds, expected):
    ahead = dt.timedelta(seconds=seconds)
    # The machine's clock, and not the database's: no test may set either.
    monkeypatch.setattr(database, "clock", types.SimpleNamespace(real_now=lambda: clock.real_now() + ahead))

    assert findings.levels(database.clocks()) == expected


def test_too_few_connections_are_named(db, monkeypatch):
    assert list(database.room()) == []

    monkeypatch.setenv("WEB_WORKERS", "1000")

    [found] = database.room()
    assert f"may open {connections.of_all()} connections" in found.message
    assert connections.of_all() > 17_000


@pytest.mark.django_db(transaction=True)
def test_who_holds_a_lock_for_which_others_wait_is_named():
    address = databases.address("postgres")
    assert list(database.locks()) == []

    def wait() -> None:
        with psycopg.connect(address) as link:
            link.execute("SELECT FROM platforms_savedview")

    waiting = [threading.Thread(target=wait) for _ in range(2)]
    with psycopg.connect(address, application_name="night job") as holder:
        process = holder.info.backend_pid
        holder.execute("LOCK TABLE platforms_savedview")
        for each in waiting:
            each.start()
        patience.until(lambda: "others wait: 2," in str([one.message for one in database.locks()]))
        [found] = database.locks()
    for each in waiting:
        each.join()

    assert found.message.startswith(f"Process {process} (night job) of the database holds a lock for which others wait")
    assert f"SELECT pg_terminate_backend({process})" in found.remedy


def test_a_limit_of_the_database_itself_counts(db):
    with connection.cursor() as cursor:
        cursor.execute(f'ALTER DATABASE "{connection.settings_dict["NAME"]}" CONNECTION LIMIT 20')

    assert "the database takes 20." in next(database.room()).message
