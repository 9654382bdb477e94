"""Owners and verifications from many threads: real commits, and a control without the lock."""

import threading

import pytest

from compliance.customers import beneficial_owners
from compliance.models import BeneficialOwner, Customer, Verification
from compliance.verification import locks, verifications
from tests.support import patience
from tests.support.compliance import cases
from tests.support.threads import at_once, statuses
from webhooks.models import Event

pytestmark = pytest.mark.usefixtures("transactional_db")
THREADS = 6


@pytest.fixture
def without_the_lock(monkeypatch):
    """Take the protection away, and let all have read before anyone writes."""
    everybody = threading.Barrier(THREADS, timeout=patience.LONG)
    check_identity, begin = beneficial_owners._check_identity, verifications._begin

    def unlocked(*, platform_id, customer_id):
        return Customer.objects.select_related("platform").get(id=customer_id.partition(":")[2])

    def wait_and(work):
        def run(*arguments, **named):
            everybody.wait()
            return work(*arguments, **named)

        return run

    def install():
        monkeypatch.setattr(locks, "live_customer", unlocked)
        monkeypatch.setattr(beneficial_owners, "_check_identity", wait_and(check_identity))
        monkeypatch.setattr(verifications, "_begin", wait_and(begin))

    return install


def test_the_shares_of_owners_who_come_at_once_do_not_exceed_the_whole(api):
    customer = cases.business(api)
    body = cases.owner_body(customer, share=40)

    replies = at_once([lambda: api.post("/beneficial-owners", body)] * THREADS)

    assert statuses(replies) == {201: 2, 400: THREADS - 2}
    assert BeneficialOwner.objects.count() == 2


def test_control_without_the_lock_they_do(api, without_the_lock):
    customer = cases.business(api)
    body = cases.owner_body(customer, share=40)
    without_the_lock()

    replies = at_once([lambda: api.post("/beneficial-owners", body)] * THREADS)

    assert statuses(replies) == {201: THREADS}


def test_many_who_submit_at_once_get_one_verification(api):
    customer, _ = cases.complete_business(api)

    replies = at_once([lambda: api.post("/verifications", {"customerId": customer})] * THREADS)

    assert statuses(replies) == {200: THREADS}
    assert len({reply.content for reply in replies}) == 1
    assert Verification.objects.count() == 1
    assert Event.objects.filter(type="CUSTOMER.KYB_APPROVED").count() == 1


def test_control_without_the_lock_the_database_refuses_a_second_open_one(api, without_the_lock):
    customer = cases.business(api)
    without_the_lock()

    replies = at_once([lambda: api.post("/verifications", {"customerId": customer})] * THREADS)

    assert statuses(replies) == {200: 1, 500: THREADS - 1}
    assert Verification.objects.count() == 1
