"""The seals of the journal: a rewrite of the books is found although everything in them agrees."""

import functools
import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import override_settings

from payments import tasks
from payments.ledger import check, seals
from payments.models import InternalAccount, JournalEntry, JournalSeal, LedgerAccount
from platforms.encryption.seals import Log, noted
from tests.support import factories

pytestmark = pytest.mark.django_db(transaction=True)
OTHER_KEY = "somebody-who-has-the-database-has-not-the-key-0123456789"


class Sealed:
    """Books of two customers with a payment each, sealed; the keys of what a rewrite needs."""

    def __init__(self, api, alice, carol):
        self.accounts = {name: api.internal_account(holder) for name, holder in (("alice", alice), ("carol", carol))}
        self.sent = {}
        for name, holder in (("alice", alice), ("carol", carol)):
            api.fund(self.accounts[name], 100_00)
            reply = api.transfer_out(self.accounts[name], api.external_account(holder, factories.usd_account()), 10_00)
            assert reply.status_code == 201, reply.content
            self.sent[name] = reply.json()["id"]
        tasks.advance_due_payments()
        assert tasks.seal_journal() == JournalEntry.objects.count()
        assert check.run().faults == []

    def ledger(self, name):
        return InternalAccount.objects.get(id=self.accounts[name].partition(":")[2]).ledger_account_id

    def values(self):
        return {
            **{name: self.ledger(name) for name in self.accounts},
            **{f"{name}_sent": f"'{key.partition(':')[2]}'" for name, key in self.sent.items()},
            **{f"{name}_account": f"'{key.partition(':')[2]}'" for name, key in self.accounts.items()},
        }


@pytest.fixture
def sealed(api, alice, monkeypatch):
    monkeypatch.setattr(Log, "seal_all", functools.partialmethod(Log.seal_all, most=2))
    return Sealed(api, alice, api.customer("Carol Approved"))


def rewrite(sealed, statements):
    """Do what the owner of the database can: switch all triggers off, write, switch them on again."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in statements.format_map(sealed.values()).split(";"):
            cursor.execute(statement)
            assert cursor.rowcount > 0, statement


def kinds(**options):
    return {fault["kind"] for fault in check.run(**options).faults}


# The first ones agree with themselves, the payments, the deposits and the balances: only a seal differs, and what
# others were told.
ALICES_PAYMENT = "(SELECT id FROM payments_journalentry WHERE transaction_id = {alice_sent})"
REWRITES = {
    "a payment was smaller": (
        (
            f"UPDATE payments_posting SET amount = amount - 500 WHERE entry_id IN {ALICES_PAYMENT};"
            "UPDATE payments_transaction SET sent_amount = sent_amount - 500, received_amount = received_amount - 500"
            " WHERE id = {alice_sent};"
            "UPDATE payments_ledgeraccount SET balance = balance + 500 WHERE id = {alice}"
        ),
        {"ENTRY_CHANGED", "RAIL_DIFFERS"},
    ),
    "a payment was somebody else's": (
        (
            f"UPDATE payments_posting SET account_id = {{carol}} WHERE account_id = {{alice}}"
            f" AND entry_id IN {ALICES_PAYMENT};"
            "UPDATE payments_transaction SET internal_account_id = {carol_account}, customer_id ="
            " (SELECT customer_id FROM payments_internalaccount WHERE id = {carol_account}) WHERE id = {alice_sent};"
            "UPDATE payments_ledgeraccount SET balance = balance + 1000 WHERE id = {alice};"
            "UPDATE payments_ledgeraccount SET balance = balance - 1000 WHERE id = {carol}"
        ),
        {"ENTRY_CHANGED", "PARTY_DIFFERS"},
    ),
    "two holders have changed accounts": (
        (
            "UPDATE payments_internalaccount SET ledger_account_id = -ledger_account_id"
            " WHERE ledger_account_id IN ({alice}, {carol});"
            "UPDATE payments_internalaccount SET ledger_account_id ="
            " CASE WHEN ledger_account_id = -{alice} THEN {carol} ELSE {alice} END WHERE ledger_account_id < 0;"
            "UPDATE payments_deposit deposit SET internal_account_id = holder.id FROM payments_internalaccount holder,"
            " payments_posting posting WHERE posting.entry_id = deposit.entry_id"
            " AND holder.ledger_account_id = posting.account_id;"
            "UPDATE payments_transaction payment SET internal_account_id = holder.id, customer_id = holder.customer_id"
            " FROM payments_journalentry entry, payments_posting posting, payments_internalaccount holder"
            " WHERE entry.transaction_id = payment.id AND posting.entry_id = entry.id"
            " AND holder.ledger_account_id = posting.account_id"
        ),
        {"ENTRY_CHANGED", "ARRIVAL_DIFFERS", "PARTY_DIFFERS"},
    ),
    "a payment never was": (
        (
            f"DELETE FROM payments_posting WHERE entry_id IN {ALICES_PAYMENT};"
            "DELETE FROM payments_journalentry WHERE transaction_id = {alice_sent};"
            "DELETE FROM payments_transactionstatuschange WHERE transaction_id = {alice_sent};"
            "DELETE FROM payments_transaction WHERE id = {alice_sent};"
            "UPDATE payments_ledgeraccount SET balance = balance + 1000 WHERE id = {alice}"
        ),
        {"ENTRY_MISSING"},
    ),
    "a deposit came from nowhere": (
        (
            "INSERT INTO payments_journalentry (id, platform_id, purpose, at)"
            " SELECT 0, platform_id, 'DEPOSIT_RECEIVED', now() FROM payments_ledgeraccount WHERE id = {alice};"
            "INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)"
            " SELECT 0, account.id, CASE account.id WHEN {alice} THEN 'C' ELSE 'D' END, 500, 'USD', entry.at"
            " FROM payments_ledgeraccount account, payments_journalentry entry WHERE entry.id = 0"
            " AND (account.id = {alice} OR account.kind = 'RAIL_SETTLEMENT' AND account.currency = 'USD'"
            "      AND account.platform_id = entry.platform_id);"
            "INSERT INTO payments_deposit (id, platform_id, provider_reference, amount, currency, named, use, reason,"
            " internal_account_id, entry_id, at)"
            " SELECT gen_random_uuid(), platform_id, 'forged', 500, 'USD', '', 'CREDITED', '',"
            " {alice_account}, 0, at FROM payments_journalentry WHERE id = 0;"
            "UPDATE payments_ledgeraccount SET balance = balance + 500 WHERE id = {alice}"
        ),
        {"ARRIVAL_DIFFERS", "ENTRY_ADDED"},
    ),
    "a deposit came earlier": (
        (
            "UPDATE payments_posting SET at = at - interval '1 day' WHERE entry_id ="
            " (SELECT min(entry_id) FROM payments_deposit WHERE internal_account_id = {alice_account});"
            "UPDATE payments_journalentry SET at = at - interval '1 day' WHERE id ="
            " (SELECT min(entry_id) FROM payments_deposit WHERE internal_account_id = {alice_account});"
            "UPDATE payments_deposit SET at = at - interval '1 day' WHERE internal_account_id = {alice_account}"
        ),
        {"ENTRY_CHANGED"},
    ),
    "a seal says something else": (
        "UPDATE payments_journalseal SET rows = rows + 1 WHERE number = 2",
        {"SEAL_CHANGED"},
    ),
    "a seal was signed by nobody": (
        "UPDATE payments_journalseal SET digest = sha256('') WHERE number = 1",
        {"SEAL_CHANGED"},
    ),
    "a seal is gone": ("DELETE FROM payments_journalseal WHERE number = 2", {"SEAL_MISSING", "SEALS_LOST"}),
    "the last seals are gone": ("DELETE FROM payments_journalseal WHERE number > 1", {"SEALS_LOST"}),
    "all seals are gone": ("DELETE FROM payments_journalseal", {"SEALS_LOST"}),
}


@pytest.mark.parametrize("name", REWRITES)
def test_a_rewrite_is_found_and_nothing_else_is(sealed, name):
    statements, expected = REWRITES[name]
    rewrite(sealed, statements)

    assert kinds() == expected
    assert check.state() == "broken"


def test_the_payment_is_named_and_its_holder_s_account_held(sealed):
    rewrite(sealed, REWRITES["a payment was smaller"][0])

    faults = check.run().faults

    entries = JournalEntry.objects.filter(transaction_id=sealed.sent["alice"].partition(":")[2])
    assert {fault["subject"] for fault in faults} == {sealed.sent["alice"]}
    assert [fault["detail"].partition(":")[0] for fault in faults] == [
        *(f"entry {entry.id}" for entry in entries.order_by("id")),
        "a rail was told 1000 USD for TRANSFER, the payment says 500 USD",
    ]
    assert set(LedgerAccount.objects.exclude(held_at=None).values_list("id", flat=True)) == {sealed.ledger("alice")}


def test_who_writes_the_seals_anew_lacks_the_key_or_the_line_that_was_kept(sealed):
    kept = noted(_exported())
    rewrite(sealed, REWRITES["a payment was smaller"][0])
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("DELETE FROM payments_journalseal")
        cursor.execute("DELETE FROM payments_ledgercheckrun")
        cursor.execute("SET session_replication_role = origin")
    with override_settings(AUDIT_SEAL_KEYS=[OTHER_KEY]):
        tasks.seal_journal()

    assert kinds() == {"RAIL_DIFFERS", "SEAL_CHANGED"}

    with override_settings(AUDIT_SEAL_KEYS=[OTHER_KEY]):
        assert kinds() == {"RAIL_DIFFERS"}, "whoever has the key too is found by what others were told"
        assert kinds(expected=kept) == {"RAIL_DIFFERS", "SEAL_REPLACED"}, "and by what was kept elsewhere"


def _exported():
    said = io.StringIO()
    call_command("journal_seal", stdout=said)
    return said.getvalue()


def test_the_seal_is_exported_and_another_run_compares_with_it(sealed):
    line = _exported()
    head = seals.LOG.head()
    assert head is not None
    assert line == "{}:{}\n".format(*head)
    said = io.StringIO()
    call_command("ledger_check", f"--expect={line}", stdout=said)
    assert f"newest seal {line}" in said.getvalue()

    rewrite(sealed, "DELETE FROM payments_journalseal WHERE number > 1;DELETE FROM payments_ledgercheckrun")
    with pytest.raises(CommandError, match="broken"):
        call_command("ledger_check", f"--expect={line}", stdout=said)

    assert "SEALS_LOST" in said.getvalue()


def test_the_task_seals_what_has_come_since(sealed, api):
    before = JournalSeal.objects.count()

    assert tasks.seal_journal() == 0
    api.fund(sealed.accounts["alice"], 1)
    assert tasks.seal_journal() == 1

    assert JournalSeal.objects.count() == before + 1
    assert check.run().faults == []
