import datetime as dt
import json
import os
import signal
import socket
from functools import partial

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings

from config.celery import app
from config.database import commits
from config.processes import health
from payments.models import LedgerCheckRun
from platforms import release
from platforms.base import clock
from tests.support import databases
from tests.support.processes import readiness

pytestmark = pytest.mark.service


@pytest.fixture(autouse=True)
def _nothing_remembered(monkeypatch):
    """Every test asks anew, and leaves no check behind."""
    readiness.forget()
    monkeypatch.setattr(health, "_migrated", False)
    readiness.ask_by(commits.Commits(), monkeypatch)
    monkeypatch.setattr(health, "_checks", dict(health._checks))
    yield
    readiness.forget()


def test_a_living_process_answers_without_asking_anybody(django_assert_num_queries):
    answer = Client().get("/healthz")

    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_a_ready_service_names_its_checks():
    answer = Client().get("/readyz")

    checks = answer.json()["checks"]
    assert answer.status_code == 200
    assert answer.json()["release"] == release.name()
    assert answer["Cache-Control"] == "no-store"
    states = {"database": "ok", "broker": "ok", "migrations": "ok", "books": "unchecked", "audit": "unchecked"}
    assert checks == states


@pytest.mark.django_db
def test_a_failed_check_is_named_but_not_explained():
    def secretive():
        message = "password=hunter2"
        raise RuntimeError(message)

    health.register("migrations", secretive)

    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["checks"]["migrations"] == "failed"
    assert b"hunter2" not in answer.content


@pytest.mark.django_db(transaction=True)
def test_a_database_that_says_nothing_is_not_waited_for(monkeypatch):
    """Its process is stopped; a probe is answered, and the questions that would wait too are not asked."""
    monkeypatch.setattr(health, "_DATABASE_SECONDS", 0.3)
    asked: list[str] = []

    def note() -> str:
        asked.append("migrations")
        return "ok"

    health.register("migrations", note, asks_database=True)
    connection.ensure_connection()
    stopped = connection.connection.info.backend_pid
    # Each request of a test begins with a statement that takes the service's role: here it has it before.
    with databases.as_service():
        os.kill(stopped, signal.SIGSTOP)
        try:
            answer = Client().get("/readyz")
        finally:
            os.kill(stopped, signal.SIGCONT)

    assert answer.status_code == 503
    assert answer.json()["checks"]["database"] == answer.json()["checks"]["migrations"] == "failed"
    assert asked == []
    # As Django does at the end of a request of a server.
    connection.close()
    readiness.forget()
    assert Client().get("/readyz").status_code == 200


@pytest.mark.django_db
def test_a_database_that_takes_no_writes_is_not_ready(settings):
    """The role of new connections may only read, as on a standby; what asks the database is asked all the same."""
    settings.DATABASE_URL = f"{databases.address('postgres')}&options=-c%20default_transaction_read_only%3Don"

    answer = Client().get("/readyz")

    told = answer.json()
    assert (answer.status_code, told["status"], told["checks"]["database"]) == (503, "unavailable", "read-only")
    assert told["checks"]["migrations"] == "ok"
    settings.DATABASE_URL = databases.address("postgres")
    readiness.forget()
    assert Client().get("/readyz").status_code == 200, "what failed is tried again at once"


@pytest.mark.django_db
def test_a_broker_that_says_nothing_is_not_waited_for_and_takes_no_process_out_of_service(
    settings, tmp_path, monkeypatch, caplog
):
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "s"))
        silent.listen()
        connect = app.connection_for_write
        address = f"redis+socket://{tmp_path / 's'}"
        monkeypatch.setattr(app, "connection_for_write", partial(connect, address))
        answer = Client().get("/readyz")

    told = answer.json()
    assert (answer.status_code, told["status"], told["checks"]["broker"]) == (200, "degraded", "failed")
    lines = [record for record in caplog.records if record.name == "config.processes.health"]
    assert [(line.levelname, line.exc_info) for line in lines] == [("WARNING", None)], "an outage is no fault of ours"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("faults", "age", "word"),
    [
        ([], dt.timedelta(hours=1), "ok"),
        ([], dt.timedelta(days=9), "stale"),
        ([{"kind": "unbalanced"}], dt.timedelta(hours=1), "broken"),
    ],
)
def test_the_books_are_shown_and_make_no_process_unready(faults, age, word):
    at = clock.real_now() - age
    LedgerCheckRun.objects.create(started_at=at, finished_at=at, entries=0, postings=0, faults=faults)

    answer = Client().get("/readyz")

    assert (answer.status_code, answer.json()["status"], answer.json()["checks"]["books"]) == (200, "ok", word)


@pytest.mark.django_db
def test_a_check_of_the_books_that_fails_itself_makes_no_process_unready():
    def broken():
        raise RuntimeError

    health.register("books", broken, is_for_information=True)

    answer = Client().get("/readyz")

    assert (answer.status_code, answer.json()["checks"]["books"]) == (200, "failed")


@pytest.mark.django_db
def test_missing_migrations_make_the_service_unready():
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'platforms'")

    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["checks"]["migrations"] == "missing"


@pytest.mark.django_db
def test_a_database_from_before_the_first_release_makes_the_service_unready():
    MigrationRecorder(connection).record_applied("platforms", "0002_functions")

    answer = Client().get("/readyz")

    assert answer.status_code == 503
    assert answer.json()["checks"]["migrations"] == "missing"


@pytest.mark.django_db
def test_probes_within_a_second_ask_the_database_once(django_assert_num_queries):
    Client().get("/readyz")

    with django_assert_num_queries(0):
        answer = Client().get("/readyz")

    assert answer.status_code == 200


@pytest.mark.django_db
def test_health_answers_only_to_reading():
    assert Client().post("/readyz").status_code == 405


@pytest.mark.django_db
def test_probes_are_not_redirected_to_https():
    with override_settings(SECURE_SSL_REDIRECT=True):
        answer = Client().get("/healthz")

    assert json.loads(answer.content) == {"status": "ok"}
