"""The endpoint outside: it takes events, refuses some, and some of its answers are lost."""

import dataclasses
import json
import random
from collections.abc import Callable, Iterable
from typing import Any

from tests.simulation import scheduler, sometimes
from webhooks.delivery.client import Failure, Reply, Request


@dataclasses.dataclass(frozen=True)
class Taken:
    """An event that the endpoint has taken, whether its answer was heard or not."""

    id: str
    type: str
    resource: str
    status: str
    sequence: int | None
    balance: int | None


class Endpoint:
    """The endpoint of a seed."""

    def __init__(self, seed: int) -> None:
        """Draw everything by the seed."""
        self.chance = random.Random(f"endpoint {seed}")
        self.taken: list[Taken] = []
        self.is_kind = False

    def send_all(self, requests: Iterable[tuple[Any, Request]], done: Callable[[Any, Reply], None]) -> None:
        """Answer each request, as `webhooks.delivery.client.send_all` does; each in its own time."""
        run, actor = scheduler.running(), scheduler.current()
        assert run is not None
        assert actor is not None
        for tag, request in requests:
            run.spawn("http", actor.process, lambda tag=tag, request=request: done(tag, self._answer(run, request)))  # type: ignore[misc]

    def _answer(self, run: scheduler.Scheduler, request: Request) -> Reply:
        run.step("http")
        envelope = json.loads(request.body)
        known = {each.id for each in self.taken}
        drawn = 1.0 if self.is_kind else self.chance.random()
        if drawn < 0.1:
            sometimes.happened("an endpoint refuses an event")
            run.note(scheduler.current(), f"endpoint refuses {envelope['type']}")
            return Reply(503, b"", 1)
        if drawn < 0.15:
            run.wait(None, 10)
            return Reply(None, b"", 10_000, Failure.TIMEOUT)
        data = envelope.get("data") or {}
        balance = data["balance"]["amount"] if "balance" in data else None
        event = Taken(
            envelope["id"],
            envelope["type"],
            data.get("id", ""),
            data.get("status", ""),
            envelope.get("sequence"),
            balance,
        )
        sometimes.happened("an event is delivered twice", event.id in known)
        self.taken.append(event)
        run.note(scheduler.current(), f"endpoint takes {event.type}")
        run.step("http reply")
        if 0.15 <= drawn < 0.2:
            return Reply(None, b"", 10_000, Failure.TIMEOUT)
        return Reply(200, b"", 1)
