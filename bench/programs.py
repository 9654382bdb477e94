"""The programs that a run starts beside itself: web servers, the responder, pgbench. All end with it."""

import contextlib
import dataclasses
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import parse_qs, unquote, urlsplit

from config.launch import environment, identity, processes, roles

SQL = pathlib.Path(__file__).parent / "sql"
CLIENTS = 16


class ProgramError(Exception):
    """A program needed by the measurement failed."""


@dataclasses.dataclass(frozen=True)
class Rate:
    """The result of pgbench."""

    per_second: float
    seconds: float


@dataclasses.dataclass(frozen=True)
class Web:
    """A running web server."""

    port: int
    pid: int
    host: str = "127.0.0.1"


@contextlib.contextmanager
def web(
    name: str,
    *,
    application: str | None = None,
    variables: Mapping[str, str] | None = None,
    prefix: Sequence[str] = (),
) -> "Iterator[Web]":
    """Run a web server exactly as the web role runs it, for another application when asked.

    `prefix` is what comes before its command, where it runs on a host of its own.
    """
    port = free_port()
    given = as_service({**os.environ, **(variables or {}), "PORT": str(port)})
    command = roles.command("web", given)
    if application is not None:
        command[-1] = application
        command[command.index("rsgi")] = "wsgi"
    with running(name, [*prefix, *command], given) as pid:
        host = given.get("BIND") or "127.0.0.1"
        _wait_for(port, name, pid, host)
        yield Web(port, pid, host)


@contextlib.contextmanager
def worker(database: str, *, prefix: Sequence[str] = (), **variables: str) -> Iterator[int]:
    """Run the worker role on a database, and yield its number."""
    given = as_service({**os.environ, "DATABASE_URL": database, **variables})
    with running("worker", [*prefix, *roles.command("worker", given)], given) as pid:
        yield pid


def as_service(variables: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for the service's own database role, where the server is ours: superusers skip checks."""
    superuser, service = "://postgres@/", f"://{environment.SERVICE}@/"
    return {**variables, "DATABASE_URL": variables["DATABASE_URL"].replace(superuser, service)}


def worker_processes() -> int:
    """Return how many processes the worker role has."""
    return int(os.environ.get("WORKER_PROCESSES") or 2)


@contextlib.contextmanager
def responder() -> Iterator[int]:
    """Run the server that only answers; yield its port."""
    port = free_port()
    with running("responder", [sys.executable, "-m", "bench.responder", str(port)], os.environ) as pid:
        _wait_for(port, "responder", pid)
        yield port


@contextlib.contextmanager
def running(name: str, command: Sequence[str], variables: Mapping[str, str]) -> Iterator[int]:
    """Run a program for as long as the block lasts and yield its number; its output goes to a log in VAR_DIR."""
    process = processes.start(command, environment=variables, log=log(name), directory=environment.PROJECT)
    try:
        yield process.pid
    finally:
        processes.end([process.pid], politely=signal.SIGTERM, patience=5)
        processes.end_group(process.pid)
        process.wait()


def run(name: str, command: Sequence[str], variables: Mapping[str, str] | None = None, *, given: str = "") -> str:
    """Run a program to its end, with a standard input; return its output, or raise with its last lines."""
    done = subprocess.run(
        command,
        env={**os.environ, **(variables or {})},
        cwd=environment.PROJECT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ProgramError(f"{name} failed:\n{(done.stderr or done.stdout)[-3000:]}")
    return done.stdout


def psql(
    *,
    file: str | None = None,
    command: str | None = None,
    url: str | None = None,
    variables: Mapping[str, object] | None = None,
) -> str:
    """Run SQL in one session of the server's own superuser."""
    words = ["--file", str(SQL / file)] if file else ["--command", command or ""]
    options = ["-XqAt", "-v", "ON_ERROR_STOP=1", *_defined("-v", variables)]
    return run("psql", [_program("psql"), *options, *_address(url), *words]).strip()


def pgbench(
    script: str, *, url: str, seconds: float, variables: Mapping[str, object], is_prepared: bool = True
) -> Rate:
    """Run a script from bench/sql with 16 clients, with prepared statements or as pgbench does it when not told how.

    For less than a second, which is pgbench's shortest time, every client runs it a few times.
    """
    protocol = "prepared" if is_prepared else "simple"
    length = ["-T", str(round(seconds))] if seconds >= 1 else ["-t", "10"]
    options = ["-n", "-M", protocol, "-c", str(CLIENTS), "-j", "2", *length]
    source = ["-f", str(SQL / f"{script}.sql")]
    text = run("pgbench", [_program("pgbench"), *options, *_defined("-D", variables), *source, *_address(url)])
    rate = re.search(r"^tps = ([\d.]+)", text, re.MULTILINE)
    calls = re.search(r"transactions actually processed: (\d+)", text)
    if rate is None or calls is None or "number of failed transactions: 0 " not in text:
        raise ProgramError(f"pgbench said:\n{text}")
    return Rate(float(rate[1]), int(calls[1]) / float(rate[1]))


def _defined(option: str, variables: Mapping[str, object] | None) -> list[str]:
    return [word for name, value in (variables or {}).items() for word in (option, f"{name}={value}")]


def free_port() -> int:
    """Return a free port outside the range that the system takes for outgoing connections."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def _wait_for(port: int, name: str, pid: int, host: str = "127.0.0.1") -> None:
    """Wait until a server takes connections, for as long as it runs."""
    while processes.is_alive(pid):
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            return
        time.sleep(0.05)
    raise ProgramError(f"{name} has ended; see {log(name)}")


def log(name: str) -> pathlib.Path:
    """Return the log file of a program."""
    return pathlib.Path(os.environ["VAR_DIR"]) / "log" / f"bench-{name}.log"


def _program(name: str) -> str:
    return str(identity.bundled_programs() / name)


def _address(url: str | None) -> list[str]:
    parts = urlsplit(url or os.environ["DATABASE_URL"])
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    host = query.get("host") or parts.hostname or ""
    port = query.get("port") or str(parts.port or 5432)
    words = ["-h", host, "-p", port, "-U", unquote(parts.username or "postgres")]
    return [*words, unquote(parts.path.lstrip("/"))]
