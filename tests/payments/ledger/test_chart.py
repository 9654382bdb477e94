"""Shared accounts of the books: their keys are remembered by the process no longer than their rows are there."""

import pytest
from django.db import connection, transaction

from payments.ledger import chart, check
from payments.models import LedgerAccount
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)


def _key(acme, currency):
    kind = chart.AccountKind.PAYOUT_CLEARING
    return chart.system_account(platform_id=acme.platform.id, kind=kind, currency=currency)


@pytest.mark.parametrize("case", ["the first", "the second"])
def test_a_currency_that_only_this_test_has_is_opened_in_each_case(acme, case):
    """The row of the first case is gone in the second one, and the platform has the same key."""
    with transaction.atomic(durable=True):
        key = _key(acme, "ISK")

    assert LedgerAccount.objects.get(currency="ISK", platform=acme.platform).id == key


def test_an_account_that_was_rolled_back_is_not_remembered(acme):
    for is_whole in (True, False):
        with transaction.atomic(durable=True):
            with transaction.atomic():
                lost = _key(acme, "ISK")
                transaction.set_rollback(True)
            if is_whole:
                transaction.set_rollback(True)

    with transaction.atomic(durable=True):
        kept = _key(acme, "ISK")

    assert list(LedgerAccount.objects.filter(currency="ISK").values_list("id", flat=True)) == [kept]
    assert kept != lost


def test_a_database_that_lacks_a_remembered_account_costs_no_payment(api, acme, alice, worker):
    """A standby that took over without the last commits: every payment of the currency failed until the restart.

    Later the first of each process failed.
    """
    source, bank = api.internal_account(alice), api.external_account(alice)
    api.fund(source, 10_00)
    with transaction.atomic(durable=True):
        known = _key(acme, "USD")
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no triggers
        cursor.execute("DELETE FROM payments_ledgeraccount WHERE id = %s", [known])
        cursor.execute("RESET session_replication_role")

    replies = [api.transfer_out(source, bank, 4_00) for _ in range(2)]
    worker.run()

    assert [reply.status_code for reply in replies] == [201, 201]
    assert factories.balance_of(source) == 2_00
    assert api.get(f"/transactions/{replies[1].json()['id']}").json()["status"] == "COMPLETED"
    assert check.run().faults == []
