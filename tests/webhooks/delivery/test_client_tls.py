"""Certificates trusted by the client."""

from tests.support.servers.webhook_receiver import Receiver
from webhooks.delivery import client
from webhooks.delivery.client import Failure, Request


class TestTls:
    def test_a_trusted_certificate_for_the_name_is_accepted_and_the_name_is_asked_for(self, authority, fresh_client):
        names = []
        tls = authority("localhost")
        tls.sni_callback = lambda _socket, name, _context: names.append(name)
        with Receiver(tls) as receiver:
            url = f"https://localhost:{receiver.port}/hook"

            reply = client.send(Request(url, allow_loopback=True))

            assert (reply.status, reply.failure) == (200, None)
            assert names == ["localhost"]
            assert receiver.received[0].headers["Host"] == f"localhost:{receiver.port}"

    def test_a_certificate_for_another_name_is_refused(self, authority, fresh_client):
        with Receiver(authority("somebody-else.example.com")) as receiver:
            reply = client.send(Request(f"https://localhost:{receiver.port}/", allow_loopback=True))

            assert (reply.status, reply.failure) == (None, Failure.TLS)
            assert receiver.received == []

    def test_what_is_no_tls_at_all_is_refused(self, fresh_client, receiver):
        url = receiver.url.replace("http:", "https:")

        reply = client.send(Request(url, allow_loopback=True))

        assert (reply.status, reply.failure) == (None, Failure.TLS)
        assert receiver.received == []

    def test_a_certificate_that_has_expired_is_refused(self, authority, fresh_client):
        with Receiver(authority("localhost", ended=True)) as receiver:
            reply = client.send(Request(f"https://localhost:{receiver.port}/", allow_loopback=True))

            assert (reply.status, reply.failure) == (None, Failure.TLS)
            assert receiver.received == []

    def test_a_certificate_of_an_unknown_authority_is_refused(self, authority, fresh_client, monkeypatch):
        monkeypatch.delenv("SSL_CERT_FILE")
        with Receiver(authority("localhost")) as receiver:
            reply = client.send(Request(f"https://localhost:{receiver.port}/", allow_loopback=True))

            assert (reply.status, reply.failure) == (None, Failure.TLS)
            assert receiver.received == []
