"""Entries between two accounts, half of them one way, half the other."""

import threading

import pytest
from django.db import OperationalError, connection, transaction
from psycopg import errors as pg_errors

from payments.ledger import check, journal
from payments.models import InternalAccount
from platforms.base import clock
from tests.support import factories, patience, threads

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def two_accounts(acme, api):
    """The ledger accounts of two holders of one platform, each with 10,000."""
    keys = []
    for name in ("Alice Approved", "Carol Approved"):
        account = api.internal_account(api.customer(name))
        api.fund(account, 10_000)
        key = account.partition(":")[2]
        keys.append(InternalAccount.objects.get(id=key).ledger_account_id)
    return acme.platform.id, *keys


def test_opposite_postings_do_not_deadlock(two_accounts):
    platform, first, second = two_accounts

    def move(source, target):
        with transaction.atomic():
            lines = [journal.debit(source, 10), journal.credit(target, 10)]
            journal.post(platform_id=platform, purpose="TEST", lines=lines, now=clock.real_now())

    results = threads.at_once([lambda: move(first, second)] * 25 + [lambda: move(second, first)] * 25)

    assert results == [None] * 50
    assert _balances(first, second) == [10_000, 10_000]
    # Sums are right; that no payment asks for these entries is a fault of its own.
    assert {fault["kind"] for fault in check.run().faults} == {"ENTRY_UNEXPLAINED"}


def test_control_two_updates_in_the_order_of_the_payment_deadlock(two_accounts):
    _, first, second = two_accounts
    # Both have changed their first account before either goes on to its second: what load makes of it sooner or later.
    halfway = threading.Barrier(2)

    def move(source, target):
        change = "UPDATE payments_ledgeraccount SET balance = balance + %s WHERE id = %s"
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change, [-10, source])
            halfway.wait(patience.LONG)
            cursor.execute(change, [10, target])

    results = threads.at_once([lambda: move(first, second), lambda: move(second, first)])

    failed = [result for result in results if result is not None]
    assert len(failed) == 1
    assert isinstance(failed[0], OperationalError)
    assert isinstance(failed[0].__cause__, pg_errors.DeadlockDetected)


def test_transfers_both_ways_between_two_accounts_leave_the_money_where_it_belongs(api, worker):
    customer = api.customer("Alice Approved")
    internal, external = api.internal_account(customer), api.external_account(customer)
    api.fund(internal, 1000)

    replies = threads.at_once(
        [lambda: api.transfer_out(internal, external, 10)] * 20 + [lambda: api.transfer_in(external, internal, 10)] * 20
    )
    advanced = sum(threads.at_once([worker.run] * 4))

    assert threads.statuses(replies) == {201: 40}
    assert advanced == 40
    assert factories.balance_of(internal) == 1000
    assert check.run().faults == []


def _balances(*keys):
    with connection.cursor() as cursor:
        cursor.execute("SELECT balance FROM payments_ledgeraccount WHERE id = ANY(%s) ORDER BY id", [list(keys)])
        return [balance for (balance,) in cursor.fetchall()]
