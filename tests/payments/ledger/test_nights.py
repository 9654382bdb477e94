"""The nightly check goes on where it stopped, and a night reads what is new and a seventh of the rest."""

import contextlib
import datetime as dt
from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from payments import tasks
from payments.ledger import check
from payments.models import CheckedBalance, InternalAccount, LedgerAccount, LedgerCheckRun, Posting, Transaction
from payments.reporting import checked_balances
from platforms.base import clock
from platforms.models import CheckPart, CheckStage, NightlyCheck
from platforms.operations import check_keys, nightly_checks
from tests.support.payments import checking, scenarios
from tests.support.processes.schedule import is_asked_for

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def payments(api, alice, worker):
    """Eight transfers, four in a page."""
    made = [scenarios.transfer_out()(api, alice) for _ in range(8)]
    worker.run()
    return made


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    monkeypatch.setattr(check_keys, "RANGE", 4)


def write(statement: str, *values: str | int) -> None:
    """Write past the triggers."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        assert cursor.rowcount > 0


def part(name: str) -> CheckPart:
    return CheckPart.objects.get(parent="books", name=name)


def later(days: int) -> clock.RealTime:
    return clock.RealTime(clock.real_now() + dt.timedelta(days=days))


def test_a_worker_that_is_killed_loses_a_page(payments, monkeypatch):
    now = clock.real_now()
    check.begin(now=now)
    while part("payments").rows == 0:
        check.step(now=now)
    read = part("payments").rows

    def killed(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(CheckPart, "save", killed)
        with pytest.raises(SystemExit):
            check.step(now=now)
    assert part("payments").rows == read == 4
    assert LedgerCheckRun.objects.count() == 0, "what is not read is not called good"
    assert check.state() == "unchecked"

    while check.step(now=now) is not None:
        pass

    assert part("payments").rows == 8
    run = LedgerCheckRun.objects.get()
    assert (run.faults, run.started_at) == ([], now)
    of_part = {one["part"]: one for one in run.parts}
    assert of_part["payments"]["goodUntil"] == now.isoformat()


def test_of_two_workers_that_read_a_page_one_notes_it(payments, monkeypatch):
    now = clock.real_now()
    check.begin(now=now)
    while part("postings").stage == CheckStage.NEW and part("postings").rows == 0:
        check.step(now=now)
    snapshot, read = nightly_checks.snapshot, part("postings").rows

    @contextlib.contextmanager
    def then_another_worker() -> Iterator[None]:
        with snapshot():
            yield
        monkeypatch.setattr(nightly_checks, "snapshot", snapshot)
        check.step(now=now)

    monkeypatch.setattr(nightly_checks, "snapshot", then_another_worker)
    check.step(now=now)

    assert part("postings").rows == read + 4


def test_a_night_reads_what_is_new_and_a_seventh_of_the_rest(api, alice, worker, payments):
    checking.check_tonight(days=0)
    checking.check_tonight(days=10)
    assert part("payments").new_after is not None
    everything = Transaction.objects.count()

    read = []
    for night in range(11, 18):
        checking.check_tonight(days=night)
        read.append(part("payments").rows)

    # Two pages of four are what there is: one on the first night, the other on the fourth.
    assert sum(read) == everything
    assert max(read) == 4
    whole_since = part("payments").whole_since
    assert whole_since is not None
    assert abs(whole_since - later(11)) < dt.timedelta(days=1)


def test_what_comes_is_read_on_the_next_night(api, alice, worker, payments):
    checking.check_tonight(days=0)
    checking.check_tonight(days=10)
    key = scenarios.transfer_out()(api, alice).partition(":")[2]
    worker.run()
    before = part("payments").rows

    write(
        "UPDATE payments_posting SET amount = amount + 1 WHERE entry_id IN"
        " (SELECT id FROM payments_journalentry WHERE transaction_id = %s)",
        key,
    )

    assert f"Transaction:{key}" in {fault["subject"] for fault in checking.check_tonight(days=11).faults}
    assert part("payments").rows - before <= 8


def test_an_entry_of_an_old_payment_has_it_compared_again(payments):
    checking.check_tonight(days=0)
    checking.check_tonight(days=10)
    old = payments[-1].partition(":")[2]
    write(
        "INSERT INTO payments_journalentry (platform_id, purpose, transaction_id, at)"
        " SELECT platform_id, 'TRANSFER_OUT_SENT', id, now() FROM payments_transaction WHERE id = %s",
        old,
    )

    faults = checking.check_tonight(days=11).faults

    assert f"Transaction:{old}" in {fault["subject"] for fault in faults}
    assert part("payments of entries").faults


def test_a_balance_is_compared_every_night(api, alice, payments):
    checking.check_tonight(days=0)
    checking.check_tonight(days=10)
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2]).ledger_account_id

    write("UPDATE payments_ledgeraccount SET balance = balance + 5 WHERE id = %s", account)

    [fault] = checking.check_tonight(days=11).faults
    assert (fault["kind"], fault["accounts"]) == ("BALANCE_WRONG", [account])
    assert LedgerAccount.objects.get(id=account).held_at is not None
    assert checking.check_tonight(days=12).faults[0]["since"] == fault["since"]
    write("UPDATE payments_ledgeraccount SET balance = balance - 5 WHERE id = %s", account)
    assert checking.check_tonight(days=13).faults == []
    assert LedgerAccount.objects.get(id=account).held_at is None


def test_an_old_posting_changed_together_with_its_balance_is_found_the_next_night(api, alice, payments):
    checking.check_tonight(days=0)
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2]).ledger_account_id
    first = Posting.objects.filter(account_id=account, side="C").order_by("id")[0]
    write("UPDATE payments_posting SET amount = amount + 5 WHERE id = %s", first.pk)
    write("UPDATE payments_ledgeraccount SET balance = balance + 5 WHERE id = %s", account)

    assert account in {key for fault in checking.check_tonight(days=1).faults for key in fault["accounts"]}


def test_a_fault_stays_while_other_nights_read_other_pages(payments):
    checking.check_tonight(days=0)
    checking.check_tonight(days=10)
    old = payments[0].partition(":")[2]
    write("UPDATE payments_transaction SET settled_at = NULL WHERE id = %s", old)

    found = [bool(checking.check_tonight(days=night).faults) for night in range(11, 20)]

    assert found == sorted(found), "it does not go again"
    assert found[-1]
    write("UPDATE payments_transaction SET settled_at = now() WHERE id = %s", old)
    assert checking.check_tonight(days=20).faults == []


def test_the_sums_are_those_of_the_postings_and_are_added_up_once(api, alice, payments):
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2]).ledger_account
    checked_balances.advance()
    assert checked_balances.advance() == 0
    assert CheckedBalance.objects.get(account=account).balance == account.balance

    CheckedBalance.objects.update(balance=1)
    assert checking.check_tonight().faults != []
    checked_balances.renew()
    assert CheckedBalance.objects.get(account=account).balance == account.balance
    assert checking.check_tonight(days=1).faults == []


def test_the_job_begins_a_night_a_day_and_does_it_to_the_end(payments):
    assert is_asked_for(check.TASK)

    while not LedgerCheckRun.objects.exists():
        assert tasks.check_the_books() > 0

    assert LedgerCheckRun.objects.count() == 1
    assert not is_asked_for(check.TASK)
    assert tasks.check_the_books() == 0
    NightlyCheck.objects.update(ended_at=None)
    assert is_asked_for(check.TASK)
    assert set(CheckPart.objects.values_list("stage", flat=True)) <= set(CheckStage.values)


def test_a_part_for_which_a_week_is_too_short_makes_the_books_stale(payments):
    checking.check_tonight()
    assert check.state() == "ok"

    CheckPart.objects.filter(name="payments").update(round_began_at=later(-9))
    assert check.late_parts() == ["payments"]

    assert check.state() == "stale"


def test_a_page_that_raises_stops_no_later_page_or_part_and_is_a_fault_until_it_is_read(api, alice, payments, caplog):
    checking.check_tonight(days=0)
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2]).ledger_account_id
    unreadable, other = payments[0].partition(":")[2], payments[-1].partition(":")[2]
    write("UPDATE payments_transaction SET settled_at = NULL WHERE id IN (%s, %s)", unreadable, other)
    assert {fault["kind"] for fault in checking.check_tonight(days=1).faults} == {"SETTLEMENT_DIFFERS"}

    make_unreadable(unreadable)
    write("UPDATE payments_ledgeraccount SET balance = balance + 5 WHERE id = %s", account)
    run = checking.check_tonight(days=2)

    found = {fault["kind"]: fault for fault in run.faults}
    assert found["NOT_READ"]["subject"] == "part payments"
    assert found["NOT_READ"]["detail"].startswith("DataError in the page of the keys after ")
    assert "BALANCE_WRONG" in found, "later parts are read"
    differing = {fault["subject"] for fault in run.faults if fault["kind"] == "SETTLEMENT_DIFFERS"}
    assert differing == {f"Transaction:{unreadable}", f"Transaction:{other}"}, "what was found in the page stays"
    assert check.state() == "broken"
    assert [record.reason for record in caplog.records if "can't be read" in record.message] == ["DataError"]
    whole_since = part("payments").whole_since

    assert "NOT_READ" in {fault["kind"] for fault in checking.check_tonight(days=3).faults}
    assert part("payments").whole_since == whole_since, "a round that lacks a page is no whole one"
    write("DELETE FROM payments_outgoingumapayment WHERE transaction_id = %s", unreadable)
    assert "NOT_READ" not in {fault["kind"] for fault in checking.check_tonight(days=4).faults}


def test_a_page_that_raises_stops_no_check_by_hand_either(api, alice, payments):
    """It ended with the error, and nothing behind that page was compared."""
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2]).ledger_account_id
    unreadable = payments[0].partition(":")[2]
    write("UPDATE payments_transaction SET settled_at = NULL WHERE id = %s", unreadable)
    assert {fault["kind"] for fault in check.run().faults} == {"SETTLEMENT_DIFFERS"}
    whole_since = part("payments").whole_since
    make_unreadable(unreadable)
    write("UPDATE payments_ledgeraccount SET balance = balance + 5 WHERE id = %s", account)

    kinds = {fault["kind"] for fault in check.run().faults}

    assert kinds >= {"NOT_READ", "BALANCE_WRONG"}
    assert "SETTLEMENT_DIFFERS" in {one["kind"] for one in part("payments").faults}, "what was found in the page stays"
    assert part("payments").whole_since == whole_since
    write("DELETE FROM payments_outgoingumapayment WHERE transaction_id = %s", unreadable)
    assert {fault["kind"] for fault in check.run().faults} == {"SETTLEMENT_DIFFERS", "BALANCE_WRONG"}


def make_unreadable(payment):
    """Have the comparison of a payment raise: what it is rounded up to is no number that the database has."""
    write(
        "INSERT INTO payments_outgoingumapayment (transaction_id, platform_id, counterparty_domain, invoice,"
        " payment_hash, amount_msat, most_fee_msat, callback_url, preimage, fee_msat)"
        " SELECT id, platform_id, '', '', 'hash', 1, 1, '', 'proof', %s FROM payments_transaction WHERE id = %s",
        2**63 - 1,
        payment,
    )
