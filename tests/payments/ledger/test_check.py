"""The check of the books finds what the database would normally never let happen."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from payments import tasks
from payments.ledger import check
from payments.models import InternalAccount, LedgerAccount, LedgerCheckRun, Transaction
from payments.reporting import daily_totals
from tests.support.payments import quote_requests, rate_entries

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def busy_books(api, alice, worker):
    """Books with funding, a settled, a returned and a waiting transfer."""
    account = api.internal_account(alice)
    api.fund(account, 100_000)
    for suffix in ("789", "004", "005"):
        api.transfer_out(account, api.external_account(alice, {**_usd(suffix)}), 1_000)
    worker.run()
    return account


def _usd(suffix):
    from tests.support import factories

    return factories.usd_account(suffix)


def corrupt(*statements):
    """Write to the tables as somebody with the database's password could: triggers and constraints off."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        try:
            for statement in statements:
                cursor.execute(statement)
        finally:
            cursor.execute("SET session_replication_role = origin")


def kinds():
    return {fault["kind"] for fault in check.run().faults}


def test_sound_books_have_no_faults(busy_books):
    outcome = check.run()

    assert outcome.faults == []
    assert outcome.entries == 6
    assert outcome.postings == 12
    assert check.state() == "ok"


def test_statements_about_a_page_name_its_keys_and_are_planned_for_them(busy_books):
    """Of a million the planner takes the keys between two UUIDs for one row: a page of ten thousand did not end."""
    keys: list[set[str]] = []

    def setting() -> str:
        return str(connection.connection.execute("SHOW plan_cache_mode").fetchone()[0])

    def look(execute, statement, parameters, *others):
        if isinstance(parameters, dict) and "most" in parameters:
            assert str(parameters.get("after", "")).count("-") < 3, "a range of UUIDs"
            assert setting() == "force_custom_plan"
            keys.append(set(parameters.get("keys", ())))
        return execute(statement, parameters, *others)

    with connection.execute_wrapper(look):
        check.run()

    assert {str(key) for key in Transaction.objects.values_list("id", flat=True)} in keys
    assert setting() == "auto"


CORRUPTIONS = {
    "an amount was changed": (
        "UPDATE payments_posting SET amount = amount + 1 WHERE id = (SELECT min(id) FROM payments_posting)",
        {"MOVEMENTS_UNEXPECTED"},
    ),
    "a posting was deleted": (
        "DELETE FROM payments_posting WHERE id = (SELECT max(id) FROM payments_posting)",
        {"MOVEMENTS_UNEXPECTED"},
    ),
    "an entry was deleted": (
        "DELETE FROM payments_journalentry WHERE id = (SELECT min(id) FROM payments_journalentry)",
        {"POSTING_WITHOUT_ENTRY"},
    ),
    "a balance was raised": (
        "UPDATE payments_ledgeraccount SET balance = balance + 5 WHERE is_guarded AND balance > 0",
        {"BALANCE_WRONG"},
    ),
    "the currency of a posting was changed": (
        "UPDATE payments_posting SET currency = 'EUR' WHERE id = (SELECT min(id) FROM payments_posting)",
        {"MOVEMENTS_UNEXPECTED"},
    ),
    "an account was given to another platform": (
        "UPDATE payments_ledgeraccount SET platform_id = gen_random_uuid() WHERE kind = 'PAYOUT_CLEARING'",
        {"MOVEMENTS_UNEXPECTED"},
    ),
    "an account changed its normal side": (
        "UPDATE payments_ledgeraccount SET normal_side = 'D' WHERE is_guarded AND balance > 0",
        {"ACCOUNT_OFF_CHART", "BALANCE_WRONG"},
    ),
    "a reversal no longer mirrors": (
        """UPDATE payments_posting SET amount = amount + 1
            WHERE entry_id = (SELECT id FROM payments_journalentry WHERE reverses_id IS NOT NULL)""",
        {"MOVEMENTS_UNEXPECTED", "BALANCE_WRONG"},
    ),
    "a payment was called completed while its money is in clearing": (
        "UPDATE payments_transaction SET status = 'COMPLETED' WHERE status = 'PENDING'",
        {"CLEARING_WITHOUT_STEP", "MOVEMENTS_UNEXPECTED", "STATUS_UNEXPLAINED"},
    ),
    "an internal account was pointed at other money": (
        "UPDATE payments_internalaccount SET currency = 'ZZZ' WHERE currency = 'EUR' AND customer_id IS NOT NULL",
        {"ACCOUNT_MISLAID"},
    ),
    "an amount became negative": (
        """ALTER TABLE payments_posting DROP CONSTRAINT posting_amount_positive;
           UPDATE payments_posting SET amount = -amount
            WHERE entry_id = (SELECT min(id) FROM payments_journalentry)""",
        {"MOVEMENTS_UNEXPECTED"},
    ),
}


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_corruption_is_found_and_named(busy_books, name):
    statements, expected = CORRUPTIONS[name]
    try:
        corrupt(*statements.split(";"))

        found = kinds()

        assert expected <= found, found
        assert check.state() == "broken"
    finally:
        if "DROP CONSTRAINT" in statements:
            corrupt(
                "DELETE FROM payments_posting WHERE amount < 0",
                "ALTER TABLE payments_posting ADD CONSTRAINT posting_amount_positive CHECK (amount > 0)",
            )


DAY_CORRUPTIONS = {
    "a day's total was changed": (
        "UPDATE payments_ledgerday SET debit = debit + 1 WHERE id = (SELECT min(id) FROM payments_ledgerday)"
    ),
    "a day was deleted": "DELETE FROM payments_ledgerday WHERE id = (SELECT min(id) FROM payments_ledgerday)",
    "a day has totals of nothing": (
        """INSERT INTO payments_ledgerday (platform_id, kind, currency, day, debit, credit, first_posting, last_posting)
           SELECT platform_id, kind, currency, day - 1, 5, 5, 1, 1 FROM payments_ledgerday LIMIT 1"""
    ),
    "a day no longer knows where its postings begin": "UPDATE payments_ledgerday SET first_posting = last_posting + 1",
    "a posting was moved to another day": (
        "UPDATE payments_posting SET at = at - interval '1 day' WHERE id = (SELECT min(id) FROM payments_posting)"
    ),
    "the mark was moved back: postings would be counted again": "UPDATE payments_daymark SET up_to = 0",
}


@pytest.mark.parametrize("name", DAY_CORRUPTIONS)
def test_totals_by_the_day_are_added_up_again(busy_books, name):
    daily_totals.advance()
    assert check.run().faults == []

    corrupt(DAY_CORRUPTIONS[name])

    assert "DAY_TOTALS_WRONG" in kinds()


def test_postings_that_are_not_counted_yet_are_no_fault(busy_books, api, alice):
    daily_totals.advance()
    api.fund(busy_books, 5_00)

    assert check.run().faults == []


@pytest.fixture
def quoted_books(acme, api, alice, worker):
    """Books with settled exchanges, with fees, a waiting one, money on its way back, and money that waits for a person.

    The waiting exchange comes last.
    """
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=150)
    account, target = api.internal_account(alice), api.external_account(alice, quote_requests.clabe(), "MXN")
    api.fund(account, 1_000_00)
    quote_requests.quote(api, account, target, immediatelyExecute=True)
    paid = quote_requests.quote(api, quote_requests.realtime("USD", alice), target).json()["id"]
    for _ in range(2):
        api.post("/sandbox/send", {"quoteId": paid, "currencyCode": "USD"})
    worker.run()
    wrong = quote_requests.quote(api, quote_requests.realtime("USD", alice), target).json()["id"]
    api.post("/sandbox/send", {"quoteId": wrong, "currencyCode": "USD", "currencyAmount": 70_00})
    quote_requests.quote(api, account, target, immediatelyExecute=True)


def test_sound_books_of_quotes_have_no_faults(quoted_books):
    assert check.run().faults == []


_EXECUTED = "SELECT {}(id) FROM payments_journalentry WHERE purpose = 'QUOTE_EXECUTED'"
_FIRST, _LAST = _EXECUTED.format("min"), _EXECUTED.format("max")
QUOTE_CORRUPTIONS = {
    "money on its way back was forgotten": (
        "UPDATE payments_transaction SET next_action_at = NULL WHERE next_action = 'GIVE_BACK'",
        {"CLEARING_WITHOUT_STEP"},
    ),
    "money that was used is to go back as well": (
        """UPDATE payments_transaction SET next_action = 'GIVE_BACK', next_action_at = now()
            WHERE status = 'COMPLETED' AND sender = ''""",
        {"CLEARING_WITHOUT_STEP"},
    ),
    "an item of the operators' queue was deleted": ("DELETE FROM payments_suspenseitem", {"MOVEMENTS_UNEXPECTED"}),
    "an item of the operators' queue was closed, and the money is still there": (
        "UPDATE payments_suspenseitem SET resolved_at = now()",
        {"SUSPENSE_UNEXPLAINED"},
    ),
    "an item of the operators' queue became smaller": (
        "UPDATE payments_suspenseitem SET amount = amount - 1",
        {"MOVEMENTS_UNEXPECTED"},
    ),
    "money in suspense was booked elsewhere": (
        """UPDATE payments_posting SET account_id = (SELECT id FROM payments_ledgeraccount
                                                      WHERE kind = 'EXCHANGE' AND currency = 'USD')
            WHERE account_id = (SELECT id FROM payments_ledgeraccount WHERE kind = 'SUSPENSE' AND currency = 'USD')""",
        {"MOVEMENTS_UNEXPECTED"},
    ),
    "the terms of a quote were changed": (
        f"""UPDATE payments_quote SET total_receiving = total_receiving + 1
             WHERE transaction_id = (SELECT transaction_id FROM payments_journalentry WHERE id = ({_FIRST}))""",
        {"MOVEMENTS_UNEXPECTED", "TERMS_DIFFER"},
    ),
    "a payment says another amount than its quote": (
        "UPDATE payments_transaction SET received_amount = received_amount + 1 WHERE status = 'PROCESSING'",
        {"TERMS_DIFFER"},
    ),
    "both sides of an exchange were raised": (
        f"UPDATE payments_posting SET amount = amount + 5 WHERE currency = 'MXN' AND entry_id = ({_LAST})",
        {"MOVEMENTS_UNEXPECTED"},
    ),
    "a fee was booked as an exchange": (
        f"""UPDATE payments_posting SET account_id = (SELECT id FROM payments_ledgeraccount
                                                       WHERE kind = 'EXCHANGE' AND currency = 'USD')
             WHERE entry_id = ({_FIRST})
               AND account_id = (SELECT id FROM payments_ledgeraccount WHERE kind = 'FEES' AND currency = 'USD')""",
        {"MOVEMENTS_UNEXPECTED"},
    ),
    "a quote was executed a second time": (
        f"""WITH again AS (
                INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, at)
                SELECT platform_id, purpose, transaction_id, at FROM payments_journalentry WHERE id = ({_LAST})
                RETURNING id
            )
            INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
            SELECT again.id, account_id, side, amount, currency, at FROM payments_posting, again
             WHERE entry_id = ({_LAST})
        """,
        {"MOVEMENTS_UNEXPECTED", "BALANCE_WRONG"},
    ),
    "a quote was deleted": (
        "DELETE FROM payments_quote WHERE id = (SELECT quote_id FROM payments_transaction WHERE status = 'PROCESSING')",
        {"PARTY_MISLAID"},
    ),
    "a payment with entries was deleted": (
        "DELETE FROM payments_transaction WHERE status = 'PROCESSING'",
        {"PAYMENT_MISSING", "ROW_WITHOUT_PAYMENT"},
    ),
    "all payments were deleted": ("DELETE FROM payments_transaction", {"PAYMENT_MISSING", "ROW_WITHOUT_PAYMENT"}),
    "a payment was called expired while its money is in clearing": (
        "UPDATE payments_transaction SET status = 'EXPIRED' WHERE status = 'PROCESSING'",
        {"CLEARING_WITHOUT_STEP", "STATUS_UNEXPLAINED"},
    ),
}


@pytest.mark.parametrize("name", QUOTE_CORRUPTIONS)
def test_a_corruption_of_a_quote_is_found_and_named(quoted_books, name):
    statements, expected = QUOTE_CORRUPTIONS[name]
    corrupt(*statements.split(";"))

    found = kinds()

    assert expected <= found, found


def test_the_command_names_the_fault_and_exits_with_an_error(busy_books, capsys):
    account = InternalAccount.objects.get(id=busy_books.partition(":")[2]).ledger_account_id
    corrupt(f"UPDATE payments_ledgeraccount SET balance = 1 WHERE id = {account}")

    with pytest.raises(CommandError, match="books are broken"):
        call_command("ledger_check")

    assert f"{busy_books}: shows -97999 more than its postings add up to" in capsys.readouterr().out


def test_the_check_writes_nothing_but_its_outcome(busy_books):
    before = list(LedgerAccount.objects.order_by("id").values()), list(Transaction.objects.order_by("id").values())

    check.run()

    after = list(LedgerAccount.objects.order_by("id").values()), list(Transaction.objects.order_by("id").values())
    assert before == after
    assert LedgerCheckRun.objects.count() == 1


def test_the_latest_check_says_how_the_books_are(busy_books):
    corrupt("UPDATE payments_posting SET amount = amount + 1 WHERE id = (SELECT min(id) FROM payments_posting)")
    check.run()
    corrupt("UPDATE payments_posting SET amount = amount - 1 WHERE id = (SELECT min(id) FROM payments_posting)")
    assert check.state() == "broken"

    check.run()

    assert check.state() == "ok"


def test_books_never_checked_are_not_called_sound(db):
    assert check.state() == "unchecked"


def test_the_check_has_time_for_large_books(settings):
    """A million payments take longer than other tasks may."""
    assert (tasks.check_the_books.soft_time_limit or 0) > 3600 > settings.CELERY_TASK_SOFT_TIME_LIMIT
