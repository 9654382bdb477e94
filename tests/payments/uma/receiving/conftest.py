"""Somebody at another institution who wants to pay Alice."""

import pytest
from django.test import Client

from tests.support.servers.webhook_receiver import Receiver
from tests.support.uma import institutions
from tests.support.uma.senders import Sender


@pytest.fixture
def peer(settings):
    with institutions.served("peer.example", settings) as found:
        yield found


@pytest.fixture
def address(api, alice):
    """Alice's UMA address."""
    return api.get(f"/customers/{alice}").json()["umaAddress"]


@pytest.fixture
def sender(acme, peer, alice, address):
    return Sender(peer, acme.platform, alice, address)


@pytest.fixture
def dollars(api, alice):
    """Alice's internal account in US dollars."""
    return api.internal_account(alice)


@pytest.fixture
def endpoint(settings):
    """A webhook endpoint that listens; `listen` makes it acme's."""
    settings.ALLOW_LOOPBACK_WEBHOOKS = True
    with Receiver() as server:
        yield server


@pytest.fixture
def listening(api, endpoint):
    """Acme's endpoint, past its TEST event."""
    assert api.patch("/config", {"webhookEndpoint": endpoint.url}).status_code == 200
    return endpoint


@pytest.fixture
def web():
    """An outside client: no token, no session."""
    return Client(raise_request_exception=False)
