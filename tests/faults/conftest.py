"""A payment that nothing is wrong with, and a service to kill."""

from collections.abc import Callable, Iterator

import pytest

from tests.support.payments import scenarios
from tests.support.servers.services import Service, running


@pytest.fixture(scope="package")
def service() -> Iterator[Service]:
    """One service for all files whose faults are over when a test ends; each has customers of its own."""
    with running(RATE_LIMIT_PER_SECOND="10000") as started:
        yield started


@pytest.fixture
def neighbour(api, alice):
    """Return a function that makes a healthy payment, and one that tells whether it is done."""

    def make() -> Callable[[], bool]:
        payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))

        def is_done() -> bool:
            payment.refresh_from_db()
            return payment.status == "COMPLETED"

        return is_done

    return make
