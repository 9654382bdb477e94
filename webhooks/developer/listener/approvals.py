"""A developer's answers to payments that wait for approval: those of their server, always the same one, or typed."""

import dataclasses
import decimal
import json
import os
import select
import threading
import time
from collections.abc import Callable
from typing import TextIO

from webhooks.developer.listener.forwarding import Outcome
from webhooks.developer.listener.service import SignedEvent

FORWARD_SECONDS = 5
"""How long a server has to answer: as long as an endpoint."""
ASK_SECONDS = 12.0
"""How long a person has. The service waits 15 seconds for an answer, of which reading and handing over take some."""
_MOMENT_SECONDS = 0.2
_MOST_BYTES = 2048


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What an endpoint would have answered, or why it did not: `failure` is TIMEOUT or UNREACHABLE."""

    status: int | None
    body: str = ""
    failure: str = ""

    def __str__(self) -> str:
        words = {200: "approved", 202: "a call is to come", 403: "rejected", 422: "refused"}
        said = self.failure if self.status is None else str(self.status)
        return f"answered {said}: {words.get(self.status or 0, 'failed')}"


Decide = Callable[[SignedEvent, Outcome | None], Answer | None]
"""Takes the event and what the developer's server said of it, where there is one; None is no answer."""
APPROVED = Answer(200)
REJECTED = Answer(403, json.dumps({"reason": "rejected by listen"}))


def forwarded(_event: SignedEvent, outcome: Outcome | None) -> Answer | None:
    """Answer what the developer's server has answered."""
    if outcome is None:
        return None
    if outcome.status is None:
        return Answer(None, failure="TIMEOUT" if outcome.is_timeout else "UNREACHABLE")
    return Answer(outcome.status, outcome.body[:_MOST_BYTES].decode("utf-8", "ignore").replace("\0", ""))


def always(answer: Answer) -> Decide:
    """Return what answers every question alike."""
    return lambda _event, _outcome: answer


def typed(keyboard: TextIO, *, tell: Callable[[str], object], stop: threading.Event) -> Decide:
    """Return what asks a person at a terminal."""
    lines = _Lines(keyboard.fileno())

    def decide(event: SignedEvent, _outcome: Outcome | None) -> Answer | None:
        tell(f"Approve {_sentence(event)}? Type y or n within {ASK_SECONDS:.0f} s.")
        until = time.monotonic() + ASK_SECONDS
        while time.monotonic() < until and not stop.is_set():
            word = lines.next()
            if word in {"y", "yes", "n", "no"}:
                return APPROVED if word.startswith("y") else REJECTED
            if word is not None:
                tell("y approves, n rejects.")
        return None

    return decide


class _Lines:
    """The lines that come in over a file descriptor. Python's own reader would wait for them."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._read = b""
        self._is_open = True

    def next(self) -> str | None:
        """Return the next line in small letters; None when there is none within a moment."""
        if b"\n" not in self._read and self._is_open and select.select([self._descriptor], [], [], _MOMENT_SECONDS)[0]:
            more = os.read(self._descriptor, 4096)
            self._is_open = bool(more)
            self._read += more
        elif not self._is_open:
            time.sleep(_MOMENT_SECONDS)
        line, end, rest = self._read.partition(b"\n")
        if not end:
            return None
        self._read = rest
        return line.decode("utf-8", "replace").strip().lower()


def _sentence(event: SignedEvent) -> str:
    """Say what comes from whom."""
    payment = json.loads(event.body)["data"]
    received = payment["receivedAmount"]
    currency = received["currency"]
    amount = decimal.Decimal(received["amount"]).scaleb(-currency["decimals"])
    sender = payment.get("source", {}).get("umaAddress", "somebody")
    return f"{amount:f} {currency['code']} from {sender} for {payment['customerId']}"
