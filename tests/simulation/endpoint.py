"""The endpoint outside: it takes events, refuses some, and some of its answers are lost."""

import dataclasses
import json
import random
from collections.abc import Callable, Collection, Iterable
from typing import Any

from tests.simulation import scheduler, sometimes, substitutes
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
        self.claimed: dict[tuple[str, str], float] = {}
        """When a process last claimed the events of a resource."""
        self.taken_over: Callable[[str, Collection[str]], None] = lambda _process, _others: None
        """Is told of a process that claims what others have claimed."""
        self.wrong: list[str] = []
        """Resources whose events two processes sent at once, though both had a claim."""
        self._sending: dict[str, list[str]] = {}

    def claims(self, process: str, resource: str) -> None:
        """Note that a process has claimed the events of a resource."""
        self.claimed[process, resource] = substitutes.now()
        self.taken_over(process, sorted(other for other, claimed in self.claimed if claimed == resource))

    def send_all(self, requests: Iterable[tuple[Any, Request]], done: Callable[[Any, Reply], None]) -> None:
        """Answer each request, as `webhooks.delivery.client.send_all` does; each in its own time."""
        run, actor = scheduler.running(), scheduler.current()
        assert run is not None
        assert actor is not None
        for tag, request in requests:
            run.spawn("http", actor.process, lambda tag=tag, request=request: done(tag, self._hear(run, request)))  # type: ignore[misc]

    def _hear(self, run: scheduler.Scheduler, request: Request) -> Reply:
        run.step("http")
        envelope, actor = json.loads(request.body), scheduler.current()
        assert actor is not None
        resource = (envelope.get("data") or {}).get("id", "")
        senders = self._sending.setdefault(resource, [])
        for other in senders if resource else []:
            if other != actor.process and all(self._is_awake(run, each, resource) for each in (other, actor.process)):
                self.wrong.append(f"{other} and {actor.process} send events of {resource} at once")
        senders.append(actor.process)
        try:
            return self._answer(run, envelope)
        finally:
            senders.remove(actor.process)

    def _is_awake(self, run: scheduler.Scheduler, process: str, resource: str) -> bool:
        """Tell whether a process has not stood still since it claimed the events of a resource."""
        return run.still_until.get(process, 0.0) < self.claimed.get((process, resource), 0.0)

    def _answer(self, run: scheduler.Scheduler, envelope: dict[str, Any]) -> Reply:
        known = {each.id for each in self.taken}
        drawn = 1.0 if self.is_kind else self.chance.random()
        if drawn < 0.1:
            sometimes.happened("an endpoint refuses an event")
            run.note(scheduler.current(), f"endpoint refuses {envelope['type']}")
            return Reply(503, b"", 1)
        if drawn < 0.15:
            run.wait(None, 10)
            return Reply(None, b"", 10_000, Failure.TIMEOUT)
        if 0.2 <= drawn < 0.3:
            run.wait(None, self.chance.uniform(0.1, 8))
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
        run.note(scheduler.current(), f"endpoint takes {event.type} {event.sequence} {event.id} of {event.resource}")
        run.step("http reply")
        if 0.15 <= drawn < 0.2:
            return Reply(None, b"", 10_000, Failure.TIMEOUT)
        return Reply(200, b"", 1)
