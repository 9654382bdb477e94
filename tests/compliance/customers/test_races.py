"""What happens when requests want the same thing at the same moment: real threads, real commits."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections

from compliance.customers import customers
from compliance.models import Customer
from platforms.models import Platform
from tests.support import patience
from tests.support.compliance.stories import created

THREADS = 8
pytestmark = pytest.mark.usefixtures("transactional_db")


def in_threads(work: Callable[[], Any], *, count: int = THREADS) -> Counter[int]:
    """Run `work` in threads that start together; count the statuses of the replies it returns."""
    barrier, statuses = threading.Barrier(count), Counter[int]()

    def run() -> None:
        try:
            barrier.wait()
            statuses[work().status_code] += 1
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


@pytest.fixture
def without_unique_addresses():
    """Remove the protection, and restore it after the customers are deleted."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE compliance_customer DROP CONSTRAINT customer_uma_address_unique")
    yield
    with connection.cursor() as cursor:
        cursor.execute("UPDATE compliance_customer SET uma_address = '$' || id || '@x'")
        cursor.execute(
            "ALTER TABLE compliance_customer"
            " ADD CONSTRAINT customer_uma_address_unique UNIQUE (uma_address, platform_id)"
        )


def test_of_many_who_want_one_address_one_gets_it(api, domain):
    body = {"customerType": "INDIVIDUAL", "umaAddress": f"$wanted@{domain}"}

    statuses = in_threads(lambda: api.post("/customers", body))

    assert statuses == {201: 1, 409: THREADS - 1}
    assert Customer.objects.count() == 1


def test_control_without_the_index_many_get_it(api, domain, without_unique_addresses):
    body = {"customerType": "INDIVIDUAL", "umaAddress": f"$wanted@{domain}"}

    statuses = in_threads(lambda: api.post("/customers", body))

    assert statuses == {201: THREADS}


def test_of_many_who_move_to_one_address_one_gets_it(api, domain):
    movers = [created(api) for _ in range(THREADS)]
    body = {"customerType": "INDIVIDUAL", "umaAddress": f"$wanted@{domain}"}
    waiting = iter(movers)
    guard = threading.Lock()

    def move():
        with guard:
            mover = next(waiting)
        return api.patch(f"/customers/{mover['id']}", body)

    assert in_threads(move) == {200: 1, 409: THREADS - 1}


def test_of_many_deletions_one_happens(api):
    customer = created(api)

    statuses = in_threads(lambda: api.delete(f"/customers/{customer['id']}"))

    assert statuses == {200: 1, 410: THREADS - 1}


def test_changes_of_one_customer_are_not_lost(api):
    customer = created(api, customerType="BUSINESS", businessInfo={"legalName": "Granite"})
    facts = iter([{"taxId": "1"}, {"sourceOfFunds": "Sales"}, {"country": "US"}, {"registrationNumber": "9"}])
    guard = threading.Lock()

    def change():
        with guard:
            fact = next(facts)
        return api.patch(f"/customers/{customer['id']}", {"customerType": "BUSINESS", "businessInfo": fact})

    statuses = in_threads(change, count=4)

    assert statuses == {200: 4}
    assert api.get(f"/customers/{customer['id']}").json()["businessInfo"] == {
        "legalName": "Granite",
        "taxId": "1",
        "sourceOfFunds": "Sales",
        "country": "US",
        "registrationNumber": "9",
    }


@pytest.mark.parametrize(("platform_is_held", "reaches"), [(True, True), (False, False)])
def test_a_new_currency_reaches_a_customer_that_is_just_being_created(api, monkeypatch, platform_is_held, reaches):
    """The second case is the control: without the shared lock on the platform the customer misses the currency."""
    currencies_read, currency_added = threading.Event(), threading.Event()
    check_identity = customers._check_identity

    def pause(customer, platform):
        currencies_read.set()
        currency_added.wait(timeout=1 if platform_is_held else patience.LONG)
        return check_identity(customer, platform)

    monkeypatch.setattr(customers, "_check_identity", pause)
    if not platform_is_held:
        monkeypatch.setattr(customers, "_hold", lambda platform_id: Platform.objects.get(id=platform_id))
    body = {"currencyCode": "GHS", "minAmount": 1, "maxAmount": 9, "requiredCounterpartyFields": []}

    def create():
        return api.post("/customers", {"customerType": "INDIVIDUAL"})

    def add_currency():
        currencies_read.wait()
        shown = api.get("/config").json()["supportedCurrencies"]
        kept = [{name: row[name] for name in (*body, "enabledTransactionTypes")} for row in shown]
        reply = api.patch("/config", {"supportedCurrencies": [*kept, body | {"enabledTransactionTypes": []}]})
        currency_added.set()
        return reply

    work = iter([create, add_currency])
    guard = threading.Lock()

    def take():
        with guard:
            step = next(work)
        return step()

    assert in_threads(take, count=2) == {201: 1, 200: 1}
    [customer] = api.get("/customers").json()["data"]
    assert ("GHS" in customer["currencies"]) is reaches
