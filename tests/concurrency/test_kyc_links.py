"""Links to the identity page that are asked for at the same moment, for a customer who does not exist yet."""

import functools

import pytest

from compliance.models import Customer
from payments.models import InternalAccount
from platforms.database.locks import Lock
from tests.support import factories, threads

pytestmark = pytest.mark.django_db(transaction=True)
_PAIRS = 12


@pytest.fixture
def no_lock(monkeypatch):
    """Remove the protection: every request that finds no customer makes one."""
    monkeypatch.setattr(Lock, "hold", lambda *_, **__: None)


def asked(api, name: str, *, times: int = 2) -> list[dict[str, str]]:
    """Ask for links at once; return the replies."""
    ask = functools.partial(api.get, "/customers/kyc-link", platformCustomerId=name)
    replies = threads.at_once([ask] * times)
    assert threads.statuses(replies) == {200: times}
    return [reply.json() for reply in replies]


def test_of_two_who_ask_for_a_new_customer_one_makes_it(api):
    for number in range(_PAIRS):
        first, second = asked(api, f"user-{number}")

        assert first["customerId"] == second["customerId"]
        assert first["kycUrl"] != second["kycUrl"]
    assert Customer.objects.count() == _PAIRS
    assert InternalAccount.objects.exclude(customer=None).count() == _PAIRS * len(factories.CURRENCIES)


def test_twenty_at_once_are_told_of_one_customer(api):
    assert len({told["customerId"] for told in asked(api, "user-7", times=20)}) == 1
    assert Customer.objects.count() == 1


@pytest.mark.usefixtures("no_lock")
def test_control_without_the_lock_each_makes_a_customer(api):
    for number in range(_PAIRS):
        asked(api, f"user-{number}")

    assert Customer.objects.count() > _PAIRS
