"""Parties of the races of quotes, and switches that remove the protection."""

import functools

import pytest
from django.db.models import QuerySet

from tests.support.payments import quote_requests
from tests.support.races import ledger_without_guard, without  # noqa: F401 - fixtures


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
def no_row_locks(monkeypatch):
    """Take away what makes one wait for the other: the locks on rows, and the look at what they hold then."""
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    without(monkeypatch, "AND payment.status = 'PENDING'", "FOR UPDATE OF payment")


@pytest.fixture
def silence(adapters):
    """Return a function from whose call on the sandbox's rail can't be reached."""
    return functools.partial(adapters, rail="payments.providers.unavailable.UnavailableRail")
