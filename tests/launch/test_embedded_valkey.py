import os
import signal

import redis

from config.launch import embedded_valkey, environment


def _client(server):
    return redis.Redis(unix_socket_path=str(server.socket))


def test_what_the_broker_acknowledged_survives_a_killed_broker(home):
    server = embedded_valkey.broker(home)
    first = embedded_valkey.start(server)
    with _client(server) as client:
        client.lpush("queue", "one", "two")
    os.kill(first.pid, signal.SIGKILL)
    first.wait()

    second = embedded_valkey.start(server)

    with _client(server) as client:
        assert client.lrange("queue", 0, -1) == [b"two", b"one"]
    second.terminate()
    second.wait()


def test_the_broker_has_no_port_and_a_private_socket(home):
    server = embedded_valkey.broker(home)

    process = embedded_valkey.start(server)

    with _client(server) as client:
        assert client.config_get("port") == {"port": "0"}
    assert server.socket.stat().st_mode & 0o077 == 0
    assert environment.broker_url(server.socket) == f"unix://{server.socket}?db=0"
    process.terminate()
    process.wait()
