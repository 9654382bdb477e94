"""More platforms beside the shared fixtures: one that is a regulated institution, one in production."""

import pytest

from tests.conftest import Api
from tests.support import factories


@pytest.fixture
def domain(acme) -> str:
    """The domain of acme's UMA addresses."""
    return str(acme.platform.uma_domain)


@pytest.fixture
def bank_api(db) -> Api:
    bank = factories.tenant("bank", regulated=True)
    return Api(bank.client_id, bank.client_secret)


@pytest.fixture
def production_api(db) -> Api:
    live = factories.tenant("live", environment="PRODUCTION")
    return Api(live.client_id, live.client_secret)
