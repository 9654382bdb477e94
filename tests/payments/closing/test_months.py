"""A month is closed: in order, once it is over and explained; nothing is dated into it, and corrections name it."""

import collections
import contextlib
import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection, transaction

from payments.closing import checklist, figures, months
from payments.ledger import check, journal
from payments.models import (
    ClosedBooks,
    Correction,
    JournalEntry,
    LedgerAccount,
    LedgerCheckRun,
    MonthClose,
    MonthFigure,
    Posting,
    SuspenseItem,
)
from payments.reporting import daily_totals
from payments.reporting.exports import JournalBusy
from platforms.base import errors
from platforms.database import high_water
from platforms.models import AuditEntry, Platform
from tests.support import patience
from tests.support.payments import month_ends
from tests.support.payments.arrivals import arrive

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def platform(acme):
    return acme.platform


@pytest.fixture
def month(api, platform, alice, worker) -> dt.date:
    """A month with payments in it, which is over: all of them were made on its first day."""
    month_ends.pass_month(api, platform)
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    assert api.transfer_out(account, api.external_account(alice), 30_00).status_code == 201
    worker.run()
    return month_ends.end_month(api, platform)


@pytest.fixture
def begun(platform, month) -> MonthClose:
    return month_ends.begin(platform, month)


@pytest.fixture
def closed(begun) -> MonthClose:
    return month_ends.close(begun)


def holder(platform: Platform) -> LedgerAccount:
    return LedgerAccount.objects.filter(platform=platform, kind="CUSTOMER_FUNDS", currency="USD", balance__gt=0).get()


def book(platform: Platform, amount: int, *, now: dt.datetime) -> JournalEntry:
    """Credit a holder by nothing but an entry, of a call that began at `now`."""
    account = holder(platform)
    rail = LedgerAccount.objects.get(platform=platform, kind="RAIL_SETTLEMENT", currency="USD")
    lines = [journal.debit(rail.pk, amount), journal.credit(account.pk, amount)]
    with transaction.atomic():
        posted = journal.post(platform_id=platform.pk, purpose="DEPOSIT_CREDITED", lines=lines, now=now)
    return JournalEntry.objects.get(pk=posted.entry_id)


def test_a_closed_month_keeps_the_sums_of_its_postings(platform, month, closed):
    expected = collections.Counter[tuple[str, str]]()
    for posting in Posting.objects.filter(account__platform=platform, at__lt=figures.end_of(month)):
        kind = LedgerAccount.objects.get(pk=posting.account_id).kind
        expected[kind, posting.currency] += posting.amount if posting.side == "C" else -posting.amount
    kept = {(row.kind, row.currency): int(row.closing) for row in MonthFigure.objects.filter(close=closed)}

    assert {place: total for place, total in kept.items() if total} == {p: t for p, t in expected.items() if t}
    assert kept["CUSTOMER_FUNDS", "USD"] == 70_00
    entry = AuditEntry.objects.get(verb="month.close")
    assert (entry.actor_id, entry.details["proposedBy"], entry.details["digest"]) == ("otto", "olga", closed.digest)


@pytest.mark.parametrize("state", ["begun", "closed"])
def test_what_comes_late_is_dated_in_the_open_month_and_names_the_one_it_corrects(state, platform, month, request):
    before = figures.of_journal(platform.pk, month)
    request.getfixturevalue(state)

    entry = book(platform, 5_00, now=figures.end_of(month) - dt.timedelta(seconds=1))

    assert entry.at == figures.end_of(month)
    assert {posting.at for posting in entry.postings.all()} == {entry.at}
    assert Correction.objects.get(entry=entry).month == month
    assert figures.of_journal(platform.pk, month) == before


def test_what_is_booked_in_the_open_month_corrects_nothing(platform, closed):
    assert not Correction.objects.filter(entry=book(platform, 5_00, now=platform.now())).exists()


def test_what_reverses_an_entry_of_a_closed_month_names_it(platform, month, closed):
    earlier = JournalEntry.objects.filter(purpose="TRANSFER_OUT_SENT").get()

    with transaction.atomic():
        posted = journal.reverse(entry_id=earlier.pk, purpose="TRANSFER_OUT_REVERSED", now=platform.now())

    assert Correction.objects.get(entry=posted.entry_id).month == month


def test_many_late_entries_at_once_are_dated_and_marked_too(platform, month, closed):
    rail = LedgerAccount.objects.get(platform=platform, kind="RAIL_SETTLEMENT", currency="USD")
    late, in_time = figures.end_of(month) - dt.timedelta(hours=1), platform.now()
    with connection.cursor() as cursor, transaction.atomic():
        cursor.execute(
            "SELECT entry FROM payments_post_pairs('DEPOSIT_CREDITED', %s, %s::uuid[], %s, %s, %s, %s)",
            [[platform.pk] * 2, [None, None], [late, in_time], [rail.pk] * 2, [holder(platform).pk] * 2, [1_00, 2_00]],
        )
        entries = [row[0] for row in cursor.fetchall()]

    assert [JournalEntry.objects.get(pk=key).at for key in entries] == [figures.end_of(month), in_time]
    assert [(row.entry_id, row.month) for row in Correction.objects.filter(entry__in=entries)] == [(entries[0], month)]


def test_a_clock_that_was_set_back_dates_nothing_into_a_closed_month(platform, month, closed):
    Platform.objects.filter(pk=platform.pk).update(clock_offset=dt.timedelta())
    platform.refresh_from_db()

    assert book(platform, 5_00, now=platform.now()).at >= figures.end_of(month)


@pytest.mark.parametrize("state", ["begun", "closed"])
def test_the_database_refuses_rows_in_a_month_that_two_people_closed_whoever_writes_them(
    state, platform, month, request
):
    request.getfixturevalue(state)
    accounts = LedgerAccount.objects.filter(platform=platform, currency="USD", is_guarded=False)[:2]
    at = figures.end_of(month) - dt.timedelta(days=1)

    def forge() -> None:
        with transaction.atomic():
            entry = JournalEntry.objects.create(platform=platform, purpose="FORGED", at=at)
            for account, side in zip(accounts, "DC", strict=True):
                Posting.objects.create(entry=entry, account=account, side=side, amount=1, currency="USD", at=at)

    if state == "begun":
        forge()
        return
    with pytest.raises(DatabaseError, match="closed month"):
        forge()


def test_months_are_closed_in_order_without_a_gap_once_they_are_over(api, platform, month, closed):
    following = figures.following(month)
    with pytest.raises(months.MonthNotOver):
        month_ends.begin(platform, following)
    with pytest.raises(months.OutOfOrder, match=f"{following:%Y-%m}"):
        month_ends.begin(platform, month)
    month_ends.end_month(api, platform)
    month_ends.end_month(api, platform)
    with pytest.raises(months.OutOfOrder, match=f"{following:%Y-%m}"):
        month_ends.begin(platform, figures.following(following))
    row = month_ends.begin(platform, following)
    with pytest.raises(months.AnotherBegun):
        month_ends.begin(platform, following)

    assert month_ends.close(row).edition == 1


@pytest.mark.parametrize("text", ["", "2026", "2026-13", "0000-01", "9999-12", "March", "2026-3"])
def test_what_is_no_month_is_refused(platform, text):
    with pytest.raises(errors.InvalidInput, match="such as 2026-03"), transaction.atomic():
        months.begin(platform_id=platform.pk, month=text, reason="x", actor=month_ends.OLGA, now=month_ends.now())


def test_books_that_were_not_checked_since_are_not_closed(platform, begun):
    LedgerCheckRun.objects.all().delete()
    with pytest.raises(months.Unexplained, match="Check of the books"):
        month_ends.close(begun)
    run = check.run()
    LedgerCheckRun.objects.filter(pk=run.pk).update(faults=[{"kind": "X", "platform_id": str(platform.pk)}])
    with pytest.raises(months.Unexplained, match="Check of the books"):
        month_ends.close(begun)
    LedgerCheckRun.objects.filter(pk=run.pk).update(faults=[{"kind": "X", "platform_id": "another"}])

    assert month_ends.close(begun).state == "CLOSED"


def test_suspense_is_explained_or_the_month_stays_open(api, platform, alice):
    arrive(platform, 50_00, named="nobody")
    row = month_ends.begin(platform, month_ends.end_month(api, platform))
    with pytest.raises(months.Unexplained, match="Suspense"):
        months.foresee(row, {})
    shown, items = months.foresee(row, {"suspense": "the payer is asked"})
    [item] = [each for each in items if each.name == "suspense"]
    assert item.figure == "50.00 USD of items that wait"

    # Decided after the month: at its end it waited.
    SuspenseItem.objects.update(resolved_at=figures.end_of(row.month))

    assert [each.figure for each in checklist.ask(row, shown) if each.name == "suspense"] == [item.figure]
    closed = month_ends.close(row)
    assert {each["name"]: each.get("explanation") for each in closed.checklist}["suspense"] == "the payer is asked"


def test_a_month_is_opened_again_and_closed_once_more_and_both_figures_stay(platform, month, closed):
    month_ends.reopen(closed)
    with pytest.raises(months.NotBegun):
        month_ends.reopen(closed)
    at = figures.end_of(month) - dt.timedelta(seconds=1)
    assert book(platform, 5_00, now=at).at == at
    check.run()
    LedgerCheckRun.objects.update(faults=[])
    again = month_ends.close(month_ends.begin(platform, month))

    totals = {(row.edition, int(row.closing)) for row in MonthFigure.objects.filter(close=again, kind="CUSTOMER_FUNDS")}
    assert (again.edition, totals) == (2, {(1, 70_00), (2, 75_00)})
    assert closed.digest != again.digest


def test_only_the_last_closed_month_is_opened_again(api, platform, closed):
    later = month_ends.end_month(api, platform)
    month_ends.close(month_ends.begin(platform, later))

    with pytest.raises(months.NotTheLast):
        month_ends.reopen(closed)
    month_ends.reopen(MonthClose.objects.get(month=later))
    books = ClosedBooks.objects.get(platform=platform)
    assert books.closed_until == books.sealed_until == figures.begin_of(later)


def test_the_check_names_a_figure_that_no_longer_agrees_with_the_journal(platform, month, closed):
    def changed() -> list[str]:
        return [fault.detail for fault in check.find() if fault.kind == "MONTH_CHANGED"]

    daily_totals.advance()
    book(platform, 5_00, now=figures.end_of(month) - dt.timedelta(seconds=1))
    assert changed() == []
    with connection.cursor() as cursor:
        # As by hand, with the triggers switched off: dated into the month.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("UPDATE payments_posting SET at = %s WHERE amount = 500", [figures.begin_of(month)])
        cursor.execute("SET session_replication_role = DEFAULT")

    wrong = changed()
    assert len(wrong) == 2
    assert f"{month:%Y-%m} CUSTOMER_FUNDS USD: kept opening 0, debits 3000, credits 10000" in "".join(wrong)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE payments_monthfigure SET debits = debits + 1, closing = closing - 1 WHERE kind = 'CUSTOMER_FUNDS'",
        "UPDATE payments_monthclose SET digest = repeat('0', 64)",
        "UPDATE payments_monthclose SET state = 'REOPENED'",
    ],
)
def test_the_check_names_a_month_that_is_not_as_the_audit_log_says(closed, change):
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(change)
        cursor.execute("SET session_replication_role = DEFAULT")

    assert [f.subject for f in check.find() if f.kind == "MONTH_CHANGED" and "audit log" in f.detail] == [
        closed.public_id
    ]


def test_the_check_names_a_month_that_one_person_closed_past_the_back_office(begun):
    with transaction.atomic():
        months.close(
            month=begun.pk,
            explanations=month_ends.EXPLAINED,
            reason="alone",
            actor=month_ends.OLGA,
            now=month_ends.now(),
        )

    assert [fault.detail for fault in check.find() if fault.kind == "MONTH_CHANGED"] == [
        f"{begun.month:%Y-%m}: by the audit log one person alone has closed it"
    ]


def test_a_close_waits_for_an_entry_that_did_not_know_of_its_beginning(platform, month, monkeypatch):
    at = figures.end_of(month) - dt.timedelta(seconds=1)
    has_posted, may_end = threading.Event(), threading.Event()

    def write() -> None:
        with contextlib.closing(connection), transaction.atomic():
            book(platform, 5_00, now=at)
            has_posted.set()
            assert may_end.wait(patience.LONG)

    with ThreadPoolExecutor(1) as threads:
        writing = threads.submit(write)
        assert has_posted.wait(patience.LONG)
        row = month_ends.begin(platform, month)
        with monkeypatch.context() as hurried:
            hurried.setattr(high_water, "_PATIENCE_SECONDS", 0.2)
            with pytest.raises(JournalBusy):
                month_ends.close(row)
        may_end.set()
        writing.result()
    month_ends.close(row)

    # It was not refused, and it is part of what was kept.
    assert JournalEntry.objects.latest("id").at == at
    assert MonthFigure.objects.get(close=row, kind="CUSTOMER_FUNDS", currency="USD").closing == 75_00


def test_control_without_waiting_the_entry_is_missing_in_what_was_kept(platform, month, monkeypatch):
    monkeypatch.setattr(high_water, "wait_for_writers", lambda _: True)
    has_posted, may_end = threading.Event(), threading.Event()

    def write() -> None:
        with contextlib.closing(connection), transaction.atomic():
            book(platform, 5_00, now=figures.end_of(month) - dt.timedelta(seconds=1))
            has_posted.set()
            assert may_end.wait(patience.LONG)

    with ThreadPoolExecutor(1) as threads:
        writing = threads.submit(write)
        assert has_posted.wait(patience.LONG)
        row = month_ends.close(month_ends.begin(platform, month))
        may_end.set()
        writing.result()

    assert figures.kept(row) != figures.of_journal(platform.pk, month)


def test_of_two_who_close_at_once_one_does(platform, begun):
    def attempt() -> str:
        with contextlib.closing(connection):
            try:
                return str(month_ends.close(begun).edition)
            except months.NotBegun:
                return "refused"

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(lambda _: attempt(), range(2))) == ["1", "refused"]
