"""Heartbeats of worker and beat: kept by the broker, judged by a command."""

import socket
import subprocess
import sys
from typing import ClassVar

import pytest
import redis

from config.celery import Heartbeat, app
from config.launch import environment
from config.processes import heartbeats

pytestmark = [pytest.mark.service, pytest.mark.usefixtures("own_heartbeats")]


def _age(own_heartbeats, role, seconds):
    own_heartbeats.note(f"{role}:{socket.gethostname()}", seconds_ago=seconds)


@pytest.mark.parametrize("role", heartbeats.ROLES)
def test_a_process_with_a_recent_heartbeat_is_well_and_another_is_not(role, own_heartbeats):
    assert heartbeats.check(role) == f"no heartbeat of {role}"

    heartbeats.give(role)
    assert heartbeats.check(role) == ""
    assert "no heartbeat" in heartbeats.check(role, host="another")

    _age(own_heartbeats, role, 40)
    assert heartbeats.check(role) == f"the last heartbeat of {role} was 40 s ago"

    # It was given, and the process died, before the clock was set back.
    _age(own_heartbeats, role, -3600)
    assert heartbeats.check(role) == f"the last heartbeat of {role} was -3600 s ago"


def test_machines_that_are_gone_are_forgotten_after_ten_minutes(own_heartbeats):
    heartbeats.give("worker", host="new:1")
    _age(own_heartbeats, "worker", 601)

    assert [*heartbeats.latest()] == [("worker", "new:1")]
    assert own_heartbeats.count() == 1


def test_a_broker_that_is_away_fails_no_process(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    heartbeats.give("worker")
    assert heartbeats.check("worker") == ""
    with pytest.raises(redis.RedisError):
        heartbeats.latest()


def test_the_command_says_by_its_status_what_it_found(capsys):
    heartbeats.give("beat")

    assert heartbeats.main(["beat"]) == 0
    assert heartbeats.main(["worker"]) == 1
    assert capsys.readouterr().err == "no heartbeat of worker\n"
    assert heartbeats.main(["web"]) == 2


def test_without_a_broker_nobody_can_know(settings):
    settings.REDIS_URL = ""

    heartbeats.give("worker")
    assert (heartbeats.check("worker"), heartbeats.latest()) == ("", {})


def test_the_command_needs_no_variable_but_those_of_the_service(settings):
    command = [sys.executable, "-m", "config.processes.heartbeats", "worker"]
    done = subprocess.run(
        command,
        cwd=environment.PROJECT,
        env={"PATH": "/nowhere", "REDIS_URL": "redis://127.0.0.1:1/0"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_command_loads_no_app():
    code = (
        "import sys, config.processes.heartbeats;"
        " print([name for name in sys.modules if name.startswith('django.apps')])"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=environment.PROJECT, capture_output=True, text=True, check=True
    )

    assert told.stdout.strip() == "[]"


def test_a_worker_gives_heartbeats_again_when_the_broker_is_back(own_heartbeats):
    class Timer:
        def __init__(self):
            self.entries = []

        def call_repeatedly(self, seconds, function, arguments):
            self.entries.append(self)
            self.again = lambda: function(*arguments)
            return self

        def cancel(self):
            self.entries.remove(self)

    class Pool:
        info: ClassVar[dict[str, list[int]]] = {"processes": []}

    class Consumer:
        timer = Timer()
        pool = Pool()

    assert Heartbeat in app.steps["consumer"]
    step, consumer = Heartbeat(Consumer()), Consumer()
    step.start(consumer)
    step.start(consumer)

    assert len(consumer.timer.entries) == 1
    _age(own_heartbeats, "worker", 40)
    consumer.timer.again()
    assert heartbeats.check("worker") == ""
    step.stop(consumer)
    assert consumer.timer.entries == []
