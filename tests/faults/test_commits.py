"""A database that answers and does not commit is told from one that works, by a real write to real servers."""

import contextlib
import pathlib
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator

import pytest

from config.database import commits
from config.doctor import database
from config.launch import embedded_postgres, environment, processes
from config.processes import service_faults
from tests.support import patience
from tests.support.processes import readiness
from tests.support.servers import clusters, watching

pytestmark = pytest.mark.service


@pytest.fixture(scope="module")
def primary() -> Iterator[clusters.Server]:
    with clusters.folder() as root:
        server = clusters.Server(root / "one")
        server.start()
        embedded_postgres.create_database(
            server.cluster, owner=environment.OWNER, service=environment.SERVICE, name=environment.DATABASE
        )
        yield server
        server.end()


@pytest.fixture
def asked(primary, settings):
    """What this process knows of the database, in which it believes nothing for longer than a moment."""
    settings.DATABASE_URL = primary.url()
    return commits.Commits()


@pytest.fixture(autouse=True)
def _believed_for_a_moment(monkeypatch):
    monkeypatch.setattr(commits, "EVERY_SECONDS", 0.0)


@contextlib.contextmanager
def configured(server: clusters.Server, name: str, value: str) -> Iterator[None]:
    server.execute(f"ALTER SYSTEM SET {name} = '{value}'")
    server.execute("SELECT pg_reload_conf()")
    patience.until(lambda: server.execute(f"SHOW {name}") == [(value,)])
    try:
        yield
    finally:
        server.execute(f"ALTER SYSTEM RESET {name}")
        server.execute("SELECT pg_reload_conf()")


def state(asked: commits.Commits) -> str:
    return asked.state(seconds=patience.LONG)


def messages() -> list[str]:
    return [str(finding) for finding in database.commit()]


def test_a_database_that_commits_keeps_nothing_of_the_question(primary, asked):
    tables = "SELECT sum(n_tup_ins + n_tup_upd) FROM pg_stat_user_tables"
    assert (state(asked), messages()) == ("ok", [])
    assert primary.execute(tables) == [(None,)]


def test_who_asks_often_writes_once(primary, asked, monkeypatch):
    monkeypatch.setattr(commits, "EVERY_SECONDS", 1000.0)
    assert state(asked) == "ok"
    [before] = primary.execute("SELECT pg_current_wal_lsn()")

    assert {state(asked) for _ in range(100)} == {"ok"}

    [(written,)] = primary.execute(f"SELECT pg_current_wal_lsn() - '{before[0]}'::pg_lsn")
    assert written < 100 * 100


def test_a_database_that_takes_no_writes_is_noticed(primary, asked):
    primary.execute(f"ALTER ROLE {environment.SERVICE} SET default_transaction_read_only = on")
    try:
        assert state(asked) == "read-only"
        [message] = messages()
        assert message.startswith("error   commit: The database takes no writes: it is set to be read-only")
    finally:
        primary.execute(f"ALTER ROLE {environment.SERVICE} RESET ALL")
    with configured(primary, "default_transaction_read_only", "on"):
        patience.until(lambda: state(asked) == "read-only")
    patience.until(lambda: state(asked) == "ok")


def test_a_standby_is_noticed(primary, asked, settings):
    with clusters.folder() as root:
        standby = clusters.Server(root / "standby")
        standby.follow(primary)
        settings.DATABASE_URL = standby.url()
        assert state(asked) == "read-only"
        assert "it is a standby, which only follows another server. Name the primary in DATABASE_URL" in messages()[0]
        standby.end()
    assert state(asked) == "failed"


def test_a_commit_that_waits_for_a_standby_is_noticed_and_waited_for_by_nobody(primary, asked, monkeypatch):
    monkeypatch.setattr(database, "_COMMIT_SECONDS", 0.5)
    with configured(primary, "synchronous_standby_names", "a_standby_that_is_away"):
        patience.until(lambda: asked.state(seconds=0.5) == "no-commit")
        began = time.monotonic()
        assert {asked.state(seconds=patience.LONG) for _ in range(1000)} == {"no-commit"}
        assert time.monotonic() - began < patience.LONG / 5
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        assert primary.execute(waiting) == [(1,)], "one write waits, however often somebody asks"
        assert "does not commit a small write: it waits for a standby of synchronous_standby_names" in messages()[0]

    patience.until(lambda: state(asked) == "ok")


def test_the_age_of_the_last_commit_grows_only_while_nothing_is_committed(primary, asked):
    assert asked.age() is None
    assert state(asked) == "ok"
    first = asked.age()

    with configured(primary, "synchronous_standby_names", "a_standby_that_is_away"):
        patience.until(lambda: asked.state(seconds=0.5) == "no-commit")
        before = asked.age()
        assert asked.state(seconds=0.5) == "no-commit"
        assert first < before < asked.age()

    patience.until(lambda: state(asked) == "ok" and asked.age() < before)


@pytest.fixture
def temporary(primary):
    """The folder of the server's temporary files, which is made when one is needed."""
    [(folder,)] = primary.execute("SELECT current_setting('data_directory')")
    temporary = primary.cluster.data / "base" / "pgsql_tmp"
    assert str(temporary).startswith(str(folder))
    if temporary.exists():
        temporary.rmdir()
    yield temporary
    if temporary.is_symlink() or temporary.is_file():
        temporary.unlink()


def test_a_disk_that_takes_no_file_is_noticed(asked, caplog, temporary):
    temporary.touch()

    assert state(asked) == "no-commit"
    assert [record.message for record in caplog.records] == ["the database does not commit"]
    assert "it could not write to its disk" in messages()[0]

    temporary.unlink()
    assert state(asked) == "ok"


@contextlib.contextmanager
def small_disk(server: clusters.Server) -> Iterator[pathlib.Path]:
    """Yield a folder of a disk of 32 kB; the test is skipped where a user may mount none.

    The disk is mounted for one process, in a namespace of its own, and reached by that process.
    """
    mounting = "mount -t tmpfs -o size=32k,mode=0700 none /mnt && echo mounted && read _"
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mounting]
    prepared = processes.prefix(death_signal=signal.SIGKILL, options=server.cluster.runs_as.options)
    if shutil.which(command[0]) is None:
        pytest.skip("no unshare on this machine")
    command[0] = str(shutil.which(command[0]))
    with subprocess.Popen([*prepared, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/") as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        if holder.stdout.readline() != b"mounted\n":
            pytest.skip("this user may mount no disk")
        yield pathlib.Path(f"/proc/{holder.pid}/root/mnt")
        holder.stdin.close()


def test_a_full_disk_is_told_as_such(primary, asked, temporary, monkeypatch):
    with small_disk(primary) as disk:
        temporary.symlink_to(disk)

        assert state(asked) == "no-commit"
        assert "answers, but its disk is full: it does not commit a small write. Free space" in messages()[0]
        row = watching.rows()["its disk is full"]
        assert row.readyz == f"503 `unavailable`: `database` `{state(asked)}`"
        assert watching.agrees(row.doctor, watching.of_doctor(database.commit()))
        readiness.ask_by(asked, monkeypatch)
        assert row.start_page == f"*Service*: {service_faults.found()[0].name}"

        temporary.unlink()
        assert state(asked) == "ok"
