"""Where quotes lead to, and one that waits for its money."""

import pytest

from tests.support.payments import quote_requests


@pytest.fixture
def pesos(api, alice):
    """A Mexican bank account of Alice."""
    return api.external_account(alice, quote_requests.clabe(), "MXN")


@pytest.fixture
def realtime(api, alice, pesos):
    """A quote for 100.00 USD that Alice pays by a transfer from outside."""
    return quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()
