"""Fifty payments reach for a balance that is enough for ten."""

import functools

import pytest

from payments.ledger import check
from payments.models import Posting, Transaction
from tests.support import factories, threads

pytestmark = pytest.mark.django_db(transaction=True)


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
