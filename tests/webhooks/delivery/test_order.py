import datetime as dt
import itertools
import threading
import time
import uuid

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now

from config.celery import app
from platforms.base import clock, identifiers
from platforms.models import Platform, WorkFailure
from tests.support import patience
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks import tasks
from webhooks.delivery import claims, client, deliveries, sender, unsendable
from webhooks.models import Event, EventState, EventStream
from webhooks.outbox import events

pytestmark = pytest.mark.usefixtures("database")


def numbers(receiver):
    return [request.json["data"]["n"] for request in receiver.received]


def sequences(receiver):
    return [request.json["sequence"] for request in receiver.received]


@pytest.fixture
def story(platform, emit):
    """Return a function that emits `count` events of one resource, numbered in their data."""

    def tell(count, resource="Transaction:one", start=0):
        return [emit(platform, resource=resource, data={"n": n}) for n in range(start, start + count)]

    return tell


def test_events_of_a_resource_arrive_in_order_with_numbers_without_gaps(story, receiver, deliver):
    told = story(40)

    deliver()

    assert numbers(receiver) == list(range(40))
    assert sequences(receiver) == list(range(1, 41))
    assert list(Event.objects.order_by("number").values_list("id", "sequence")) == [
        (event.id, number) for number, event in enumerate(told, start=1)
    ]


def test_one_event_of_a_resource_is_under_way_at_a_time_however_many_senders_there_are(story, receiver):
    receiver.default = Answer(delay=0.01)
    busy = set()
    overlaps = []

    def come(request):
        resource = request.json["data"]["r"]
        if resource in busy:
            overlaps.append(resource)
        busy.add(resource)
        time.sleep(0.01)
        busy.discard(resource)

    receiver.on_request = come
    for n, r in itertools.product(range(8), range(10)):
        emit_numbered(Platform.objects.get(), resource=f"Transaction:{r}", data={"n": n, "r": r})

    run_in_threads(4)

    assert overlaps == []
    for r in range(10):
        seen = [request.json for request in receiver.received if request.json["data"]["r"] == r]
        assert [event["data"]["n"] for event in seen] == list(range(8))
        assert [event["sequence"] for event in seen] == list(range(1, 9))


def test_numbers_go_on_where_they_stopped(story, receiver, deliver):
    story(2)
    deliver()
    story(2, start=2)
    deliver()

    assert sequences(receiver) == [1, 2, 3, 4]


def test_numbers_go_on_when_the_old_events_are_long_gone(story, receiver, deliver):
    story(2)
    deliver()
    Event.objects.all().delete()
    story(1)
    deliver()

    assert sequences(receiver) == [1, 2, 3]


def test_a_failed_event_holds_up_its_own_resource_and_nothing_else(story, receiver, deliver, make_due):
    receiver.answers = [Answer(500)]
    first, second = story(2)
    deliver()

    [other] = story(1, resource="Transaction:two", start=9)
    deliver()

    assert receiver.ids == [first.public_id, other.public_id]
    second.refresh_from_db()
    assert (second.state, second.next_attempt_at, second.attempts) == (EventState.WAITING, None, 0)

    make_due(first)
    deliver()

    assert receiver.ids[2:] == [first.public_id, second.public_id]
    assert sequences(receiver) == [1, 1, 1, 2]
    assert set(Event.objects.values_list("state", flat=True)) == {EventState.DELIVERED}


@pytest.mark.parametrize("status", [409, 410])
def test_a_refused_event_lets_the_next_one_go(story, receiver, deliver, status):
    receiver.answers = [Answer(500), Answer(status)]
    first, second = story(2)
    deliver()
    Event.objects.filter(id=first.id).update(next_attempt_at=clock.real_now())
    deliver()

    second.refresh_from_db()
    assert second.state == (EventState.DELIVERED if status == 409 else EventState.NO_ENDPOINT)


def test_an_event_that_is_given_up_lets_the_next_one_go(platform, story, receiver, deliver):
    receiver.answers = [Answer(500), Answer(500)]
    first, second = story(2)
    deliver()
    Platform.objects.update(clock_offset=dt.timedelta(days=6, hours=23, minutes=59, seconds=59))
    deliver()

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (EventState.ABANDONED, EventState.DELIVERED)
    assert sequences(receiver) == [1, 1, 2]


def test_a_chain_stops_at_the_event_that_fails(story, receiver, deliver):
    receiver.answers = [Answer(), Answer(), Answer(503)]
    story(6)

    deliver()

    assert numbers(receiver) == [0, 1, 2]
    assert list(Event.objects.order_by("number").values_list("state", flat=True)) == [
        *["DELIVERED"] * 2,
        "PENDING",
        *["WAITING"] * 3,
    ]


def test_what_waits_is_not_looked_at_again(story, receiver, deliver):
    receiver.default = Answer(500)
    story(30)
    deliver()

    assert claims.due_endpoints(now=clock.real_now()) == []


def test_events_of_a_stream_whose_sender_died_are_taken_over_with_the_same_numbers(story, receiver, deliver):
    story(3)
    with transaction.atomic():
        free_slots = dict.fromkeys(claims.due_endpoints(now=clock.real_now()), 4)
        [dead] = claims.claim(free_slots=free_slots, holder=identifiers.new_key(), now=clock.real_now()).batches
    outlive_the_claim()

    deliver()

    assert sequences(receiver) == [event.sequence for event in dead] == [1, 2, 3]


def test_a_sender_that_lost_its_claim_changes_nothing_of_what_its_successor_does(story, receiver, deliver):
    story(1)
    slow, fast = threading.Event(), threading.Event()

    def wait_once(request):
        if not slow.is_set():
            slow.set()
            assert fast.wait(patience.LONG)

    receiver.on_request = wait_once
    thread = threading.Thread(target=run_and_hang_up)
    thread.start()
    assert slow.wait(patience.LONG)
    outlive_the_claim()

    deliver()
    story(2, start=1)
    fast.set()
    thread.join()
    deliver()

    assert numbers(receiver) == [0, 0, 1, 2]
    assert sequences(receiver) == [1, 1, 2, 3]
    assert EventStream.objects.get().last_sequence == 3


def test_a_number_is_given_once_where_who_sent_it_had_lost_its_claim_and_its_successor_died(
    platform, story, receiver, deliver
):
    """What the loser stored was the event alone, not how far its stream had been numbered: the next one got it too."""
    story(2)
    loser = identifiers.new_key()
    [[first, _]] = claim(loser)
    outlive_the_claim()
    claim(identifiers.new_key())

    record_delivered(first, holder=loser)
    assert EventStream.objects.get().claimed_by not in {None, loser}
    outlive_the_claim()
    deliver()

    assert first.sequence == 1
    assert sequences(receiver) == [2]
    assert list(Event.objects.order_by("number").values_list("sequence", flat=True)) == [1, 2]


def test_a_sender_that_lost_its_claim_does_not_claim_what_its_successor_has_released(platform, story):
    story(2)
    loser = identifiers.new_key()
    [[first, _]] = claim(loser)
    EventStream.objects.update(claimed_by=None, claimed_until=None)

    record_delivered(first, holder=loser, goes_on=True)

    stream = EventStream.objects.get()
    assert (stream.claimed_by, stream.claimed_until, stream.last_sequence) == (None, None, 1)


def test_a_sender_that_lost_its_claim_puts_nothing_back_that_its_successor_sends(platform, story):
    [event] = story(1)
    loser, successor = identifiers.new_key(), identifiers.new_key()
    [[due]] = claim(loser)
    outlive_the_claim()
    claim(successor)

    with transaction.atomic():
        unsendable.put_back_event(event=due, error=ValueError("unreadable"), holder=loser, now=clock.real_now())

    assert Event.objects.get().next_attempt_at == event.next_attempt_at
    assert EventStream.objects.get().claimed_by == successor
    assert not WorkFailure.objects.exists()


def test_what_was_claimed_too_slowly_is_claimed_again_unless_another_sender_has_taken_it(
    story, receiver, monkeypatch, settings
):
    """A claim lasts from its beginning: after a long wait for a lock, or a pause, another sender may have it too."""
    story(1, "Transaction:mine", start=1)
    story(1, "Transaction:taken", start=2)
    renew, other, renewed = claims.renew, uuid.uuid4(), list[set[str]]()

    def lease():
        return dt.timedelta(seconds=settings.WEBHOOK_TIMEOUT_SECONDS + (5 if renewed else 0))

    def renew_after_another(*arguments, **others):
        taken = EventStream.objects.filter(resource="Transaction:taken")
        taken.update(claimed_by=other, claimed_until=Now() + lease())
        renewed.append(renew(*arguments, **others))
        return renewed[-1]

    monkeypatch.setattr(claims, "lease", lease)
    monkeypatch.setattr(claims, "renew", renew_after_another)
    sender.run()

    assert renewed[0] == {"Transaction:mine"}
    assert numbers(receiver) == [1]
    assert EventStream.objects.exclude(claimed_by=None).get().claimed_by == other


def test_a_test_event_has_no_number(platform, emit, receiver, deliver):
    emit(platform, type="TEST", data=None, resource=platform.public_id)
    deliver()

    assert set(receiver.received[0].json) == {"id", "type", "timestamp"}
    assert Event.objects.get().sequence is None


def test_numbers_are_in_the_order_of_the_changes_of_a_locked_row(platform):
    """Eight threads change one resource under its row's lock; what the lock orders, the numbers order."""
    order = []

    def change(thread):
        try:
            for n in range(10):
                with transaction.atomic():
                    Platform.objects.select_for_update().get(id=platform.id)
                    events.emit(
                        platform_id=platform.id,
                        type="INTERNAL_ACCOUNT.BALANCE_UPDATED",
                        resource="InternalAccount:one",
                        data={"n": (thread, n)},
                        now=clock.real_now(),
                    )
                    order.append((thread, n))
        finally:
            connection.close()

    threads = [threading.Thread(target=change, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with Receiver() as receiver:
        Platform.objects.filter(id=platform.id).update(webhook_endpoint=receiver.url)
        sender.run()
        assert [tuple(n) for n in numbers(receiver)] == order


class TestReconciling:
    @pytest.mark.parametrize("task", ["webhooks.reconcile_streams", "webhooks.mend_streams"])
    def test_makes_due_an_event_that_waits_for_nothing(self, story, receiver, deliver, task):
        story(2)
        Event.objects.update(state=EventState.WAITING, next_attempt_at=None)
        deliver()
        assert receiver.received == []

        assert app.tasks[task]() == 1
        deliver()

        assert numbers(receiver) == [0, 1]

    @pytest.mark.parametrize("jump", [dt.timedelta(hours=3), dt.timedelta(days=400)])
    def test_brings_back_events_of_a_time_that_has_not_come_yet(self, story, receiver, deliver, jump, monkeypatch):
        ahead = clock.real_now() + jump
        with monkeypatch.context() as patch:
            patch.setattr(clock, "real_now", lambda: ahead)
            receiver.answers = [Answer(500)]
            story(1)
            deliver()
            story(1, resource="Transaction:two", start=1)
        deliver()
        assert len(receiver.received) == 1

        assert tasks.reconcile_streams() == 2
        deliver()

        assert numbers(receiver) in ([0, 0, 1], [0, 1, 0])
        assert not Event.objects.exclude(state=EventState.DELIVERED).exists()

    def test_leaves_retries_alone_that_are_due_later(self, story, receiver, deliver):
        receiver.answers = [Answer(503, headers={"Retry-After": "7200"})]
        [event] = story(1)
        deliver()
        event.refresh_from_db()
        due = event.next_attempt_at

        assert tasks.reconcile_streams() == 0
        event.refresh_from_db()
        assert event.next_attempt_at == due

    def test_a_clock_that_went_forward_loses_no_event_without_an_attempt(self, story, receiver, deliver):
        story(1)
        Platform.objects.update(clock_offset=dt.timedelta(days=30))

        deliver()

        assert numbers(receiver) == [0]

    def test_a_claim_of_the_future_is_not_believed(self, story, receiver, deliver):
        story(1)
        EventStream.objects.create(
            platform=Platform.objects.get(),
            resource="Transaction:one",
            claimed_by=uuid.uuid4(),
            claimed_until=clock.real_now() + dt.timedelta(days=1),
        )

        deliver()

        assert numbers(receiver) == [0]


def claim(holder):
    with transaction.atomic():
        free_slots = dict.fromkeys(claims.due_endpoints(now=clock.real_now()), 4)
        return claims.claim(free_slots=free_slots, holder=holder, now=clock.real_now()).batches


def record_delivered(event, *, holder, goes_on=False):
    attempt = deliveries.Attempt(event, client.Reply(200, b"", 1), goes_on=goes_on)
    with transaction.atomic():
        deliveries.record(attempts=[attempt], holder=holder, now=clock.real_now())


def outlive_the_claim():
    EventStream.objects.update(claimed_until=clock.real_now() - dt.timedelta(seconds=1))


def emit_numbered(platform, **fields):
    with transaction.atomic():
        events.emit(platform_id=platform.id, type="OUTGOING_PAYMENT.COMPLETED", now=clock.real_now(), **fields)


def run_and_hang_up():
    try:
        sender.run()
    finally:
        connection.close()


def run_in_threads(count):
    threads = [threading.Thread(target=run_and_hang_up) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
