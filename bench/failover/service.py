"""The service under a drill, and clients that pay without a pause and write down what was acknowledged to them."""

import base64
import contextlib
import dataclasses
import http.client
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from bench import programs
from config.launch import environment, processes

CLIENTS = 4
_PAUSE_SECONDS = 0.05
_BASE = "/2025-10-13"
_REPLY_SECONDS = 15.0
_PATIENCE_SECONDS = 60.0
_READY = "curl -s"
FUNDED = 1_000_000_000
NO_LIMITS = {"RATE_LIMIT_PER_SECOND": "100000", "RATE_LIMIT_BURST": "100000"}
_PERSON = {
    "customerType": "INDIVIDUAL",
    "fullName": "Ada Lovelace",
    "birthDate": "1990-01-31",
    "nationality": "GB",
    "address": {"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"},
}
_BANK = {
    "accountType": "USD_ACCOUNT",
    "accountNumber": "000001789",
    "routingNumber": "021000021",
}


class Api:
    """A web server of the service, asked as one of its platforms."""

    def __init__(self, host: str, port: int, authorization: str) -> None:
        self.host, self.port, self.authorization = host, port, authorization

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, dict[str, Any]]:
        """Send one request; return the status, 0 without a reply, and the JSON."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=_REPLY_SECONDS)
        try:
            headers = {"Authorization": self.authorization, "Content-Type": "application/json"}
            headers |= {"Idempotency-Key": key} if key else {}
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            reply = connection.getresponse()
            return reply.status, dict(json.loads(reply.read() or b"{}"))
        except (OSError, ValueError, http.client.HTTPException):
            return 0, {}
        finally:
            connection.close()

    def call(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Send a request that has to succeed."""
        status, reply = self.ask(method, f"{_BASE}{path}", body)
        if not 200 <= status < 300:
            raise programs.ProgramError(f"{method} {path} was answered {status}: {reply}")
        return reply


class Service(Api):
    """Web, worker and scheduler as `make run` starts them, with a broker of their own, and a client."""

    def __init__(self, root: pathlib.Path, variables: Mapping[str, str]) -> None:
        self.root, port = root, programs.free_port()
        own = {"PATH": "/nowhere", "HOME": "/nonexistent", "VAR_DIR": str(root), "PORT": str(port)}
        byte_code = {name: os.environ[name] for name in ("PYTHONPYCACHEPREFIX",) if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "config.launch", "run"],
            cwd=environment.PROJECT,
            env={**own, **byte_code, **NO_LIMITS, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        told: list[str] = []
        for line in self._process.stdout:
            told.append(line)
            if _READY in line:
                break
        else:
            raise programs.ProgramError(f"the service does not start:\n{''.join(told)}")
        # What it says later must not fill the pipe.
        threading.Thread(target=self._process.stdout.read, daemon=True).start()
        made = json.loads((root / "sandbox.json").read_text())
        pair = f"{made['clientId']}:{made['clientSecret']}".encode()
        super().__init__("127.0.0.1", port, "Basic " + base64.b64encode(pair).decode())

    def end(self) -> None:
        """End all its processes."""
        self._process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(60)
        processes.end(processes.marked(str(self.root)), politely=signal.SIGTERM, patience=5)

    def roles(self) -> dict[str, int]:
        """Return the first process of each role: another number says that the role was started anew."""
        found: dict[str, int] = {}
        for pid in processes.marked(str(self.root)):
            words = " ".join(processes.command_line(pid))
            for role, word in (
                ("web", "config.processes.web"),
                ("worker", "worker"),
                ("beat", "config.processes.beat"),
            ):
                if word in words:
                    found[role] = min(pid, found.get(role, pid))
        return found


@dataclasses.dataclass
class Payer:
    """An account with money, and the account outside that it pays."""

    account: str
    outside: str

    def body(self, key: str) -> dict[str, Any]:
        """Return a payment of one cent that carries its key, by which it is found in the database."""
        ends = {"source": {"accountId": self.account}, "destination": {"accountId": self.outside}}
        return {**ends, "amount": 1, "metadata": {"key": key}}


def payer(service: Api) -> Payer:
    """Make a customer with money, and an account outside that takes it."""
    customer, account = holder(service, FUNDED)
    return Payer(account, outside(service, customer, "USD", _BANK))


def holder(service: Api, amount: int) -> tuple[str, str]:
    """Make a customer with so many cents; return its id and that of its account."""
    customer = service.call("POST", "/customers", _PERSON)["id"]
    path = f"/customers/internal-accounts?customerId={customer}&currency=USD"
    account = service.call("GET", path)["data"][0]["id"]
    service.call("POST", f"/sandbox/internal-accounts/{account}/fund", {"amount": amount})
    return customer, account


def outside(service: Api, customer: str, currency: str, details: Mapping[str, Any]) -> str:
    """Make an account outside, of somebody whom a customer pays; return its id."""
    payee = {"beneficiaryType": "INDIVIDUAL", "fullName": "Grace Hopper"}
    body = {"customerId": customer, "currency": currency, "accountInfo": {**details, "beneficiary": payee}}
    return str(service.call("POST", "/customers/external-accounts", body)["id"])


class Clients:
    """Clients that pay in the block, each from its own account, each payment with a key until it is acknowledged."""

    def __init__(self, service: Service, payers: Sequence[Payer], name: str) -> None:
        self._service, self._payers, self._name = service, payers, name
        self._stop, self._until = threading.Event(), math.inf
        self.acknowledged: dict[str, str] = {}
        """Keys, and the payment that was acknowledged for each."""
        self.moments: list[float] = []
        self.contradictions: list[str] = []
        """Keys for which two payments were acknowledged."""
        self.statuses: dict[int, int] = {}
        self._threads = [threading.Thread(target=self._run, args=(number,), daemon=True) for number in range(CLIENTS)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        processes.wait_until(lambda: len(self.moments) >= 5 * CLIENTS, seconds=120)
        return self

    def __exit__(self, *_: object) -> None:
        # A payment that was begun is asked for until it is acknowledged, where that comes at all.
        self._until = time.monotonic() + _PATIENCE_SECONDS
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def since(self, moment: float) -> int:
        """Return how many payments were acknowledged since a moment of the monotonic clock."""
        return sum(at > moment for at in list(self.moments))

    def longest_gap(self, since: float) -> float:
        """Return the longest time in seconds without an acknowledged payment, since the last one before a moment."""
        moments = sorted(self.moments)
        before = [at for at in moments if at <= since][-1:]
        after = [at for at in moments if at > since]
        return max(
            (later - earlier for earlier, later in zip(before + after, after, strict=False)), default=float("inf")
        )

    def _run(self, client: int) -> None:
        number = 0
        while not self._stop.is_set():
            number += 1
            key = f"{self._name}-{client}-{number}"
            while not self._pay(client, key) and time.monotonic() < self._until:
                time.sleep(0.1)

    def _pay(self, client: int, key: str) -> bool:
        status, reply = self._ask(client, key)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if status == 201:
            self.moments.append(time.monotonic())
            self.acknowledged[key] = reply["id"]
            self._stop.wait(_PAUSE_SECONDS)
        return status == 201

    def ask_again(self, keys: list[str]) -> None:
        """Send some payments again that were acknowledged: each has to be answered with the same payment."""
        self.contradictions += [key for key in keys if self._told(key) != self.acknowledged[key]]

    def _told(self, key: str) -> str:
        client, deadline = int(key.rsplit("-", 2)[1]), time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < deadline:
            status, reply = self._ask(client, key)
            if status == 201:
                return str(reply["id"])
            time.sleep(0.1)
        return ""

    def _ask(self, client: int, key: str) -> tuple[int, dict[str, Any]]:
        return self._service.ask("POST", f"{_BASE}/transfer-out", self._payers[client].body(key), key)


@contextlib.contextmanager
def running(root: pathlib.Path, variables: Mapping[str, str]) -> Iterator[Service]:
    """Start the service in a folder, and end it."""
    root.mkdir()
    root.chmod(0o711)
    started = Service(root, variables)
    try:
        yield started
    finally:
        started.end()
