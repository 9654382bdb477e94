import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys

import psycopg
import pytest

from config.launch import embedded_postgres, environment, failures, identity, processes
from tests.support import patience

pytestmark = [pytest.mark.beside, pytest.mark.inputs("config/launch", "requirements-embedded.lock")]


def _query(server, statement):
    with psycopg.connect(host=str(server.sockets), port=5432, user="postgres", dbname="postgres") as connection:
        cursor = connection.execute(statement)
        return cursor.fetchone() if cursor.description else None


def _end(process, how=signal.SIGINT):
    process.send_signal(how)
    process.wait(patience.LONG)
    processes.end_group(process.pid)


def test_a_first_start_makes_a_utf8_database_that_syncs_to_disk(home):
    server = embedded_postgres.cluster(home)

    process = embedded_postgres.start(server)

    assert _query(server, "SHOW server_encoding") == ("UTF8",)
    assert _query(server, "SHOW fsync") == ("on",)
    assert _query(server, "SHOW synchronous_commit") == ("on",)
    assert _query(server, "SELECT datlocprovider, datlocale FROM pg_database WHERE datname = 'template1'") == (
        "b",
        "C.UTF-8",
    )
    _end(process)


def test_the_server_is_reached_by_its_private_socket_only(home):
    server = embedded_postgres.cluster(home)

    process = embedded_postgres.start(server)

    assert _query(server, "SHOW listen_addresses") == ("",)
    assert server.sockets.stat().st_mode & 0o077 == 0
    _end(process)


def test_a_database_is_made_once_for_an_ordinary_user(home):
    server = embedded_postgres.cluster(home)
    process = embedded_postgres.start(server)

    for _ in range(2):
        embedded_postgres.create_database(server, owner="payments", service="payments_service", name="payments")

    owner = "SELECT rolname, rolsuper FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba WHERE datname = 'payments'"
    assert _query(server, owner) == ("payments", False)
    _end(process)


def test_committed_rows_survive_a_killed_server(home):
    server = embedded_postgres.cluster(home)
    first = embedded_postgres.start(server)
    _query(server, "CREATE TABLE kept (n int)")
    _query(server, "INSERT INTO kept VALUES (42)")

    os.kill(first.pid, signal.SIGKILL)  # its helpers live on for a moment
    second = embedded_postgres.start(server)

    assert _query(server, "SELECT n FROM kept") == (42,)
    first.wait()
    _end(second)


def test_a_server_that_outlived_its_supervisor_is_replaced(home):
    server = embedded_postgres.cluster(home)
    orphan = embedded_postgres.start(server)

    process = embedded_postgres.start(server)

    assert orphan.wait(patience.LONG) == 0
    assert _query(server, "SELECT 1") == (1,)
    _end(process)


def test_a_lock_file_that_names_another_program_does_not_block_the_start(home):
    server = embedded_postgres.cluster(home)
    _end(embedded_postgres.start(server))
    bystander = subprocess.Popen(["/bin/sleep", "60"])
    stale = f"{bystander.pid}\n{server.data}\n1700000000\n5432\n{server.sockets}\n\n 1 1\nready\n"
    (server.data / "postmaster.pid").write_text(stale)
    (server.sockets / ".s.PGSQL.5432.lock").write_text(stale)

    process = embedded_postgres.start(server)

    assert _query(server, "SELECT 1") == (1,)
    assert bystander.poll() is None
    bystander.kill()
    bystander.wait()
    _end(process)


def test_an_interrupted_first_start_leaves_nothing_in_the_way(home):
    half = home.root / "postgres.unfinished-1"
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    server = embedded_postgres.cluster(home)

    process = embedded_postgres.start(server)

    assert not half.exists()
    _end(process)


def test_the_database_of_another_release_is_refused_with_a_way_out(home):
    home.postgres.mkdir()
    (home.postgres / "PG_VERSION").write_text("15\n")

    with pytest.raises(failures.LaunchError, match=r"made by PostgreSQL 15;.*\n.*pg_dump"):
        embedded_postgres.start(embedded_postgres.cluster(home))


def test_a_folder_with_other_content_is_not_overwritten(home):
    home.postgres.mkdir()
    (home.postgres / "letters.txt").write_text("mine")

    with pytest.raises(failures.LaunchError, match="not a database directory"):
        embedded_postgres.start(embedded_postgres.cluster(home))

    assert (home.postgres / "letters.txt").read_text() == "mine"


def test_a_long_folder_name_does_not_make_the_socket_path_too_long(home, monkeypatch):
    deep = home.root / ("a" * 60) / ("b" * 60)
    deep.mkdir(parents=True)
    monkeypatch.setenv("VAR_DIR", str(deep))
    deep_home = environment.open_home()

    server = embedded_postgres.cluster(deep_home)
    process = embedded_postgres.start(server)

    assert _query(server, "SELECT 1") == (1,)
    _end(process)
    for path in sorted(deep_home.sockets.rglob("*"), reverse=True):
        path.rmdir()
    deep_home.sockets.rmdir()


def test_settings_for_another_server_in_the_environment_are_ignored(home, monkeypatch):
    monkeypatch.setenv("PGPORT", "1")
    monkeypatch.setenv("PGDATA", "/nowhere")
    monkeypatch.setenv("PGUSER", "nobody-at-all")
    server = embedded_postgres.cluster(home)

    process = embedded_postgres.start(server)

    assert embedded_postgres.is_ready(server)
    _end(process)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_root_never_runs_the_server_as_root(home):
    server = embedded_postgres.cluster(home)

    process = embedded_postgres.start(server)

    real_user = pathlib.Path(f"/proc/{process.pid}").stat().st_uid
    assert server.runs_as.options
    assert real_user == pwd.getpwnam("nobody").pw_uid
    _end(process)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_root_in_a_private_folder_gets_a_server_all_the_same(home, monkeypatch):
    """As of a project below /root, where the programs lie too."""
    package = identity.bundled_programs().parent.parent
    for folder in (package, package.with_name("embedded_postgres.libs")):
        shutil.copytree(folder, home.root / "packages" / folder.name, symlinks=True)
    programs = home.root / "packages" / package.name / "pginstall" / "bin"
    monkeypatch.setattr(identity, "bundled_programs", lambda: programs)
    home.root.chmod(0o700)
    server = embedded_postgres.cluster(home)

    process = embedded_postgres.start(server)

    assert server.data == home.postgres
    assert server.runs_as.programs == programs
    assert _query(server, "SELECT 1") == (1,)
    _end(process)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_data_made_under_one_user_is_handed_to_the_next(home):
    made = embedded_postgres.cluster(home)
    _end(embedded_postgres.start(made))
    for path in [home.postgres, *home.postgres.rglob("*")]:
        os.chown(path, 0, 0)
    server = embedded_postgres.cluster(home)

    process = embedded_postgres.start(server)

    assert server.data.stat().st_uid == made.runs_as.owner != 0
    assert _query(server, "SELECT 1") == (1,)
    _end(process)


_STORY = """
from config.launch import embedded_postgres, environment, failures
try:
    embedded_postgres.cluster(environment.open_home())
except failures.LaunchError as failure:
    print(failure.problem, failure.remedy, sep="\\n")
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can take the id of a user without a name")
def test_a_user_without_a_name_is_told_to_name_a_server(home):
    nameless = 43210
    for folder in (home.root, home.root / "log", home.root / "run"):
        os.chown(folder, nameless, nameless)
    # The test's Python may lie in a private folder: it keeps the right to read it.
    command = [*processes.prefix(options=(f"--uid={nameless}", f"--gid={nameless}")), sys.executable, "-c", _STORY]

    told = subprocess.run(command, cwd=environment.PROJECT, capture_output=True, text=True, check=False)

    assert told.stdout == (
        f"User id {nameless} has no name on this machine, and PostgreSQL cannot make a database without one.\n"
        "Start as a user who has an entry in /etc/passwd, or name a server of your own with DATABASE_URL.\n"
    )
    own_sockets = home.sockets.name.replace(f"-{os.geteuid()}-", f"-{nameless}-")
    shutil.rmtree(home.sockets.with_name(own_sockets), ignore_errors=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become somebody else")
def test_a_root_who_may_not_become_nobody_is_told_to_name_a_server(monkeypatch):
    """As in a container that has no capabilities."""
    monkeypatch.setattr(processes, "prefix", lambda **_: ["/bin/false"])

    with pytest.raises(failures.LaunchError, match=r"does not run as root.*\n.*DATABASE_URL"):
        identity.choose()
