"""What every report, statement and file shows after a history, beside what `report_recount` counts."""

import collections
import csv
import datetime as dt
import io
import random
import uuid
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

from django.db import transaction

from payments.closing import figures
from payments.general_ledger import codes, files
from payments.general_ledger.datev import Client
from payments.models import LedgerAccount, MonthClose, MonthFigure
from payments.reporting import exports
from payments.reporting.reports import catalogue
from payments.reporting.reports.declared import Asked
from platforms.base import clock, money
from platforms.base.reports.periods import Period
from tests.properties.report_history import Party
from tests.properties.report_recount import WAITING, Books, Days, Posting, Row
from tests.support import factories
from tests.support.payments import ledger_files

_ZONES = ("UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati", "Europe/Berlin")
_CAMT = {"": exports.NAMESPACE}


class Comparison:
    """Compares one platform's reports, over days, zones and moments that chance chooses among those with entries."""

    def __init__(self, chance: random.Random, books: Books, of: Party) -> None:
        self.chance, self.books, self.of = chance, books, of
        self.key = of.platform.pk
        times = sorted({row.at for row in books.of([self.key])})
        self.moments = [*times[:1], *chance.sample(times, min(3, len(times))), times[-1]]

    def all_agree(self) -> None:
        whole = self._days(self.moments[0], self.moments[-1])
        for days in (whole, self._days(*sorted(self.chance.choices(self.moments, k=2)))):
            self._payments(days)
            self._fees(days)
            self._revenue(days)
            self._trial_balance(days)
        later = self.moments[-1] + dt.timedelta(hours=self.chance.randint(0, 40 * 24))
        for at in (self.chance.choice(self.moments), later):
            self._balances(at)
            self._outstanding(at)
        self._settlements()
        self._statements()
        self._journal()
        self._closed_months()

    def _days(self, first: dt.datetime, last: dt.datetime) -> Days:
        zone = ZoneInfo(self.chance.choice(_ZONES))
        begin, end = first.astimezone(zone).date(), last.astimezone(zone).date()
        # A moved clock may lie further ahead than a report takes days.
        return Days(max(begin, end - dt.timedelta(days=365)), end, zone)

    def _read(self, path: str, **query: str) -> list[dict[str, Any]]:
        reply = self.of.api.get(f"/reports/{path}", **query)
        assert reply.status_code == 200, reply.content
        rows: list[dict[str, Any]] = reply.json()["data"]
        return rows

    def _of_days(self, path: str, days: Days, groups: Sequence[str], sums: Sequence[str]) -> dict[Row, Row]:
        period = {"from": days.first.isoformat(), "to": days.last.isoformat(), "timeZone": days.zone.key}
        rows = self._read(path, **period, groupBy=",".join(groups))
        shown = {
            tuple(row.get(name) for name in (*groups, "currency")): tuple(row.get(name) for name in sums)
            for row in rows
        }
        assert len(shown) == len(rows)
        return shown

    def _groups(self, *names: str) -> list[str]:
        return self.chance.sample(names, self.chance.randint(1, len(names)))

    def _payments(self, days: Days) -> None:
        groups = self._groups("day", "month", "rail", "type", "status", "reason")
        sums = ("count", "amount", "completed", "completedAmount", "failed", "pending", "successShare")
        shown = self._of_days("payments", days, groups, (*sums, "secondsToSettle"))
        assert shown == self.books.payment_rows(self.key, days, groups)

    def _fees(self, days: Days) -> None:
        groups = self._groups("day", "month", "sourceCurrency", "destinationCurrency", "rail")
        shown = self._of_days("fees", days, groups, ("count", "charged", "returned", "net", "platformFees"))
        assert shown == self.books.fee_rows(self.key, days, groups)

    def _asked(self, days: Days, *groups: str) -> Asked:
        return Asked([self.key], groups, Period(days.first, days.last, days.zone))

    def _revenue(self, days: Days) -> None:
        groups = self._groups("day", "month", "sourceCurrency", "destinationCurrency")
        rows = list(catalogue.OF_STAFF["revenue"].read(self._asked(days, *groups)))
        expected = self.books.revenue_rows([self.key], days, groups)
        places = [
            tuple(value.isoformat() if isinstance(value, dt.date) else value for value in row[: len(groups) + 1])
            for row in rows
        ]
        assert set(places) == set(expected)
        fees, of_platform = collections.Counter[str](), collections.Counter[str]()
        for place, row in zip(places, rows, strict=True):
            executed, undone, exchanged, charged, margin, revenue, own = row[len(place) :]
            assert (executed, undone, exchanged, charged, own) == (*expected[place][:4], expected[place][5])
            # The margin is no entry of its own: a row shows it in whole units.
            assert abs(Fraction(margin) - expected[place][4]) <= Fraction(501, 1000)  # type: ignore[arg-type]
            assert revenue == charged + margin  # type: ignore[operator]
            fees[str(place[-1])] += charged  # type: ignore[assignment,operator]
            of_platform[str(place[-1])] += own  # type: ignore[assignment,operator]
        booked, booked_own = collections.Counter[str](), collections.Counter[str]()
        for (*_, code), (*_, net, own_net) in self.books.fee_rows(self.key, days, ()).items():
            booked[code] += net
            booked_own[code] += own_net
        assert +fees == +booked, "the fees of revenue are those on the accounts of fees"
        assert +of_platform == +booked_own, "the platform's fees are those on its accounts of fees"

    def _trial_balance(self, days: Days) -> None:
        for platforms in ([self.key], sorted({row.platform for row in self.books.postings})):
            asked = Asked(platforms, ("account",), Period(days.first, days.last, days.zone))
            rows = [tuple(row) for row in catalogue.OF_STAFF["trial-balance"].read(asked)]
            assert {row[:2]: row[2:] for row in rows} == self.books.trial_balance(platforms, days)
            for code in {row[1] for row in rows}:
                of_code = [row for row in rows if row[1] == code]
                assert sum(row[2] for row in of_code) == sum(row[5] for row in of_code) == 0  # type: ignore[misc]
                assert sum(row[3] for row in of_code) == sum(row[4] for row in of_code)  # type: ignore[misc]

    def _balances(self, at: dt.datetime) -> None:
        expected = self.books.balances([self.key], lambda moment: moment <= at)
        shown = {row["currency"]: row for row in self._read("balances", at=clock.iso(at))}
        for code in {code for _, code in expected}:
            row = shown.get(code, collections.Counter())
            clearing = expected["PAYOUT_CLEARING", code] + expected["FUNDING_CLEARING", code]
            owed = [expected["CUSTOMER_FUNDS", code], expected["PLATFORM_FUNDS", code], clearing]
            owed += [expected["SUSPENSE", code], expected["PLATFORM_FEES", code]]
            assert [row[name] for name in ("customers", "platform", "underWay", "suspense", "platformFees")] == owed
            assert row["held"] == -expected["RAIL_SETTLEMENT", code] == sum(owed) + row["others"]
        accounts = self._read("balances", at=clock.iso(at), groupBy="account", limit="100")
        ledger = dict(LedgerAccount.objects.filter(platform=self.key).values_list("internal_account__id", "pk"))
        by_account = self.books.account_balances(self.key, at)
        keys = {row["accountId"]: ledger[_key(row["accountId"])] for row in accounts}
        assert {row["accountId"]: row["balance"] for row in accounts} == {
            public: by_account[key] for public, key in keys.items()
        }
        assert sum(by_account.values()) == sum(row["balance"] for row in accounts)

    def _outstanding(self, at: dt.datetime) -> None:
        rows = list(catalogue.OF_STAFF["outstanding"].read(Asked([self.key], (), at=at)))
        assert {tuple(row[:2]): tuple(row[2:]) for row in rows} == self.books.outstanding(self.key, at)
        balances = self.books.balances([self.key], lambda moment: moment <= at)
        total = collections.Counter({(row[1], row[0]): row[6] for row in rows})
        for (kind, code), balance in balances.items():
            if kind in WAITING:
                assert total[kind, code] == balance * (-1 if kind == "CLAIMS" else 1)

    def _settlements(self) -> None:
        zone = ZoneInfo(self.chance.choice(_ZONES))
        held = ("opening", "received", "sent", "net", "closing")
        names = (*held, "fees", "customers", "platform", "others", "platformFees")
        day = self.chance.choice(self.moments).astimezone(zone).date()
        before: dict[str, Any] = {}
        for each in (day, day + dt.timedelta(days=1)):
            rows = {row["currency"]: row for row in self._read("settlement", date=each.isoformat(), timeZone=zone.key)}
            shown = {code: tuple(row[name] for name in names) for code, row in rows.items()}
            assert shown == self.books.settlement(self.key, Days(each, each, zone))
            for code, row in before.items():
                assert rows[code]["opening"] == row["closing"] if code in rows else row["closing"] == 0
            before = rows

    def _statements(self) -> None:
        rows = list(LedgerAccount.objects.filter(platform=self.key).select_related("platform").order_by("pk"))
        moved = {row.account for row in self.books.of([self.key])}
        for account in self.chance.sample([row for row in rows if row.pk in moved], 2):
            since, until = sorted(self.chance.sample([*self.moments, self.of.now], 2))
            since = min(since, until - dt.timedelta(microseconds=1))
            for form in ("csv", "camt"):
                if form == "camt" and money.currency(account.currency).decimals > 5:
                    continue
                with transaction.atomic():
                    file = exports.make(
                        account=account,
                        form=form,
                        since=since,
                        until=until,
                        actor=factories.OPERATOR,
                        now=self.of.now,
                    )
                text = "".join(chunk if isinstance(chunk, str) else chunk.decode() for chunk in file.chunks)
                read = _of_csv(text) if form == "csv" else _of_camt(text)
                assert read == self._statement(account, since, until)

    def _statement(self, account: LedgerAccount, since: dt.datetime, until: dt.datetime) -> list[tuple[str, Decimal]]:
        """Return what a statement has to show: the opening balance, each amount, the closing balance."""
        rows = [row for row in self.books.of([self.key]) if row.account == account.pk]
        opening = sum(row.signed for row in rows if row.at < since)
        lines = [row for row in rows if since <= row.at < until]
        closing = opening + sum(row.signed for row in lines)
        scale = -money.currency(account.currency).decimals
        amounts = [("", opening), *((str(row.key), row.signed) for row in lines), ("", closing)]
        return [(key, Decimal(amount).scaleb(scale)) for key, amount in amounts]

    def _journal(self) -> None:
        end = self.moments[-1].date()
        first, last = max(self.moments[0].date(), end - dt.timedelta(days=365)), end
        period, shown = Period(first, last), Days(first, last, ZoneInfo("UTC"))
        expected = collections.Counter[tuple[str, str, str]]()
        lines = [row for row in self.books.of([self.key]) if shown.has(row.at)]
        for row in lines:
            expected[row.at.date().isoformat(), row.kind, row.currency] -= row.signed
        in_units = {
            place: Fraction(amount, 10 ** money.currency(place[2]).decimals)
            for place, amount in expected.items()
            if amount
        }
        content = self._file(files.CSV, period)
        assert ledger_files.of_csv(content) == in_units
        assert _corrections(content) == sorted(str(row.entry) for row in lines if row.corrects)
        names = {row.kind: f"Equity:{row.kind.title().replace('_', '')}" for row in lines}
        for kind, name in sorted(names.items()):
            with transaction.atomic():
                self._enter(kind, name)
        beancount = {(day, names[kind], code): amount for (day, kind, code), amount in in_units.items()}
        assert ledger_files.of_beancount(self._file(files.BEANCOUNT, period)) == beancount
        self._datev(period, lines)

    def _datev(self, period: Period, lines: Sequence[Posting]) -> None:
        code = self.chance.choice(["USD", "MXN", "VND"])
        year = period.last.replace(month=1, day=1)
        days = Period(max(period.first, year), period.last)
        numbers = {}
        for number, kind in enumerate(sorted({row.kind for row in lines}), 1000):
            with transaction.atomic():
                self._enter(kind, str(number))
            numbers[kind] = str(number)
        expected = collections.Counter[tuple[str, str, str]]()
        for row in lines:
            if row.currency == code and days.first <= row.at.date():
                expected[row.at.date().isoformat(), numbers[row.kind], code] -= row.signed
        in_units = {
            place: Fraction(amount, 10 ** money.currency(code).decimals) for place, amount in expected.items() if amount
        }
        content = self._file(files.DATEV, days, currency=code, client=Client(29098, 55003, year))
        assert ledger_files.of_datev(content) == in_units

    def _enter(self, kind: str, code: str) -> None:
        now = clock.real_now()
        codes.enter(
            platform_id=self.key, kind=kind, currency="", code=code, reason="r", actor=factories.OPERATOR, now=now
        )

    def _file(self, form: str, period: Period, **asked: Any) -> bytes:
        with transaction.atomic():
            file = files.make(
                platform=self.of.platform,
                form=form,
                period=period,
                actor=factories.OPERATOR,
                now=self.of.now,
                **asked,
            )
        return b"".join(file.chunks)

    def _closed_months(self) -> None:
        for close in MonthClose.objects.filter(platform=self.key).exclude(edition=0):
            if close.state == "REOPENED":
                continue
            first = close.month
            expected = self.books.trial_balance(
                [self.key], Days(first, figures.following(first) - dt.timedelta(days=1), ZoneInfo("UTC"))
            )
            kept = MonthFigure.objects.filter(close=close, edition=close.edition)
            assert {
                (row.kind, row.currency): (int(row.opening), int(row.debits), int(row.credits), int(row.closing))
                for row in kept
            } == expected


def _key(public_id: str) -> uuid.UUID:
    return uuid.UUID(public_id.partition(":")[2])


def _corrections(content: bytes) -> list[str]:
    rows = csv.DictReader(io.StringIO(content.decode()))
    return sorted(row["entry"] for row in rows if row["corrects"])


def _of_csv(text: str) -> list[tuple[str, Decimal]]:
    """Return the opening balance, each posting's amount, the closing balance; check the balance after each."""
    rows = list(csv.DictReader(io.StringIO(text)))
    balances = [Decimal(row["balance_credits_less_debits"]) for row in rows]
    amounts = [Decimal(row["credit"] or 0) - Decimal(row["debit"] or 0) for row in rows]
    assert all(before + amount == after for before, amount, after in zip(balances, amounts[1:], balances[1:]))  # noqa: B905
    lines = [(row["posting"], amount) for row, amount in zip(rows, amounts, strict=True)][1:-1]
    return [("", balances[0]), *lines, ("", balances[-1])]


def _of_camt(text: str) -> list[tuple[str, Decimal]]:
    document = ET.fromstring(text)

    def signed(element: ET.Element) -> Decimal:
        amount = Decimal(element.findtext("Amt", "", _CAMT))
        return amount if element.findtext("CdtDbtInd", "", _CAMT) == "CRDT" else -amount

    opening, closing = document.iterfind(".//Bal", _CAMT)
    lines = [(row.findtext("NtryRef", "", _CAMT), signed(row)) for row in document.iterfind(".//Ntry", _CAMT)]
    return [("", signed(opening)), *lines, ("", signed(closing))]
