"""Outages of the database, as seen by clients, people and the log: 503, a page in words, and one line a second."""

import collections
import contextlib
import errno
import logging
import os
import signal
import socket
import threading
import time
import uuid

import psycopg
import pytest
from celery.exceptions import Ignore
from django.db import (
    IntegrityError,
    OperationalError,
    ProgrammingError,
    close_old_connections,
    connection,
    transaction,
)
from django.test import Client
from django.test.utils import CaptureQueriesContext

from payments import tasks
from platforms.database import batches, driver, outages, prepared
from platforms.database.postgresql import base
from platforms.http import authentication, rate_limit
from platforms.models import IdempotencyKey, Platform
from tests.support import factories, patience

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
_MANY = 20
_PAGES = ["/admin/", f"/identity/{'a' * 43}", "/i/ABCD-EFGH-JKLM"]
_MACHINES = {f"/webhook-keys/{uuid.UUID(int=7)}": "testserver", "/.well-known/lnurlpubkey": "bank.example"}


@pytest.fixture(autouse=True)
def _warnings_anew(monkeypatch):
    monkeypatch.setattr(outages, "_warnings", outages._Warnings())


@pytest.fixture
def away(monkeypatch):
    """Return a function that takes the database away, and one that brings it back."""
    address = connection.settings_dict["HOST"]

    def move(host: str) -> None:
        monkeypatch.setitem(connection.settings_dict, "HOST", host)
        connection.close()
        prepared.close_idle()
        authentication.forget_cached()

    yield lambda: move("/nonexistent"), lambda: move(address)
    move(address)


@contextlib.contextmanager
def locked(table: str):
    """Hold a table in the block, so that nobody reads it."""
    with psycopg.connect(**_address()) as other, other.transaction():
        other.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield


def _address():
    known = connection.get_connection_params()
    return {name: known[name] for name in ("dbname", "host", "user", "port", "password") if name in known}


def _limit(name: str, value: str) -> None:
    """Set a limit of all connections that this process opens from now on."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET {name} = '{value}'")
    prepared.close_idle()


def assert_unavailable(reply) -> None:
    assert reply.status_code == 503, reply.content
    assert int(reply.headers["Retry-After"]) >= 1
    shown = reply.json()
    assert (shown["status"], shown["code"]) == (503, "SERVICE_UNAVAILABLE")
    assert shown["details"]["requestId"] == reply.headers["X-Request-Id"]


def test_an_api_without_its_database_says_503_and_goes_on_when_it_is_back(api, alice, away, caplog):
    leave, come_back = away
    source, target = api.internal_account(alice), api.external_account(alice)
    api.fund(source, 10_00)
    leave()

    with caplog.at_level(logging.WARNING):
        replies = [api.transfer_out(source, target, 1_00, key="k") for _ in range(_MANY)]
        replies += [api.get("/transactions"), api.post("/customers", factories.individual(), key="c")]

    for reply in replies:
        assert_unavailable(reply)
    told = [(record.levelname, record.name) for record in caplog.records]
    assert set(told) == {("WARNING", "platforms.http.errors")}
    assert len(told) < 1 + _MANY
    come_back()
    assert not IdempotencyKey.objects.filter(key__in=["k", "c"]).exists()
    assert api.transfer_out(source, target, 1_00, key="k").status_code == 201
    assert factories.balance_of(source) == 9_00


def test_the_log_has_one_warning_a_second_with_the_number_of_errors(caplog, monkeypatch):
    logger, now = logging.getLogger("some"), [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    error = psycopg.errors.LockNotAvailable()

    with caplog.at_level(logging.WARNING):
        for moment in (0.0, 0.1, 0.9, 1.1, 1.2, 9.0):
            now[0] = 100.0 + moment
            assert outages.warned(logger, error)

    assert [(record.reason, record.count) for record in caplog.records] == [("55P03", 1), ("55P03", 3), ("55P03", 2)]
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("block", [contextlib.nullcontext, transaction.atomic])
def test_a_connection_that_the_server_has_ended_meanwhile_is_replaced_unasked(block):
    """Before, each thread of a web process said 503 once after the database had started anew, however late."""
    connection.ensure_connection()
    ended = connection.connection
    with psycopg.connect(**_address(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [ended.info.backend_pid])
    patience.until(lambda: driver.has_news(ended))

    with CaptureQueriesContext(connection) as seen, block():
        assert Platform.objects.count() >= 0

    assert connection.connection is not ended
    assert len([query for query in seen if query["sql"].startswith("SELECT")]) == 1, "no statement asks"


def test_between_two_requests_a_connection_that_has_ended_is_closed_and_none_is_made(away):
    """Otherwise the first query of a request, not its view, would find the server away."""
    leave, _ = away
    connection.ensure_connection()
    with psycopg.connect(**_address(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
    patience.until(lambda: driver.has_news(connection.connection))
    ended, connection.connection = connection.connection, None
    leave()
    connection.connection = ended

    close_old_connections()

    assert connection.connection is None


@pytest.mark.parametrize("block", [contextlib.nullcontext, transaction.atomic])
def test_a_connection_that_ends_within_a_transaction_is_not_replaced(block):
    """What was written before would be missing."""
    with pytest.raises(OperationalError), transaction.atomic():
        Platform.objects.count()
        with psycopg.connect(**_address(), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
        patience.until(lambda: driver.has_news(connection.connection))
        with block():
            Platform.objects.count()


@pytest.mark.parametrize(("name", "value"), [("lock_timeout", "50ms"), ("statement_timeout", "50ms")])
def test_who_waits_too_long_for_a_lock_or_a_statement_gets_503_and_nothing_is_kept(api, name, value):
    _limit(name, value)

    with locked("compliance_customer"):
        read = api.get("/customers")
        made = api.post("/customers", factories.individual(), key="k")

    assert_unavailable(read)
    assert_unavailable(made)
    _limit(name, "5s")
    assert not IdempotencyKey.objects.filter(key="k").exists()
    assert api.post("/customers", factories.individual(), key="k").status_code == 201


@pytest.mark.parametrize("path", _PAGES)
def test_people_are_told_in_words(path, away):
    leave, _ = away
    leave()

    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "a" * 32
    reply = browser.get(path, headers={"Accept": "text/html,*/*;q=0.8"})

    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "1")
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"
    assert reply.headers["Cache-Control"] == "no-store"
    assert b"<h1>Not available at the moment</h1>" in reply.content


@pytest.mark.parametrize("path", _PAGES)
def test_customers_are_told_in_their_language_and_staff_in_english(path, away):
    leave, _ = away
    leave()

    browser = Client(raise_request_exception=False, headers={"Accept": "text/html", "Accept-Language": "de"})
    browser.cookies["sessionid"] = "a" * 32
    reply = browser.get(path)

    is_of_staff = path == "/admin/"
    assert ("<h1>Im Moment nicht verfügbar</h1>" in reply.content.decode()) != is_of_staff
    assert f'lang="{"en" if is_of_staff else "de"}"' in reply.content.decode()


@pytest.mark.parametrize("path", _MACHINES)
def test_programs_are_told_in_json_outside_of_the_api_too(path, away, caplog):
    leave, _ = away
    leave()

    with caplog.at_level(logging.WARNING):
        reply = Client(raise_request_exception=False).get(path, headers={"Host": _MACHINES[path]})

    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "1")
    assert reply.json()["status"] in {503, "ERROR"}
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("SELECT nothing", ProgrammingError),
        ("INSERT INTO platforms_platformcurrency (code) VALUES ('USD')", IntegrityError),
        ("SELECT 1/0", Exception),
    ],
)
def test_our_own_faults_are_no_outages(sql, kind):
    with pytest.raises(kind) as raised, connection.cursor() as cursor:
        cursor.execute(sql)

    assert not outages.is_outage(raised.value)
    assert not outages.is_outage(raised.value.__cause__)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        *(
            (state, True)
            for state in [
                "08006",
                "25006",
                "25P03",
                "40001",
                "40P01",
                "53100",
                "53300",
                "55P03",
                "57014",
                "57P01",
                "57P03",
                "58030",
            ]
        ),
        *((state, False) for state in ["22012", "23505", "25P02", "42501", "42601", "54001", "55000"]),
    ],
)
def test_what_the_server_says_decides(state, expected):
    error = OperationalError()
    error.__cause__ = psycopg.errors.lookup(state)()

    assert outages.is_outage(error) is outages.is_outage(error.__cause__) is expected


@pytest.mark.parametrize(("number", "expected"), [(errno.ENOSPC, True), (errno.EDQUOT, True), (errno.ENOENT, False)])
def test_a_full_disk_is_an_outage_and_other_errors_of_files_are_none(number, expected):
    assert outages.is_outage(OSError(number, "")) is expected


@pytest.mark.parametrize("path", ["ORM", "prepared", "prepared in a transaction"])
def test_a_server_that_says_nothing_is_given_up(path):
    """Its process is stopped: neither the server nor the network ends the wait."""

    def ask() -> None:
        if path == "ORM":
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        else:
            prepared.rows("SELECT 1", [])

    opened = contextlib.ExitStack()
    if path == "prepared":
        shared = prepared.take()
        prepared.release(shared)
    else:
        connection.ensure_connection()
        shared = connection
        if path != "ORM":
            opened.enter_context(transaction.atomic())
            ask()
    pid, shared.connection.answers_within = shared.connection.info.backend_pid, 0.3
    os.kill(pid, signal.SIGSTOP)
    started = time.monotonic()
    try:
        with pytest.raises(OperationalError) as raised, opened:
            ask()
    finally:
        os.kill(pid, signal.SIGCONT)

    assert outages.is_outage(raised.value)
    assert time.monotonic() - started < patience.LONG / 10
    connection.close()
    assert prepared.rows("SELECT 2", []) == [(2,)]


def test_while_nobody_answers_one_thread_at_a_time_tries(monkeypatch):
    """A server that takes connections and says nothing."""
    monkeypatch.setattr(base, "_attempts", collections.defaultdict(base._Attempts))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        monkeypatch.setitem(connection.settings_dict, "PORT", str(silent.getsockname()[1]))
        monkeypatch.setitem(
            connection.settings_dict, "OPTIONS", {**connection.settings_dict["OPTIONS"], "connect_timeout": 2}
        )
        connection.close()
        with pytest.raises(OperationalError, match="timeout"):
            connection.ensure_connection()
        trying = threading.Thread(target=_try_in_vain)
        trying.start()
        patience.until(base._attempts[connection.alias].one_at_a_time.locked)

        started = time.thread_time()
        with pytest.raises(OperationalError, match="a moment ago"):
            connection.ensure_connection()
        assert base._attempts[connection.alias].one_at_a_time.locked()
        assert time.thread_time() - started < 1
        trying.join()
    monkeypatch.undo()
    connection.ensure_connection()


def _try_in_vain() -> None:
    with pytest.raises(OperationalError):
        connection.ensure_connection()


def test_a_statement_of_several_requests_whose_connection_was_lost_is_not_done_again(monkeypatch):
    """It may have been done."""
    monkeypatch.setattr(batches, "GATHERING", patience.LONG)
    monkeypatch.setattr(batches, "PATIENCE", patience.LONG)
    done: list[int] = []

    def execute(pieces):
        done.append(len(pieces))
        raise prepared.ConnectionLost

    together, raised = batches.Batches(execute), []
    everybody = threading.Barrier(2)

    def bring() -> None:
        with together.expected():
            everybody.wait()
            try:
                together.run("kind", "piece")
            except prepared.ConnectionLost as error:
                raised.append(error)

    threads = [threading.Thread(target=bring) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert done == [2]
    assert len(raised) == 2


def test_a_task_ends_without_a_traceback(away, caplog):
    leave, _ = away
    leave()

    with caplog.at_level(logging.WARNING):
        for task in (tasks.tally_transactions, tasks.advance_due_payments, tasks.open_cases):
            with pytest.raises(Ignore):
                task()

    assert [record.getMessage() for record in caplog.records] == ["the database is not available"]
    assert not any(record.exc_info for record in caplog.records)


def test_the_statements_of_a_task_may_take_as_long_as_itself(monkeypatch):
    monkeypatch.setattr(base, "_state", base._OfThisProcess(statement_seconds=8))
    connection.close()

    def limits() -> tuple[str, float]:
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return cursor.fetchone()[0], connection.connection.answers_within

    usual = limits()
    with base.statements_may_take(60):
        assert limits() == ("1min", 62.0)

    assert usual == limits() == ("8s", 10.0)
    monkeypatch.undo()
    connection.close()


def test_a_broker_that_says_nothing_is_waited_for_once(settings, tmp_path, caplog):
    """Not by each request again."""
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "s"))
        silent.listen()
        settings.REDIS_URL = f"unix://{tmp_path / 's'}"
        with caplog.at_level(logging.WARNING):
            for _ in range(_MANY):
                rate_limit.take_for_address("192.0.2.1", scope="test", rate=1000, burst=1000)

    assert 1 <= len(caplog.records) <= 2
