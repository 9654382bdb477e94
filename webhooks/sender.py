"""A run of the sender: take what is due, send it, write down the outcome, until nothing is due.

One process sends at a time (`sender_lease`), so what is in flight is known without marking rows, and a dead
endpoint holds up one worker at most, not all. Within a run every endpoint has its own number of places, which
grows while it answers quickly: one that does not answer fills a few and nothing else. A process that dies loses
nothing: its events are still pending, and the next holder of the lease sends them again under the same id.
"""

import contextlib
import datetime as dt
import queue
import random
import time
import uuid

from django.conf import settings
from django.db import transaction

from platforms.kit import clock, identifiers
from webhooks import client, signing
from webhooks.operations import deliveries, sender_lease, signing_keys

PLACES = 512
"""Requests in flight, all endpoints together."""
FEW, SOME, MANY = 4, 16, 64
"""Requests in flight to one endpoint: at first and where it fails; where it answers slowly; at most."""
SLOW_MILLISECONDS = 900
"""Slower than this, an endpoint may be overrun: a refused connection is tried again after a second."""
LONGEST_RUN_SECONDS = 60
_LISTEN_SECONDS = 0.1
"""How long to wait for replies before looking for new work."""
_GATHER_SECONDS = 0.005
"""How long replies may be gathered: writing down one costs as much as writing down many."""
_RENEW_SECONDS = 1.0


def run() -> bool:
    """Send everything that is due. Return False when work may be left: the time of a run is used up.

    Opens its own short database transactions; must not be called inside one.
    """
    holder = identifiers.new_key()
    deadline = time.monotonic() + LONGEST_RUN_SECONDS
    # What became due while the lease was being given back rang at a locked door: look again.
    while deliveries.due_platforms(now=clock.now()):
        with transaction.atomic(durable=True):
            if not sender_lease.hold(holder=holder):
                return True
        try:
            _Run(holder, deadline).work()
        finally:
            with transaction.atomic(durable=True):
                sender_lease.give_back(holder=holder)
        if time.monotonic() >= deadline:
            return False
    return True


class _Run:
    """The state of a run: what is in flight, how many places each has, whose keys are loaded."""

    def __init__(self, holder: uuid.UUID, deadline: float) -> None:
        self._holder = holder
        self._deadline = deadline
        self._renewed = time.monotonic()
        self._in_flight: dict[uuid.UUID, deliveries.DueEvent] = {}
        self._places: dict[uuid.UUID, int] = {}
        self._signers: dict[uuid.UUID, signing.Signer] = {}
        self._finished: queue.SimpleQueue[deliveries.Attempt] = queue.SimpleQueue()

    def work(self) -> None:
        """Run until nothing is due and nothing in flight, the time is used up, or the lease is lost."""
        is_taking = True
        while True:
            taken = self._take() if is_taking else []
            self._send(taken)
            if not self._in_flight:
                return
            attempts = self._collect()
            if attempts:
                with transaction.atomic(durable=True):
                    deliveries.record(attempts=attempts, now=clock.now())
            is_taking = is_taking and time.monotonic() < self._deadline and self._keep_lease()

    def _take(self) -> list[deliveries.DueEvent]:
        now = clock.now()
        with transaction.atomic(durable=True):
            due = deliveries.due_platforms(now=now)
            homeless = [platform.id for platform in due if not platform.endpoint]
            if homeless:
                deliveries.set_aside(platform_ids=homeless, now=now)
            rooms = self._rooms([platform for platform in due if platform.endpoint])
            if not rooms:
                return []
            taken = deliveries.due_events(rooms=rooms, in_flight=list(self._in_flight), now=now)
            self._load_signers({event.platform.id for event in taken}, now=now)
        return taken

    def _rooms(self, platforms: list[deliveries.DuePlatform]) -> dict[deliveries.DuePlatform, int]:
        """Share the free places among the platforms, in random order so that none is always last."""
        busy: dict[uuid.UUID, int] = {}
        for event in self._in_flight.values():
            busy[event.platform.id] = busy.get(event.platform.id, 0) + 1
        free = PLACES - len(self._in_flight)
        rooms: dict[deliveries.DuePlatform, int] = {}
        for platform in random.sample(platforms, len(platforms)):
            places = self._places.get(platform.id, FEW)
            room = min(places - busy.get(platform.id, 0), free)
            # Not for every place that comes free: asking for one event costs as much as asking for many.
            if room >= max(1, places // 2):
                rooms[platform] = room
                free -= room
        return rooms

    def _load_signers(self, platform_ids: set[uuid.UUID], *, now: dt.datetime) -> None:
        unknown = sorted(platform_ids - self._signers.keys())
        if unknown:
            self._signers |= signing_keys.signers(platform_ids=unknown, now=now)

    def _send(self, events: list[deliveries.DueEvent]) -> None:
        if not events:
            return
        sent_at = clock.now()
        self._in_flight |= {event.id: event for event in events}
        requests = [
            (event, to_request(event, signer=self._signers[event.platform.id], sent_at=sent_at)) for event in events
        ]
        client.send_all(requests, self._finish)

    def _finish(self, event: deliveries.DueEvent, reply: client.Reply) -> None:
        """Called on the client's thread."""
        self._finished.put(deliveries.Attempt(event, reply))

    def _collect(self) -> list[deliveries.Attempt]:
        """Wait a moment for replies and return those that have come: half of what is in flight makes a good batch."""
        attempts: list[deliveries.Attempt] = []
        enough = len(self._in_flight) // 2
        with contextlib.suppress(queue.Empty):
            attempts.append(self._finished.get(timeout=_LISTEN_SECONDS))
            until = time.monotonic() + _GATHER_SECONDS
            while len(attempts) < enough and (left := until - time.monotonic()) > 0:
                attempts.append(self._finished.get(timeout=left))
            while True:
                attempts.append(self._finished.get_nowait())
        for attempt in attempts:
            del self._in_flight[attempt.event.id]
            platform_id = attempt.event.platform.id
            self._places[platform_id] = places_after(attempt.reply, before=self._places.get(platform_id, FEW))
        return attempts

    def _keep_lease(self) -> bool:
        if time.monotonic() - self._renewed < _RENEW_SECONDS:
            return True
        self._renewed = time.monotonic()
        with transaction.atomic(durable=True):
            return sender_lease.hold(holder=self._holder)


def places_after(reply: client.Reply, *, before: int) -> int:
    """Return how many requests may be in flight to an endpoint after a reply: more while it keeps up, else fewer."""
    if reply.status is None:
        return max(FEW, before // 2)
    if reply.milliseconds < SLOW_MILLISECONDS or before < SOME:
        return min(MANY, before + 1)
    return max(SOME, before // 2)


def to_request(event: deliveries.DueEvent, *, signer: signing.Signer, sent_at: dt.datetime) -> client.Request:
    """Return the signed request of an event. `sent_at` is real time."""
    body = event.payload.encode()
    return client.Request(
        url=event.platform.endpoint,
        body=body,
        headers=signer.headers(event_id=identifiers.public("Webhook", event.id), body=body, sent_at=sent_at),
        allow_loopback=settings.ALLOW_LOOPBACK_WEBHOOKS and event.platform.is_sandbox,
    )
