"""Ways to disturb the processes of a running service. Their names are those of the rows of docs/operator/outages.md."""

import contextlib
import os
import pathlib
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence

import psycopg

from config.launch import environment
from tests.support import patience
from tests.support.servers.services import Service

WEB, WORKER, SCHEDULER, BROKER = (
    ("config.processes.web",),
    ("celery", "worker"),
    ("config.processes.beat",),
    ("valkey-server",),
)
"""Words of the command lines of each role's processes."""
_FEW = 3
"""Connections of a role that may have no more."""


def main_process(service: Service, role: Sequence[str]) -> int:
    """Return the process of a role that the others were forked from."""
    family = service.pids(*role)
    [first] = [pid for pid in family if _parent(pid) not in family]
    return first


def children(service: Service, role: Sequence[str]) -> list[int]:
    """Return the processes that a role has forked."""
    first = main_process(service, role)
    return [pid for pid in service.pids(*role) if pid != first]


def _parent(pid: int) -> int:
    return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def _kill(*pids: int) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGKILL)


def _replace_broker(service: Service) -> None:
    """Kill the broker and remove all that it has written: an empty one takes its place."""
    _kill(*service.pids(*BROKER))
    shutil.rmtree(environment.Home(root=service.root).valkey)


KILLED: dict[str, tuple[tuple[str, ...], Callable[[Service], None]]] = {
    "one web process is killed": (WEB, lambda service: _kill(children(service, WEB)[0])),
    "the web server is killed": (WEB, lambda service: _kill(main_process(service, WEB))),
    "one process of the worker is killed": (WORKER, lambda service: _kill(children(service, WORKER)[0])),
    "the worker is killed": (WORKER, lambda service: _kill(main_process(service, WORKER))),
    "the scheduler is killed": (SCHEDULER, lambda service: _kill(*service.pids(*SCHEDULER))),
    "the broker is killed": (BROKER, lambda service: _kill(*service.pids(*BROKER))),
    "the broker is lost, and replaced by an empty one": (BROKER, _replace_broker),
}
"""Name → the role, and what is done to it."""
STOPPED: dict[str, tuple[tuple[str, ...], ...]] = {
    "one web process is stopped": (WEB,),
    "the worker is stopped": (WORKER,),
    "scheduler and broker are stopped": (SCHEDULER, BROKER),
}
"""Name → the roles that are stopped; of the web server one process."""


@contextlib.contextmanager
def stopped(service: Service, name: str) -> Iterator[None]:
    """Stop the processes of a row of STOPPED for as long as the block lasts."""
    pids = [
        pid for role in STOPPED[name] for pid in (children(service, role)[:1] if role is WEB else service.pids(*role))
    ]
    assert pids
    with all_stopped(*pids):
        yield


@contextlib.contextmanager
def all_stopped(*pids: int) -> Iterator[None]:
    """Stop processes for as long as the block lasts."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def postmaster(service: Service) -> int:
    """Return the first process of the database."""
    # By its marks a process that it has just forked is another one.
    return int((environment.Home(root=service.root).postgres / "postmaster.pid").read_text().split()[0])


def backends(service: Service) -> list[int]:
    """Return the processes of the database but the first."""
    parent = postmaster(service)
    return [int(pid) for pid in pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


@contextlib.contextmanager
def database_stopped(service: Service) -> Iterator[None]:
    """Stop all processes of the database in the block."""
    with all_stopped(postmaster(service), *backends(service)):
        yield


@contextlib.contextmanager
def connections_taken(service: Service) -> Iterator[None]:
    """End the connections of the service's role in the block, and take all that it may have."""
    with service.database(user="postgres") as owner, contextlib.ExitStack() as taken:
        owner.autocommit = True
        owner.execute(f"ALTER ROLE {environment.SERVICE} CONNECTION LIMIT {_FEW}")
        try:
            ours: list[int] = []

            def are_all_ours() -> bool:
                others = owner.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s AND pid <> ALL(%s)",
                    [environment.SERVICE, ours],
                ).fetchall()
                with contextlib.suppress(psycopg.OperationalError):
                    if len(ours) < _FEW:
                        ours.append(taken.enter_context(service.database(user=environment.SERVICE)).info.backend_pid)
                # Two that connect at one moment may pass the limit together.
                return len(ours) == _FEW and not others

            patience.until(are_all_ours)
            yield
        finally:
            owner.execute(f"ALTER ROLE {environment.SERVICE} CONNECTION LIMIT -1")


@contextlib.contextmanager
def configured(service: Service, name: str, value: str) -> Iterator[None]:
    """Give a setting of the database server another value in the block."""
    with service.database(user="postgres") as owner:
        owner.autocommit = True
        owner.execute("SET default_transaction_read_only = off")
        owner.execute(f"ALTER SYSTEM SET {name} = '{value}'")
        owner.execute("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            owner.execute(f"ALTER SYSTEM RESET {name}")
            owner.execute("SELECT pg_reload_conf()")


@contextlib.contextmanager
def locked(service: Service, table: str) -> Iterator[None]:
    """Let nobody else read or write a table in the block."""
    with service.database() as holder:
        holder.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
        yield


@contextlib.contextmanager
def unattended(service: Service) -> Iterator[None]:
    """Let nobody start again in the block what has ended, nor kill what stands still."""
    with all_stopped(service.supervisor):
        yield
