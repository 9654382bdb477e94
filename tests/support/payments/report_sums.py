"""What reports have to add up to, counted in Python from every row of the journal and of the payments."""

import collections
import datetime as dt
from typing import Any

from payments.models import InternalAccount, JournalEntry, LedgerAccount, Posting, SuspenseItem, Transaction
from payments.reporting.reports import catalogue
from payments.reporting.reports.declared import Asked
from platforms.models import Platform

_HELD, _CUSTOMERS, _PLATFORM = "RAIL_SETTLEMENT", "CUSTOMER_FUNDS", "PLATFORM_FUNDS"
_WAITING = ("PAYOUT_CLEARING", "FUNDING_CLEARING", "SUSPENSE", "CLAIMS")
_UNDER_WAY = ("PAYOUT_CLEARING", "FUNDING_CLEARING")


def require_sums(api: Any, platform: Platform) -> None:
    """Compare every report of all days of a platform with its rows. `settlement` needs all of them to be of one day."""
    entries = list(JournalEntry.objects.filter(platform=platform))
    payments = list(Transaction.objects.filter(platform=platform))
    days = sorted({row.at.date() for row in entries} | {row.created_at.date() for row in payments})
    period = {"from": days[0].isoformat(), "to": days[-1].isoformat()}
    _require_payments(api, payments, period)
    _require_fees(api, platform, period)
    _require_balances(api, platform)
    require_outstanding(platform)
    if len(days) == 1:
        _require_settlement(api, platform, period["from"])


def read(api: Any, path: str, **query: str) -> list[dict[str, Any]]:
    reply = api.get(f"/reports/{path}", **query)
    assert reply.status_code == 200, reply.content
    rows: list[dict[str, Any]] = reply.json()["data"]
    return rows


def _require_payments(api: Any, payments: list[Transaction], period: dict[str, str]) -> None:
    expected = collections.Counter[tuple[str | None, ...]]()
    amounts = collections.Counter[tuple[str | None, ...]]()
    for payment in payments:
        place = (payment.created_at.date().isoformat(), payment.status, payment.failure_reason, payment.sent_currency)
        expected[place] += 1
        amounts[place] += payment.sent_amount
    rows = read(api, "payments", **period, groupBy="day,status,reason")
    places = [(row["day"], row["status"], row.get("reason"), row["currency"]) for row in rows]
    assert dict(zip(places, (row["count"] for row in rows), strict=True)) == expected
    assert dict(zip(places, (row["amount"] for row in rows), strict=True)) == amounts
    for row in read(api, "payments", **period):
        parts = [each for each in rows if (each["day"], each["currency"]) == (row["day"], row["currency"])]
        for name in ("count", "amount", "completed", "completedAmount", "failed", "pending"):
            assert row[name] == sum(part[name] for part in parts), name


def _require_fees(api: Any, platform: Platform, period: dict[str, str]) -> None:
    expected = collections.Counter[tuple[str, str, str]]()
    own = collections.Counter[tuple[str, str, str]]()
    of_payments = Posting.objects.filter(account__platform=platform, entry__transaction__isnull=False)
    postings = of_payments.filter(account__kind__in=["FEES", "PLATFORM_FEES"])
    for posting in postings.select_related("account", "entry__transaction"):
        payment = posting.entry.transaction
        assert payment is not None
        place = (payment.sent_currency, payment.received_currency, posting.currency)
        sums, other = (expected, own) if posting.account.kind == "FEES" else (own, expected)
        sums[place] += posting.amount if posting.side == "C" else -posting.amount
        other[place] += 0
    rows = read(api, "fees", **period, groupBy="sourceCurrency,destinationCurrency")
    places = [(row["sourceCurrency"], row["destinationCurrency"], row["currency"]) for row in rows]
    assert dict(zip(places, (row["net"] for row in rows), strict=True)) == expected
    assert dict(zip(places, (row["platformFees"] for row in rows), strict=True)) == own


def _balances(platform: Platform) -> dict[tuple[str, str], int]:
    """Credits less debits by kind and currency."""
    found = collections.Counter[tuple[str, str]]()
    kinds = dict(LedgerAccount.objects.filter(platform=platform).values_list("id", "kind"))
    for posting in Posting.objects.filter(account__in=kinds):
        place = (kinds[posting.account_id], posting.currency)
        found[place] += posting.amount if posting.side == "C" else -posting.amount
    return dict(found)


def _require_balances(api: Any, platform: Platform) -> None:
    books = _balances(platform)
    for row in read(api, "balances"):
        of = {kind: amount for (kind, currency), amount in books.items() if currency == row["currency"]}
        assert row["customers"] == of.get(_CUSTOMERS, 0)
        assert row["platform"] == of.get(_PLATFORM, 0)
        assert row["underWay"] == sum(of.get(kind, 0) for kind in _UNDER_WAY)
        assert row["suspense"] == of.get("SUSPENSE", 0)
        assert row["held"] == -of.get(_HELD, 0)
        assert row["platformFees"] == of.get("PLATFORM_FEES", 0)
        owed = (row[name] for name in ("customers", "platform", "underWay", "suspense", "others", "platformFees"))
        assert row["held"] == sum(owed)
    stored = InternalAccount.objects.filter(platform=platform).select_related("ledger_account")
    rows = read(api, "balances", groupBy="account", limit="100")
    assert {row["accountId"]: row["balance"] for row in rows} == {
        account.public_id: account.ledger_account.balance for account in stored
    }


def _require_settlement(api: Any, platform: Platform, day: str) -> None:
    books = _balances(platform)
    sides = collections.Counter[tuple[str, str]]()
    for posting in Posting.objects.filter(account__platform=platform, account__kind=_HELD):
        sides[posting.currency, posting.side] += posting.amount
    for row in read(api, "settlement", date=day):
        code = row["currency"]
        assert (row["received"], row["sent"]) == (sides[code, "D"], sides[code, "C"])
        assert row["opening"] == 0
        assert row["closing"] == row["opening"] + row["net"] == -books.get((_HELD, code), 0)
        assert row["fees"] == books.get(("FEES", code), 0)
        assert row["platformFees"] == books.get(("PLATFORM_FEES", code), 0)
        assert row["closing"] == row["customers"] + row["platform"] + row["others"]
        assert row["customers"] == books.get((_CUSTOMERS, code), 0)


def require_outstanding(platform: Platform, at: dt.datetime | None = None) -> list[tuple[Any, ...]]:
    """Compare what is outstanding at a moment, or now, by age with every posting; return the report's rows."""
    platform.refresh_from_db()
    at = at or platform.now()
    items = collections.defaultdict[tuple[str, str, str], list[tuple[dt.datetime, int]]](list)
    about: dict[str, str] = {}
    for item in SuspenseItem.objects.exclude(deposit=None).select_related("deposit"):
        about |= {str(entry): str(item.pk) for entry in (item.deposit and item.deposit.entry_id, item.entry_id)}
    postings = Posting.objects.filter(account__platform=platform, account__kind__in=_WAITING, at__lte=at)
    for posting in postings.select_related("account", "entry").order_by("at", "id"):
        entry = str(posting.entry_id)
        key = str(posting.entry.transaction_id or about.get(entry) or entry)
        amount = posting.amount if posting.side == posting.account.normal_side else -posting.amount
        items[posting.account.kind, posting.currency, key].append((posting.at, amount))
    expected = collections.defaultdict[tuple[str, str], list[int]](lambda: [0, 0, 0, 0])
    for (kind, code, _), moved in items.items():
        days = (at - moved[0][0]).days
        column = 0 if days < 2 else 1 if days < 8 else 2 if days < 31 else 3
        expected[code, kind][column] += sum(amount for _, amount in moved)
    read = catalogue.OF_STAFF["outstanding"].read(Asked([platform.pk], (), at=at))
    rows: list[tuple[Any, ...]] = [tuple(row) for row in read]
    assert {row[:2]: list(row[2:6]) for row in rows} == {place: ages for place, ages in expected.items() if any(ages)}
    assert all(sum(row[2:6]) == row[6] for row in rows)
    return rows
