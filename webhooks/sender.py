"""A run of the sender: take what is due, send it, write down the outcome, until nothing is due.

Any number of processes do this at the same time, on any number of machines. What each sends is what it has claimed
(`operations.claims`), so none sends what another has in its hands, and the events of one resource go out one after the
other. A process that dies loses nothing: its claims run out, and its events go out again under the same ids. Within a
run every endpoint has its own number of places, which grows while it answers quickly: one that does not answer fills a
few and nothing else. All runs together fill no more than `claims.PLACES` at an endpoint.
"""

import collections
import contextlib
import dataclasses
import datetime as dt
import enum
import logging
import math
import random
import threading
import time
import uuid
from collections.abc import Mapping
from queue import Empty, SimpleQueue

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction

from platforms.kit import clock, identifiers, queue
from webhooks import client, payloads, signing
from webhooks.events import DELIVER_TASK
from webhooks.operations import claims, deliveries, signing_keys, unsendable

logger = logging.getLogger(__name__)

PLACES = 512
"""Streams in flight in one process, all endpoints together."""
FEW, SOME, MANY = 4, 16, claims.PLACES
"""Streams in flight to one endpoint: at first and where it fails; where it answers slowly; at most."""
SLOW_MILLISECONDS = 900
"""Slower than this, an endpoint may be overrun: a refused connection is tried again after a second."""
LONGEST_RUN_SECONDS = 60
_LISTEN_SECONDS = 0.1
"""How long to wait for replies before looking for new work."""
_GATHER_SECONDS = 0.005
"""How long replies may be gathered: writing down one costs as much as writing down many."""
_PARK_SECONDS = 0.5
"""How often events behind others are put aside, where there are any."""
_KEEP_SECONDS = 2.0
"""How often places at endpoints are held for another while: well within the spare time of a claim."""
_RECONNECT_SECONDS = 15
"""How long outcomes are kept while the database is away: a new start of it should not send everything twice."""

_never = threading.Event()


class Left(enum.Enum):
    """What a run leaves that is due."""

    NOTHING = enum.auto()
    WITH_OTHERS = enum.auto()
    """Other senders have it in their hands, or fill the places at its endpoint."""
    SOME = enum.auto()
    """Perhaps: the time of a run is used up, or it was told to stop."""


def run(stop: threading.Event = _never, holder: uuid.UUID | None = None) -> Left:
    """Send everything that is due, and return what is left.

    `holder` names the sender whose run it is, one after the other. Opens its own short database transactions; must not
    be called inside one.
    """
    return _Run(stop, holder or identifiers.new_key()).work()


class _Run:
    """The state of a run: what is in flight, how many places each endpoint has, whose keys are loaded."""

    def __init__(self, stop: threading.Event, holder: uuid.UUID) -> None:
        self._stop = stop
        self._holder = holder
        self._deadline = time.monotonic() + LONGEST_RUN_SECONDS
        self._in_flight: dict[str, _Chain] = {}
        self._places: dict[uuid.UUID, int] = {}
        self._signers: dict[uuid.UUID, signing.Signer] = {}
        self._parked_at = 0.0
        self._keep_at = math.inf
        self._in_vain: dict[uuid.UUID, float] = {}
        self._left = Left.NOTHING
        self._looks_again = False
        self._unsendable: list[tuple[claims.DueEvent, Exception]] = []
        self._finished: SimpleQueue[tuple[claims.DueEvent, client.Reply]] = SimpleQueue()

    def work(self) -> Left:
        """Run until nothing is due and nothing in flight, or no more is to be taken."""
        while True:
            is_taking = time.monotonic() < self._deadline and not self._stop.is_set()
            self._left, self._looks_again = Left.NOTHING, False
            self._send(self._take() if is_taking else [])
            self._put_back()
            if not self._in_flight:
                if is_taking and self._looks_again:
                    time.sleep(_GATHER_SECONDS)
                    continue
                if self._keep_at < math.inf:
                    claims.leave_places(holder=self._holder)
                return self._left if is_taking else Left.SOME
            self._keep_places()
            replies = self._collect()
            if replies:
                self._record(self._go_on(replies, is_taking=is_taking))
                self._put_back()

    def _take(self) -> list[claims.DueEvent]:
        """Claim what there is room for; return the first event of each stream."""
        now = clock.real_now()
        due = claims.due_platforms(now=now)
        if not due:
            return []
        with transaction.atomic(durable=True):
            homeless = [platform.id for platform in due if not platform.endpoint]
            while homeless and claims.set_aside(platform_ids=homeless, now=now):
                """Until none is left: they must not hold up the end of the run."""
            wanted = self._rooms(self._signed([platform for platform in due if platform.endpoint], now=now))
            rooms = claims.lock(rooms=wanted) if wanted else {}
            # What another sender looks through at this moment may hold what it did not see yet.
            self._looks_again = len(rooms) < len(wanted)
            if not rooms:
                return []
            claimed_at = time.monotonic()
            in_flight = {resource: chain.platform_id for resource, chain in self._in_flight.items()}
            chains = claims.claim(rooms=rooms, holder=self._holder, in_flight=in_flight, now=now)
            taken = collections.Counter(chain[0].platform.id for chain in chains)
            if taken:
                self._keep_at = min(self._keep_at, claimed_at + _KEEP_SECONDS)
            else:
                self._left = Left.WITH_OTHERS
            self._in_vain |= {platform.id: claimed_at for platform in rooms if platform.id not in taken}
            self._call_others(rooms, taken)
            self._park(rooms, taken, now=now)
        for chain in chains:
            self._in_flight[chain[0].resource] = _Chain(chain[0].platform.id, chain[1:], claimed_at)
        return [chain[0] for chain in chains]

    def _call_others(self, rooms: dict[claims.DuePlatform, int], taken: Mapping[uuid.UUID, int]) -> None:
        """Wake other senders while there is more to take than this one has places for."""
        for platform, room in rooms.items():
            if self._places.get(platform.id, FEW) >= SOME and taken.get(platform.id, 0) == room:
                queue.ring(DELIVER_TASK)
                return

    def _keep_places(self) -> None:
        """Hold what this run has taken at endpoints for as long as something is in flight."""
        if time.monotonic() > self._keep_at:
            claims.keep_places(holder=self._holder)
            self._keep_at = time.monotonic() + _KEEP_SECONDS

    def _rooms(self, platforms: list[claims.DuePlatform]) -> dict[claims.DuePlatform, int]:
        """Share the free places among the platforms, in random order so that none is always last."""
        busy = collections.Counter(chain.platform_id for chain in self._in_flight.values())
        free = PLACES - len(self._in_flight)
        rooms: dict[claims.DuePlatform, int] = {}
        just_now = time.monotonic() - _LISTEN_SECONDS
        for platform in random.sample(platforms, len(platforms)):
            if self._in_flight and self._in_vain.get(platform.id, just_now) > just_now:
                continue
            places = self._places.get(platform.id, FEW)
            room = min(places - busy[platform.id], free)
            # Not for every place that comes free: asking for one event costs as much as asking for many.
            if room >= max(1, places // 2):
                rooms[platform] = room
                free -= room
        return rooms

    def _park(self, rooms: dict[claims.DuePlatform, int], taken: Mapping[uuid.UUID, int], *, now: dt.datetime) -> None:
        """Put aside what can't be sent yet, where there was more room than there were events to send."""
        # A run that is about to end leaves nothing behind that it could have put aside: the next one would look at it.
        if (taken or self._in_flight) and time.monotonic() - self._parked_at < _PARK_SECONDS:
            return
        platforms = [platform for platform, room in rooms.items() if taken.get(platform.id, 0) < room]
        if platforms and not claims.park(platforms=platforms, now=now):
            self._parked_at = time.monotonic()

    def _signed(self, platforms: list[claims.DuePlatform], *, now: clock.RealTime) -> list[claims.DuePlatform]:
        """Return those platforms for which events can be signed; the events of the others are put back."""
        unknown = sorted({platform.id for platform in platforms} - self._signers.keys())
        if unknown:
            found, unreadable = signing_keys.readable_signers(platform_ids=unknown, now=now)
            self._signers |= found
            for platform_id, error in unreadable.items():
                logger.error("events can't be signed", exc_info=error, extra={"platform": str(platform_id)})
            unsendable.put_back_platforms(errors=unreadable, now=now)
        return [platform for platform in platforms if platform.id in self._signers]

    def _send(self, events: list[claims.DueEvent]) -> None:
        if not events:
            return
        sent_at = clock.real_now()
        requests = []
        for event in events:
            try:
                request = to_request(event, signer=self._signers[event.platform.id], sent_at=sent_at)
            except Exception as error:
                logger.exception("an event can't be sent", extra={"event": str(event.id)})
                del self._in_flight[event.resource]
                self._unsendable.append((event, error))
            else:
                requests.append((event, request))
        client.send_all(requests, self._finish)

    def _put_back(self) -> None:
        """Put back what could not be sent, when the outcomes of their predecessors are written down."""
        while self._unsendable:
            event, error = self._unsendable.pop()
            with transaction.atomic(durable=True):
                unsendable.put_back_event(event=event, error=error, holder=self._holder, now=clock.real_now())
            # Its place at the endpoint is free for others.
            self._looks_again = True

    def _finish(self, event: claims.DueEvent, reply: client.Reply) -> None:
        """Called on the client's thread."""
        self._finished.put((event, reply))

    def _collect(self) -> list[tuple[claims.DueEvent, client.Reply]]:
        """Wait a moment for replies and return those that have come: half of what is in flight makes a good batch."""
        replies: list[tuple[claims.DueEvent, client.Reply]] = []
        enough = len(self._in_flight) // 2
        with contextlib.suppress(Empty):
            replies.append(self._finished.get(timeout=_LISTEN_SECONDS))
            until = time.monotonic() + _GATHER_SECONDS
            while len(replies) < enough and (left := until - time.monotonic()) > 0:
                replies.append(self._finished.get(timeout=left))
            while True:
                replies.append(self._finished.get_nowait())
        for event, reply in replies:
            self._places[event.platform.id] = places_after(reply, before=self._places.get(event.platform.id, FEW))
        return replies

    def _go_on(
        self, replies: list[tuple[claims.DueEvent, client.Reply]], *, is_taking: bool
    ) -> list[deliveries.Attempt]:
        """Send the next event of each stream whose last one came through, and return what is to be written down."""
        successors = []
        for event, reply in replies:
            chain = self._in_flight[event.resource]
            is_through = 200 <= (reply.status or 0) < 300
            if is_through and is_taking and chain.rest and chain.is_fresh():
                successors.append(chain.rest.pop(0))
                chain.claimed_at = time.monotonic()
            else:
                del self._in_flight[event.resource]
        self._send(successors)
        # Of each stream one event was in flight: now it is its successor, or none.
        return [deliveries.Attempt(event, reply, goes_on=event.resource in self._in_flight) for event, reply in replies]

    def _record(self, attempts: list[deliveries.Attempt]) -> None:
        """Write down outcomes, also when the database was away for a moment."""
        deadline = time.monotonic() + _RECONNECT_SECONDS
        while True:
            try:
                with transaction.atomic(durable=True):
                    deliveries.record(attempts=attempts, holder=self._holder, now=clock.real_now())
            except (OperationalError, InterfaceError):
                connection.close()
                if time.monotonic() > deadline or self._stop.is_set():
                    raise
                time.sleep(0.2)
            else:
                return


@dataclasses.dataclass(slots=True)
class _Chain:
    """A claimed stream: what follows the event that is in flight."""

    platform_id: uuid.UUID
    rest: list[claims.DueEvent]
    claimed_at: float

    def is_fresh(self) -> bool:
        """Tell whether another request, as slow as one may be, ends before the claim does."""
        age = dt.timedelta(seconds=time.monotonic() - self.claimed_at + settings.WEBHOOK_TIMEOUT_SECONDS)
        return age < claims.lease()


def places_after(reply: client.Reply, *, before: int) -> int:
    """Return how many requests may be in flight to an endpoint after a reply: more while it keeps up, else fewer."""
    if reply.status is None:
        return max(FEW, before // 2)
    if reply.milliseconds < SLOW_MILLISECONDS or before < SOME:
        return min(MANY, before + 1)
    return max(SOME, before // 2)


def to_request(event: claims.DueEvent, *, signer: signing.Signer, sent_at: dt.datetime) -> client.Request:
    """Return the signed request of an event. `sent_at` is real time."""
    body = with_sequence(payloads.to_send(event.payload, event_id=event.id), event.sequence)
    return client.Request(
        url=event.platform.endpoint,
        body=body,
        headers=signer.headers(event_id=identifiers.public("Webhook", event.id), body=body, sent_at=sent_at),
        allow_loopback=settings.ALLOW_LOOPBACK_WEBHOOKS and event.platform.is_sandbox,
    )


def with_sequence(payload: str, sequence: int | None) -> bytes:
    """Return the body that is signed and sent: the stored envelope with its `sequence`, which is signed with it."""
    if sequence is None:
        return payload.encode()
    return f'{payload[:-1]},"sequence":{sequence}}}'.encode()
