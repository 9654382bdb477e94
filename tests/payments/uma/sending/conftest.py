"""Alice pays people at other institutions."""

import pytest

from tests.support.uma import peers
from tests.support.uma.paying import Paying


@pytest.fixture
def dollars(api, alice):
    """Alice's internal account with 1,000.00 USD."""
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    return account


@pytest.fixture
def paying(api, alice, dollars, worker):
    """What Alice does with a UMA address: look up, ask for a quote, pay."""
    return Paying(api, alice, dollars, worker)


@pytest.fixture
def peer(settings):
    """An institution on loopback whose customer Carol can be paid in euros."""
    with peers.served(settings) as bank:
        yield bank
