"""`payments_post_pairs` writes what `payments_post` writes entry by entry, and refuses what it refuses."""

import datetime as dt
import random
import uuid

import pytest
from django.db import DatabaseError, connection, transaction

from payments.ledger import chart, holds, journal
from payments.models import InternalAccount, JournalEntry, LedgerAccount, Posting
from platforms.base import clock, errors
from platforms.database import prepared

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
_PAIRS = """
SELECT transaction_id, debited_balance, credited_balance
  FROM payments_post_pairs('TEST', $1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::bigint[])
"""


@pytest.fixture
def accounts(acme, api, alice):
    """Accounts in the books: two of holders with 1,000 each, and two of the house."""
    held = [api.internal_account(alice), api.internal_account(None)]
    for account in held:
        api.fund(account, 1_000)
    keys = [account.partition(":")[2] for account in held]
    guarded = InternalAccount.objects.filter(id__in=keys).order_by("id").values_list("ledger_account_id", flat=True)
    house = [
        chart.system_account(platform_id=acme.platform.id, kind=kind, currency="USD")
        for kind in (chart.AccountKind.PAYOUT_CLEARING, chart.AccountKind.RAIL_SETTLEMENT)
    ]
    return [*guarded, *house]


def entries_of(accounts, seed):
    """Return entries: debited and credited account, amount, moment, payment."""
    chosen = random.Random(seed)
    return [
        (
            *chosen.sample(accounts, 2),
            chosen.choice([1, 100, 400, 900]),
            NOW + dt.timedelta(seconds=number),
            uuid.UUID(int=chosen.getrandbits(128)),
        )
        for number in range(chosen.randint(1, 8))
    ]


def one_by_one(platform, entries):
    left = []
    for debited, credited, amount, at, payment in entries:
        lines = [journal.debit(debited, amount), journal.credit(credited, amount)]
        posted = journal.post(platform_id=platform, purpose="TEST", lines=lines, now=at, transaction_id=payment)
        left.append((payment, posted.balances.get(debited), posted.balances.get(credited)))
    return left


def together(platform, entries):
    debited, credited, amounts, moments, payments = (list(column) for column in zip(*entries, strict=True))
    platforms = [platform] * len(entries)
    try:
        return prepared.rows(_PAIRS, [platforms, payments, moments, debited, credited, amounts])
    except DatabaseError as error:
        raise journal.refusal(error) from error


def books_after(post, platform, entries, last):
    """Return what a way to post returns or raises, and what it has written; then take it back."""
    connection.ensure_connection()
    with transaction.atomic():
        try:
            with transaction.atomic():
                told = post(platform, entries)
                with connection.cursor() as cursor:
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                    cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        except errors.DomainError as refusal:
            told = type(refusal).__name__
        made = JournalEntry.objects.filter(id__gt=last).order_by("id")
        written = [
            (*row, list(Posting.objects.filter(entry=key).order_by("id").values_list(*_POSTING)))
            for key, *row in made.values_list("id", "platform_id", "purpose", "transaction_id", "reverses_id", "at")
        ]
        balances = list(LedgerAccount.objects.order_by("id").values_list("id", "balance", "balance_changed_at"))
        transaction.set_rollback(True)
    return told, written, balances


_POSTING = ("account_id", "side", "amount", "currency", "at")


@pytest.mark.parametrize("seed", range(40))
def test_a_set_is_what_its_entries_are_one_by_one(acme, accounts, seed):
    entries, last = entries_of(accounts, seed), JournalEntry.objects.latest("id").id

    expected = books_after(one_by_one, acme.platform.id, entries, last)

    assert books_after(together, acme.platform.id, entries, last) == expected


def test_the_seeds_have_both_endings(acme, accounts):
    last = JournalEntry.objects.latest("id").id
    told = [books_after(together, acme.platform.id, entries_of(accounts, seed), last)[0] for seed in range(40)]

    assert "InsufficientBalance" in told
    assert any(isinstance(rows, list) and len(rows) > 3 for rows in told)


@pytest.mark.parametrize("spoilt", ["held", "closed", "foreign", "too much"])
def test_what_stops_an_entry_stops_its_set(acme, rival, accounts, spoilt):
    entries, last = entries_of(accounts[1:], 3), JournalEntry.objects.latest("id").id
    platform = rival.platform.id if spoilt == "foreign" else acme.platform.id
    if spoilt == "held":
        holds.hold({accounts[1]}, now=clock.real_now())
        entries.append((accounts[1], accounts[2], 1, NOW, uuid.uuid4()))
    if spoilt == "closed":
        LedgerAccount.objects.filter(id=accounts[2]).update(closed_until=NOW + dt.timedelta(seconds=2))
    if spoilt == "too much":
        entries = [(accounts[2], accounts[1], 2**63 - 1, NOW, uuid.uuid4())]

    def tried(post):
        try:
            return books_after(post, platform, entries, last)
        except DatabaseError as error:
            return getattr(error.__cause__, "sqlstate", None)

    assert tried(together) == tried(one_by_one)
    if spoilt == "closed":
        # What lies in the closed period is booked at its end.
        assert NOW + dt.timedelta(seconds=2) in {row[4] for row in tried(together)[1]}
