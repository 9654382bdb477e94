"""Wake-ups reach the broker: the first at once, those that follow as one, all after the commit."""

import json
import os
import time

import pytest
import redis
from django.conf import settings
from django.db import transaction

from platforms.base import jobs
from tests.support import patience
from webhooks.delivery import sender_thread
from webhooks.outbox.events import DELIVER_TASK

pytestmark = pytest.mark.django_db(transaction=True)
TASK = f"tests.nobody_listens_{os.getpid()}"
"""Other processes of the tests have the same broker."""


@pytest.fixture
def broker():
    client = redis.Redis.from_url(settings.REDIS_URL)
    yield client
    for message in heard_by(client):
        client.lrem("default", 0, message)


def heard_by(client):
    return [each for each in client.lrange("default", 0, -1) if json.loads(each)["headers"]["task"] == TASK]


def rings(broker):
    return len(heard_by(broker))


def test_a_ring_is_heard_after_the_commit_and_not_before(broker):
    with transaction.atomic():
        jobs.notify(TASK)
        time.sleep(0.3)
        before = rings(broker)

    assert before == 0
    patience.until(lambda: rings(broker) == 1)


def test_a_ring_of_work_that_was_rolled_back_is_not_heard(broker):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        jobs.notify(TASK)
        raise ZeroDivisionError
    time.sleep(0.3)

    assert rings(broker) == 0


def test_a_hundred_rings_are_few_messages_and_the_bell_rings_on(broker):
    began = time.monotonic()
    for _ in range(100):
        jobs.notify(TASK)
        time.sleep(0.001)
    patience.until(lambda: rings(broker) >= 1)
    time.sleep(0.3)
    heard, seconds = rings(broker), time.monotonic() - began
    jobs.notify(TASK)

    assert 1 <= heard <= 1 + seconds / jobs._PAUSE_SECONDS
    patience.until(lambda: rings(broker) == heard + 1)


def test_who_hears_in_this_process_is_woken_after_the_commit_besides_the_message(broker, monkeypatch):
    """Before, events waited until a process of the worker had the time to read a message: twenty seconds."""
    monkeypatch.setattr(jobs, "_wakers", {})
    woken = []
    jobs.on_wake_up(TASK, lambda: woken.append(TASK))
    with transaction.atomic():
        jobs.notify(TASK)
        jobs.notify("tests.another")
        assert woken == []

    assert woken == [TASK]
    patience.until(lambda: rings(broker) == 1)


def test_the_sender_of_a_worker_hears_what_its_tasks_make_due(monkeypatch):
    monkeypatch.setattr(jobs, "_wakers", {})
    sender_thread.start()
    try:
        woken = []
        monkeypatch.setattr(sender_thread._calls, "release", lambda: woken.append(True))
        jobs.notify(DELIVER_TASK)
        assert woken == [True]
    finally:
        monkeypatch.undo()
        sender_thread.stop()
