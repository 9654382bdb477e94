"""Dry runs beside real payments of one account."""

import functools

import pytest
from django.db import connection, transaction

from payments.ledger import check
from payments.models import InternalAccount, LedgerAccount, Transaction
from tests.support import factories, threads

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def payer(api, alice):
    source = api.internal_account(alice)
    api.fund(source, 1_000)
    return source, api.external_account(alice)


def _rehearsed(api, source, destination, amount):
    sides = {"source": {"accountId": source}, "destination": {"accountId": destination}}
    return api.post("/transfer-out?dryRun=true", {**sides, "amount": amount})


def test_dry_runs_take_nothing_from_payments_at_the_same_moment(api, payer):
    source, destination = payer
    real = functools.partial(api.transfer_out, source, destination, 100)
    rehearsed = functools.partial(_rehearsed, api, source, destination, 100)

    replies = threads.at_once([real, rehearsed] * 15)

    paid = [reply for reply in replies if reply.status_code == 201]
    assert len(paid) == 10
    assert {reply.status_code for reply in replies} <= {200, 201, 400, 503}
    assert {reply.json()["code"] for reply in replies if reply.status_code == 400} == {"INSUFFICIENT_BALANCE"}
    assert factories.balance_of(source) == 0
    assert Transaction.objects.count() == 10
    assert check.run().faults == []


def test_on_an_account_that_is_busy_it_gives_up_after_a_second(api, payer):
    source, destination = payer
    account = InternalAccount.objects.get(id=source.partition(":")[2])

    with transaction.atomic():
        LedgerAccount.objects.select_for_update().get(id=account.ledger_account_id)
        [reply] = threads.at_once([functools.partial(_rehearsed, api, source, destination, 100)])

    assert (reply.status_code, reply.json()["code"], reply.json()["retryable"]) == (503, "SERVICE_UNAVAILABLE", True)
    assert reply["Retry-After"] == "1"
    assert "dry run" in reply.json()["message"]
    assert _rehearsed(api, source, destination, 100).status_code == 200


def test_the_next_request_of_the_thread_waits_as_long_as_ever(api, payer):
    source, destination = payer

    _rehearsed(api, source, destination, 100)

    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout')")
        assert cursor.fetchone() == ("5s",)
