"""Every report of a platform counted again in Python, row by row, from journal and payments, without code of reports.

The rows are read by plain statements without a condition of time. Days, months and ages are counted here.
"""

import collections
import datetime as dt
import statistics
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection

Row = tuple[Any, ...]
WAITING = ("PAYOUT_CLEARING", "FUNDING_CLEARING", "SUSPENSE", "CLAIMS")
_PAID_TO_PLATFORM = "PLATFORM_FEES_PAID"
"""The purpose of what moves fees that a platform has charged to its internal account: nothing is charged by it."""
_ENDED_BADLY = {"FAILED", "REJECTED", "REFUNDED"}
_UNDER_WAY = {"CREATED", "PENDING", "PROCESSING"}


class Posting(NamedTuple):
    """A posting with its entry and its account."""

    key: int
    platform: uuid.UUID
    account: int
    kind: str
    currency: str
    is_credit: bool
    amount: int
    at: dt.datetime
    entry: int
    purpose: str
    payment: uuid.UUID | None
    corrects: dt.date | None

    @property
    def signed(self) -> int:
        """Credits less debits."""
        return self.amount if self.is_credit else -self.amount


class Payment(NamedTuple):
    """A payment as it stands."""

    key: uuid.UUID
    platform: uuid.UUID
    created_at: dt.datetime
    settled_at: dt.datetime | None
    status: str
    reason: str | None
    type: str
    currency: str
    amount: int
    received_currency: str
    rail: str


class Quote(NamedTuple):
    """The terms of a payment."""

    sending: str
    receiving: str
    total: int
    fees: int
    """Of the service and of the platform."""
    own: int
    """Of the platform."""
    rounding: Fraction
    multiplier: Fraction


class Days(NamedTuple):
    """Days of a time zone."""

    first: dt.date
    last: dt.date
    zone: ZoneInfo

    def has(self, at: dt.datetime) -> bool:
        return self.first <= at.astimezone(self.zone).date() <= self.last

    def cut(self, group: str, at: dt.datetime) -> str:
        day = at.astimezone(self.zone).date()
        return day.isoformat() if group == "day" else f"{day:%Y-%m}"


class Books:
    """All rows of all platforms, as they are now."""

    def __init__(self) -> None:
        self.postings = [Posting(*row) for row in _query(_POSTINGS)]
        self.payments = {row[0]: Payment(*row) for row in _query(_PAYMENTS)}
        self.quotes = {
            payment: Quote(sending, receiving, total, fees, own, Fraction(rounding), Fraction(multiplier))
            for payment, sending, receiving, total, fees, own, rounding, multiplier in _query(_QUOTES)
        }
        self.subjects: dict[int, str] = {entry: f"case {case}" for entry, case in _query(_ITEMS)}

    def of(self, platforms: Iterable[uuid.UUID], *kinds: str) -> Iterator[Posting]:
        chosen = set(platforms)
        return (row for row in self.postings if row.platform in chosen and (not kinds or row.kind in kinds))

    def balances(
        self, platforms: Iterable[uuid.UUID], is_counted: Callable[[dt.datetime], bool]
    ) -> collections.Counter[tuple[str, str]]:
        """Return credits less debits by kind and currency of what was posted at times that are counted."""
        sums = collections.Counter[tuple[str, str]]()
        for row in self.of(platforms):
            if is_counted(row.at):
                sums[row.kind, row.currency] += row.signed
        return sums

    def payment_rows(self, platform: uuid.UUID, days: Days, groups: Sequence[str]) -> dict[Row, Row]:
        together = collections.defaultdict[Row, list[Payment]](list)
        for row in self.payments.values():
            if row.platform == platform and days.has(row.created_at):
                place = tuple(
                    days.cut(group, row.created_at) if group in {"day", "month"} else getattr(row, group)
                    for group in groups
                )
                together[(*place, row.currency)].append(row)
        return {place: _of_payments(rows) for place, rows in together.items()}

    def fee_rows(self, platform: uuid.UUID, days: Days, groups: Sequence[str]) -> dict[Row, Row]:
        charged, returned, own = (collections.Counter[Row]() for _ in range(3))
        whose = collections.defaultdict[Row, set[uuid.UUID | None]](set)
        for row in self.of([platform], "FEES", "PLATFORM_FEES"):
            if not days.has(row.at) or row.purpose == _PAID_TO_PLATFORM:
                continue
            payment = self.payments[row.payment] if row.payment else None
            facts = {
                "day": days.cut("day", row.at),
                "month": days.cut("month", row.at),
                "sourceCurrency": payment.currency if payment else "",
                "destinationCurrency": payment.received_currency if payment else "",
                "rail": payment.rail if payment else "INTERNAL",
            }
            place = (*(facts[group] for group in groups), row.currency)
            whose[place].add(row.payment)
            if row.kind == "PLATFORM_FEES":
                own[place] += row.signed
                continue
            (charged if row.is_credit else returned)[place] += row.amount
        return {
            place: (len(of - {None}), charged[place], returned[place], charged[place] - returned[place], own[place])
            for place, of in whose.items()
        }

    def revenue_rows(self, platforms: Sequence[uuid.UUID], days: Days, groups: Sequence[str]) -> dict[Row, Row]:
        """Return executed, reversed, exchanged, fees, margin and platform's fees, from what was booked for quotes."""
        sums = collections.defaultdict[Row, list[Any]](lambda: [0, 0, 0, 0, Fraction(), 0])
        seen = set[int]()
        for row in self.of(platforms, "EXCHANGE"):
            quote = self.quotes.get(row.payment) if row.payment else None
            if quote is None or row.entry in seen or not days.has(row.at):
                continue
            if row.purpose not in {"QUOTE_EXECUTED", "QUOTE_REVERSED"}:
                continue
            seen.add(row.entry)
            facts = {
                "day": days.cut("day", row.at),
                "month": days.cut("month", row.at),
                "sourceCurrency": quote.sending,
                "destinationCurrency": quote.receiving,
            }
            place = (*(facts[group] for group in groups), quote.sending)
            sign = 1 if row.purpose == "QUOTE_EXECUTED" else -1
            exchanged = quote.total - quote.fees
            margin = (exchanged - quote.rounding) * (1 - 1 / quote.multiplier)
            amounts = (exchanged, quote.fees - quote.own, margin, quote.own)
            for number, amount in enumerate((sign > 0, sign < 0, *(sign * each for each in amounts))):
                sums[place][number] += amount
        return {place: tuple(row) for place, row in sums.items()}

    def trial_balance(self, platforms: Sequence[uuid.UUID], days: Days) -> dict[Row, Row]:
        sums = collections.defaultdict[Row, list[int]](lambda: [0, 0, 0, 0])
        for row in self.of(platforms):
            day = row.at.astimezone(days.zone).date()
            if day > days.last:
                continue
            place = sums[row.kind, row.currency]
            place[3] += row.signed
            if day < days.first:
                place[0] += row.signed
            else:
                place[2 if row.is_credit else 1] += row.amount
        return {place: tuple(amounts) for place, amounts in sums.items()}

    def outstanding(self, platform: uuid.UUID, at: dt.datetime) -> dict[Row, Row]:
        items = collections.defaultdict[Row, list[Posting]](list)
        for row in self.of([platform], *WAITING):
            if row.at <= at:
                about = str(row.payment or self.subjects.get(row.entry, f"entry {row.entry}"))
                items[row.currency, row.kind, about].append(row)
        ages = collections.defaultdict[Row, list[int]](lambda: [0, 0, 0, 0])
        for (currency, kind, _), rows in items.items():
            since = min(row.at for row in rows)
            age = (at - since).days
            column = next((number for number, most in enumerate((1, 7, 30)) if age <= most), 3)
            # What others owe stands on the debit side.
            ages[currency, kind][column] += sum(row.signed for row in rows) * (-1 if kind == "CLAIMS" else 1)
        return {place: (*row, sum(row)) for place, row in ages.items() if any(row)}

    def settlement(self, platform: uuid.UUID, days: Days) -> dict[str, Row]:
        before = self.balances([platform], lambda at: at.astimezone(days.zone).date() < days.first)
        after = self.balances([platform], lambda at: at.astimezone(days.zone).date() <= days.last)
        moved = collections.Counter[tuple[str, str, bool]]()
        for row in self.of([platform]):
            if days.has(row.at) and row.purpose != _PAID_TO_PLATFORM:
                moved[row.kind, row.currency, row.is_credit] += row.amount
        rows = {}
        for code in {code for _, code in after}:
            received, sent = moved["RAIL_SETTLEMENT", code, False], moved["RAIL_SETTLEMENT", code, True]
            closing = -after["RAIL_SETTLEMENT", code]
            customers, own = after["CUSTOMER_FUNDS", code], after["PLATFORM_FUNDS", code]
            fees = moved["FEES", code, True] - moved["FEES", code, False]
            opening = -before["RAIL_SETTLEMENT", code]
            amounts = (opening, received, sent, received - sent, closing, fees, customers, own)
            others = closing - customers - own
            own_fees = moved["PLATFORM_FEES", code, True] - moved["PLATFORM_FEES", code, False]
            if any((*amounts, others, own_fees)):
                rows[code] = (*amounts, others, own_fees)
        return rows

    def account_balances(self, platform: uuid.UUID, at: dt.datetime) -> collections.Counter[int]:
        sums = collections.Counter[int]()
        for row in self.of([platform], "CUSTOMER_FUNDS", "PLATFORM_FUNDS"):
            if row.at <= at:
                sums[row.account] += row.signed
        return sums


def _of_payments(rows: Sequence[Payment]) -> Row:
    completed = [row for row in rows if row.status == "COMPLETED"]
    failed = sum(row.status in _ENDED_BADLY for row in rows)
    times = [row.settled_at - row.created_at for row in rows if row.settled_at]
    ended = len(completed) + failed
    return (
        len(rows),
        sum(row.amount for row in rows),
        len(completed),
        sum(row.amount for row in completed),
        failed,
        sum(row.status in _UNDER_WAY for row in rows),
        round(len(completed) / ended, 4) if ended else None,
        int(statistics.median_low(times).total_seconds()) if times else None,
    )


_POSTINGS = """
SELECT posting.id, account.platform_id, account.id, account.kind, posting.currency, posting.side = 'C', posting.amount,
       posting.at, entry.id, entry.purpose, entry.transaction_id, correction.month
  FROM payments_posting posting JOIN payments_ledgeraccount account ON account.id = posting.account_id
  JOIN payments_journalentry entry ON entry.id = posting.entry_id
  LEFT JOIN payments_correction correction ON correction.entry_id = entry.id ORDER BY posting.at, posting.id
"""
_PAYMENTS = """
SELECT payment.id, payment.platform_id, payment.created_at, payment.settled_at, payment.status, payment.failure_reason,
       payment.type, payment.sent_currency, payment.sent_amount, payment.received_currency,
       coalesce(bank.account_type, 'INTERNAL')
  FROM payments_transaction payment LEFT JOIN payments_externalaccount bank ON bank.id = payment.external_account_id
"""
_QUOTES = """
SELECT quote.transaction_id, quote.sending_currency, quote.receiving_currency, quote.total_sending,
       quote.fees_included, coalesce(quote.platform_fees, 0), quote.rounding, coalesce(schedule.rate_multiplier, 1)
  FROM payments_quote quote LEFT JOIN payments_feeschedule schedule ON schedule.id = quote.fee_schedule_id
"""
_ITEMS = """
SELECT deposit.entry_id, item.id
  FROM payments_suspenseitem item JOIN payments_deposit deposit ON deposit.id = item.deposit_id
 UNION SELECT entry_id, id FROM payments_suspenseitem WHERE transaction_id IS NULL AND entry_id IS NOT NULL
 UNION SELECT entry_id, id FROM payments_claim
 UNION SELECT entry_id, claim_id FROM payments_claimsettlement WHERE entry_id IS NOT NULL
"""


def _query(statement: str) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())
