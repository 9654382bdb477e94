"""Operators, and time that passes."""

import datetime as dt

import pytest

from payments import tasks
from payments.models import LedgerAccount
from platforms.backoffice.actions import Role
from platforms.kit import clock
from tests.backoffice.access.conftest import hire  # noqa: F401 - a fixture
from tests.backoffice.support import scenarios


@pytest.fixture
def olga(hire):  # noqa: F811 - the fixture
    return hire("olga", Role.OPERATIONS)


@pytest.fixture
def otto(hire):  # noqa: F811 - the fixture
    return hire("otto", Role.OPERATIONS)


@pytest.fixture
def pass_time(api):
    """Return a function that moves the platform's clock; workers that would do their work meanwhile do not run."""

    def move(**by: int) -> None:
        seconds = int(dt.timedelta(**by).total_seconds())
        assert api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200

    return move


@pytest.fixture
def sweep():
    """Return a function that sends the janitor round."""
    return tasks.open_cases


@pytest.fixture
def now():
    return clock.real_now()


@pytest.fixture
def busy(api, alice, worker, pass_time) -> None:
    """Payments of many kinds, over three days of the platform's clock."""
    for play in (scenarios.transfer_out(), scenarios.quoted(), scenarios.funded(100_00, 100_00, suffix="456")):
        play(api, alice)
        worker.run()
        pass_time(days=1)
    scenarios.transfer_out("002")(api, alice)
    worker.run()


def account_of(kind: str, currency: str = "USD") -> LedgerAccount:
    return LedgerAccount.objects.filter(kind=kind, currency=currency, postings__isnull=False).distinct().get()
