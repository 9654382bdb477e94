"""Clients that pay without a pause by transfers, batches and quotes, each with books of its own.

A client asks until it has an answer that decides: a payment was made, or was refused for good. It writes down what it
was told, and compares nothing before the end.
"""

import dataclasses
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from bench.failover import service
from bench.failover.service import Api
from bench.rounds import BASE

COUNT = 4
FUNDED = 10_000_000
"""Cents of each client at the beginning."""
_PAUSE_SECONDS = 0.05
_AGAIN_SECONDS = 0.2
_PATIENCE_SECONDS = 180.0
_BATCH = 5
_ENDINGS = ("789", "790", "791", "002", "004", "005")
"""Of the numbers of accounts outside: half of the payments succeed, the others fail in three ways."""
_MOST = 500
"""Cents of a payment."""


@dataclasses.dataclass
class Books:
    """What a client writes down of its account."""

    account: str
    promised: dict[str, tuple[str, int]] = dataclasses.field(default_factory=dict)
    """Payments that were acknowledged: the key of each, and the cents that it takes."""
    refused: Counter[str] = dataclasses.field(default_factory=Counter)
    """Codes of refusals that decide, and how often each came."""
    undecided: list[str] = dataclasses.field(default_factory=list)
    """Keys that nobody answered in time."""
    moments: list[float] = dataclasses.field(default_factory=list)
    """When each payment was acknowledged, by the monotonic clock."""


class Client:
    """A customer who pays, and keeps books."""

    def __init__(self, number: int, seed: int, webs: Sequence[Api]) -> None:
        self._webs, self._chance = list(webs), random.Random(f"client {seed} {number}")
        self._name, self._number = f"chaos-{number}", 0
        customer, account = service.holder(webs[0], FUNDED)
        self.books = Books(account)
        self._dollars = [service.outside(webs[0], customer, "USD", _dollars(ending)) for ending in _ENDINGS]
        self._pesos = [service.outside(webs[0], customer, "MXN", _pesos(ending)) for ending in ("789", "002")]
        self._stop, self._until = threading.Event(), float("inf")
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin to pay."""
        self._thread.start()

    def stop(self) -> None:
        """Begin nothing more. What was begun is asked for until it is decided."""
        self._until = time.monotonic() + _PATIENCE_SECONDS
        self._stop.set()

    def join(self) -> None:
        """Wait for the end."""
        self._thread.join()

    def _run(self) -> None:
        ways = (self._transfer, self._transfer, self._transfer, self._batch, self._quote)
        while not self._stop.wait(_PAUSE_SECONDS):
            self._number += 1
            self._chance.choice(ways)(f"{self._name}-{self._number}")

    def _transfer(self, key: str) -> None:
        body = self._payment(key)
        status, reply = self._decided("/transfer-out", body, key)
        if status == 201:
            self._note(reply["id"], key, body["amount"])

    def _batch(self, key: str) -> None:
        each = [{"type": "OUT", **self._payment(f"{key}.{number}")} for number in range(_BATCH)]
        status, reply = self._decided("/transfers/batch", {"mode": "EACH", "transfers": each}, key)
        for asked, result in zip(each, reply["results"] if status == 200 else (), strict=False):
            if result["status"] == 201:
                self._note(result["transaction"]["id"], asked["metadata"]["key"], asked["amount"])
            else:
                self._refuse(result["error"])

    def _quote(self, key: str) -> None:
        body = {
            "source": {"sourceType": "ACCOUNT", "accountId": self.books.account},
            "destination": {"destinationType": "ACCOUNT", "accountId": self._chance.choice(self._pesos)},
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": self._chance.randint(100, _MOST),
            "metadata": {"key": key},
        }
        status, quote = self._decided("/quotes", body, key)
        if status == 201:
            status, _ = self._decided(f"/quotes/{quote['id']}/execute", None, f"{key}-execute")
            if status in {200, 201}:
                self._note(quote["transactionId"], key, quote["totalSendingAmount"])

    def _payment(self, key: str) -> dict[str, Any]:
        return {
            "source": {"accountId": self.books.account},
            "destination": {"accountId": self._chance.choice(self._dollars)},
            "amount": self._chance.randint(1, _MOST),
            "metadata": {"key": key},
        }

    def _note(self, payment: str, key: str, amount: int) -> None:
        self.books.promised[payment] = (key, amount)
        self.books.moments.append(time.monotonic())

    def _refuse(self, error: dict[str, Any]) -> None:
        self.books.refused[str(error.get("code"))] += 1

    def _decided(self, path: str, body: Any, key: str) -> tuple[int, dict[str, Any]]:
        """Ask one web host after the other, until there is an answer that asking again would not change."""
        while time.monotonic() < self._until:
            status, reply = self._webs[0].ask("POST", f"{BASE}{path}", body, key)
            if 200 <= status < 300:
                return status, reply
            if 400 <= status < 500 and not reply.get("retryable"):
                self._refuse(reply)
                return status, reply
            self._webs.append(self._webs.pop(0))
            time.sleep(_AGAIN_SECONDS)
        self.books.undecided.append(key)
        return 0, {}


def _dollars(ending: str) -> dict[str, str]:
    return {"accountType": "USD_ACCOUNT", "accountNumber": f"000001{ending}", "routingNumber": "021000021"}


def _pesos(ending: str) -> dict[str, str]:
    return {"accountType": "MXN_ACCOUNT", "clabeNumber": f"002010077777777{ending}"}
