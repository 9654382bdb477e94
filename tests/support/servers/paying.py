"""Clients that pay while the service is disturbed, and what is true of its books afterwards."""

import http.client
import json
import threading
import time
import uuid
from typing import Any, Self

from tests.support import factories, patience
from tests.support.servers.services import FUNDED, Service

CLIENTS = 3


class Clients:
    """Clients that pay one cent each time, with a key, and repeat the request with it until it succeeds.

    Each waits `pause` seconds after a payment.
    """

    def __init__(self, service: Service, account: str, target: str, *, pause: float = 0) -> None:
        self._service, self._stop, self._name = service, threading.Event(), f"{time.monotonic()}"
        self._pause = pause
        self.body = {"source": {"accountId": account}, "destination": {"accountId": target}, "amount": 1}
        self.made: dict[str, str] = {}
        self.made_at: list[float] = []
        self.refused: list[tuple[int, dict[str, Any], dict[str, str]]] = []
        self.lost = 0
        """Requests whose connection was refused or ended without a reply."""
        self.slowest = 0.0
        self.broken: list[BaseException] = []
        self._threads = [threading.Thread(target=self._run, args=(number,)) for number in range(CLIENTS)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        patience.until(lambda: len(self.made) >= CLIENTS)
        return self

    def __exit__(self, *_: object) -> None:
        done = len(self.made)
        patience.until(lambda: len(self.made) >= done + CLIENTS or bool(self.broken))
        self._stop.set()
        for thread in self._threads:
            thread.join()
        assert not self.broken, self.broken

    def healthy_since(self, moment: float) -> float:
        """Return the seconds from a moment to the first payment after it."""
        return min(at for at in self.made_at if at > moment) - moment

    def _run(self, client: int) -> None:
        number = 0
        try:
            while not self._stop.is_set():
                number += 1
                key = f"{self._name}-{client}-{number}"
                while key not in self.made:
                    self._ask(key)
        except BaseException as error:  # noqa: BLE001 - shown by the test's own thread
            self.broken.append(error)

    def _ask(self, key: str) -> None:
        started = time.monotonic()
        try:
            status, reply, headers = ask(self._service, "POST", "/2025-10-13/transfer-out", self.body, key=key)
        except (OSError, http.client.HTTPException):
            self.lost += 1
            time.sleep(0.1)
            return
        self.slowest = max(self.slowest, time.monotonic() - started)
        if status == 201:
            self.made[key] = reply["id"]
            self.made_at.append(time.monotonic())
            self._stop.wait(self._pause)
        else:
            self.refused.append((status, reply, headers))
            time.sleep(0.1)


def ask(
    service: Service, method: str, path: str, body: Any = None, *, key: str = "", seconds: float = patience.LONG
) -> tuple[int, dict[str, Any], dict[str, str]]:
    """Send one request; return the status, the JSON and the headers of the reply."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=seconds)
    try:
        headers = {"Authorization": service._authorization, "Content-Type": "application/json"}
        connection.request(method, path, json.dumps(body), {**headers, **({"Idempotency-Key": key} if key else {})})
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read() or b"{}"), dict(reply.getheaders())
    finally:
        connection.close()


def payer(service: Service) -> tuple[str, str]:
    """Make an account with money; return it, and the account outside that is paid."""
    customer = service.call("POST", "/customers", factories.individual(), key=f"customer {uuid.uuid4()}")["id"]
    path = f"/customers/internal-accounts?customerId={customer}&currency=USD"
    account = service.call("GET", path)["data"][0]["id"]
    service.call("POST", f"/sandbox/internal-accounts/{account}/fund", {"amount": FUNDED}, key=f"fund {account}")
    body = {"customerId": customer, "currency": "USD", "accountInfo": factories.usd_account("789")}
    return account, service.call("POST", "/customers/external-accounts", body, key=f"external {account}")["id"]


def balance(service: Service, account: str) -> int:
    """Return the balance of an internal account as the database has it."""
    with service.database() as connection:
        found = connection.execute(
            "SELECT ledger.balance FROM payments_internalaccount holder"
            " JOIN payments_ledgeraccount ledger ON ledger.id = holder.ledger_account_id WHERE holder.id = %s",
            [account.partition(":")[2]],
        ).fetchone()
    assert found is not None
    return int(found[0])
