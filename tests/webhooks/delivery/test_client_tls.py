"""Certificates trusted by the client."""

import datetime as dt
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.support.servers.webhook_receiver import Receiver
from webhooks.delivery import client
from webhooks.delivery.client import Failure, Request

DAY = dt.timedelta(days=1)


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

    @pytest.fixture
    def authority(self, tmp_path, monkeypatch):
        """Return a function that gives a server's TLS context for a name, signed by the one trusted authority."""
        key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)

        def certificate(subject, public_key, *, is_authority, ended=False):
            name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)])
            issuer = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Test authority")])
            life = (now - 2 * DAY, now - DAY) if ended else (now, now + DAY)
            builder = x509.CertificateBuilder(issuer, name, public_key, x509.random_serial_number(), *life)
            builder = builder.add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(subject)]), critical=False)
            return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

        (tmp_path / "ca.pem").write_bytes(certificate("Test authority", key.public_key(), is_authority=True))
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))

        def server(name, *, ended=False):
            own = ec.generate_private_key(ec.SECP256R1())
            private = own.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            public = certificate(name, own.public_key(), is_authority=False, ended=ended)
            (tmp_path / "server.pem").write_bytes(private + public)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(tmp_path / "server.pem")
            return context

        return server
