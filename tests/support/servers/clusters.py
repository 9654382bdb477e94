"""Database servers of a test's own: a primary, a standby that follows it, and a pooler in front.

The server that all tests share keeps too little of its log to be followed.
"""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from urllib.parse import quote

import psycopg
import pytest

from config.launch import embedded_postgres, environment, processes
from tests.support import patience

_SETTINGS = {"fsync": "off", "full_page_writes": "off", "shared_buffers": "64MB", "max_wal_size": "1GB"}
"""Of a server that is gone after the test. What it has told its clients is kept while it or a standby of it runs."""


class Server:
    """An embedded PostgreSQL in a folder of its own."""

    def __init__(self, folder: pathlib.Path, settings: Mapping[str, str] | None = None) -> None:
        folder.mkdir()
        folder.chmod(0o711)
        (folder / "log").mkdir()
        self.home = environment.Home(root=folder)
        self.cluster = embedded_postgres.cluster(self.home, {**_SETTINGS, **(settings or {})})
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = embedded_postgres.start(self.cluster)

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server; SIGKILL ends it as a machine that is switched off does."""
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait(timeout=patience.LONG)
        processes.end_group(self.process.pid)
        self.process = None

    def follow(self, primary: "Server") -> None:
        """Become a standby of a server that runs: a copy of it, which takes over its log as it is written."""
        runs_as = self.cluster.runs_as
        self.cluster.data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(self.cluster.data, runs_as.owner, -1)
        command = [str(runs_as.programs / "pg_basebackup"), "-h", primary.socket, "-U", "postgres"]
        code, told = processes.run(
            [*command, "-D", str(self.cluster.data), "-R", "-X", "stream", "-c", "fast"],
            environment={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            directory=pathlib.Path("/"),
            options=runs_as.options,
        )
        assert code == 0, told
        self.start()

    @property
    def socket(self) -> str:
        return str(self.cluster.sockets)

    def url(self, user: str = environment.SERVICE) -> str:
        return environment.database_url(self.cluster.sockets, user=user, name=environment.DATABASE)

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        """Execute a statement as the superuser."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


@contextlib.contextmanager
def folder() -> Iterator[pathlib.Path]:
    """Make a folder for servers, short enough for sockets; end what still runs in it, and remove it."""
    root = pathlib.Path(tempfile.mkdtemp(prefix="payments-servers-", dir="/tmp")).resolve()
    root.chmod(0o711)
    try:
        yield root
    finally:
        for place in root.iterdir():
            processes.end(processes.marked(str(place)), politely=signal.SIGQUIT, patience=5)
            shutil.rmtree(environment.Home(root=place).sockets, ignore_errors=True)
        shutil.rmtree(root, ignore_errors=True)


def with_tables(root: pathlib.Path, settings: Mapping[str, str] | None = None) -> Server:
    """Start a server with the tables of this release and both roles."""
    server = Server(root / "one", settings)
    server.start()
    embedded_postgres.create_database(
        server.cluster, owner=environment.OWNER, service=environment.SERVICE, name=environment.DATABASE
    )
    variables = {**os.environ, "DATABASE_URL": server.url(), "DATABASE_OWNER_URL": server.url(environment.OWNER)}
    command = [sys.executable, "manage.py", "migrate", "--no-input"]
    done = subprocess.run(command, cwd=environment.PROJECT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return server


def url_of_both(one: Server, other: Server) -> str:
    """Return the address of whichever of two servers takes writes."""
    hosts = quote(f"{one.socket},{other.socket}", safe="")
    parameters = f"host={hosts}&target_session_attrs=read-write"
    return f"postgresql://{environment.SERVICE}@/{environment.DATABASE}?{parameters}"


def pooler_program() -> str:
    """Where PgBouncer is; without one the test is skipped, which CI counts as a failure."""
    found = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        if os.environ.get("REQUIRE_PGBOUNCER"):
            pytest.fail("no PgBouncer was found, and REQUIRE_PGBOUNCER is set")
        pytest.skip("no PgBouncer on this machine; REQUIRE_PGBOUNCER=1 makes that a failure")
    return found


def on_loopback(server: Server, port: int) -> dict[str, str]:
    """Return what is other than in the sample for a pooler of this machine."""
    return {
        "host=db.internal port=5432": f"host={server.socket} port=5432",
        "listen_addr = 10.0.0.5": "listen_addr = 127.0.0.1",
        "listen_port = 6432": f"listen_port = {port}",
        "unix_socket_dir =": "unix_socket_dir = {place}",
        "auth_type = scram-sha-256": "auth_type = trust",
        "auth_file = /etc/pgbouncer/userlist.txt": "auth_file = {place}/users.txt",
        "logfile = /var/log/postgresql/pgbouncer.log": "logfile = {place}/pgbouncer.log",
        "pidfile = /var/run/postgresql/pgbouncer.pid": "pidfile = {place}/pgbouncer.pid",
    }


@contextlib.contextmanager
def pooling(server: Server, sample: pathlib.Path, changes: Mapping[str, str]) -> Iterator[pathlib.Path]:
    """Run the sample configuration of PgBouncer before a server; yield the folder of its socket.

    Each of `changes` must occur in the sample.
    """
    program, text = pooler_program(), sample.read_text()
    for wanted, other in changes.items():
        assert wanted in text, f"{sample.name} no longer has {wanted!r}"
        text = text.replace(wanted, other)
    place = server.home.root / "pooler"
    place.mkdir(exist_ok=True)
    (place / "users.txt").write_text(f'"{environment.SERVICE}" ""\n')
    (place / "pgbouncer.ini").write_text(text.format(place=place))
    if os.geteuid() == 0:
        for path in (place, *place.iterdir()):
            os.chown(path, server.cluster.runs_as.owner, -1)
    options = server.cluster.runs_as.options
    command = [*processes.prefix(death_signal=signal.SIGTERM, options=options), program, str(place / "pgbouncer.ini")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
    try:
        patience.until(lambda: process.poll() is not None or any(place.glob(".s.PGSQL.*")))
        assert process.poll() is None, (place / "pgbouncer.log").read_text()
        yield place
    finally:
        process.terminate()
        process.wait(timeout=patience.LONG)
