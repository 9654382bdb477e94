"""Closing what money is on its way to: a customer, a currency.

Each race is run many times, because which side wins is chance; the assertions hold in both cases.
"""

import functools
import threading

import psycopg
import pytest
from django.db import connection

from compliance import parties
from compliance.models import Customer
from payments.accounts import internal_accounts
from payments.ledger import check
from payments.models import InternalAccount, Transaction
from platforms.models import PlatformCurrency
from tests.support import databases, factories, patience, threads

pytestmark = pytest.mark.django_db(transaction=True)
_ROUNDS = 15


@pytest.mark.parametrize("verb", ["fund", "transfer_in", "transfer_out"])
def test_no_money_ends_up_with_a_deleted_customer(api, worker, verb):
    outcomes = set()
    for _ in range(_ROUNDS):
        customer = api.customer("Alice Approved")
        internal, external = api.internal_account(customer), api.external_account(customer)
        move = {
            "fund": functools.partial(api.post, f"/sandbox/internal-accounts/{internal}/fund", {"amount": 100}),
            "transfer_in": functools.partial(api.transfer_in, external, internal, 100),
            "transfer_out": functools.partial(api.transfer_out, internal, external, 100),
        }[verb]

        deleted, moved = threads.at_once([functools.partial(api.delete, f"/customers/{customer}"), move])

        worker.run()
        outcomes.add((deleted.status_code, moved.status_code))
        assert not (deleted.status_code == 200 and moved.status_code in {200, 201}), "both went through"
        assert deleted.status_code in {200, 409}
        assert not InternalAccount.objects.filter(
            customer__deleted_at__isnull=False, ledger_account__balance__gt=0
        ).exists()
    assert outcomes <= {(200, 410), (200, 400), (409, 200), (409, 201)}
    assert check.run().faults == []


def test_control_without_holding_the_customer_money_ends_up_with_a_deleted_one(api, monkeypatch):
    customer = api.customer("Alice Approved")
    internal = api.internal_account(customer)
    looked, deleted = threading.Event(), threading.Event()

    def look_without_holding(key):
        seen = Customer.objects.get(id=key)
        looked.set()
        assert deleted.wait(patience.LONG)
        return seen

    def delete():
        assert looked.wait(patience.LONG)
        reply = api.delete(f"/customers/{customer}")
        deleted.set()
        return reply

    monkeypatch.setattr(parties, "lock", look_without_holding)
    path = f"/sandbox/internal-accounts/{internal}/fund"
    replies = threads.at_once([delete, functools.partial(api.post, path, {"amount": 100})])

    assert threads.statuses(replies) == {200: 2}
    assert factories.balance_of(internal) == 100
    assert Customer.objects.get(id=customer.partition(":")[2]).deleted_at is not None


def test_control_without_holding_the_currency_money_ends_up_in_a_dropped_one(acme, api, monkeypatch):
    internal = api.internal_account(api.customer("Alice Approved"))
    assert api.patch("/config", _currencies("USD", "EUR")).status_code == 200
    looked, dropped = threading.Event(), threading.Event()

    def look_without_holding(*, platform_id, code):
        seen = PlatformCurrency.objects.get(platform_id=platform_id, code=code)
        looked.set()
        assert dropped.wait(patience.LONG)
        return seen

    def drop():
        assert looked.wait(patience.LONG)
        reply = api.patch("/config", _currencies("EUR"))
        dropped.set()
        return reply

    monkeypatch.setattr(internal_accounts, "lock_currency", look_without_holding)
    path = f"/sandbox/internal-accounts/{internal}/fund"
    replies = threads.at_once([drop, functools.partial(api.post, path, {"amount": 100})])

    assert threads.statuses(replies) == {200: 2}
    assert factories.balance_of(internal) == 100
    assert not PlatformCurrency.objects.filter(platform=acme.platform, code="USD").exists()


@pytest.mark.parametrize("more", [{}, {"umaDomain": "another.example.com"}], ids=["currencies", "domain too"])
def test_a_currency_is_dropped_beside_money_on_its_way(acme, api, more):
    """Before, each waited for the other: PostgreSQL ended one, which was done again, up to three times."""
    replies = []

    def drop():
        replies.append(api.patch("/config", _currencies("EUR") | more))
        connection.close()

    dropping = threading.Thread(target=drop)
    with psycopg.connect(databases.address("postgres")) as payment:
        payment.execute(
            "SELECT FROM platforms_platformcurrency WHERE platform_id = %s FOR KEY SHARE", [acme.platform.id]
        )
        dropping.start()
        patience.until(_is_waiting)
        # What the check of a foreign key asks for, when the payment commits.
        payment.execute("SELECT FROM platforms_platform WHERE id = %s FOR KEY SHARE NOWAIT", [acme.platform.id])
    dropping.join(patience.LONG)

    assert [reply.status_code for reply in replies] == [200]


@pytest.mark.parametrize("verb", ["fund", "transfer_in"])
def test_no_money_ends_up_in_a_dropped_currency(acme, api, worker, verb):
    customer = api.customer("Alice Approved")
    internal, external = api.internal_account(customer), api.external_account(customer)
    both, without = _currencies("USD", "EUR"), _currencies("EUR")
    assert api.patch("/config", both).status_code == 200
    move = {
        "fund": functools.partial(api.post, f"/sandbox/internal-accounts/{internal}/fund", {"amount": 100}),
        "transfer_in": functools.partial(api.transfer_in, external, internal, 100),
    }[verb]
    for _ in range(_ROUNDS):
        dropped, moved = threads.at_once([functools.partial(api.patch, "/config", without), move])

        worker.run()
        assert {dropped.status_code, moved.status_code} <= {200, 201, 400}
        held = InternalAccount.objects.get(id=internal.partition(":")[2]).ledger_account.balance or 0
        offered = PlatformCurrency.objects.filter(platform=acme.platform, code="USD").exists()
        assert offered or not held, "money is held in a currency that was dropped"
        if held:
            assert api.transfer_out(internal, external, held).status_code == 201
            worker.run()
        assert api.patch("/config", both).status_code == 200
    assert not Transaction.objects.exclude(status="COMPLETED").exists()


def _is_waiting():
    """Tell whether a connection to this database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return bool(cursor.fetchall())


def _currencies(*codes):
    return {
        "supportedCurrencies": [
            {
                "currencyCode": code,
                "minAmount": 1,
                "maxAmount": 10**12,
                "requiredCounterpartyFields": [],
                "enabledTransactionTypes": ["OUTGOING", "INCOMING"],
            }
            for code in codes
        ]
    }
