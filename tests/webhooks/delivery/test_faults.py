"""Senders in processes of their own are killed, cut off and left without wake-ups: nothing is lost."""

import collections
import contextlib
import functools
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid
from queue import SimpleQueue
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection, transaction

from config.celery import app
from config.launch import environment, processes
from platforms.base import clock
from tests.support import patience
from tests.support.processes.schedule import EVERY
from tests.support.servers.webhook_receiver import Answer
from webhooks.models import EndpointShare, Event, EventState
from webhooks.outbox import events

pytestmark = [pytest.mark.service, pytest.mark.usefixtures("database")]

SWEEPS = django_settings.SWEEPS_QUEUE
TIMEOUT_SECONDS = 1
"""Of a request; a claim lives five seconds longer."""


class Workers:
    """Sender processes on the test's database."""

    def __init__(self) -> None:
        self.running: list[subprocess.Popen[str]] = []

    def start(self, command: tuple[str, ...] = ("-m", "tests.webhooks.sending"), **variables: str) -> None:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=environment.PROJECT,
            env={**os.environ, **self._settings(), **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            process_group=0,
        )
        self.running.append(process)

    def wait_until_ready(self) -> None:
        for process in self.running:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"

    def kill(self, process: "subprocess.Popen[str]") -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
        self.running.remove(process)

    @staticmethod
    def _settings() -> dict[str, str]:
        return {
            "DATABASE_URL": address(),
            "ALLOW_LOOPBACK_WEBHOOKS": "true",
            "WEBHOOK_TIMEOUT_SECONDS": str(TIMEOUT_SECONDS),
            # A worker that is killed leaves a folder there.
            "TMPDIR": os.environ.get("VAR_DIR", tempfile.gettempdir()),
        }


def address() -> str:
    """Return the URL of the test's own database."""
    parts = urllib.parse.urlsplit(os.environ["DATABASE_URL"])
    return parts._replace(path=f"/{connection.settings_dict['NAME']}").geturl()


@pytest.fixture
def workers():
    started = Workers()
    yield started
    for process in list(started.running):
        started.kill(process)


def emit_stories(platform, resources, count):
    """Store `count` events for each of some resources, and return them all as (id, resource, n)."""
    now = clock.real_now()
    told = [
        events.NewEvent(platform.id, "OUTGOING_PAYMENT.COMPLETED", f"Transaction:{r}", {"r": r, "n": n}, now)
        for n in range(count)
        for r in range(resources)
    ]
    with transaction.atomic():
        return {f"Webhook:{key}" for key in events.emit_many(told)}


def wait_until_delivered():
    deadline = time.monotonic() + patience.LONG
    while time.monotonic() < deadline:
        left = Event.objects.exclude(state=EventState.DELIVERED).count()
        if not left:
            return
        time.sleep(0.1)
    raise AssertionError(f"{left} events were not delivered within {patience.LONG} s")


def assert_in_order(receiver):
    """Each resource's events came in their order; what came again is the same event with the same number."""
    by_resource = collections.defaultdict(list)
    for request in receiver.received:
        by_resource[request.json["data"]["r"]].append(request.json)
    for came in by_resource.values():
        first: dict[int, Any] = {}
        for event in came:
            first.setdefault(event["data"]["n"], event)
            assert first[event["data"]["n"]] == event
        assert list(first) == list(range(len(first)))
        assert [event["sequence"] for event in first.values()] == list(range(1, len(first) + 1))


def test_a_sender_killed_between_sending_and_writing_down_sends_again_under_the_same_id(platform, receiver, workers):
    workers.start()
    workers.wait_until_ready()
    victim = workers.running[0]
    receiver.on_request = lambda _: workers.kill(victim) if victim in workers.running else None

    emit_stories(platform, 1, 2)
    receiver.wait_for(1)
    workers.start()
    wait_until_delivered()

    assert len(set(receiver.ids)) == 2
    assert receiver.ids[0] == receiver.ids[1]
    assert receiver.received[0].body == receiver.received[1].body
    assert_in_order(receiver)


def test_a_call_reaches_every_process_of_a_worker(platform, receiver, workers):
    """Celery gives its message to the first free process, and the task that wakes a sender is over at once."""
    seen: set[uuid.UUID] = set()

    def look(_):
        seen.update(EndpointShare.objects.values_list("holder", flat=True))
        connection.close()
        time.sleep(0.1)

    receiver.on_request = look
    workers.start(SIBLING="1")
    workers.wait_until_ready()
    # By now both have found nothing, and wait.
    time.sleep(1)

    emit_stories(platform, 200, 1)
    wait_until_delivered()

    assert len(seen) == 2


def test_senders_whose_connections_are_cut_go_on_and_lose_nothing(platform, receiver, workers):
    """What a restart of the database looks like from here; the real one is in tests/faults/test_kill.py."""
    for _ in range(2):
        workers.start()
    receiver.default = Answer(delay=0.005)
    sent = emit_stories(platform, 40, 10)
    for count in (40, 150, 280):
        receiver.wait_for(count)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
    wait_until_delivered()

    assert set(receiver.ids) == sent
    assert_in_order(receiver)


def test_wake_ups_that_the_broker_loses_cost_two_seconds_at_most(platform, receiver, workers, tmp_path):
    """A real Celery worker and beat; what rings in the test's process rings in another database of the broker."""
    url = django_settings.CELERY_BROKER_URL
    other = re.sub(r"(virtual_host=|:\d+/)\d+", r"\g<1>13", url)
    assert other != url
    variables = {"CELERY_BROKER_URL": other}
    workers.start(("-m", "celery", "-A", "config", "worker", "--concurrency=1", "--loglevel=ERROR"), **variables)
    workers.start(("-m", "config.processes.beat", str(tmp_path / "schedule")), **variables)
    emit_stories(platform, 1, 1)
    wait_until_delivered()
    for n in range(3):
        with transaction.atomic():
            events.emit(
                platform_id=platform.id,
                type="OUTGOING_PAYMENT.COMPLETED",
                resource=f"Transaction:{uuid.uuid4()}",
                data={"n": n},
                now=clock.real_now(),
            )
        wait_until_delivered()
    assert EVERY["webhooks.deliver_due_events"] == 2


def test_stale_sweeps_are_not_in_front_of_a_wake_up(platform, receiver, workers):
    """A worker goes on after a long time in which it got no processor."""
    url = re.sub(r"(virtual_host=|:\d+/)\d+", r"\g<1>12", django_settings.CELERY_BROKER_URL)
    with app.connection_for_write(url) as broker:
        client: Any = broker.default_channel.client  # type: ignore[attr-defined]
        client.delete(SWEEPS, "default")
        producer = app.amqp.Producer(broker, auto_declare=False)

        def send(task, **options):
            app.send_task(task, producer=producer, **options)

        workers.start(
            ("-m", "celery", "-A", "config", "worker", "--concurrency=1", "--loglevel=ERROR"), CELERY_BROKER_URL=url
        )
        # A sender that has just started looks by itself; from then on it waits for messages.
        emit_stories(platform, 1, 1)
        receiver.wait_for(1)
        wait_until_delivered()
        time.sleep(1)
        os.killpg(workers.running[0].pid, signal.SIGSTOP)
        for _ in range(2210):
            send("webhooks.reconcile_streams", queue=SWEEPS, expires=0.001)
        emit_stories(platform, 1, 1)
        send(events.DELIVER_TASK)
        left: SimpleQueue[int] = SimpleQueue()
        receiver.on_request = lambda _: left.put(client.llen(SWEEPS))
        os.killpg(workers.running[0].pid, signal.SIGCONT)

        assert left.get(timeout=patience.LONG) > 0
        while client.llen(SWEEPS):
            time.sleep(0.05)


def test_events_survive_senders_that_are_killed_at_random(platform, receiver, workers):
    storm(platform, receiver, workers, resources=60, count=10, seconds=10)


@pytest.mark.skipif("SLOW_TESTS" not in os.environ, reason="takes a minute: set SLOW_TESTS")
def test_ten_thousand_events_survive_senders_that_are_killed_at_random(platform, receiver, workers):
    storm(platform, receiver, workers, resources=500, count=20, seconds=60)


def _has_received(receiver, count):
    return len(receiver.ids) >= count


def storm(platform, receiver, workers, *, resources, count, seconds):
    """Deliver while processes die: every event comes, in its order, and again only under the same id."""
    # So long that there is always something under way that a killed sender does not write down.
    receiver.default = Answer(delay=0.1)
    sent = emit_stories(platform, resources, count)
    for _ in range(2):
        workers.start()
    dice, killed = random.Random(5), 0
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and len(set(receiver.ids)) < len(sent):
        # A process that has begun to send: on a slow machine it takes long to come up.
        wanted = min(len(receiver.ids) + 20, len(sent))
        processes.wait_until(functools.partial(_has_received, receiver, wanted), seconds=patience.LONG)
        time.sleep(dice.uniform(0.1, 1))
        workers.kill(dice.choice(workers.running))
        workers.start()
        killed += 1
    wait_until_delivered()

    assert killed > 0
    assert set(receiver.ids) == sent
    assert len(receiver.ids) > len(sent), "nobody was killed in the middle of anything"
    assert_in_order(receiver)
