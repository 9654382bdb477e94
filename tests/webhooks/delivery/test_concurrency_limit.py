"""How many requests are under way to one endpoint, whatever the number of senders."""

import datetime as dt
import threading
import time

import pytest
from django.db import connection, transaction
from django.db.models import Sum

from platforms.base import clock, identifiers, jobs
from tests.support import patience
from webhooks.delivery import claims, queues, sender, sender_thread
from webhooks.models import EndpointShare, Event, EventState, EventStream
from webhooks.outbox import events

pytestmark = pytest.mark.usefixtures("database")

PLACES = 6


class Crowd:
    """Counts requests that are being answered at the same time."""

    def __init__(self):
        self.now = self.most = 0
        self._lock = threading.Lock()

    def come(self, _):
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.02)
        with self._lock:
            self.now -= 1


@pytest.fixture
def crowd(receiver):
    crowd = Crowd()
    receiver.on_request = crowd.come
    return crowd


@pytest.fixture
def eager(monkeypatch):
    """Each sender wants all places from the start."""
    for name in ("MIN_CONCURRENCY", "MID_CONCURRENCY", "MAX_CONCURRENCY"):
        monkeypatch.setattr(sender, name, PLACES)


def emit_many(platform, count):
    new = [
        events.NewEvent(platform.id, "OUTGOING_PAYMENT.COMPLETED", f"Transaction:{n}", {"n": n}, clock.real_now())
        for n in range(count)
    ]
    with transaction.atomic():
        events.emit_many(new)


def run_senders(count):
    def run():
        try:
            for _ in range(100):
                sender.run()
                if not Event.objects.filter(state=EventState.PENDING).exists():
                    return
                time.sleep(0.02)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def claim(platform, holder, *, slots, in_flight=None):
    with transaction.atomic():
        due = {due: slots for due in claims.due_endpoints(now=clock.real_now()) if due.id == platform.id}
        return claims.claim(free_slots=due, holder=holder, in_flight=in_flight, now=clock.real_now()).batches


def test_many_senders_together_fill_no_more_places_than_one(platform, crowd, eager, monkeypatch):
    monkeypatch.setattr(claims, "MAX_CONCURRENCY", PLACES)
    emit_many(platform, 120)

    run_senders(4)

    assert PLACES // 2 <= crowd.most <= PLACES
    assert not Event.objects.exclude(state=EventState.DELIVERED).exists()


def test_would_fill_more_without_shares(platform, crowd, eager):
    """The control of the test before."""
    emit_many(platform, 120)

    run_senders(4)

    assert crowd.most > PLACES


def test_a_sender_that_finds_no_place_gets_its_share_as_soon_as_others_have_been_answered(platform):
    emit_many(platform, 300)
    first, second = identifiers.new_key(), identifiers.new_key()
    taken = claim(platform, first, slots=claims.MAX_CONCURRENCY)
    assert len(taken) == claims.MAX_CONCURRENCY

    assert claim(platform, second, slots=claims.MAX_CONCURRENCY) == []
    still = {chain[0].resource: platform.id for chain in taken[:20]}
    more = claim(platform, first, slots=claims.MAX_CONCURRENCY - 20, in_flight=still)
    others = claim(platform, second, slots=claims.MAX_CONCURRENCY)

    assert len(still) + len(more) == claims.MAX_CONCURRENCY // 2
    assert len(others) == claims.MAX_CONCURRENCY // 2
    assert EndpointShare.objects.aggregate(all=Sum("places"))["all"] == claims.MAX_CONCURRENCY


def test_what_waits_for_a_place_is_not_put_aside_as_blocked(platform):
    """Each event put aside is written twice more."""
    emit_many(platform, 100)
    emit_many(platform, 100)
    Event.objects.update(next_attempt_at=clock.real_now() - dt.timedelta(minutes=1))
    holders = [identifiers.new_key() for _ in range(2)]
    claim(platform, holders[0], slots=10)

    with transaction.atomic():
        due = dict.fromkeys(claims.due_endpoints(now=clock.real_now()), claims.MAX_CONCURRENCY)
        claimed = claims.claim(free_slots=due, holder=holders[1], now=clock.real_now())

    assert len(claimed.batches) == claims.MAX_CONCURRENCY // 2
    assert claimed.with_free_slots == set()


def test_a_sender_knows_where_it_may_send_more_than_is_due(platform):
    emit_many(platform, 3)

    with transaction.atomic():
        due = dict.fromkeys(claims.due_endpoints(now=clock.real_now()), 4)
        claimed = claims.claim(free_slots=due, holder=identifiers.new_key(), now=clock.real_now())

    assert len(claimed.batches) == 3
    assert claimed.with_free_slots == set(due)


def test_the_places_of_a_sender_that_died_are_free_when_its_claims_are(platform):
    emit_many(platform, 200)
    claim(platform, identifiers.new_key(), slots=claims.MAX_CONCURRENCY)
    heir = identifiers.new_key()
    assert claim(platform, heir, slots=10) == []

    EndpointShare.objects.exclude(holder=heir).update(held_until=clock.real_now() - dt.timedelta(seconds=1))

    assert len(claim(platform, heir, slots=10)) == 10


def test_a_run_leaves_nothing_behind(platform, receiver, deliver):
    emit_many(platform, 10)

    deliver()

    assert len(receiver.received) == 10
    assert not EndpointShare.objects.exists()


def test_a_run_tells_what_it_leaves(platform, receiver):
    assert sender.run() == sender.Left.NOTHING
    emit_many(platform, 2)
    others = identifiers.new_key()
    claim(platform, others, slots=2)

    assert sender.run() == sender.Left.WITH_OTHERS
    stopped = threading.Event()
    stopped.set()
    assert sender.run(stopped) == sender.Left.SOME
    assert receiver.received == []


def test_a_sender_that_claims_too_slowly_every_time_can_be_stopped(platform, receiver, emit, monkeypatch, settings):
    """It renews its claims until one is fresh, and would go on for ever."""
    monkeypatch.setattr(claims, "lease", lambda: dt.timedelta(seconds=settings.WEBHOOK_TIMEOUT_SECONDS))
    emit(platform)
    renew, stop = claims.renew, threading.Event()

    def renew_and_stop(*arguments, **others):
        stop.set()
        return renew(*arguments, **others)

    monkeypatch.setattr(claims, "renew", renew_and_stop)
    left = sender.run(stop)

    assert stop.is_set()
    assert (left, receiver.received) == (sender.Left.SOME, [])


@pytest.mark.parametrize(("count", "is_called"), [(100, True), (3, False)])
def test_a_sender_with_more_than_it_has_places_for_calls_others(platform, receiver, monkeypatch, count, is_called):
    woken: list[str] = []
    monkeypatch.setattr(sender, "MID_CONCURRENCY", 6)
    monkeypatch.setattr(sender, "MAX_CONCURRENCY", 8)
    emit_many(platform, count)
    ring = jobs.notify

    def ring_and_tell(name: str) -> None:
        woken.append(name)
        ring(name)

    monkeypatch.setattr(jobs, "notify", ring_and_tell)

    sender.run()

    assert (len(receiver.received), set(woken) == {"webhooks.deliver_due_events"}) == (count, is_called)


def test_a_waiting_sender_joins_when_others_make_room(platform, receiver):
    emit_many(platform, 1)
    others = identifiers.new_key()
    claim(platform, others, slots=1)
    waiting = sender_thread._Sender()
    try:
        time.sleep(0.1)
        with transaction.atomic():
            EventStream.objects.update(claimed_by=None, claimed_until=None)
        claims.release_slots(queues.FIRST, holder=others)

        receiver.wait_for(1)
    finally:
        waiting.stop()


def test_what_senders_that_died_leave_behind_is_swept_out(platform):
    emit_many(platform, 1)
    claim(platform, identifiers.new_key(), slots=1)
    EndpointShare.objects.update(held_until=clock.real_now() - dt.timedelta(seconds=1))

    with transaction.atomic():
        claims.reconcile(now=clock.real_now())

    assert not EndpointShare.objects.exists()


def test_places_are_held_for_as_long_as_a_sender_fills_them(platform, receiver, monkeypatch):
    monkeypatch.setattr(sender, "_RENEW_SECONDS", 0.0)
    emit_many(platform, 1)
    seen = []

    def look(_):
        first = EndpointShare.objects.get().held_until
        patience.until(lambda: EndpointShare.objects.get().held_until > first + dt.timedelta(seconds=0.1))
        seen.append(first)
        connection.close()

    receiver.on_request = look

    sender.run()

    assert len(seen) == 1
