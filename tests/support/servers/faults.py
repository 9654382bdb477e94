"""Ways to disturb the processes of a running service. Their names are those of the rows of docs/operator/outages.md."""

import contextlib
import os
import pathlib
import shutil
import signal
from collections.abc import Callable, Iterator, Sequence

from config.launch import environment
from tests.support.servers.services import Service

WEB, WORKER, SCHEDULER, BROKER = (
    ("config.processes.web",),
    ("celery", "worker"),
    ("config.processes.beat",),
    ("valkey-server",),
)
"""Words of the command lines of each role's processes."""


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
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
