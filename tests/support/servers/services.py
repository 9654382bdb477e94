"""The whole service, started as `make run` starts it, and killed."""

import base64
import contextlib
import copy
import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator, Mapping
from typing import Any

import psycopg
import pytest

from bench import programs
from config.launch import environment, processes
from tests.support import patience
from tests.support.servers.programs import BYTE_CODE

FUNDED = 1_000_000
_UNDER_WAY = {"PENDING", "PROCESSING"}


class Service:
    """The whole service as `make run` starts it, and a client that does not give up. `tree` has its code."""

    def __init__(
        self, root: pathlib.Path, port: int, *, tree: pathlib.Path = environment.PROJECT, **settings: str
    ) -> None:
        self.root, self.port = root, port
        variables = {"PATH": "/nowhere", "VAR_DIR": str(root), "PORT": str(port), "HOME": "/nonexistent"}
        # A worker that is killed leaves a folder there.
        variables["TMPDIR"] = str(root)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "config.launch", "run"],
            cwd=tree,
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
        self._authorization = _authorization(json.loads((root / "sandbox.json").read_text()))

    @property
    def supervisor(self) -> int:
        """The process that started all others, and starts again what has ended."""
        return self._process.pid

    def by(self, token: Mapping[str, str]) -> "Service":
        """Return the same service with a client that has another token, as the reply that made it tells it."""
        client = copy.copy(self)
        client._authorization = _authorization(token)
        return client

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.communicate(timeout=patience.LONG)

    def call(
        self, method: str, path: str, body: dict[str, Any] | None = None, *, key: str | None = None
    ) -> dict[str, Any]:
        """Send a request again and again until it is answered with a 2xx; a key makes that safe."""
        deadline = time.monotonic() + patience.LONG
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

    def pids(self, *words: str) -> list[int]:
        """Return every process of the service whose command line holds all `words`."""
        return [
            pid
            for pid in processes.marked(str(self.root))
            if all(any(word in part for part in processes.command_line(pid)) for word in words)
        ]

    def kill(self, *words: str) -> int:
        """Kill -9 every process of the service whose command line holds all `words`; return how many there were."""
        found = self.pids(*words)
        for pid in found:
            os.kill(pid, signal.SIGKILL)
        return len(found)

    def database(self, user: str = "payments") -> psycopg.Connection[Any]:
        sockets = environment.Home(root=self.root).sockets / "pg"
        return psycopg.connect(host=str(sockets), user=user, dbname="payments")

    def database_url(self, role: str = "payments_service") -> str:
        """Return the address of the database for a role; `payments` owns it."""
        sockets = environment.Home(root=self.root).sockets / "pg"
        return f"postgresql://{role}@/payments?host={urllib.parse.quote(str(sockets), safe='')}"

    def manage(self, *arguments: str, entered: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a command of manage.py; `entered` is what it asks for."""
        url = self.database_url()
        made = json.loads((self.root / "secrets.json").read_text())
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=environment.PROJECT,
            env={**made, "PATH": "/nowhere", "VAR_DIR": str(self.root), "DATABASE_URL": url, **BYTE_CODE} | settings,
            input=entered,
            capture_output=True,
            # Without a terminal a command reads passwords from what is entered.
            start_new_session=True,
            text=True,
            check=False,
        )


def _authorization(token: Mapping[str, str]) -> str:
    return "Basic " + base64.b64encode(f"{token['clientId']}:{token['clientSecret']}".encode()).decode()


@contextlib.contextmanager
def running(*, tree: pathlib.Path = environment.PROJECT, **settings: str) -> Iterator[Service]:
    """Start the service in a folder of its own; end it, and remove the folder."""
    root = pathlib.Path(tempfile.mkdtemp(prefix="payments-kill-", dir="/tmp")).resolve()
    root.chmod(0o711)
    started = Service(root, programs.free_port(), tree=tree, **settings)
    try:
        yield started
        started.stop()
    finally:
        processes.end(processes.marked(str(root)), politely=signal.SIGINT, patience=5)
        shutil.rmtree(root, ignore_errors=True)
        shutil.rmtree(environment.Home(root=root).sockets, ignore_errors=True)


@pytest.fixture
def service():
    with running() as started:
        yield started


def read_all(service: Service, customer: str = "") -> list[dict[str, Any]]:
    """Return all payments, or those of a customer."""
    payments, cursor = [], ""
    of = f"&customerId={customer}" if customer else ""
    while True:
        page = service.call("GET", f"/transactions?limit=100{of}{cursor}")
        payments += page["data"]
        if not page["hasMore"]:
            return payments
        cursor = f"&cursor={urllib.parse.quote(page['nextCursor'])}"


def finish(service: Service) -> None:
    """Bring what killed workers had claimed due at once, and wait until nothing moves any more."""
    deadline = time.monotonic() + patience.LONG
    while time.monotonic() < deadline:
        payments = read_all(service)
        is_moving = any(
            payment["status"] in _UNDER_WAY or payment.get("refund", {}).get("status") == "PENDING"
            for payment in payments
        )
        if not is_moving:
            # A settled payout that may still come back (005) shows nothing of it.
            time.sleep(1)
            with service.database() as connection:
                due = "SELECT count(*) FROM payments_transaction WHERE next_action_at IS NOT NULL"
                row = connection.execute(due).fetchone()
            if row == (0,):
                return
        service.call("POST", "/sandbox/clock/advance", {"seconds": 120})
        time.sleep(1)
    raise AssertionError("payments are still under way")
