"""A platform that has several endpoints: its client, the second endpoint, and what it is told."""

import functools

import pytest

from tests.conftest import Api
from tests.support import factories
from tests.support.servers.webhook_receiver import Receiver


@pytest.fixture
def owner(platform):
    """The platform's own client of the API."""
    created = factories.token(platform)
    return Api(created.token.client_id, created.client_secret)


@pytest.fixture
def second():
    with Receiver() as server:
        yield server


@pytest.fixture
def tell(emit, platform):
    """Return a function that stores an event of the platform."""
    return functools.partial(emit, platform)
