"""A client and a worker who have the books checked after every step."""

import pytest

from tests.payments.uma.receiving.conftest import address, peer, sender  # noqa: F401 - fixtures
from tests.support.payments.checking import CheckedApi, CheckedWorker


@pytest.fixture
def api(acme):
    return CheckedApi(acme.client_id, acme.client_secret)


@pytest.fixture
def worker():
    return CheckedWorker()
