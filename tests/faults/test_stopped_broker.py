"""A worker whose broker was stopped when a task ended takes messages again when the broker goes on."""

import os
import signal
from typing import Any

import pytest
from celery import Celery
from kombu.utils.imports import symbol_by_name

from config.celery import Task
from config.launch import embedded_valkey, environment, processes
from tests.support import patience

pytestmark = pytest.mark.service


@pytest.fixture
def broker(tmp_path_factory):
    """A broker of its own, which may be stopped."""
    root = tmp_path_factory.mktemp("broker")
    home = environment.Home(root=root)
    (root / "log").mkdir()
    process = embedded_valkey.start(home)
    yield environment.broker_url(embedded_valkey.address(home)).replace("unix://", "redis+socket://"), process.pid
    processes.end([process.pid], politely=signal.SIGTERM, patience=5)
    process.wait(patience.LONG)
    processes.end_group(process.pid)


@pytest.mark.parametrize("verb", ["acknowledge", "reject"])
def test_a_slot_is_released_though_the_broker_does_not_answer(broker, verb):
    url, pid = broker
    app = Celery(broker=url, set_as_current=False)
    app.conf.broker_transport_options = {"socket_timeout": 1, "socket_connect_timeout": 1}
    requests = []
    with app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        channel.basic_qos(0, 1, apply_global=False)
        for _ in range(2):
            app.send_task("x", connection=connection, queue="celery")

        def take(message):
            kind = symbol_by_name(Task.Request)
            requests.append(
                kind(
                    message,
                    on_ack=message.ack_log_error,
                    on_reject=message.reject_log_error,
                    app=app,
                    connection_errors=connection.connection_errors,
                    task=app.tasks["celery.backend_cleanup"],
                )
            )

        with app.amqp.TaskConsumer(channel, on_message=take):
            connection.drain_events(timeout=patience.LONG)
            assert not channel.qos.can_consume(), "one slot, and it is taken"
            os.kill(pid, signal.SIGSTOP)
            try:
                getattr(requests[0], verb)()
            finally:
                os.kill(pid, signal.SIGCONT)

            assert not requests[0].message.acknowledged, "the broker was not there"
            assert channel.qos.can_consume()
            connection.drain_events(timeout=patience.LONG)
    assert len(requests) == 2
