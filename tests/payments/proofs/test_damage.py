"""Books that somebody has changed by hand: a refusal that says so, and a fault in the nightly check."""

import pytest
from django.db import connection, transaction

from payments import tasks
from payments.ledger import check
from tests.support import factories
from tests.support.payments import sealed_days

pytestmark = pytest.mark.django_db(transaction=True)


def by_hand(*statements: str) -> None:
    """Do what the owner of the database can: write, with all triggers off."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in statements:
            cursor.execute(statement)
            assert cursor.rowcount > 0, statement


@pytest.fixture
def sent(api, alice):
    """A payment whose entries are far behind the first one of their block, sealed."""
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    by_hand(
        "SELECT setval(pg_get_serial_sequence('payments_journalentry', 'id'), max(id) + 1000)"
        "  FROM payments_journalentry"
    )
    reply = api.transfer_out(account, api.external_account(alice, factories.usd_account()), 10_00)
    tasks.advance_due_payments()
    sealed_days.seal()
    assert check.run().faults == []
    return account, reply.json()["id"]


FIRST = "(SELECT min(id) FROM payments_journalentry)"
PUSHED_OUT = (
    "INSERT INTO payments_journalentry (id, platform_id, purpose, at)"
    f" SELECT id + more, platform_id, purpose, at FROM payments_journalentry, generate_series(1, 256) more"
    f" WHERE id = {FIRST}"
)
PAYMENTS = {
    "an entry was pushed out of its block": (PUSHED_OUT, "ENTRY_ADDED"),
    "its page is gone": ("DELETE FROM payments_entrypage", None),
    "its page names no blocks": ("UPDATE payments_entrypage SET keys = ''", None),
}


@pytest.mark.parametrize("what", PAYMENTS)
def test_an_entry_without_a_place_in_its_root_is_refused(api, sent, what, caplog):
    _, payment = sent
    statement, fault = PAYMENTS[what]
    by_hand(statement)
    reply = api.get(f"/transactions/{payment}/proof")
    assert (reply.status_code, reply.json()["code"], reply.json()["retryable"]) == (409, "RECORD_DAMAGED", False)
    assert [record.levelname for record in caplog.records if "rows are damaged" in record.message] == ["ERROR"]
    faults = {found["kind"] for found in check.run().faults}
    assert fault is None or fault in faults


def test_an_entry_that_has_lost_its_sides_proves_nothing(api, sent):
    _, payment = sent
    by_hand("DELETE FROM payments_posting WHERE entry_id = (SELECT max(id) FROM payments_journalentry)")
    entries = api.get(f"/transactions/{payment}/proof").json()["entries"]
    assert entries[-1]["lines"] == []
    assert "ENTRY_CHANGED" in {found["kind"] for found in check.run().faults}


@pytest.mark.parametrize("table", ["balancetree", "balancetotal", "balancepage"])
def test_a_balance_without_a_place_in_its_root_is_refused(api, sent, table):
    account, _ = sent
    by_hand(f"DELETE FROM payments_{table}")
    reply = api.get(f"/customers/internal-accounts/{account}/proof")
    assert (reply.status_code, reply.json()["code"]) == (409, "RECORD_DAMAGED")


def test_an_account_of_a_currency_that_nobody_knows_is_refused(api, sent):
    account, _ = sent
    key = account.partition(":")[2]
    by_hand(
        f"UPDATE payments_ledgeraccount SET currency = 'QQQ' WHERE id ="
        f" (SELECT ledger_account_id FROM payments_internalaccount WHERE id = '{key}')",
        f"UPDATE payments_internalaccount SET currency = 'QQQ' WHERE id = '{key}'",
    )
    for path in (f"/customers/internal-accounts/{account}", "/customers/internal-accounts"):
        reply = api.get(path)
        assert (reply.status_code, reply.json()["code"]) == (409, "RECORD_DAMAGED"), path
    assert "ENTRY_CHANGED" in {found["kind"] for found in check.run().faults}
