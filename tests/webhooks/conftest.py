"""What the tests of webhooks share: a platform with an endpoint that listens."""

import datetime as dt
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
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
