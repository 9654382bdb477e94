"""Fixtures of dry runs."""

import pytest

from tests.support.statements import warm  # noqa: F401 - a fixture


@pytest.fixture
def source(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 10_000)
    return account


@pytest.fixture
def bank(api, alice):
    return api.external_account(alice)
