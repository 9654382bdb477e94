"""An account whose books are broken is held: no money moves on it, everybody else's goes on."""

import uuid

import pytest
from django.db import connection, transaction
from django.test import Client

from payments import tasks
from payments.accounts import internal_accounts
from payments.ledger import chart, check_parts, holds, journal
from payments.models import (
    CaseState,
    InternalAccount,
    JournalEntry,
    LedgerAccount,
    OperationsCase,
    ProviderMessage,
    Transaction,
)
from payments.workflow import advancing, claims
from platforms import audit
from platforms.base import clock, logs
from platforms.models import AuditEntry
from tests.support import factories
from tests.support.payments import checking, quote_requests, scenarios

pytestmark = pytest.mark.django_db(transaction=True)
OLGA = audit.Actor(kind="STAFF", id="olga")


def faults_tonight() -> int:
    return len(checking.check_tonight().faults)


def ledger_account(account: str) -> int:
    return int(InternalAccount.objects.get(id=account.partition(":")[2]).ledger_account_id)


def shift(account: str, amount: int) -> None:
    """Change a balance by hand, as nobody should."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE payments_ledgeraccount SET balance = balance + %s WHERE id = %s", [amount, ledger_account(account)]
        )


def is_held(account: str) -> bool:
    return LedgerAccount.objects.get(id=ledger_account(account)).held_at is not None


@pytest.fixture
def banks(api, alice):
    """Alice, and her bank accounts by currency."""
    return {
        "holder": alice,
        "USD": api.external_account(alice),
        "MXN": api.external_account(alice, quote_requests.clabe(), "MXN"),
    }


@pytest.fixture
def dollars(api, alice, banks):
    """Alice's account with 500.00 USD."""
    account = api.internal_account(alice)
    api.fund(account, 500_00)
    return account


def break_books(account: str) -> None:
    """Have the account show more than was ever posted, and the check find it."""
    shift(account, 1)
    assert faults_tonight() == 1


def repair_books(account: str) -> None:
    shift(account, -1)
    assert faults_tonight() == 0


def money() -> list[object]:
    """Everything that a call may have changed about money."""
    balances = LedgerAccount.objects.order_by("id").values_list("id", "balance")
    return [list(balances), JournalEntry.objects.count(), Transaction.objects.count(), AuditEntry.objects.count()]


def quote(api, source, destination, **fields):
    return api.post("/quotes", quote_requests.body(source, destination, **fields), key="k")


CALLS = {
    "transfer out": lambda api, mine, account: api.transfer_out(account, mine["USD"], 100, key="k"),
    "transfer in": lambda api, mine, account: api.transfer_in(mine["USD"], account, 100, key="k"),
    "funding": lambda api, _mine, account: api.post(
        f"/sandbox/internal-accounts/{account}/fund", {"amount": 100}, key="k"
    ),
    "quote": lambda api, mine, account: quote(api, account, mine["MXN"]),
    "quote executed at once": lambda api, mine, account: quote(api, account, mine["MXN"], immediatelyExecute=True),
    "quote to it": lambda api, mine, account: quote(api, quote_requests.realtime("EUR", mine["holder"]), account),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_would_move_money_is_refused_and_changes_nothing(api, banks, dollars, name):
    break_books(dollars)
    before = money()

    reply = CALLS[name](api, banks, dollars)

    assert (reply.status_code, reply.json()["code"]) == (403, "FORBIDDEN"), reply.content
    assert reply.json()["details"]["reason"] == "ACCOUNT_HELD"
    assert money() == before
    repair_books(dollars)
    assert CALLS[name](api, banks, dollars).status_code in {200, 201}, "with the same key"


def test_a_quote_that_was_made_before_is_not_executed(api, banks, dollars):
    quote = quote_requests.quote(api, dollars, banks["MXN"]).json()
    break_books(dollars)
    before = money()

    reply = api.post(f"/quotes/{quote['id']}/execute", key="k")

    assert (reply.status_code, reply.json()["details"]["reason"]) == (403, "ACCOUNT_HELD")
    assert money() == before
    repair_books(dollars)
    assert api.post(f"/quotes/{quote['id']}/execute", key="k").status_code == 200


def test_the_database_refuses_an_entry_whoever_writes_it(api, acme, dollars):
    """What was looked up before may have changed: what counts is seen under the lock of the balance."""
    break_books(dollars)
    lines = [
        journal.debit(ledger_account(dollars), 1),
        journal.credit(
            chart.system_account(platform_id=acme.platform.id, kind=chart.AccountKind.RAIL_SETTLEMENT, currency="USD"),
            1,
        ),
    ]

    with pytest.raises(holds.AccountHeld), transaction.atomic():
        journal.post(platform_id=acme.platform.id, purpose="TEST", lines=lines, now=clock.real_now())


def test_everybody_else_goes_on(api, dollars, worker):
    carol = api.customer("Carol Approved")
    theirs, bank = api.internal_account(carol), api.external_account(carol)
    api.fund(theirs, 100_00)
    break_books(dollars)

    paid = api.transfer_out(theirs, bank, 100_00)
    worker.run()

    assert paid.status_code == 201
    assert api.get(f"/transactions/{paid.json()['id']}").json()["status"] == "COMPLETED"
    assert (is_held(dollars), is_held(theirs)) == (True, False)
    assert Client().get("/readyz").status_code == 200


def test_a_payment_on_its_way_waits_and_goes_on_afterwards(api, banks, dollars, worker):
    out = api.transfer_out(dollars, banks["USD"], 100_00).json()["id"]
    into = api.transfer_in(banks["USD"], dollars, 50_00).json()["id"]
    break_books(dollars)

    worker.run()

    assert not ProviderMessage.objects.exists(), "no rail is asked"
    assert [scenarios.payment_of(key).status for key in (out, into)] == ["PENDING", "CREATED"]
    repair_books(dollars)
    worker.run()
    assert [scenarios.payment_of(key).status for key in (out, into)] == ["COMPLETED", "COMPLETED"]
    assert factories.balance_of(dollars) == 450_00


def test_money_on_its_way_to_a_held_account_waits_in_clearing(api, alice, dollars, worker):
    euros = api.internal_account(alice, "EUR")
    payment = quote_requests.quote(api, dollars, euros, immediatelyExecute=True).json()["transactionId"]
    break_books(euros)

    worker.run()

    assert scenarios.payment_of(payment).status == "PROCESSING"
    repair_books(euros)
    worker.run()
    assert scenarios.payment_of(payment).status == "COMPLETED"


def test_what_a_rail_says_while_the_account_is_held_is_recorded_afterwards(api, banks, dollars, worker):
    into = api.transfer_in(banks["USD"], dollars, 50_00).json()["id"]
    [claimed] = claims.claim_payments(limit=1)
    break_books(dollars)

    advancing.advance(claimed)

    assert scenarios.payment_of(into).status == "CREATED"
    repair_books(dollars)
    api.post("/sandbox/clock/advance", {"seconds": 120})
    worker.run()
    assert scenarios.payment_of(into).status == "COMPLETED"
    assert JournalEntry.objects.filter(purpose="TRANSFER_IN_SETTLED").count() == 1


def test_a_quote_that_runs_out_needs_no_money_and_does_not_wait(api, banks, dollars, worker):
    payment = quote_requests.quote(api, dollars, banks["MXN"]).json()["transactionId"]
    break_books(dollars)
    api.post("/sandbox/clock/advance", {"seconds": 301})

    worker.run()

    assert scenarios.payment_of(payment).status == "EXPIRED"


def test_both_accounts_of_a_payment_are_held(api, alice, dollars, worker):
    euros = api.internal_account(alice, "EUR")
    payment = quote_requests.quote(api, dollars, euros, immediatelyExecute=True).json()["transactionId"]
    worker.run()
    Transaction.objects.filter(id=payment.partition(":")[2]).update(status="FAILED")

    assert faults_tonight() > 0

    assert is_held(dollars)
    assert is_held(euros)
    assert LedgerAccount.objects.exclude(held_at=None).count() == 2


def sweep() -> None:
    tasks.open_cases()


def test_a_case_names_the_account_until_a_check_finds_nothing(acme, dollars):
    break_books(dollars)
    sweep()

    case = OperationsCase.objects.get()
    assert (case.kind, case.subject, case.platform_id) == ("BOOKS_BROKEN", dollars, acme.platform.id)
    assert case.cause == "BALANCE_WRONG: shows 1 more than its postings add up to"
    assert faults_tonight() == 1
    sweep()
    assert OperationsCase.objects.count() == 1, "another night, the same fault"
    repair_books(dollars)
    sweep()
    case.refresh_from_db()
    assert case.state == CaseState.CLOSED
    assert not is_held(dollars)


def test_the_log_raises_an_alarm_that_names_it(dollars, caplog):
    break_books(dollars)

    [alarm] = [record for record in caplog.records if record.levelname == "CRITICAL"]
    assert dollars in logs.JsonFormatter().format(alarm)


def release(account: str) -> None:
    with transaction.atomic():
        internal_accounts.release(
            account_id=uuid.UUID(account.partition(":")[2]),
            reason="a known fault",
            actor=OLGA,
            real_now=clock.real_now(),
        )


def test_staff_release_it_and_only_another_fault_holds_it_again(api, banks, dollars):
    break_books(dollars)

    release(dollars)

    assert api.transfer_out(dollars, banks["USD"], 100).status_code == 201
    entry = AuditEntry.objects.get(verb="internal_account.release")
    assert (entry.actor_id, entry.subject, entry.details) == ("olga", dollars, {"reason": "a known fault"})
    assert faults_tonight() == 1
    assert not is_held(dollars), "what was found is known"
    shift(dollars, 1)
    faults_tonight()
    assert is_held(dollars)


def test_what_is_not_held_is_not_released(dollars):
    with pytest.raises(internal_accounts.AccountNotHeld):
        release(dollars)


def test_a_check_that_stopped_early_releases_nothing(api, alice, dollars, monkeypatch):
    break_books(dollars)
    shift(api.internal_account(alice, "EUR"), 1)
    monkeypatch.setattr(check_parts, "MAX_FAULTS", 1)
    shift(dollars, -1)

    assert faults_tonight() == 1

    assert is_held(dollars)
