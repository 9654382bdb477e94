"""Broker, worker, beat, and the public address."""

import contextlib
import socket
import ssl
import threading

import psycopg
import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.test.testcases import LiveServerThread

from config.celery import app
from config.doctor import running
from config.doctor.findings import Level
from config.launch import roles
from config.processes import beat, heartbeats, leader
from tests.docs import nginx
from tests.doctor import findings
from tests.support import databases, patience
from tests.support.servers import watching


def test_a_broker_that_does_not_listen_is_named(settings, monkeypatch):
    connect = app.connection_for_write
    monkeypatch.setattr(app, "connection_for_write", lambda *_, **options: connect("redis://127.0.0.1:1/0", **options))

    [found] = running.broker()

    assert found.message.startswith("The broker does not answer (")


def test_a_server_of_limits_that_does_not_listen_is_named(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    assert [one.message for one in running.broker()] == [
        "REDIS_URL does not answer (ConnectionError): each process counts limits alone."
    ]


def test_messages_that_nobody_reads_are_named(settings, monkeypatch):
    monkeypatch.setattr(beat, "MOST_UNREAD", 0)

    [found] = running.broker()

    assert "messages wait in the broker" in found.message


def test_no_worker_and_no_beat_are_named(as_service, own_heartbeats):
    assert findings.levels(running.worker()) == ["ERROR worker"]
    [found] = running.scheduler()
    assert (found.check, found.level) == ("beat", Level.ERROR)
    assert found.message.startswith("Beat does not run")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", [roles.application_name("beat"), leader.APPLICATION])
def test_beat_is_known_by_a_name_of_its_connections_and_by_its_heartbeats(own_heartbeats, name):
    address = databases.address(databases.SERVICE)
    with contextlib.closing(psycopg.connect(address, application_name=name)):
        [stands_still] = running.scheduler()
        heartbeats.give("beat", host="another machine")
        assert list(running.scheduler()) == []

    assert (stands_still.level, stands_still.message.split(":")[0]) == (
        Level.ERROR,
        "Beat has given no heartbeat for 30 s",
    )


def test_a_beat_that_lives_and_has_no_connection_is_not_said_to_have_ended(as_service, own_heartbeats):
    heartbeats.give("beat")

    [found] = running.scheduler()

    assert watching.agrees(
        watching.rows()["the scheduler can't reach the database"].doctor, watching.of_doctor([found])
    )
    assert found.remedy.startswith("If it runs, its log says why.")


def test_behind_a_pooler_beat_is_known_by_its_heartbeats(settings, own_heartbeats):
    settings.PREPARE_THRESHOLD = None
    heartbeats.give("worker")
    assert findings.levels(running.scheduler()) == ["ERROR beat"]

    own_heartbeats.note("beat:gone", seconds_ago=31)
    assert findings.levels(running.scheduler()) == ["ERROR beat"]

    heartbeats.give("beat")
    assert list(running.scheduler()) == []


@pytest.mark.parametrize("address", ["", "redis://127.0.0.1:1/0"])
def test_behind_a_pooler_and_without_heartbeats_nothing_is_said_of_beat(settings, own_heartbeats, address):
    settings.PREPARE_THRESHOLD, settings.REDIS_URL = None, address

    assert findings.levels(running.scheduler()) == ["NOTE beat"]


@pytest.fixture
def web(settings, transactional_db):
    """The service on a port, which is its public address too."""
    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.connections_override = {}
    server.start()
    assert server.is_ready.wait(patience.LONG)
    settings.PUBLIC_BASE_URL = f"http://127.0.0.1:{server.port}"
    yield settings
    server.terminate()


@pytest.mark.usefixtures("web", "ended_connections")
class TestAddress:
    def test_an_address_that_leads_to_the_service_is_not_named(self):
        assert list(running.public_address()) == []

    def test_a_proxy_that_does_not_say_https_is_named(self, web):
        web.SECURE_SSL_REDIRECT = True

        [found] = running.public_address()

        assert "plain http" in found.message
        assert "X-Forwarded-Proto" in found.remedy

    def test_a_host_name_that_the_service_does_not_know_is_named(self, web):
        web.ALLOWED_HOSTS = ["other.example.com"]

        [found] = running.public_address()

        assert "does not know the host name" in found.message


def _answering(reply: bytes, tls: ssl.SSLContext | None = None) -> int:
    """A server that gives one client this reply; its port."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        with (
            contextlib.suppress(OSError),
            listening,
            listening.accept()[0] as client,
            tls.wrap_socket(client, server_side=True) if tls else client as talking,
        ):
            talking.recv(65536)
            talking.sendall(reply)

    threading.Thread(target=answer, daemon=True).start()
    return int(listening.getsockname()[1])


@pytest.mark.parametrize(
    ("reply", "level", "said"),
    [
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", Level.ERROR, "reaches no web process (502)"),
        (b"HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", Level.WARNING, "answers with 301"),
        (
            b"HTTP/1.1 503 No\r\nX-Request-Id: 1\r\nContent-Length: 0\r\n\r\n",
            Level.ERROR,
            "refuses requests: no thread is free",
        ),
    ],
)
def test_what_others_answer_is_named(settings, reply, level, said):
    settings.PUBLIC_BASE_URL = f"http://127.0.0.1:{_answering(reply)}"

    [found] = running.public_address()

    assert found.level is level
    assert said in found.message


def test_an_address_where_nobody_listens_is_named(settings):
    settings.PUBLIC_BASE_URL = "http://127.0.0.1:1"

    assert findings.levels(running.public_address()) == ["WARNING address"]


@pytest.mark.parametrize("is_trusted", [True, False])
def test_a_certificate_that_ends_soon_or_is_not_trusted_is_named(settings, tmp_path, monkeypatch, is_trusted):
    authority = nginx.Authority(tmp_path)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(*authority.certify("localhost"))
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    reply = b"HTTP/1.1 401 No\r\nX-Request-Id: 1\r\nContent-Length: 0\r\n\r\n"
    settings.PUBLIC_BASE_URL = f"https://localhost:{_answering(reply, tls)}"

    [found] = running.public_address()

    assert found.level is (Level.WARNING if is_trusted else Level.ERROR)
    assert ("ends in 0 days" if is_trusted else "can't be verified") in found.message
