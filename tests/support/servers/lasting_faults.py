"""Faults of a running service that last for as long as somebody looks, by the rows of docs/operator/outages.md.

Nobody brings back what is killed or stopped: the supervisor of the service is stopped too.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from config.launch import environment
from tests.support.servers import faults
from tests.support.servers.programs import BYTE_CODE
from tests.support.servers.services import Service

Fault = Callable[[Service], AbstractContextManager[None]]


def _killed(name: str) -> Fault:
    @contextlib.contextmanager
    def during(service: Service) -> Iterator[None]:
        with faults.unattended(service):
            faults.KILLED[name][1](service)
            yield

    return during


def _stopped(name: str) -> Fault:
    @contextlib.contextmanager
    def during(service: Service) -> Iterator[None]:
        with faults.unattended(service), faults.stopped(service, name):
            yield

    return during


@contextlib.contextmanager
def _three_stand_still(service: Service) -> Iterator[None]:
    with (
        _stopped("one web process is stopped")(service),
        faults.all_stopped(*service.pids(*faults.WORKER), *service.pids(*faults.SCHEDULER)),
    ):
        yield


@contextlib.contextmanager
def _second_web_server(service: Service) -> Iterator[None]:
    variables = {"PATH": "/nowhere", "VAR_DIR": str(service.root), "PORT": str(service.port), **BYTE_CODE}
    second = subprocess.run(
        [sys.executable, "-m", "config.launch", "web"],
        cwd=environment.PROJECT,
        env={**variables, "DATABASE_URL": service.database_url()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"Port {service.port} on 127.0.0.1 is taken by another program" in second.stderr
    yield


@contextlib.contextmanager
def _database_killed(service: Service) -> Iterator[None]:
    with faults.unattended(service):
        os.kill(faults.postmaster(service), signal.SIGKILL)
        yield


@contextlib.contextmanager
def _all_killed(service: Service) -> Iterator[None]:
    with faults.unattended(service):
        for role in (faults.WEB, faults.WORKER, faults.SCHEDULER, faults.BROKER):
            service.kill(*role)
        os.kill(faults.postmaster(service), signal.SIGKILL)
        yield


FAULTS: dict[str, Fault] = {
    **{name: _killed(name) for name in faults.KILLED},
    "a second web server is started on a port that has one, without `share_port=true`": _second_web_server,
    **{name: _stopped(name) for name in faults.STOPPED},
    "one process of the worker is stopped": lambda service: faults.all_stopped(
        faults.children(service, faults.WORKER)[0]
    ),
    "web process, worker and scheduler are stopped, and nobody lets them go on": _three_stand_still,
    "the server is killed": _database_killed,
    "the server is stopped: it neither answers nor closes connections": faults.database_stopped,
    "the service's role has no connections left": faults.connections_taken,
    "a table is locked, a statement takes too long": lambda service: faults.locked(service, "payments_transaction"),
    "it takes no writes: a standby, or read-only for the role": lambda service: faults.configured(
        service, "default_transaction_read_only", "on"
    ),
    "a synchronous standby is away: commits wait without an end": lambda service: faults.configured(
        service, "synchronous_standby_names", "a_standby_that_is_away"
    ),
    "all of them and the database are killed, one after the other": _all_killed,
}
