"""The database is killed, stopped and locked while clients pay: they get 503, and each payment is made once.

Then a worker is killed in the middle of a payment, which goes on within ten seconds.
"""

import datetime as dt
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from config.launch import processes
from tests.support import patience
from tests.support.servers import faults, paying
from tests.support.servers.paying import CLIENTS, Clients, ask, balance
from tests.support.servers.services import Service, running

pytestmark = pytest.mark.service

STATEMENT_SECONDS = 2


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running(WEB_STATEMENT_SECONDS=str(STATEMENT_SECONDS), RATE_LIMIT_PER_SECOND="10000") as started:
        yield started


@pytest.fixture(scope="module")
def payer(service: Service) -> tuple[str, str]:
    """An account with money, and the account outside that is paid."""
    return paying.payer(service)


def kill_a_backend(service: Service, _: Clients) -> None:
    """PostgreSQL then ends all others, and recovers."""
    [first, *_others] = [pid for pid in faults.backends(service) if "[local]" in " ".join(processes.command_line(pid))]
    os.kill(first, signal.SIGKILL)


def kill_the_postmaster(service: Service, _: Clients) -> None:
    os.kill(faults.postmaster(service), signal.SIGKILL)


def stop_it(service: Service, clients: Clients) -> None:
    with faults.database_stopped(service):
        started = time.monotonic()
        status, shown, _ = ask(service, "GET", "/readyz")
        assert (status, shown["checks"]["database"]) == (503, "failed")
        status, shown, headers = ask(service, "GET", "/2025-10-13/transactions")
        assert (status, shown["code"], headers["retry-after"]) == (503, "SERVICE_UNAVAILABLE", "1")
        # Without a bound they would have waited for the end of the block.
        assert time.monotonic() - started < patience.LONG / 5
        patience.until(lambda: len(clients.refused) >= CLIENTS)


def told(service: Service) -> list[dict[str, Any]]:
    """Return what web server and workers have logged, without the lines of single requests."""
    text = "".join((service.root / "log" / f"{name}.log").read_text() for name in ("web", "worker"))
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    plain = [
        {"trace": line, "level": "", "message": line} for line in text.splitlines() if line.startswith("Traceback")
    ]
    return [line for line in lines if line["logger"] != "requests"] + plain


@pytest.mark.parametrize("fault", [kill_a_backend, kill_the_postmaster, stop_it])
def test_clients_are_told_503_and_each_payment_is_made_once(
    service: Service, payer: tuple[str, str], fault: Callable[[Service, Clients], None]
):
    account, _ = payer
    before = balance(service, account)
    known = len(told(service))

    with Clients(service, *payer) as clients:
        began = time.monotonic()
        fault(service, clients)

    assert clients.lost == 0
    assert {status for status, _, _ in clients.refused} == {503}
    for _, reply, headers in clients.refused:
        assert (reply["code"], headers["retry-after"]) == ("SERVICE_UNAVAILABLE", "1")
    assert len(set(clients.made.values())) == len(clients.made)
    assert balance(service, account) == before - len(clients.made)
    for key, payment in list(clients.made.items())[:: len(clients.made) // 5 + 1]:
        # The first answer counts: no thread remembers a connection that died unused.
        status, reply, _ = ask(service, "POST", "/2025-10-13/transfer-out", clients.body, key=key)
        assert (status, reply["id"]) == (201, payment)
    lines = told(service)[known:]
    assert [line for line in lines if line["level"] in {"ERROR", "CRITICAL"} or "trace" in line] == []
    warnings = [line for line in lines if line["message"] == "the database is not available"]
    seconds = time.monotonic() - began
    # Two web processes, and two processes of the worker with a sender each.
    assert 0 < len(warnings) <= 4 * (seconds + 1)


def test_without_connections_clients_are_told_503_until_there_are_some(service: Service, payer: tuple[str, str]):
    """Others have taken all connections that the service's role may have; its own were ended."""
    before, key, known = balance(service, payer[0]), f"{time.monotonic()}", len(told(service))
    body = {"source": {"accountId": payer[0]}, "destination": {"accountId": payer[1]}, "amount": 1}
    with faults.connections_taken(service):
        paid = ask(service, "POST", "/2025-10-13/transfer-out", body, key=key)
        read = ask(service, "GET", "/2025-10-13/transactions")
        ready, _, _ = ask(service, "GET", "/readyz")
        alive, _, _ = ask(service, "GET", "/healthz")

    for status, reply, headers in (paid, read):
        assert (status, reply["code"], headers["retry-after"]) == (503, "SERVICE_UNAVAILABLE", "1")
    assert (ready, alive) == (503, 200)
    lines = told(service)[known:]
    assert any(line["message"] == "the database is not available" for line in lines)
    assert [line for line in lines if line["level"] in {"ERROR", "CRITICAL"} or "trace" in line] == []
    service.call("POST", "/transfer-out", body, key=key)
    assert balance(service, payer[0]) == before - 1


def test_a_payment_whose_worker_was_killed_goes_on_within_ten_seconds(service: Service, payer: tuple[str, str]):
    """The worker has asked the rail, and is kept from writing down what it said."""
    patience.until(lambda: not due(service))
    with service.database() as holder:
        holder.execute("LOCK TABLE payments_providermessage IN EXCLUSIVE MODE")
        body = {"source": {"accountId": payer[0]}, "destination": {"accountId": payer[1]}, "amount": 1}
        payment = service.call("POST", "/transfer-out", body, key="worker")["id"]
        patience.until(lambda: is_claimed(service, payment))
        assert service.kill("celery", "worker") > 0
        killed = time.monotonic()
        # Nobody renews the lease of the dead.
        assert due_in(service, payment) < dt.timedelta(seconds=10)
    patience.until(lambda: service.call("GET", f"/transactions/{payment}")["status"] == "COMPLETED")

    assert time.monotonic() - killed < patience.LONG / 5


def due(service: Service) -> int:
    """Return how many payments have a next step."""
    with service.database() as connection:
        [number] = connection.execute(
            "SELECT count(*) FROM payments_transaction WHERE next_action_at IS NOT NULL"
        ).fetchone() or (0,)
    return int(number)


def due_in(service: Service, payment: str) -> dt.timedelta:
    """Return how long a payment still waits for its next step."""
    with service.database() as connection:
        wait = "SELECT next_action_at - clock_timestamp() FROM payments_transaction WHERE id = %s"
        [left] = connection.execute(wait, [payment.partition(":")[2]]).fetchone() or (dt.timedelta.max,)
    return left


def is_claimed(service: Service, payment: str) -> bool:
    with service.database() as connection:
        waits = "SELECT count(*) FROM pg_locks WHERE relation = 'payments_providermessage'::regclass AND NOT granted"
        [waiting] = connection.execute(waits).fetchone() or (0,)
    return bool(waiting)
