"""Where quotes lead to, and one that waits for its money."""

import pytest

from tests.payments.quotes import asks


@pytest.fixture
def pesos(api, alice):
    """A Mexican bank account of Alice."""
    return api.external_account(alice, asks.clabe(), "MXN")


@pytest.fixture
def realtime(api, alice, pesos):
    """A quote for 100.00 USD that Alice pays by a transfer from outside."""
    return asks.quote(api, asks.realtime("USD", alice), pesos).json()
