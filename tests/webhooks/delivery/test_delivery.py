import datetime as dt
import json
import threading
import time

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now

from platforms.base import clock, identifiers
from platforms.models import AuditEntry, Environment, Platform
from tests.support import patience
from tests.support.servers.webhook_receiver import Answer, Receiver
from webhooks import tasks
from webhooks.delivery import claims, deliveries, sender
from webhooks.delivery.client import Reply
from webhooks.models import Delivery, Event, EventState, EventStream

pytestmark = pytest.mark.usefixtures("database")


def test_an_event_is_sent_once_and_its_attempt_is_written_down(platform, receiver, emit, deliver):
    event = emit(platform)
    receiver.answers = [Answer(201, b"thanks")]

    deliver()
    deliver()

    [request] = receiver.received
    assert request.json == json.loads(event.payload) | {"sequence": 1}
    assert request.headers["Content-Type"] == "application/json"
    event.refresh_from_db()
    assert (event.state, event.attempts, event.next_attempt_at) == (EventState.DELIVERED, 1, None)
    attempt = event.deliveries.get()
    assert (attempt.attempt, attempt.status, attempt.reply, attempt.error) == (1, 201, "thanks", "")
    assert attempt.url == receiver.url


def test_the_task_delivers(platform, receiver, emit):
    emit(platform)

    tasks.deliver_due_events()

    assert len(receiver.received) == 1


def test_a_failed_attempt_is_repeated_when_it_is_due_again_and_not_before(platform, receiver, emit, deliver, make_due):
    event = emit(platform)
    receiver.answers = [Answer(500, b"oops"), Answer(200)]

    deliver()
    deliver()
    event.refresh_from_db()

    assert len(receiver.received) == 1
    assert (event.state, event.attempts) == (EventState.PENDING, 1)
    assert dt.timedelta(seconds=1) < event.next_attempt_at - clock.real_now() < dt.timedelta(seconds=6)

    make_due(event)
    deliver()
    event.refresh_from_db()

    assert receiver.ids == [event.public_id] * 2
    assert receiver.received[0].body == receiver.received[1].body
    assert event.state == EventState.DELIVERED
    assert list(event.deliveries.order_by("attempt").values_list("attempt", "status", "reply")) == [
        (1, 500, "oops"),
        (2, 200, "ok"),
    ]


def test_an_endpoint_that_is_not_there_is_tried_again(platform, receiver, emit, deliver):
    with Receiver() as gone:
        url = gone.url
    Platform.objects.filter(id=platform.id).update(webhook_endpoint=url)
    event = emit(platform)

    deliver()

    event.refresh_from_db()
    attempt = event.deliveries.get()
    assert (event.state, attempt.status, attempt.error) == (EventState.PENDING, None, "UNREACHABLE")


def test_409_stops(platform, receiver, emit, deliver):
    event = emit(platform)
    receiver.answers = [Answer(409)]

    deliver()

    event.refresh_from_db()
    assert (event.state, event.next_attempt_at) == (EventState.REFUSED, None)
    platform.refresh_from_db()
    assert platform.webhook_endpoint == receiver.url


def test_410_switches_the_endpoint_off_and_says_so_in_the_audit_log(platform, receiver, emit, deliver):
    event = emit(platform)
    receiver.answers = [Answer(410)]

    deliver()

    event.refresh_from_db()
    platform.refresh_from_db()
    assert (event.state, platform.webhook_endpoint) == (EventState.REFUSED, "")
    entry = AuditEntry.objects.get(verb="webhook_endpoint.disable")
    assert (entry.platform_id, entry.actor_kind) == (platform.id, "SYSTEM")


def test_410_of_an_old_endpoint_leaves_a_new_one_alone(platform, receiver, emit, deliver):
    emit(platform)
    receiver.answers = [Answer(410)]
    receiver.on_request = lambda _: move_endpoint(platform, "https://new.example.com/")

    deliver()

    platform.refresh_from_db()
    assert platform.webhook_endpoint == "https://new.example.com/"
    assert not AuditEntry.objects.filter(verb="webhook_endpoint.disable").exists()


def move_endpoint(platform, url):
    Platform.objects.filter(id=platform.id).update(webhook_endpoint=url)
    connection.close()


def test_a_test_event_that_fails_is_not_repeated(platform, receiver, emit, deliver):
    event = emit(platform, type="TEST", data=None)
    receiver.answers = [Answer(500)]

    deliver()

    event.refresh_from_db()
    assert (event.state, event.next_attempt_at) == (EventState.ABANDONED, None)


def test_without_an_endpoint_an_event_is_set_aside_and_a_later_endpoint_does_not_get_it(
    new_platform, receiver, emit, deliver
):
    platform = new_platform()
    early = emit(platform)

    deliver()
    early.refresh_from_db()

    assert (early.state, early.attempts, early.next_attempt_at) == (EventState.NO_ENDPOINT, 0, None)

    Platform.objects.filter(id=platform.id).update(webhook_endpoint=receiver.url)
    late = emit(platform)
    deliver()

    assert receiver.ids == [late.public_id]


def test_more_events_without_an_endpoint_than_one_step_takes_are_all_set_aside(new_platform, deliver):
    platform = new_platform()
    now = clock.real_now()
    Event.objects.bulk_create(
        Event(platform=platform, type="TEST", resource="x", payload="{}", created_at=now, next_attempt_at=now)
        for _ in range(2001)
    )

    deliver()

    assert Event.objects.filter(state=EventState.NO_ENDPOINT).count() == 2001


def test_a_platform_in_production_cannot_reach_loopback(new_platform, receiver, emit, deliver):
    event = emit(new_platform(receiver.url, Environment.PRODUCTION))

    deliver()

    assert receiver.received == []
    assert event.deliveries.get().error == "REFUSED_ADDRESS"


def test_loopback_needs_the_setting_too(platform, receiver, emit, deliver, settings):
    settings.ALLOW_LOOPBACK_WEBHOOKS = False
    event = emit(platform)

    deliver()

    assert receiver.received == []
    assert event.deliveries.get().error == "REFUSED_ADDRESS"


def test_a_sandbox_clock_that_is_moved_brings_retries_forward(platform, receiver, emit, deliver):
    event = emit(platform)
    receiver.answers = [Answer(500)]
    deliver()

    Platform.objects.filter(id=platform.id).update(clock_offset=dt.timedelta(minutes=1))
    deliver()

    event.refresh_from_db()
    assert (event.state, len(receiver.received)) == (EventState.DELIVERED, 2)
    assert event.deliveries.get(attempt=2).at - clock.real_now() > dt.timedelta(seconds=50)


def test_an_event_of_a_platform_whose_clock_is_ahead_is_sent_at_once_with_a_real_timestamp(
    platform, receiver, emit, deliver
):
    Platform.objects.filter(id=platform.id).update(clock_offset=dt.timedelta(days=400))
    platform.refresh_from_db()
    emit(platform)

    deliver()

    [request] = receiver.received
    assert abs(int(request.headers["Webhook-Timestamp"]) - time.time()) < patience.LONG


def test_seven_days_of_failures_end_in_giving_up(platform, receiver, emit, deliver):
    receiver.default = Answer(503)
    event = emit(platform)
    for day in range(1, 9):
        deliver()
        Platform.objects.filter(id=platform.id).update(clock_offset=dt.timedelta(days=day))

    event.refresh_from_db()
    assert event.state == EventState.ABANDONED
    assert event.attempts == event.deliveries.count() == len(receiver.received) == 8


def test_when_nothing_is_due_a_wake_up_costs_one_statement(platform, emit, deliver, costs):
    emit(platform)
    deliver()

    with costs.of():
        tasks.deliver_due_events()


def test_many_events_arrive_exactly_once_while_nothing_fails(platform, receiver, emit, deliver):
    sent = [emit(platform, resource=f"Transaction:{n % 150}", data={"n": n}).public_id for n in range(300)]

    deliver()

    assert sorted(receiver.ids) == sorted(sent)
    assert Event.objects.filter(state=EventState.DELIVERED).count() == Delivery.objects.count() == 300


def test_a_dead_endpoint_does_not_hold_up_another_one(platform, new_platform, receiver, emit, settings):
    settings.WEBHOOK_TIMEOUT_SECONDS = patience.LONG
    release = threading.Event()
    with Receiver() as dead:
        dead.on_request = lambda _: release.wait(patience.LONG)
        victim = new_platform(dead.url)
        for number in range(50):
            emit(victim, resource=f"Transaction:{number}")
            emit(platform, resource=f"Transaction:a{number}")
        run = threading.Thread(target=run_and_hang_up)
        run.start()
        try:
            receiver.wait_for(50)
            dead.wait_for(sender.MIN_CONCURRENCY)
            late = emit(platform)
            receiver.wait_for(51)

            assert receiver.ids[-1] == late.public_id
            assert len(dead.received) == sender.MIN_CONCURRENCY
            assert not Delivery.objects.filter(event__platform=victim).exists()
        finally:
            release.set()
            run.join()
    assert len(dead.received) == 50


@pytest.mark.parametrize(
    ("status", "milliseconds", "before", "after"),
    [
        (200, 5, 4, 5),
        (500, 5, 4, 5),
        (200, 5, 64, 64),
        (200, 1000, 4, 5),
        (200, 1000, 64, 32),
        (200, 1000, 17, 16),
        (None, 10_000, 64, 32),
        (None, 1, 5, 4),
        (None, 1, 4, 4),
    ],
)
def test_an_endpoint_gets_more_at_once_while_it_keeps_up_and_less_when_it_does_not(status, milliseconds, before, after):
    assert sender.concurrency_after(Reply(status, b"", milliseconds), before=before) == after


def run_and_hang_up():
    try:
        sender.run()
    finally:
        connection.close()


class TestASenderThatDies:
    def test_after_sending_and_before_writing_it_down_the_event_is_sent_again_under_the_same_id(
        self, platform, receiver, emit, deliver, monkeypatch
    ):
        event = emit(platform)
        monkeypatch.setattr(deliveries, "record", killed)
        with pytest.raises(Killed):
            sender.run()
        monkeypatch.undo()
        let_claims_run_out()

        deliver()

        event.refresh_from_db()
        assert receiver.ids == [event.public_id] * 2
        assert receiver.received[0].body == receiver.received[1].body
        assert (event.state, event.attempts) == (EventState.DELIVERED, 1)

    def test_its_claims_run_out(self, platform, receiver, emit, deliver):
        event = emit(platform)
        with transaction.atomic():
            claimed = claims.claim(free_slots=free_slots(4), holder=identifiers.new_key(), now=clock.real_now())

        deliver()

        assert [due.id for chain in claimed.batches for due in chain] == [event.id]
        assert receiver.received == []

        let_claims_run_out()
        deliver()

        assert len(receiver.received) == 1


class TestAnEndpointThatIsChangedWhileASenderLooksForWork:
    """A TEST is sent once: sent to the former endpoint it would be lost, and its owner wait for it."""

    def test_what_the_change_emits_goes_to_the_new_one(self, platform, receiver, emit, deliver, monkeypatch):
        with Receiver() as gone:
            former = gone.url
        Platform.objects.filter(id=platform.id).update(webhook_endpoint=former)
        event = emit(platform)
        read = claims.due_endpoints

        def read_before_the_change(**asked):
            due = read(**asked)
            Platform.objects.filter(id=platform.id).update(webhook_endpoint=receiver.url)
            return due

        monkeypatch.setattr(claims, "due_endpoints", read_before_the_change)
        deliver()

        assert receiver.ids == [event.public_id]
        assert event.deliveries.get().url == receiver.url

    def test_where_there_is_none_any_more_nothing_is_sent(self, platform, receiver, emit, deliver, monkeypatch):
        event = emit(platform)
        read = claims.due_endpoints

        def read_before_the_change(**asked):
            due = read(**asked)
            Platform.objects.filter(id=platform.id).update(webhook_endpoint="")
            return due

        monkeypatch.setattr(claims, "due_endpoints", read_before_the_change)
        deliver()
        monkeypatch.undo()
        deliver()

        event.refresh_from_db()
        assert receiver.received == []
        assert event.state == EventState.NO_ENDPOINT


class Killed(BaseException):
    """Stands for SIGKILL: nothing catches it."""


def killed(**_):
    raise Killed


def free_slots(count):
    return dict.fromkeys(claims.due_endpoints(now=clock.real_now()), count)


@transaction.atomic
def let_claims_run_out():
    # It waits for no sender: one that waits for this would be a deadlock.
    claimed = EventStream.objects.select_for_update(skip_locked=True).exclude(claimed_until=None)
    EventStream.objects.filter(pk__in=list(claimed.values_list("pk", flat=True))).update(claimed_until=Now())


class TestManySenders:
    def test_send_each_event_once(self, platform, receiver, emit):
        sent = [emit(platform, resource=f"Transaction:{n}", data={"n": n}).public_id for n in range(100)]

        run_in_threads(4)

        assert sorted(receiver.ids) == sorted(sent)
        assert not EventStream.objects.exclude(claimed_until=None).exists()

    def test_would_send_events_more_than_once_without_claims(self, platform, receiver, emit, monkeypatch):
        """The control of the test before."""
        receiver.default = Answer(delay=0.05)
        claim = claims.claim

        def claim_for_no_time(**asked):
            claimed = claim(**asked)
            let_claims_run_out()
            return claimed

        monkeypatch.setattr(claims, "claim", claim_for_no_time)
        sent = [emit(platform, resource=f"Transaction:{n}", data={"n": n}).public_id for n in range(100)]

        run_in_threads(4)

        assert len(receiver.ids) > len(set(receiver.ids)) == len(sent)
        assert not Event.objects.exclude(state=EventState.DELIVERED).exists()


def run_in_threads(count):
    senders = [threading.Thread(target=run_and_hang_up) for _ in range(count)]
    for thread in senders:
        thread.start()
    for thread in senders:
        thread.join()
