"""More than forty ways to write to the books past their triggers: the check finds each, and names payment or account.

The books are made once, in a database transaction that is never committed; each corruption is undone after the check.
"""

import pytest
from django.db import connection, transaction

from payments import tasks
from payments.ledger import check, check_parts
from payments.models import Deposit, InternalAccount
from payments.reporting import daily_totals
from platforms.models import Platform
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import arrivals, rate_entries, scenarios


class Books:
    """Payments of two platforms in every state that a corruption needs, each by a name."""

    def __init__(self) -> None:
        acme, rival = factories.tenant("acme"), factories.tenant("rival")
        self.api, other = Api(acme.client_id, acme.client_secret), Api(rival.client_id, rival.client_secret)
        rate_entries.schedule(acme, source_currency="USD", fixed_fee=150)
        self.alice, self.carol = self.api.customer("Alice Approved"), self.api.customer("Carol Approved")
        of_alice = {
            "sent": scenarios.transfer_out(),
            "returned": scenarios.transfer_out("004"),
            "received": scenarios.transfer_in(),
        }
        of_others = {
            "quoted": scenarios.quoted(),
            "refunded": scenarios.funded(70_00),
            "paid twice": scenarios.funded(100_00, 100_00),
            "collected": scenarios.collected(),
            "kept": scenarios.quoted("007"),
            "back": scenarios.quoted("005"),
        }
        self.payments = {name: play(self.api, self.alice) for name, play in of_alice.items()}
        for name, play in of_others.items():
            self.payments[name] = play(self.api, self.api.customer("Somebody Approved"))
        self.payments["carol's"] = scenarios.transfer_out()(self.api, self.carol)
        self.payments["rival's"] = scenarios.transfer_out()(other, other.customer("Rita Approved"))
        for holder in (self.alice, self.carol):
            self.api.fund(self.api.internal_account(holder), 200_00)
        tasks.advance_due_payments()
        self.payments["waiting"] = scenarios.quoted()(self.api, self.alice)
        self.platform = acme.platform
        self.deposits = self._arrivals(acme.platform)
        daily_totals.advance()
        self.other_platform = rival.platform.id

    def _arrivals(self, platform: Platform) -> dict[str, Deposit]:
        account = self.api.internal_account(self.alice)
        made = {
            "credited": arrivals.arrive(platform, 40_00, named=account),
            "for quote": Deposit.objects.get(receipt__transaction_id=self.payments["refunded"].partition(":")[2]),
            **{
                name: arrivals.arrive(platform, 40_00) for name in ("unplaced", "placed", "placed later", "written off")
            },
        }
        for name in ("placed", "placed later"):
            arrivals.resolve(arrivals.item_of(made[name]), "CREDIT_HOLDER", account)
        arrivals.resolve(arrivals.item_of(made["written off"]), "WRITE_OFF", "PLATFORM_FUNDS")
        return made

    def account(self, holder: str) -> InternalAccount:
        key = self.api.internal_account(holder).partition(":")[2]
        found: InternalAccount = InternalAccount.objects.get(id=key)
        return found

    def values(self) -> dict[str, object]:
        """What the statements below may name."""
        found = {
            name.replace(" ", "_").replace("'", ""): f"'{key.partition(':')[2]}'" for name, key in self.payments.items()
        }
        for name, deposit in self.deposits.items():
            found[name.replace(" ", "_")] = f"'{deposit.pk}'"
        return found | {
            "alice": self.account(self.alice).ledger_account_id,
            "carol": self.account(self.carol).ledger_account_id,
            "alices_account": f"'{self.account(self.alice).id}'",
            "carols_account": f"'{self.account(self.carol).id}'",
            "rival": f"'{self.other_platform}'",
        }


pytestmark = pytest.mark.django_db


@pytest.fixture
def books(db):
    return Books()


def found_after(books: Books, statements: str) -> list[check_parts.Fault]:
    """Corrupt the books, check them, and undo it."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET LOCAL session_replication_role = replica")
            for statement in statements.format_map(books.values()).split(";"):
                cursor.execute(statement)
                assert cursor.rowcount > 0, statement
        found = list(check.find())
        transaction.set_rollback(True)
    return found


_ENTRY = "SELECT id FROM payments_journalentry WHERE transaction_id = {} AND purpose = '{}'"
_SENT, _SETTLED = _ENTRY.format("{sent}", "TRANSFER_OUT_SENT"), _ENTRY.format("{sent}", "TRANSFER_OUT_SETTLED")
_CREDITED = _ENTRY.format("{received}", "TRANSFER_IN_SETTLED")
_EXECUTED = _ENTRY.format("{quoted}", "QUOTE_EXECUTED")
_AGAIN = """
WITH again AS (
    INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, at)
    SELECT platform_id, {purpose}, {payment}, at FROM payments_journalentry WHERE id = ({entry}) RETURNING id
)
INSERT INTO payments_posting (entry_id, account_id, side, amount, currency, at)
SELECT again.id, account_id, side, amount, currency, at FROM payments_posting, again WHERE entry_id = ({entry})
"""
_BALANCE = "UPDATE payments_ledgeraccount SET balance = balance + ({}) WHERE id = {}"


def again(entry: str, *, purpose: str = "purpose", payment: str = "transaction_id") -> str:
    """An entry once more: balanced, and with its effect on the balance written by `_BALANCE`."""
    return _AGAIN.replace("{purpose}", purpose).replace("{payment}", payment).replace("{entry}", entry)


_DEPOSITED = "SELECT entry_id FROM payments_deposit WHERE id = {credited}"
_PLACED = "SELECT entry_id FROM payments_suspenseitem WHERE deposit_id = {}"
DEPOSIT_CORRUPTIONS = {
    "a deposit's entry was forged once more": (f"{again(_DEPOSITED)}; {_BALANCE.format(40_00, '{alice}')}", "alice"),
    "an entry of a deposit was forged under its former name": (
        again(_DEPOSITED, purpose="'SANDBOX_FUNDING'") + f"; {_BALANCE.format(40_00, '{alice}')}",
        "alice",
    ),
    "a deposit was deleted": ("DELETE FROM payments_deposit WHERE id = {credited}", "alice"),
    "the amount of a deposit was changed": (
        "UPDATE payments_deposit SET amount = amount + 1 WHERE id = {credited}",
        "credited",
    ),
    "the currency of a deposit was changed": (
        "UPDATE payments_deposit SET currency = 'EUR' WHERE id = {credited}",
        "credited",
    ),
    "a deposit and its entry were raised together with the balance": (
        f"""UPDATE payments_posting SET amount = amount + 5 WHERE entry_id = ({_DEPOSITED});
           {_BALANCE.format(5, "{alice}")}""",
        "credited",
    ),
    "a deposit was given to another customer": (
        "UPDATE payments_deposit SET internal_account_id = {carols_account} WHERE id = {credited}",
        "credited",
    ),
    "the credit of a deposit was moved to another customer's account": (
        f"""UPDATE payments_posting SET account_id = {{carol}} WHERE entry_id = ({_DEPOSITED}) AND side = 'C';
           {_BALANCE.format(-40_00, "{alice}")}; {_BALANCE.format(40_00, "{carol}")}""",
        "credited",
    ),
    "the debit of a deposit was moved to another shared account": (
        f"""UPDATE payments_posting posting SET account_id = other.id
           FROM payments_ledgeraccount account, payments_ledgeraccount other
           WHERE posting.entry_id = ({_DEPOSITED}) AND account.id = posting.account_id AND posting.side = 'D'
           AND other.platform_id = account.platform_id AND other.currency = 'USD' AND other.kind = 'FEES'""",
        "credited",
    ),
    "a deposit was given to another platform": (
        "UPDATE payments_deposit SET platform_id = {rival} WHERE id = {credited}",
        "credited",
    ),
    "the entry of a deposit was given to a payment": (
        f"UPDATE payments_journalentry SET transaction_id = {{sent}} WHERE id = ({_DEPOSITED})",
        "sent",
    ),
    "a deposit in suspense was called credited": (
        """UPDATE payments_deposit SET use = 'CREDITED', reason = '', internal_account_id = {alices_account}
           WHERE id = {unplaced}""",
        "unplaced",
    ),
    "the item of a deposit was deleted": (
        "DELETE FROM payments_suspenseitem WHERE deposit_id = {unplaced}",
        "unplaced",
    ),
    "the amount of a deposit's item was changed": (
        "UPDATE payments_suspenseitem SET amount = amount - 1 WHERE deposit_id = {unplaced}",
        "unplaced",
    ),
    "the item of a deposit was closed, and the money is still there": (
        "UPDATE payments_suspenseitem SET resolved_at = now(), way = 'WRITE_OFF' WHERE deposit_id = {unplaced}",
        "unplaced",
    ),
    "the item of a deposit was opened again, and the money has gone": (
        "UPDATE payments_suspenseitem SET resolved_at = NULL, way = '' WHERE deposit_id = {placed}",
        "placed",
    ),
    "the item of a deposit says another account than was credited": (
        "UPDATE payments_suspenseitem SET credited_id = {carols_account} WHERE deposit_id = {placed}",
        "placed",
    ),
    "the item of a deposit says another way than its entry": (
        "UPDATE payments_suspenseitem SET way = 'GIVE_BACK' WHERE deposit_id = {written_off}",
        "written off",
    ),
    "two items of deposits name one entry": (
        f"""UPDATE payments_suspenseitem SET entry_id = ({_PLACED.format("{placed}")})
           WHERE deposit_id = {{placed_later}}""",
        "placed later",
    ),
    "the deposit behind a receipt was deleted": ("DELETE FROM payments_deposit WHERE id = {for_quote}", "refunded"),
    "the amount of a deposit for a quote was changed": (
        "UPDATE payments_deposit SET amount = amount + 1 WHERE id = {for_quote}",
        "for quote",
    ),
}
CORRUPTIONS = {
    "a transfer in was credited twice": (f"{again(_CREDITED)}; {_BALANCE.format(100_00, '{alice}')}", "received"),
    "the debit of a transfer was moved to another customer's account": (
        f"""UPDATE payments_posting SET account_id = {{carol}} WHERE entry_id = ({_SENT}) AND side = 'D';
           {_BALANCE.format(100_00, "{alice}")}; {_BALANCE.format(-100_00, "{carol}")}""",
        "sent",
    ),
    "two customers' ledger accounts were swapped": (
        """UPDATE payments_internalaccount SET ledger_account_id = -1 WHERE id = {alices_account};
           UPDATE payments_internalaccount SET ledger_account_id = {alice} WHERE id = {carols_account};
           UPDATE payments_internalaccount SET ledger_account_id = {carol} WHERE id = {alices_account}""",
        "sent",
    ),
    "the amounts of a transfer's row were changed": (
        "UPDATE payments_transaction SET sent_amount = 9000, received_amount = 9000 WHERE id = {sent}",
        "sent",
    ),
    "a transfer was called failed, with its history, while the rail has the money": (
        """UPDATE payments_transaction SET status = 'FAILED', settled_at = NULL WHERE id = {sent};
           INSERT INTO payments_transactionstatuschange
           (transaction_id, from_status, to_status, at, cause, actor_kind, actor_id)
           VALUES ({sent}, 'PENDING', 'FAILED', now(), 'rail_failed', 'SYSTEM', 'service')""",
        "sent",
    ),
    "a quote's payment was called failed, with its history, while the rail has the money": (
        """UPDATE payments_transaction SET status = 'FAILED', settled_at = NULL WHERE id = {quoted};
           INSERT INTO payments_transactionstatuschange
           (transaction_id, from_status, to_status, at, cause, actor_kind, actor_id)
           VALUES ({quoted}, 'PROCESSING', 'FAILED', now(), 'rail_failed', 'SYSTEM', 'service')""",
        "quoted",
    ),
    "a payment was given to another platform": (
        "UPDATE payments_transaction SET platform_id = {rival} WHERE id = {sent}",
        "sent",
    ),
    "a reversal no longer says what it reverses": (
        """UPDATE payments_journalentry SET reverses_id = NULL
           WHERE transaction_id = {returned} AND reverses_id IS NOT NULL""",
        "returned",
    ),
    "the amount of a funding receipt was changed": (
        "UPDATE payments_fundingreceipt SET amount = amount + 1 WHERE transaction_id = {refunded}",
        "refunded",
    ),
    "a posting was dated back within its day": (
        f"UPDATE payments_posting SET at = at - interval '1 millisecond' WHERE entry_id = ({_SENT}) AND side = 'D'",
        "sent",
    ),
    "an entry of a made-up purpose credits a customer": (
        again(_CREDITED, purpose="'GOODWILL'", payment="NULL") + f"; {_BALANCE.format(100_00, '{alice}')}",
        "alice",
    ),
    "an entry of a made-up purpose names a payment": (
        again(_CREDITED, purpose="'GOODWILL'") + f"; {_BALANCE.format(100_00, '{alice}')}",
        "received",
    ),
    "the entries of a transfer were deleted": (
        "DELETE FROM payments_posting USING payments_journalentry entry"
        " WHERE entry.id = entry_id AND transaction_id = {sent};"
        "DELETE FROM payments_journalentry WHERE transaction_id = {sent};" + _BALANCE.format(100_00, "{alice}"),
        "sent",
    ),
    "the amount of a posting was changed": (
        f"UPDATE payments_posting SET amount = amount + 1 WHERE entry_id = ({_SETTLED}) AND side = 'C'",
        "sent",
    ),
    "both amounts of an entry were changed": (
        f"UPDATE payments_posting SET amount = amount + 1 WHERE entry_id = ({_SETTLED})",
        "sent",
    ),
    "a balance was raised": (_BALANCE.format(5_00, "{alice}"), "alice"),
    "two balances were changed so that their sum stays": (
        f"{_BALANCE.format(5_00, '{alice}')}; {_BALANCE.format(-5_00, '{carol}')}",
        "carol",
    ),
    "the entry of a refund was deleted": (
        """DELETE FROM payments_posting USING payments_journalentry entry
           WHERE entry.id = entry_id AND transaction_id = {refunded} AND purpose = 'FUNDING_RETURNED';
           DELETE FROM payments_journalentry WHERE transaction_id = {refunded} AND purpose = 'FUNDING_RETURNED'""",
        "refunded",
    ),
    "a status was changed without a history": (
        """UPDATE payments_transaction SET status = 'REJECTED' WHERE id = {returned};
           UPDATE payments_transaction SET status = 'FAILED' WHERE id = {returned}""",
        "returned",
    ),
    "the terms of a quote were changed": (
        "UPDATE payments_quote SET total_receiving = total_receiving + 1 WHERE transaction_id = {quoted}",
        "quoted",
    ),
    "the amount of an item in suspense was changed": (
        "UPDATE payments_suspenseitem SET amount = amount - 1 WHERE transaction_id = {paid_twice}",
        "paid twice",
    ),
    "an item in suspense was deleted": (
        "DELETE FROM payments_suspenseitem WHERE transaction_id = {paid_twice}",
        "paid twice",
    ),
    "the totals of a day were changed": (
        "UPDATE payments_ledgerday SET debit = debit + 1 WHERE kind = 'RAIL_SETTLEMENT' AND currency = 'MXN'",
        "RAIL_SETTLEMENT MXN",
    ),
    "an entry was given to another payment": (
        f"UPDATE payments_journalentry SET transaction_id = {{carols}} WHERE id = ({_SETTLED})",
        "sent",
    ),
    "a posting was moved to another shared account": (
        f"""UPDATE payments_posting posting SET account_id = other.id
           FROM payments_ledgeraccount account, payments_ledgeraccount other
           WHERE posting.entry_id = ({_EXECUTED}) AND account.id = posting.account_id AND account.kind = 'FEES'
           AND other.platform_id = account.platform_id AND other.currency = account.currency
           AND other.kind = 'WRITTEN_OFF'""",
        "quoted",
    ),
    "an internal account was pointed at another platform's ledger account": (
        """UPDATE payments_internalaccount SET ledger_account_id = -1
           WHERE platform_id = {rival} AND currency = 'USD' AND customer_id IS NULL;
           UPDATE payments_internalaccount SET ledger_account_id = (SELECT id FROM payments_ledgeraccount
           WHERE platform_id = {rival} AND currency = 'USD' AND kind = 'PLATFORM_FUNDS') WHERE id = {alices_account}""",
        "sent",
    ),
    "a ledger account was given to another platform": (
        "UPDATE payments_ledgeraccount SET platform_id = {rival} WHERE id = {alice}",
        "alice",
    ),
    **DEPOSIT_CORRUPTIONS,
}


def test_every_corruption_is_found_and_its_payment_or_account_named(books):
    names = {
        **books.payments,
        **{name: deposit.public_id for name, deposit in books.deposits.items()},
        "alice": books.account(books.alice).public_id,
        "carol": books.account(books.carol).public_id,
    }
    assert list(check.find()) == []
    missed = {}
    for name, (statements, named) in CORRUPTIONS.items():
        found = found_after(books, statements)
        if not any(fault.subject.startswith(names.get(named, named)) for fault in found):
            missed[name] = found

    assert missed == {}
    assert len(CORRUPTIONS) >= 40
    assert list(check.find()) == [], "each corruption was undone"


def test_who_is_not_concerned_is_not_named(books):
    [fault] = found_after(books, _BALANCE.format(5_00, "{alice}"))

    account = books.account(books.alice)
    assert (fault.kind, fault.subject, fault.accounts) == (
        "BALANCE_WRONG",
        account.public_id,
        (account.ledger_account_id,),
    )


@pytest.mark.parametrize(("named", "is_held"), [("credited", True), ("meant for carol", False)])
def test_a_fault_of_a_deposit_holds_the_account_that_it_was_credited_to(books, named, is_held):
    books.deposits["meant for carol"] = arrivals.arrive(
        books.platform, 2**63 - 1, named=books.api.internal_account(books.carol)
    )
    statement = f"UPDATE payments_deposit SET amount = amount - 1 WHERE id = '{books.deposits[named].pk}'"

    found = found_after(books, statement)

    keys = {key for fault in found for key in fault.accounts}
    assert {fault.subject for fault in found} == {books.deposits[named].public_id}
    assert keys == ({books.account(books.alice).ledger_account_id} if is_held else set())
