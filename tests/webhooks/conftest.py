"""What the tests of webhooks share: a platform with an endpoint that listens."""

import datetime as dt
import itertools
import ssl
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.db import connection, transaction

from platforms import audit
from platforms.base import clock
from platforms.models import Environment, Platform
from platforms.operations import platforms
from tests.support.servers.webhook_receiver import Receiver
from webhooks.delivery import client, sender
from webhooks.delivery.client_engine import Engine
from webhooks.models import Event
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType

_numbers = itertools.count(1)
_DAY = dt.timedelta(days=1)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as server:
        yield server


@pytest.fixture(autouse=True)
def _loopback_is_allowed(settings: Any) -> None:
    settings.ALLOW_LOOPBACK_WEBHOOKS = True


@pytest.fixture
def database(transactional_db: None) -> None:
    """A database whose transactions are real."""


@pytest.fixture
def new_platform(database: None) -> Callable[..., Platform]:
    """Return a function that creates a platform."""

    def make(endpoint: str = "", environment: str = Environment.SANDBOX) -> Platform:
        with transaction.atomic():
            return platforms.create_platform(
                name="Acme",
                environment=environment,
                uma_domain=f"acme{next(_numbers)}.example.com",
                currencies=[],
                webhook_endpoint=endpoint,
                actor=audit.SYSTEM,
                now=clock.real_now(),
            )

    return make


@pytest.fixture
def platform(new_platform: Callable[..., Platform], receiver: Receiver) -> Platform:
    return new_platform(receiver.url)


@pytest.fixture
def emit() -> Callable[..., Event]:
    """Return a function that stores an event of a platform in a database transaction of its own."""

    def store(platform: Platform, **overrides: Any) -> Event:
        wanted: dict[str, Any] = {
            "platform_id": platform.id,
            "type": EventType.OUTGOING_PAYMENT_COMPLETED.value,
            "resource": "Transaction:0197d6f0-0000-7000-8000-000000000001",
            "data": {"status": "COMPLETED"},
            "now": platform.now(),
        }
        with transaction.atomic():
            key = events.emit(**(wanted | overrides))
        event: Event = Event.objects.get(id=key)
        return event

    return store


@pytest.fixture
def make_due() -> Callable[[Event], None]:
    """Return a function that brings an event's next attempt to the present."""

    def pull(event: Event) -> None:
        Event.objects.filter(id=event.id).update(next_attempt_at=clock.real_now() - dt.timedelta(seconds=1))

    return pull


@pytest.fixture
def deliver() -> Callable[[], None]:
    """Return a function that runs the sender, as a worker would."""

    def run() -> None:
        assert not connection.in_atomic_block
        assert sender.run() != sender.Left.SOME

    return run


@pytest.fixture
def fresh_client():
    """Give the test a client of its own: name look-ups and connections of other tests are forgotten."""

    def forget():
        if Engine._instance is not None:
            Engine._instance.close()
        Engine._instance = None

    forget()
    yield client
    forget()


@pytest.fixture
def authority(tmp_path, monkeypatch):
    """Return a function that gives a server's TLS context for a name, signed by the one trusted authority."""
    key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)

    def certificate(subject, public_key, *, is_authority, ended=False):
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)])
        issuer = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Test authority")])
        life = (now - 2 * _DAY, now - _DAY) if ended else (now, now + _DAY)
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
