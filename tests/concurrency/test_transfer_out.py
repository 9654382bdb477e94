"""Fifty payments reach for a balance that is enough for ten."""

import functools
import re

import pytest
from django.db import connection

from payments.ledger import check
from payments.models import Posting, Transaction
from tests import factories
from tests.concurrency import threads

pytestmark = pytest.mark.django_db(transaction=True)
_GUARD = re.compile(r"AND balance \+ \S+ >= 0")


@pytest.fixture
def payer(api):
    """A customer with money for ten payments of 100, and a bank account to pay to."""
    customer = api.customer("Alice Approved")
    source = api.internal_account(customer)
    api.fund(source, 1000)
    return source, api.external_account(customer)


def test_fifty_transfers_out_of_a_balance_for_ten(api, payer):
    source, destination = payer

    replies = threads.at_once([functools.partial(api.transfer_out, source, destination, 100)] * 50)

    assert threads.statuses(replies) == {201: 10, 400: 40}
    assert {reply.json()["code"] for reply in replies if reply.status_code == 400} == {"INSUFFICIENT_BALANCE"}
    assert factories.balance_of(source) == 0
    assert Transaction.objects.count() == 10
    assert check.run().faults == []


def test_control_without_the_guard_the_balance_is_overspent(api, payer, ledger_without_guard):
    source, destination = payer

    replies = threads.at_once([functools.partial(api.transfer_out, source, destination, 100)] * 50)

    assert threads.statuses(replies) == {201: 50}
    assert factories.balance_of(source) == -4000
    assert Posting.objects.filter(account__balance__lt=0).exists()
    assert "BALANCE_NEGATIVE" in {fault["kind"] for fault in check.run().faults}


@pytest.fixture
def ledger_without_guard(transactional_db):
    """Take out what keeps a balance from going below zero, in the function and in the table; put it back afterwards."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('payments_post'::regproc)")
        function = cursor.fetchone()[0]
        cursor.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid = 'payments_ledgeraccount'::regclass AND contype = 'c'"
            " AND pg_get_constraintdef(oid) LIKE '%%balance%%>= 0%%'"
        )
        constraints = cursor.fetchall()
        assert _GUARD.search(function), "the guard this control takes out has moved"
        assert constraints, "the constraint this control takes out has moved"
        cursor.execute(_GUARD.sub("", function))
        for name, _ in constraints:
            cursor.execute(f'ALTER TABLE payments_ledgeraccount DROP CONSTRAINT "{name}"')
    yield
    with connection.cursor() as cursor:
        cursor.execute(function)
        # The overspent row is still there; the clean-up after this test takes it away.
        for name, definition in constraints:
            plain = definition.removesuffix(" NOT VALID")
            cursor.execute(f'ALTER TABLE payments_ledgeraccount ADD CONSTRAINT "{name}" {plain} NOT VALID')
