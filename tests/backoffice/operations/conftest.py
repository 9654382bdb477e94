"""Operators, and time that passes."""

import datetime as dt
import functools

import pytest

from payments import tasks
from payments.models import LedgerAccount
from platforms.backoffice.actions import Role
from platforms.base import clock
from tests.backoffice.access.conftest import hire  # noqa: F401 - a fixture
from tests.conftest import MOVED, Api, tenant_for_recording
from tests.support import databases
from tests.support.payments import scenarios
from tests.support.processes.worker import Worker


@pytest.fixture
def olga(hire):  # noqa: F811 - the fixture
    return hire("olga", Role.OPERATIONS)


@pytest.fixture
def otto(hire):  # noqa: F811 - the fixture
    return hire("otto", Role.OPERATIONS)


@pytest.fixture
def pass_time(api):
    """Return a function that moves the platform's clock; workers that would do their work meanwhile do not run."""
    return functools.partial(_advance, api)


def _advance(api: Api, **by: int) -> None:
    seconds = int(dt.timedelta(**by).total_seconds())
    assert api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200


@pytest.fixture
def sweep():
    """Return a function that runs the monitor."""
    return tasks.open_cases


@pytest.fixture
def now():
    return clock.real_now()


@pytest.fixture(scope="session")
def _busy(_acme, django_db_blocker) -> None:
    with django_db_blocker.unblock():
        for days_ahead in (0, MOVED):
            acme = tenant_for_recording(_acme, days_ahead=days_ahead)
            with databases.recorded(f"busy_{days_ahead}"):
                _keep_busy(Api(acme.client_id, acme.client_secret))


@pytest.fixture
def busy(_busy, acme, days_ahead) -> None:
    """Payments of many kinds, over three days of the platform's clock."""
    databases.put(f"busy_{days_ahead}")


def _keep_busy(api: Api) -> None:
    customer = api.customer("Alice Approved")
    for play in (scenarios.transfer_out(), scenarios.quoted(), scenarios.funded(100_00, 100_00, suffix="456")):
        play(api, customer)
        Worker().run()
        _advance(api, days=1)
    scenarios.transfer_out("002")(api, customer)
    Worker().run()


def account_of(kind: str, currency: str = "USD") -> LedgerAccount:
    return LedgerAccount.objects.filter(kind=kind, currency=currency, postings__isnull=False).distinct().get()
