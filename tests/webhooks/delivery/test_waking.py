"""What makes the next event of a resource due: the end of the one before, never `webhooks.reconcile_streams`."""

import datetime as dt
import itertools
import threading
import time

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now

from platforms.base import clock, identifiers
from platforms.database.locks import Lock
from tests.support import patience
from tests.support.servers.webhook_receiver import Answer
from webhooks.delivery import claims, deliveries, sender
from webhooks.delivery.client import Reply
from webhooks.models import Event, EventState, EventStream

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def story(platform, emit):
    """Return a function that emits `count` events of one resource, numbered in their data."""

    def tell(count):
        return [emit(platform, data={"n": n}) for n in range(count)]

    return tell


def test_a_sender_that_dies_in_the_middle_of_a_stream_leaves_the_rest_due(
    story, receiver, deliver, make_due, monkeypatch
):
    receiver.answers = [Answer(500)]
    first, second, _ = story(3)
    deliver()
    second.refresh_from_db()
    assert second.state == EventState.WAITING
    make_due(first)
    record = deliveries.record
    written: list[object] = []

    def die_after_the_first(**outcomes):
        if written:
            raise KeyboardInterrupt
        written.append(outcomes)
        record(**outcomes)

    monkeypatch.setattr(deliveries, "record", die_after_the_first)
    with pytest.raises(KeyboardInterrupt):
        sender.run()
    monkeypatch.undo()
    let_claims_run_out()

    deliver()

    assert [request.json["data"]["n"] for request in receiver.received] == [0, 0, 1, 2, 1, 2]
    assert [request.json["sequence"] for request in receiver.received] == [1, 1, 2, 3, 2, 3]


@pytest.mark.parametrize("goes_on", [False, True])
def test_an_event_that_is_put_aside_while_its_predecessor_comes_through_is_due(platform, story, goes_on):
    """One sender takes the outcome down while another puts aside what it still sees behind an open event.

    Also when the first goes on with that event itself: it may be killed before it comes to its outcome.
    """
    first, second = story(2)
    [[due, *_]] = claim(holder := identifiers.new_key())
    Event.objects.filter(id=second.id).update(next_attempt_at=clock.real_now() - dt.timedelta(seconds=5))
    outcome = deliveries.Attempt(due, Reply(200, b"", 1), goes_on=goes_on)
    thread = threading.Thread(target=record_and_hang_up, args=(outcome, holder))

    with transaction.atomic():
        assert claims.mark_blocked(endpoints=[due.endpoint], now=clock.real_now()) == 1
        thread.start()
        time.sleep(0.3)
    thread.join()

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (EventState.DELIVERED, EventState.PENDING)
    assert second.next_attempt_at <= clock.real_now()


def test_an_event_whose_predecessor_is_just_coming_through_is_not_put_aside(platform, story):
    """The same two the other way round: the outcome first."""
    _, second = story(2)
    [[due, *_]] = claim(holder := identifiers.new_key())
    Event.objects.filter(id=second.id).update(next_attempt_at=clock.real_now() - dt.timedelta(seconds=5))
    thread = threading.Thread(target=park_and_hang_up, args=(due.endpoint,))

    with transaction.atomic():
        outcome = deliveries.Attempt(due, Reply(200, b"", 1))
        deliveries.record(attempts=[outcome], holder=holder, now=clock.real_now())
        thread.start()
        time.sleep(0.3)
    thread.join()

    second.refresh_from_db()
    assert second.state == EventState.PENDING


def test_a_sender_looks_ever_more_seldom_while_another_stands_still_in_its_claim(platform, story, monkeypatch):
    """Found by the simulator: it asked the database two hundred times a second."""
    story(1)
    looks, lock = [], claims.lock

    def noted(**wanted):
        looks.append(time.monotonic())
        return lock(**wanted)

    monkeypatch.setattr(claims, "lock", noted)
    other = threading.Thread(target=send_and_hang_up)
    with transaction.atomic(), connection.cursor() as cursor:
        Lock.EVENTS.hold(cursor, str(platform.id))
        other.start()
        patience.until(lambda: len(looks) > 8)
    other.join()

    pauses = [later - earlier for earlier, later in itertools.pairwise(looks[:9])]
    assert min(pauses[-2:]) >= 0.1, pauses
    assert Event.objects.get().state == EventState.DELIVERED


def claim(holder):
    with transaction.atomic():
        free_slots = dict.fromkeys(claims.due_endpoints(now=clock.real_now()), 4)
        return claims.claim(free_slots=free_slots, holder=holder, now=clock.real_now()).batches


def let_claims_run_out():
    EventStream.objects.exclude(claimed_until=None).update(claimed_until=Now())


def send_and_hang_up():
    try:
        sender.run()
    finally:
        connection.close()


def record_and_hang_up(outcome, holder):
    try:
        with transaction.atomic():
            deliveries.record(attempts=[outcome], holder=holder, now=clock.real_now())
    finally:
        connection.close()


def park_and_hang_up(platform):
    try:
        with transaction.atomic():
            claims.mark_blocked(endpoints=[platform], now=clock.real_now())
    finally:
        connection.close()
