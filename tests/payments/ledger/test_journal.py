"""The journal: what it takes, what the database refuses."""

import datetime as dt

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import DatabaseError

from payments.ledger import chart, journal, statements
from payments.models import InternalAccount, JournalEntry, LedgerAccount, Posting
from platforms.base import clock
from tests.support import postings

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


@pytest.fixture
def held(acme):
    """The platform's own USD account in the books."""
    return InternalAccount.objects.get(platform=acme.platform, customer=None, currency="USD").ledger_account_id


@pytest.fixture
def rail(acme):
    return chart.system_account(platform_id=acme.platform.id, kind=chart.AccountKind.RAIL_SETTLEMENT, currency="USD")


def post(acme, *lines, now=NOW, **options):
    return journal.post(platform_id=acme.platform.id, purpose="TEST", lines=lines, now=now, **options)


def write_postings(entry, *postings):
    """Write postings of 1, as account, side and currency, without the function that writes entries."""
    rows = [
        Posting(entry=entry, account_id=account, side=side, amount=1, currency=currency, at=NOW)
        for account, side, currency in postings
    ]
    Posting.objects.bulk_create(rows)


def constraints_checked_as_at_commit():
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_an_entry_moves_money_and_reports_the_balance_it_left(acme, held, rail):
    posted = post(acme, journal.debit(rail, 500), journal.credit(held, 500))

    assert posted.balances == {held: 500}
    assert postings.balance(held) == 500
    assert postings.balance(rail) == 500
    constraints_checked_as_at_commit()


def test_a_guarded_account_never_goes_below_zero(acme, held, rail):
    post(acme, journal.debit(rail, 500), journal.credit(held, 500))

    with pytest.raises(journal.InsufficientBalance), transaction.atomic():
        post(acme, journal.debit(held, 501), journal.credit(rail, 501))

    assert postings.balance(held) == 500


def test_the_database_itself_refuses_a_negative_balance(held):
    with pytest.raises(IntegrityError, match="ledger_guarded_balance_not_negative"), transaction.atomic():
        LedgerAccount.objects.filter(id=held).update(balance=-1)


def test_an_unbalanced_entry_does_not_reach_the_commit(acme, held, rail):
    post(acme, journal.debit(rail, 500), journal.credit(held, 499))

    with pytest.raises(DatabaseError, match="does not balance"):
        constraints_checked_as_at_commit()


def test_an_entry_of_two_currencies_must_balance_in_each(acme, rail):
    euro = chart.system_account(platform_id=acme.platform.id, kind=chart.AccountKind.RAIL_SETTLEMENT, currency="EUR")
    post(acme, journal.debit(rail, 500), journal.credit(euro, 500))

    with pytest.raises(DatabaseError, match="does not balance"):
        constraints_checked_as_at_commit()


@pytest.mark.parametrize("count", [0, 1])
def test_an_entry_with_fewer_than_two_postings_does_not_reach_the_commit(acme, held, count):
    entry = JournalEntry.objects.create(platform=acme.platform, purpose="TEST", at=NOW)
    write_postings(entry, *[(held, "D", "USD")] * count)

    with pytest.raises(DatabaseError, match="fewer than two postings"):
        constraints_checked_as_at_commit()


def test_a_posting_is_in_the_currency_of_its_account(acme, held, rail):
    with pytest.raises(DatabaseError, match="names no ledger account of its currency"), transaction.atomic():
        entry = JournalEntry.objects.create(platform=acme.platform, purpose="TEST", at=NOW)
        write_postings(entry, (rail, "D", "EUR"), (held, "C", "EUR"))


@pytest.mark.parametrize("amount", [0, -5])
def test_an_amount_is_above_zero(acme, held, rail, amount):
    with pytest.raises((IntegrityError, journal.InsufficientBalance)), transaction.atomic():
        post(acme, journal.debit(rail, amount), journal.credit(held, amount))


def test_a_balance_that_would_outgrow_an_amount_is_refused(acme, held, rail):
    post(acme, journal.debit(rail, 2**63 - 1), journal.credit(held, 2**63 - 1))

    with pytest.raises(journal.BalanceOutOfRange), transaction.atomic():
        post(acme, journal.debit(rail, 1), journal.credit(held, 1))


def test_an_account_of_another_platform_takes_no_posting(acme, rival, held):
    foreign = InternalAccount.objects.get(platform=rival.platform, customer=None, currency="USD").ledger_account_id

    with pytest.raises(DatabaseError, match="unknown ledger account"), transaction.atomic():
        post(acme, journal.debit(foreign, 1), journal.credit(held, 1))


@pytest.mark.parametrize("model", [JournalEntry, Posting])
@pytest.mark.parametrize("change", ["update", "delete"])
def test_the_journal_can_not_be_changed(acme, held, rail, model, change):
    post(acme, journal.debit(rail, 500), journal.credit(held, 500))
    table = model._meta.db_table
    statement = f"UPDATE {table} SET at = now()" if change == "update" else f"DELETE FROM {table}"

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db(transaction=True)
def test_an_entry_takes_no_posting_after_its_commit(acme, held, rail):
    with transaction.atomic():
        posted = post(acme, journal.debit(rail, 500), journal.credit(held, 500))

    with pytest.raises(DatabaseError, match="takes no postings after it was made"):
        write_postings(JournalEntry.objects.get(id=posted.entry_id), (rail, "D", "USD"), (held, "C", "USD"))


def test_a_reversing_entry_mirrors_the_first_and_can_be_made_once(acme, held, rail):
    posted = post(acme, journal.debit(rail, 500), journal.credit(held, 500))

    undone = journal.reverse(entry_id=posted.entry_id, purpose="TEST_REVERSED", now=NOW)

    assert undone.balances == {held: 0}
    assert JournalEntry.objects.get(id=undone.entry_id).reverses_id == posted.entry_id
    with pytest.raises(DatabaseError, match="unique"), transaction.atomic():
        post(acme, journal.debit(rail, 1), journal.credit(held, 1), reverses=posted.entry_id)


def test_the_balance_at_a_past_time_counts_what_had_happened_by_then(acme, held, rail):
    for day, amount in ((1, 100), (2, 20), (3, 3)):
        moment = NOW + dt.timedelta(days=day)
        post(acme, journal.debit(rail, amount), journal.credit(held, amount), now=moment)

    assert postings.balance(held, at=NOW) == 0
    assert postings.balance(held, at=NOW + dt.timedelta(days=2)) == 120
    assert postings.balance(rail, at=NOW + dt.timedelta(days=2)) == 120
    assert postings.balance(held) == 123


def lines_of(account, *, since):
    return statements.page(account, after=statements.Place(since), until=NOW + dt.timedelta(days=9))[1]


def test_a_statement_shows_the_running_balance_from_any_day_on(acme, held, rail):
    for day, amount in ((1, 100), (2, 20), (3, 3)):
        moment = NOW + dt.timedelta(days=day)
        post(acme, journal.debit(rail, amount), journal.credit(held, amount), now=moment)
    post(acme, journal.debit(held, 40), journal.credit(rail, 40), now=NOW + dt.timedelta(days=4))

    whole = [(line.is_credit, line.amount, line.balance) for line in lines_of(held, since=NOW)]
    later = [(line.amount, line.balance) for line in lines_of(held, since=NOW + dt.timedelta(days=3))]
    rails = [line.balance for line in lines_of(rail, since=NOW)]

    assert whole == [(True, 100, 100), (True, 20, 120), (True, 3, 123), (False, 40, 83)]
    assert later == [(3, 123), (40, 83)]
    assert rails == [-100, -120, -123, -83]


def test_shared_accounts_are_one_per_platform_kind_and_currency(acme, rail):
    again = chart.system_account(platform_id=acme.platform.id, kind=chart.AccountKind.RAIL_SETTLEMENT, currency="USD")

    assert again == rail
    assert LedgerAccount.objects.get(id=rail).balance is None


def test_every_kind_of_the_chart_is_explained_beside_it():
    for kind in chart.AccountKind:
        assert kind.value in (chart.__doc__ or "")
        assert kind in chart.CHART


def test_time_is_read_once_and_handed_down(acme, held, rail):
    moment = clock.real_now()

    posted = post(acme, journal.debit(rail, 1), journal.credit(held, 1), now=moment)

    assert set(Posting.objects.filter(entry_id=posted.entry_id).values_list("at", flat=True)) == {moment}
