"""The other institution of most stories, and an HTTP client that belongs to nobody."""

import pytest
from django.test import Client

from tests.support import factories
from tests.support.uma import institutions


@pytest.fixture
def peer(settings):
    with institutions.served("peer.example", settings) as found:
        yield found


@pytest.fixture
def production():
    return factories.tenant("bank", environment="PRODUCTION")


@pytest.fixture
def web():
    """An outside client: no token, no session."""
    return Client(raise_request_exception=False)


@pytest.fixture
def address(api, alice):
    """Alice's UMA address."""
    return api.get(f"/customers/{alice}").json()["umaAddress"]
