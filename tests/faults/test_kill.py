"""Worker, web server and database are killed with -9 while transfers run: nothing is lost, nothing doubled."""

import base64
import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from typing import Any

import psycopg
import pytest

from bench import programs
from config.launch import environment, processes
from tests import factories, patience
from tests.programs import BYTE_CODE
from tests.webhooks.receiver import Receiver

FUNDED = 1_000_000
THREADS = 4
TRANSFERS_PER_THREAD = 40
DEADLINE_SECONDS = patience.LONG


class Service:
    """The whole service as `make run` starts it, and a client that does not give up."""

    def __init__(self, root: pathlib.Path, port: int, **settings: str) -> None:
        self.root, self.port = root, port
        variables = {"PATH": "/nowhere", "VAR_DIR": str(root), "PORT": str(port), "HOME": "/nonexistent"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "config.launch", "run"],
            cwd=environment.PROJECT,
            env={**variables, **BYTE_CODE, **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        told: list[str] = []
        for line in self._process.stdout:
            told.append(line)
            if "curl -s" in line:
                break
        else:
            pytest.fail("".join(told) + self._process.stderr.read())
        made = json.loads((root / "sandbox.json").read_text())
        pair = f"{made['clientId']}:{made['clientSecret']}".encode()
        self._authorization = "Basic " + base64.b64encode(pair).decode()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=patience.LONG)

    def call(
        self, method: str, path: str, body: dict[str, Any] | None = None, *, key: str | None = None
    ) -> dict[str, Any]:
        """Send a request again and again until it is answered with a 2xx; a key makes that safe."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        last: object = None
        while time.monotonic() < deadline:
            try:
                last = status, reply = self._once(method, path, body, key)
            except (OSError, http.client.HTTPException) as error:
                last = error
            else:
                if 200 <= status < 300:
                    return dict(reply)
                assert status in {409, 429, 500, 503}, (status, reply)
            time.sleep(0.1)
        raise AssertionError(f"no answer to {method} {path}: {last}")

    def _once(self, method: str, path: str, body: dict[str, Any] | None, key: str | None) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        try:
            headers = {"Authorization": self._authorization, "Content-Type": "application/json"}
            if key:
                headers["Idempotency-Key"] = key
            content = json.dumps(body) if body is not None else None
            connection.request(method, f"/2025-10-13{path}", content, headers)
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read() or b"{}")
        finally:
            connection.close()

    def kill(self, *words: str) -> int:
        """Kill -9 every process of the service whose command line holds all `words`; return how many there were."""
        found = [
            pid
            for pid in processes.marked(str(self.root))
            if all(any(word in part for part in processes.command_line(pid)) for word in words)
        ]
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        return len(found)

    def database(self, user: str = "payments") -> psycopg.Connection[Any]:
        sockets = environment.Home(root=self.root).sockets / "pg"
        return psycopg.connect(host=str(sockets), user=user, dbname="payments")

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        sockets = environment.Home(root=self.root).sockets / "pg"
        url = f"postgresql://payments_service@/payments?host={urllib.parse.quote(str(sockets), safe='')}"
        made = json.loads((self.root / "secrets.json").read_text())
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=environment.PROJECT,
            env={**made, "PATH": "/nowhere", "VAR_DIR": str(self.root), "DATABASE_URL": url, **BYTE_CODE},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def service():
    root = pathlib.Path(tempfile.mkdtemp(prefix="payments-kill-", dir="/tmp")).resolve()
    root.chmod(0o711)
    started = Service(root, programs.free_port())
    yield started
    started.stop()
    processes.end(processes.marked(str(root)), politely=signal.SIGINT, patience=5)
    shutil.rmtree(root, ignore_errors=True)
    shutil.rmtree(environment.Home(root=root).sockets, ignore_errors=True)


def test_killing_everything_loses_no_money_and_no_event(service):
    with Receiver() as receiver:
        service.call("PATCH", "/config", {"webhookEndpoint": receiver.url})
        customer = service.call("POST", "/customers", factories.individual(), key="customer")["id"]
        account = service.call("GET", f"/customers/internal-accounts?customerId={customer}&currency=USD")["data"][0][
            "id"
        ]
        service.call("POST", f"/sandbox/internal-accounts/{account}/fund", {"amount": FUNDED}, key="fund")
        targets = [
            service.call("POST", "/customers/external-accounts", external(customer, suffix), key=f"external-{suffix}")[
                "id"
            ]
            for suffix in ("789", "004")
        ]

        made = run_transfers_under_fire(service, account, targets)
        finish(service)

        payments = {payment["id"]: payment for payment in read_all(service)}
        assert set(made.values()) == set(payments)
        assert len(made) == len(payments) == THREADS * TRANSFERS_PER_THREAD
        assert {payment["status"] for payment in payments.values()} == {"COMPLETED", "REJECTED"}
        sent = sum(p["sentAmount"]["amount"] for p in payments.values() if p["status"] == "COMPLETED")
        accounts = service.call("GET", f"/customers/internal-accounts?customerId={customer}&currency=USD")
        assert accounts["data"][0]["balance"]["amount"] == FUNDED - sent
        for key, transaction_id in made.items():
            assert (
                service.call("POST", "/transfer-out", transfer(key, account, targets), key=key)["id"] == transaction_id
            )
        checked = service.manage("ledger_check")
        assert checked.returncode == 0, checked.stdout
        assert_every_event_arrived(service, receiver)


def external(customer: str, suffix: str) -> dict[str, Any]:
    return {"customerId": customer, "currency": "USD", "accountInfo": factories.usd_account(suffix)}


def transfer(key: str, account: str, targets: list[str]) -> dict[str, Any]:
    number = int(key.rpartition("-")[2])
    return {
        "source": {"accountId": account},
        "destination": {"accountId": targets[1] if number % 10 == 0 else targets[0]},
        "amount": 1 + number,
    }


def run_transfers_under_fire(service: Service, account: str, targets: list[str]) -> dict[str, str]:
    """Make transfers in threads while one role after the other is killed; return key → transaction id."""
    made: dict[str, str] = {}
    broken: list[BaseException] = []

    def pay(thread: int) -> None:
        try:
            for number in range(TRANSFERS_PER_THREAD):
                key = f"{thread}-{number}"
                made[key] = service.call("POST", "/transfer-out", transfer(key, account, targets), key=key)["id"]
                time.sleep(0.05)
        except BaseException as error:  # noqa: BLE001 - shown by the test's own thread
            broken.append(error)

    threads = [threading.Thread(target=pay, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    time.sleep(0.7)
    assert service.kill("celery", "worker") > 0
    time.sleep(0.5)
    assert service.kill("config.web") > 0
    time.sleep(1)
    assert service.kill("postgres") > 0
    for thread in threads:
        thread.join()
    assert not broken, broken
    return made


def finish(service: Service) -> None:
    """Bring what a killed worker had claimed due at once, and wait until nothing moves any more."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < deadline:
        if not service.call("GET", "/transactions?status=PENDING")["data"]:
            return
        service.call("POST", "/sandbox/clock/advance", {"seconds": 120})
        time.sleep(1)
    raise AssertionError("payments are still pending")


def read_all(service: Service) -> list[dict[str, Any]]:
    payments, cursor = [], ""
    while True:
        page = service.call("GET", f"/transactions?limit=100{cursor}")
        payments += page["data"]
        if not page["hasMore"]:
            return payments
        cursor = f"&cursor={urllib.parse.quote(page['nextCursor'])}"


def assert_every_event_arrived(service: Service, receiver: Receiver) -> None:
    deadline = time.monotonic() + DEADLINE_SECONDS
    missing: set[str] = set()
    while time.monotonic() < deadline:
        with service.database() as connection:
            stored = {f"Webhook:{row[0]}" for row in connection.execute("SELECT id FROM webhooks_event")}
        missing = stored - set(receiver.ids)
        # Those from before the endpoint was set are not sent.
        if not missing - before_endpoint(service):
            return
        service.call("POST", "/sandbox/clock/advance", {"seconds": 1800})
        time.sleep(1)
    raise AssertionError(f"{len(missing)} events never arrived")


def before_endpoint(service: Service) -> set[str]:
    with service.database() as connection:
        rows = connection.execute(
            "SELECT id FROM webhooks_event"
            " WHERE id < (SELECT min(id::text)::uuid FROM webhooks_event WHERE type = 'TEST')"
        )
        return {f"Webhook:{row[0]}" for row in rows}
