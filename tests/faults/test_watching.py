"""What `/readyz`, the doctor and the start page say of a fault is what docs/operator/outages.md prints.

Nobody brings back what is killed or stopped, for as long as somebody looks: the supervisor of the service is stopped
too. Faults that are over sooner, or that take other servers, have their rows compared in the tests that the rows name.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest

from config.launch import environment
from tests.support import patience
from tests.support.servers import faults, watching
from tests.support.servers.programs import BYTE_CODE
from tests.support.servers.services import Service

pytestmark = pytest.mark.service
Fault = Callable[[Service], AbstractContextManager[None]]


@pytest.fixture(scope="module")
def watch(service: Service) -> watching.Watch:
    return watching.OfService(service)


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


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_seen_of_a_fault_is_what_the_page_says(service: Service, watch: watching.Watch, name: str):
    patience.until(lambda: (watch.readyz(), watch.start_page()) == ("200 `ok`", watching.NOTHING))

    with FAULTS[name](service):
        watch.sees(name)
