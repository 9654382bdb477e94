"""A database is restored to a moment from a base backup and the archived log, as docs/operator/backup.md says."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from config.launch import embedded_postgres, embedded_valkey, environment, identity, processes
from config.metrics import statements
from platforms.base import clock
from tests.support import patience
from tests.support.servers.programs import BYTE_CODE

pytestmark = [pytest.mark.beside, pytest.mark.inputs("config/launch", "config/database", "docs/operator/backup.md")]


class Page:
    """What docs/operator/backup.md tells to set and to run; the folder /backup is another one here."""

    def __init__(self) -> None:
        self._text = (environment.PROJECT / "docs" / "operator" / "backup.md").read_text()

    def settings(self, number: int, folder: pathlib.Path) -> dict[str, str]:
        """Return the settings of the server in one of the page's blocks."""
        block = re.findall(r"```ini\n(.*?)```", self._text, re.DOTALL)[number]
        found = dict(re.findall(r"^ *(\w+) = '?(.*?)'?$", block, re.MULTILINE))
        assert len(found) == 3
        return {name: value.replace("/backup", str(folder)) for name, value in found.items()}

    def commands(self, folder: pathlib.Path) -> str:
        [block] = re.findall(r"```sh\n(.*?)```", self._text, re.DOTALL)
        return str(block).replace("/backup", str(folder))


class Bookkeeping:
    """The program that pays, and checks the books."""

    def __init__(self, variables: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.launch.bookkeeping"],
            cwd=environment.PROJECT,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *words: object) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def page() -> Page:
    return Page()


@pytest.fixture
def bookkeeping(home, page) -> Iterator[tuple[embedded_postgres.Cluster, Bookkeeping, "subprocess.Popen[bytes]"]]:
    """A server that archives its log, with the tables, the demo platform, and who pays by it."""
    # It may run as another user.
    (home.root / "wal").mkdir()
    (home.root / "wal").chmod(0o777)
    server = embedded_postgres.cluster(home, page.settings(0, home.root))
    process, broker = embedded_postgres.start(server), embedded_valkey.start(home)
    owner, service, name = environment.OWNER, environment.SERVICE, environment.DATABASE
    embedded_postgres.create_database(server, owner=owner, service=service, name=name)
    variables = environment.for_children(
        home,
        {
            **environment.database_urls(server.sockets),
            "REDIS_URL": environment.broker_url(embedded_valkey.address(home)),
            # The name of the host that Django's client for tests asks.
            "ALLOWED_HOSTS": "testserver",
            **BYTE_CODE,
        },
    )
    code, told = processes.run(
        [sys.executable, "-m", "config.launch.prepare"], environment=variables, directory=environment.PROJECT
    )
    assert code == 0, told
    books = Bookkeeping(environment.without_owner(variables))
    yield server, books, process
    books.end()
    _end(process)
    _end(broker)


def _end(process: "subprocess.Popen[bytes]", how: signal.Signals = signal.SIGINT) -> None:
    if process.poll() is None:
        process.send_signal(how)
    process.wait(patience.LONG)
    processes.end_group(process.pid)


def _row(server: embedded_postgres.Cluster, statement: str, parameters: Any = None) -> Any:
    with psycopg.connect(
        host=str(server.sockets), user="postgres", dbname=environment.DATABASE, autocommit=True
    ) as connection:
        return connection.execute(statement, parameters).fetchone()


def _archive_what_is_written(server: embedded_postgres.Cluster) -> None:
    """End the present segment of the log, and wait until the archive has it."""
    [segment] = _row(server, "SELECT pg_walfile_name(pg_current_wal_insert_lsn())")
    _row(server, "SELECT pg_switch_wal()")
    patience.until(
        lambda: (_row(server, "SELECT last_archived_wal FROM pg_stat_archiver")[0] or "") >= segment,
    )
    [age] = _row(server, statements.ARCHIVING, {"now": clock.real_now()})
    assert age < patience.LONG, "what /metrics shows of the archive"


def test_a_database_is_restored_to_a_moment_and_both_seals_are_clean(home, page, bookkeeping):
    server, books, process = bookkeeping
    books("pay", 2)
    search = f"{identity.bundled_programs()}:{os.environ['PATH']}"
    subprocess.run(
        ["sh", "-ec", page.commands(home.root)],
        env={"PATH": search, "PGHOST": str(server.sockets), "PGUSER": "postgres"},
        check=True,
    )
    kept = books("pay", 3)
    [moment] = _row(server, "SELECT clock_timestamp()::text")
    lost = books("pay", 4)
    _archive_what_is_written(server)

    # The machine of the database is gone with all its files.
    _end(process, signal.SIGKILL)
    shutil.rmtree(server.data)
    shutil.copytree(home.root / "base", server.data)
    (server.data / "recovery.signal").touch()
    restored = embedded_postgres.Cluster(
        runs_as=server.runs_as,
        data=server.data,
        sockets=server.sockets,
        log=server.log,
        mark=server.mark,
        settings={**page.settings(1, home.root), "recovery_target_time": moment},
    )
    process = embedded_postgres.start(restored)
    try:
        patience.until(lambda: _row(restored, "SELECT pg_is_in_recovery()") == (False,))
        _assert_is_of_the_moment(restored, books, kept=kept, lost=lost)
    finally:
        _end(process)


def _assert_is_of_the_moment(server: embedded_postgres.Cluster, books: Bookkeeping, *, kept: Any, lost: Any) -> None:
    known = {row for [row] in _rows(server, "SELECT id::text FROM payments_transaction")}
    assert {payment.partition(":")[2] for payment in kept["payments"]} <= known
    assert known.isdisjoint(payment.partition(":")[2] for payment in lost["payments"])
    assert _row(server, "SELECT nextval('webhooks_event_number') > max(number) FROM webhooks_event") == (True,)

    clean = books("check", kept["journal"], kept["audit"])
    assert [is_clean for is_clean, _ in clean.values()] == [True, True], clean
    # The seals that were kept last say that the end is missing: of the journal, and of the audit log.
    cut = books("check", lost["journal"], lost["audit"])
    assert [is_clean for is_clean, _ in cut.values()] == [False, False], cut
    assert all("SEAL_MISSING" in told or "SEALS_LOST" in told for _, told in cut.values()), cut

    paid = books("pay", 1)
    assert (paid["statuses"], paid["balance"]) == (["COMPLETED"], 999)
    assert kept["statuses"] == ["COMPLETED"] * 3


def _rows(server: embedded_postgres.Cluster, statement: str) -> list[Any]:
    with contextlib.closing(
        psycopg.connect(host=str(server.sockets), user="postgres", dbname=environment.DATABASE)
    ) as connection:
        return connection.execute(statement).fetchall()
