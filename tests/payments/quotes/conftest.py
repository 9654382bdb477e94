"""Parties of the tests of quotes."""

import pytest

from payments.models import JournalEntry, Quote, Transaction
from tests.support.payments import quote_requests
from webhooks.models import Event


@pytest.fixture
def dollars(api, alice):
    """An internal account of Alice with 1,000.00 USD."""
    account = api.internal_account(alice)
    api.fund(account, 1_000_00)
    return account


@pytest.fixture
def pesos(api, alice):
    """A Mexican bank account of Alice."""
    return api.external_account(alice, quote_requests.clabe(), "MXN")


@pytest.fixture
def ask(api, dollars, pesos):
    """Return a function that asks for a quote from Alice's dollars to her pesos: 100.00 USD if nothing else is said."""

    def quote(**fields):
        return quote_requests.quote(api, dollars, pesos, **fields)

    return quote


@pytest.fixture
def quote_id(ask):
    """A quote for 100.00 USD, ready to be executed."""
    return ask().json()["id"]


@pytest.fixture
def traces():
    """Return a function that counts what quotes and payments have left behind."""

    def count() -> dict[str, int]:
        return {model.__name__: model._default_manager.count() for model in (Quote, Transaction, JournalEntry, Event)}

    return count
