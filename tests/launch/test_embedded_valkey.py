import os
import signal

import pytest
import redis

from config.launch import embedded_valkey, environment

pytestmark = pytest.mark.service


def _client(home):
    return redis.Redis(unix_socket_path=str(embedded_valkey.address(home)))


def test_what_the_broker_acknowledged_survives_a_killed_broker(home):
    first = embedded_valkey.start(home)
    with _client(home) as client:
        client.lpush("queue", "one", "two")
    os.kill(first.pid, signal.SIGKILL)
    first.wait()

    second = embedded_valkey.start(home)

    with _client(home) as client:
        assert client.lrange("queue", 0, -1) == [b"two", b"one"]
    second.terminate()
    second.wait()


def test_the_broker_has_no_port_and_a_private_socket(home):
    process = embedded_valkey.start(home)

    with _client(home) as client:
        assert client.config_get("port") == {"port": "0"}
    socket = embedded_valkey.address(home)
    assert socket.stat().st_mode & 0o077 == 0
    assert environment.broker_url(socket) == f"unix://{socket}?db=0"
    process.terminate()
    process.wait()
