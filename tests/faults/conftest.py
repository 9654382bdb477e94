"""A payment that nothing is wrong with."""

from collections.abc import Callable

import pytest

from tests.support.payments import scenarios
from tests.support.servers.services import service  # noqa: F401 - fixtures


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
