"""Each process is killed, or stopped for twenty seconds, while clients pay: it comes back, and nothing is lost.

One service for all cases, and for those of test_kill.py and test_kill_quotes.py. What the database does to clients is
in test_outages.py.
"""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from config.launch import processes
from config.processes import watchdog
from tests.support import patience
from tests.support.servers import faults, paying
from tests.support.servers.paying import Clients
from tests.support.servers.services import Service
from tests.support.servers.webhook_receiver import Receiver

pytestmark = pytest.mark.service

STOPPED_SECONDS = 20
PAUSE_SECONDS, LONGER_PAUSE_SECONDS = 0.2, 1.0
"""Between two payments of a client: enough of them to notice a loss, and little work for the machine. The longer one
where the fault itself takes long."""


@pytest.fixture(scope="module")
def payer(service: Service) -> tuple[str, str]:
    """An account with money, and the account outside that is paid."""
    return paying.payer(service)


@pytest.fixture(scope="module")
def receiver(service: Service, payer: tuple[str, str]) -> Iterator[Receiver]:
    with Receiver() as started:
        service.call("PATCH", "/config", {"webhookEndpoint": started.url})
        yield started


@pytest.mark.parametrize("name", faults.KILLED)
def test_a_killed_process_comes_back_and_nothing_is_lost(
    service: Service, payer: tuple[str, str], receiver: Receiver, name: str, record_property
):
    role, kill = faults.KILLED[name]
    before, family = paying.balance(service, payer[0]), set(service.pids(*role))

    with Clients(service, *payer, pause=PAUSE_SECONDS) as clients:
        moment = time.monotonic()
        kill(service)
        patience.until(lambda: _is_whole(service, role, former=family))

    assert_nothing_is_lost(service, payer[0], receiver, clients, before=before)
    if role is not faults.WEB:
        assert (clients.refused, clients.lost) == ([], 0)
    record_property("healthy after", round(clients.healthy_since(moment), 1))
    record_property("requests without a reply", clients.lost)


def _is_whole(service: Service, role: tuple[str, ...], *, former: set[int]) -> bool:
    """Tell whether a role has as many processes as before, with a new one among them, and the service is ready."""
    family = set(service.pids(*role))
    if len(family) != len(former) or family == former:
        return False
    try:
        status, _, _ = paying.ask(service, "GET", "/readyz", seconds=5)
    except OSError:
        return False
    return status == 200


@pytest.mark.parametrize("name", faults.STOPPED)
def test_a_stopped_process_goes_on_and_nothing_is_lost(
    service: Service, payer: tuple[str, str], receiver: Receiver, name: str, record_property
):
    before = paying.balance(service, payer[0])

    with Clients(service, *payer, pause=LONGER_PAUSE_SECONDS) as clients:
        with faults.stopped(service, name):
            until = time.monotonic() + STOPPED_SECONDS
            assert_others_work(service, clients, name)
            time.sleep(max(0.0, until - time.monotonic()))
        moment = time.monotonic()

    assert_nothing_is_lost(service, payer[0], receiver, clients, before=before)
    assert (clients.refused, clients.lost) == ([], 0)
    record_property("healthy after", round(clients.healthy_since(moment), 1))
    record_property("longest reply", round(clients.slowest, 1))


def test_processes_that_stand_still_are_replaced_and_nothing_is_lost(
    service: Service, payer: tuple[str, str], receiver: Receiver, record_property
):
    """One web process, the worker and the scheduler, all at once; nobody lets them go on."""
    before = paying.balance(service, payer[0])
    stopped = {
        faults.children(service, faults.WEB)[0],
        *service.pids(*faults.WORKER),
        faults.main_process(service, faults.SCHEDULER),
    }

    with Clients(service, *payer, pause=LONGER_PAUSE_SECONDS) as clients:
        moment = time.monotonic()
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        patience.until(lambda: not any(map(processes.is_alive, stopped)))
        for role in (faults.WEB, faults.WORKER, faults.SCHEDULER):
            patience.until(lambda role=role: bool(service.pids(*role)))  # type: ignore[misc]
        record_property("replaced after", round(time.monotonic() - moment, 1))

    assert time.monotonic() - moment >= watchdog.LATE_SECONDS
    assert_nothing_is_lost(service, payer[0], receiver, clients, before=before)
    assert clients.refused == []


def assert_others_work(service: Service, clients: Clients, name: str) -> None:
    """Check what the rest of the service does meanwhile."""
    known = len(clients.made)
    if name == "one web process is stopped":
        # Which process takes a connection is up to the kernel: those that the stopped one has taken wait for it.
        patience.until(lambda: _answers(service, "/healthz"))
        return
    patience.until(lambda: len(clients.made) >= known + paying.CLIENTS)
    status, shown, _ = paying.ask(service, "GET", "/readyz")
    expected = ("ok", "ok") if name == "the worker is stopped" else ("degraded", "failed")
    assert (status, shown["status"], shown["checks"]["broker"]) == (200, *expected)


def _answers(service: Service, path: str) -> bool:
    try:
        status, _, _ = paying.ask(service, "GET", path, seconds=2)
    except OSError:
        return False
    return status == 200


def assert_nothing_is_lost(
    service: Service, account: str, receiver: Receiver, clients: Clients, *, before: int
) -> None:
    """Each payment was made once, came to its end, and all its events arrived; refusals say when to come again."""
    for status, reply, headers in clients.refused:
        assert (status, reply["code"], headers["retry-after"]) == (503, "SERVICE_UNAVAILABLE", "1")
    assert len(clients.made) >= 2 * paying.CLIENTS
    assert len(set(clients.made.values())) == len(clients.made)
    assert paying.balance(service, account) == before - len(clients.made)
    patience.until(lambda: _states(service, clients) == {"COMPLETED"})
    # Of each payment two: it was made, and it came to its end.
    patience.until(lambda: _events(service, clients) <= set(receiver.ids))
    assert len(_events(service, clients)) >= 2 * len(clients.made)


def _keys(clients: Clients) -> list[str]:
    return [payment.partition(":")[2] for payment in clients.made.values()]


def _states(service: Service, clients: Clients) -> set[str]:
    with service.database() as connection:
        rows = connection.execute(
            "SELECT DISTINCT status FROM payments_transaction WHERE id = ANY(%s)", [_keys(clients)]
        )
        return {row[0] for row in rows}


def _events(service: Service, clients: Clients) -> set[str]:
    with service.database() as connection:
        named = [f"Transaction:{key}" for key in _keys(clients)]
        rows = connection.execute("SELECT id FROM webhooks_event WHERE resource = ANY(%s)", [named])
        return {f"Webhook:{row[0]}" for row in rows}
