"""A run of the sender: claim due events, send them, store the outcomes, until nothing is due.

Any number of processes, on any number of machines, do this at the same time. Each sends what it has claimed
(`delivery.claims`), so no event is sent by two of them, and the events of one resource go out one after the other.
A process that dies loses nothing: its claims expire, and its events go out again under the same ids. Within a run
every endpoint has its own concurrency limit, which grows while the endpoint answers quickly: one that does not answer
uses a few slots only. All runs together use at most `claims.MAX_CONCURRENCY` slots at an endpoint.
"""

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
from collections import Counter, defaultdict
from queue import Empty, SimpleQueue

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction

from platforms import audit
from platforms.base import clock, identifiers, jobs, tracing
from webhooks.delivery import claims, client, deliveries, endpoints, queues, sandbox_network, unsendable
from webhooks.models import payloads
from webhooks.outbox.events import DELIVER_TASK
from webhooks.signing import signatures, signing_keys

logger = logging.getLogger(__name__)

MAX_IN_FLIGHT = 512
"""Requests in flight in one process, all endpoints together."""
MIN_CONCURRENCY, MID_CONCURRENCY, MAX_CONCURRENCY = 4, 16, claims.MAX_CONCURRENCY
"""Requests in flight to one endpoint: at first and where it fails; where it answers slowly; at most."""
SLOW_MILLISECONDS = 900
"""An endpoint slower than this may be overloaded: a refused connection is tried again after a second."""
LONGEST_RUN_SECONDS = 60
_LISTEN_SECONDS = 0.1
"""How long to wait for replies before looking for new work."""
_GATHER_SECONDS = 0.005
"""How long replies may be gathered: storing one costs as much as storing many."""
_MARK_SECONDS = 0.5
"""How often blocked events are marked, where there are any."""
_RENEW_SECONDS = 2.0
"""How often slot leases are renewed: well within the spare time of a claim."""
_RECONNECT_SECONDS = 15
"""How long outcomes are kept in memory while the database is away, so that its restart does not repeat deliveries."""

_never = threading.Event()


class Left(enum.Enum):
    """What a run leaves due, and why."""

    NOTHING = enum.auto()
    WITH_OTHERS = enum.auto()
    """Other senders have claimed it, or use all slots of its endpoint."""
    SOME = enum.auto()
    """Possibly more: the time of a run is used up, or it was stopped."""


def run(stop: threading.Event = _never, holder: uuid.UUID | None = None) -> Left:
    """Send everything that is due; return what is left.

    `holder` names the sender; it has one run at a time. Opens its own short database transactions; must not
    be called inside one.
    """
    return _Run(stop, holder or identifiers.new_key()).work()


class _Run:
    """The state of a run: what is in flight, the concurrency limit of each endpoint, the loaded keys."""

    def __init__(self, stop: threading.Event, holder: uuid.UUID) -> None:
        self._stop = stop
        self._holder = holder
        self._deadline = time.monotonic() + LONGEST_RUN_SECONDS
        self._in_flight: dict[str, _Stream] = {}
        self._limits = defaultdict[uuid.UUID, int](lambda: MIN_CONCURRENCY)
        self._signers: dict[uuid.UUID, signatures.Signer] = {}
        self._queues: set[queues.Queue] = set()
        self._marked_at = 0.0
        self._renew_at = math.inf
        self._no_streams_at: dict[uuid.UUID, float] = {}
        self._left = Left.NOTHING
        self._looks_again = False
        self._unsendable: list[tuple[claims.DueEvent, Exception]] = []
        self._finished: SimpleQueue[tuple[claims.DueEvent, client.Reply]] = SimpleQueue()

    def work(self) -> Left:
        """Run until nothing is due or in flight, or until it is stopped."""
        pause = _GATHER_SECONDS
        while True:
            is_taking = self._may_take()
            self._left, self._looks_again = Left.NOTHING, False
            self._send(self._take() if is_taking else [])
            self._put_back()
            if not self._in_flight:
                if is_taking and self._looks_again:
                    # Who claims needs some milliseconds, unless its process stands still meanwhile.
                    time.sleep(pause)
                    pause = min(2 * pause, _LISTEN_SECONDS)
                    continue
                for queue in self._queues:
                    claims.release_slots(queue, holder=self._holder)
                return self._left if is_taking else Left.SOME
            pause = _GATHER_SECONDS
            self._renew_slots()
            replies = self._collect()
            if replies:
                self._record(self._go_on(replies, is_taking=is_taking))
                self._put_back()

    def _may_take(self) -> bool:
        return time.monotonic() < self._deadline and not self._stop.is_set()

    def _take(self) -> list[claims.DueEvent]:
        """Claim as many streams as there are free slots; return the first event of each."""
        now = clock.real_now()
        due = claims.due_endpoints(now=now)
        if not due:
            return []
        # A claim lasts from the beginning of its database transaction.
        claimed_at = time.monotonic()
        with transaction.atomic(durable=True):
            to_skip = [endpoint for endpoint in due if not endpoint.url or endpoint.takes_some_types]
            while to_skip and claims.skip(endpoints=to_skip, now=now):
                """Until none is left: they must not hold up the end of the run."""
            wanted = self._free_slots(self._signed([endpoint for endpoint in due if endpoint.url], now=now))
            free_slots = claims.lock(free_slots=wanted) if wanted else {}
            # An endpoint that another sender is claiming for may have events that the other did not see yet.
            self._looks_again = len(free_slots) < len(wanted)
            if not free_slots:
                return []
            in_flight = {name: stream.endpoint_id for name, stream in self._in_flight.items()}
            claimed = claims.claim(free_slots=free_slots, holder=self._holder, in_flight=in_flight, now=now)
            taken = Counter(batch[0].endpoint.id for batch in claimed.batches)
            if taken:
                self._queues |= {batch[0].endpoint.queue for batch in claimed.batches}
                self._renew_at = min(self._renew_at, claimed_at + _RENEW_SECONDS)
            else:
                self._left = Left.WITH_OTHERS
            self._no_streams_at |= {endpoint.id: claimed_at for endpoint in free_slots if endpoint.id not in taken}
            self._wake_others(free_slots, taken)
            self._mark_blocked(claimed, now=now)
        batches = claimed.batches
        while batches and not _is_fresh(claimed_at):
            if not self._may_take():
                # What was claimed is due again as soon as its claims expire.
                self._left = Left.SOME
                return []
            claimed_at = time.monotonic()
            batches = self._still_mine(batches)
            self._left = self._left if batches else Left.WITH_OTHERS
        for first, *rest in batches:
            self._in_flight[first.stream] = _Stream(first.endpoint.id, rest, claimed_at)
        return [first for first, *_ in batches]

    def _still_mine(self, batches: list[list[claims.DueEvent]]) -> list[list[claims.DueEvent]]:
        """Renew the claims of streams that were claimed too slowly; return those that nobody else has taken since."""
        mine: set[str] = set()
        for queue in queues.ALL:
            streams = [first.stream for first, *_ in batches if first.endpoint.queue is queue]
            mine |= claims.renew(queue, streams=streams, holder=self._holder)
        return [batch for batch in batches if batch[0].stream in mine]

    def _wake_others(self, free_slots: claims.Slots, taken: Counter[uuid.UUID]) -> None:
        """Wake other senders while more is due than this one has slots for."""
        for endpoint, slots in free_slots.items():
            if self._limits[endpoint.id] >= MID_CONCURRENCY and taken[endpoint.id] == slots:
                jobs.notify(DELIVER_TASK)
                return

    def _renew_slots(self) -> None:
        """Renew the slot leases of this run for as long as something is in flight."""
        if time.monotonic() > self._renew_at:
            for queue in self._queues:
                claims.renew_slots(queue, holder=self._holder)
            self._renew_at = time.monotonic() + _RENEW_SECONDS

    def _free_slots(self, due: list[claims.DueEndpoint]) -> claims.Slots:
        """Share the free slots among the endpoints, in random order so that none is always last."""
        busy = Counter(stream.endpoint_id for stream in self._in_flight.values())
        free = MAX_IN_FLIGHT - len(self._in_flight)
        free_slots: claims.Slots = {}
        just_now = time.monotonic() - _LISTEN_SECONDS
        for endpoint in random.sample(due, len(due)):
            if self._in_flight and self._no_streams_at.get(endpoint.id, just_now) > just_now:
                continue
            limit = self._limits[endpoint.id]
            slots = min(limit - busy[endpoint.id], free)
            # Not for every single slot: asking for one event costs as much as asking for many.
            if slots >= max(1, limit // 2):
                free_slots[endpoint] = slots
                free -= slots
        return free_slots

    def _mark_blocked(self, claimed: claims.Claimed, *, now: dt.datetime) -> None:
        """Mark blocked events where there were more free slots than events to send."""
        # Also when the run is about to end: otherwise the next run would look at them again.
        is_sending = claimed.batches or self._in_flight
        if is_sending and time.monotonic() - self._marked_at < _MARK_SECONDS:
            return
        endpoints = list(claimed.with_free_slots)
        if endpoints and not claims.mark_blocked(endpoints=endpoints, now=now):
            self._marked_at = time.monotonic()

    def _signed(self, due: list[claims.DueEndpoint], *, now: clock.RealTime) -> list[claims.DueEndpoint]:
        """Return the endpoints of platforms whose events can be signed; put back the events of the others."""
        unknown = sorted({endpoint.platform_id for endpoint in due} - self._signers.keys())
        if unknown:
            found, unreadable = signing_keys.readable_signers(platform_ids=unknown, now=now)
            self._signers |= found
            for platform_id, error in unreadable.items():
                logger.error("events can't be signed", exc_info=error, extra={"platform": str(platform_id)})
            unsendable.put_back_platforms(errors=unreadable, now=now)
        return [endpoint for endpoint in due if endpoint.platform_id in self._signers]

    def _send(self, events: list[claims.DueEvent]) -> None:
        if not events:
            return
        sent_at = clock.real_now()
        requests = []
        for event in events:
            try:
                request = to_request(event, signer=self._signers[event.endpoint.platform_id], sent_at=sent_at)
            except Exception as error:
                fields = {"event": str(event.id), "subject": _subject(event)}
                logger.exception("an event can't be sent", extra=fields)
                del self._in_flight[event.stream]
                self._unsendable.append((event, error))
            else:
                requests.append((event, request))
        if played := [each for each in requests if each[0].endpoint.is_sandbox]:
            sandbox_network.send_all(played, self._finish)
        if len(played) < len(requests):
            client.send_all([each for each in requests if not each[0].endpoint.is_sandbox], self._finish)

    def _put_back(self) -> None:
        """Put back what could not be sent, once the outcomes of its predecessors are stored."""
        while self._unsendable:
            event, error = self._unsendable.pop()
            with transaction.atomic(durable=True):
                unsendable.put_back_event(event=event, error=error, holder=self._holder, now=clock.real_now())
            # Its slot is free for others.
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
            key = event.endpoint.id
            self._limits[key] = concurrency_after(reply, before=self._limits[key])
        return replies

    def _go_on(
        self, replies: list[tuple[claims.DueEvent, client.Reply]], *, is_taking: bool
    ) -> list[deliveries.Attempt]:
        """Send the next event of each stream whose last one was delivered; return the attempts to store."""
        successors = []
        for event, reply in replies:
            stream = self._in_flight[event.stream]
            if reply.is_success and is_taking and stream.rest and _is_fresh(stream.claimed_at):
                successors.append(stream.rest.pop(0))
                stream.claimed_at = time.monotonic()
            else:
                del self._in_flight[event.stream]
        self._send(successors)
        # One event of each stream was in flight: it is now replaced by its successor, or by none.
        return [deliveries.Attempt(event, reply, goes_on=event.stream in self._in_flight) for event, reply in replies]

    def _record(self, attempts: list[deliveries.Attempt]) -> None:
        """Store outcomes, even if the database was away for a moment."""
        deadline = time.monotonic() + _RECONNECT_SECONDS
        while True:
            try:
                now = clock.real_now()
                with transaction.atomic(durable=True):
                    deliveries.record(attempts=attempts, holder=self._holder, now=now)
                    endpoints.note(attempts=attempts, now=now)
            except (OperationalError, InterfaceError):
                connection.close()
                if time.monotonic() > deadline or self._stop.is_set():
                    raise
                time.sleep(0.2)
            else:
                break
        _note(attempts)


def _note(attempts: list[deliveries.Attempt]) -> None:
    """Log the attempts, and add them to the traces of the requests that caused their events, where that is wanted."""
    level = logging.INFO if settings.ACCESS_LOG else logging.DEBUG
    is_logged = logger.isEnabledFor(level)
    if not is_logged and not tracing.is_on():
        return
    subjects = [_subject(attempt.event) for attempt in attempts]
    requests = audit.requests_of({*subjects})
    for subject, attempt in zip(subjects, attempts, strict=True):
        event, reply, cause = attempt.event, attempt.reply, tracing.Cause(requests.get(subject, ""), subject)
        if is_logged:
            answered = {"reason": reply.failure} if reply.status is None else {"status": reply.status}
            fields = {"event": str(event.id), "milliseconds": reply.milliseconds, **answered}
            with tracing.caused_by(cause):
                logger.log(level, "webhook sent", extra=fields)
        if tracing.is_on():
            tracing.note(
                f"webhook {event.type}",
                request_id=cause.request_id,
                seconds=reply.milliseconds / 1000,
                is_good=reply.is_success,
                subject=subject,
                status=reply.status,
            )


def _subject(event: claims.DueEvent) -> str:
    """Return what an event is about: the payment that it names, else its resource."""
    return next(iter(identifiers.payments_in(event.payload)), event.resource)


@dataclasses.dataclass(slots=True)
class _Stream:
    """A claimed stream: the events that follow the one in flight."""

    endpoint_id: uuid.UUID
    rest: list[claims.DueEvent]
    claimed_at: float


def _is_fresh(claimed_at: float) -> bool:
    """Tell whether one more request, even a slow one, would end before a claim of that moment does."""
    age = dt.timedelta(seconds=time.monotonic() - claimed_at + settings.WEBHOOK_TIMEOUT_SECONDS)
    return age < claims.lease()


def concurrency_after(reply: client.Reply, *, before: int) -> int:
    """Return how many requests may be in flight to an endpoint after a reply: more while it keeps up, else fewer."""
    if reply.status is None:
        return max(MIN_CONCURRENCY, before // 2)
    if reply.milliseconds < SLOW_MILLISECONDS or before < MID_CONCURRENCY:
        return min(MAX_CONCURRENCY, before + 1)
    return max(MID_CONCURRENCY, before // 2)


def to_request(event: claims.DueEvent, *, signer: signatures.Signer, sent_at: dt.datetime) -> client.Request:
    """Return the signed request of an event. `sent_at` is real time."""
    body = with_sequence(payloads.to_send(event.payload, event_id=event.id), event.sequence)
    return client.Request(
        url=event.endpoint.url,
        body=body,
        headers=signer.headers(event_id=identifiers.public("Webhook", event.id), body=body, sent_at=sent_at),
        allow_loopback=settings.ALLOW_LOOPBACK_WEBHOOKS and event.endpoint.is_sandbox,
        networks=settings.WEBHOOK_ALLOWED_NETWORKS,
    )


def with_sequence(payload: str, sequence: int | None) -> bytes:
    """Return the body to sign and send: the stored envelope with its `sequence`."""
    if sequence is None:
        return payload.encode()
    return f'{payload[:-1]},"sequence":{sequence}}}'.encode()
