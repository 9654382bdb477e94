"""The journal for accountants: whatever reads a file finds what the postings say, by day, account and currency."""

import collections
import datetime as dt
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction

from payments.closing import figures
from payments.general_ledger import beancount, codes, datev, files, journal
from payments.general_ledger.datev import Client, NotDatev
from payments.ledger.chart import AccountKind
from payments.models import AccountCode, Posting
from payments.reporting import daily_totals
from platforms import audit
from platforms.base import clock, errors, money
from platforms.base.reports.periods import Period
from platforms.models import AuditEntry
from tests.support.payments import ledger_files, month_ends, rate_entries, scenarios
from tests.support.payments.arrivals import arrive

pytestmark = pytest.mark.django_db(transaction=True)
NUMBERS = {kind: str(1000 + 10 * number) for number, kind in enumerate(AccountKind)}


@pytest.fixture
def period(api, acme, alice, worker) -> Period:
    """Payments of several kinds and currencies on days of a month, some of which are in the totals already."""
    month = month_ends.pass_month(api, acme.platform)
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=55, variable_rate="0.012", rate_multiplier="1.0075")
    for play in (scenarios.transfer_out(), scenarios.quoted(), scenarios.transfer_out("002")):
        play(api, alice)
        worker.run()
        daily_totals.advance()
        assert api.post("/sandbox/clock/advance", {"seconds": 86_400}).status_code == 200
    arrive(acme.platform, 50_00, named="nobody")
    acme.platform.refresh_from_db()
    first = figures.following(month)
    return Period(first, first + dt.timedelta(days=26))


def enter(platform, kind: str, code: str, currency: str = "") -> None:
    staff: dict[str, Any] = {"reason": "the chart of our accountant", "actor": month_ends.OLGA, "now": clock.real_now()}
    with transaction.atomic():
        codes.enter(platform_id=platform.pk, kind=kind, currency=currency, code=code, **staff)


@pytest.fixture
def numbered(acme) -> None:
    for kind, code in NUMBERS.items():
        enter(acme.platform, kind, code)


def take(platform, form: str, period: Period, **asked) -> bytes:
    now = platform.now()
    with transaction.atomic():
        made = files.make(platform=platform, form=form, period=period, actor=month_ends.OLGA, now=now, **asked)
    return b"".join(made.chunks)


def posted(platform, name) -> ledger_files.Sums:
    """Debits less credits by day, account and currency, counted from every posting."""
    sums = collections.defaultdict[tuple[str, str, str], Fraction](Fraction)
    for posting in Posting.objects.filter(account__platform=platform).select_related("account"):
        amount = Fraction(posting.amount, 10 ** money.currency(posting.currency).decimals)
        place = (str(posting.at.date()), name(posting.account.kind, posting.currency), posting.currency)
        sums[place] += amount if posting.side == "D" else -amount
    return {place: amount for place, amount in sums.items() if amount}


def test_the_csv_has_every_entry(acme, period, numbered):
    content = take(acme.platform, files.CSV, period)

    assert ledger_files.of_csv(content) == posted(acme.platform, lambda kind, _: NUMBERS[kind])
    assert content.count(b"\r\n") == 1 + Posting.objects.filter(account__platform=acme.platform).count()
    entry = AuditEntry.objects.get(verb="general_ledger.export")
    assert (entry.details["form"], entry.details["first"]) == ("CSV", str(period.first))


def test_the_files_of_datev_have_the_sums_of_each_day_and_account(acme, period, numbered):
    found: ledger_files.Sums = {}
    client = Client(29098, 55003, period.first.replace(month=1, day=1))
    used = {currency for _, currency in journal.used(acme.platform.pk, period)}
    assert used == {"USD", "MXN"}
    for currency in used:
        found |= ledger_files.of_datev(take(acme.platform, files.DATEV, period, currency=currency, client=client))

    assert found == posted(acme.platform, lambda kind, _: NUMBERS[kind])


def test_the_file_of_beancount_has_the_sums_of_each_day_and_account_in_every_currency(acme, period):
    enter(acme.platform, "RAIL_SETTLEMENT", "1800", "USD")
    enter(acme.platform, "FEES", "Income:Fees:FX")
    name = beancount.account(codes.of_platform(acme.platform.pk))

    found = ledger_files.of_beancount(take(acme.platform, files.BEANCOUNT, period))

    assert found == posted(acme.platform, name)
    assert {account for _, account, _ in found} >= {
        "Assets:1800",
        "Assets:RailSettlement",
        "Income:Fees:FX",
        "Liabilities:CustomerFunds",
        "Equity:Exchange",
    }


def test_an_entry_that_corrects_a_closed_month_says_so_in_every_file(api, acme, alice, numbered):
    api.fund(api.internal_account(alice), 100_00)
    month = month_ends.end_month(api, acme.platform)
    month_ends.close(month_ends.begin(acme.platform, month))
    month_ends.book_late(acme.platform, month)
    first = figures.following(month)
    period, client = Period(first, first), Client(29098, 55003, first.replace(month=1))

    assert f",{month:%Y-%m}\r\n".encode() in take(acme.platform, files.CSV, period)
    assert f'  corrects: "{month:%Y-%m}"'.encode() in take(acme.platform, files.BEANCOUNT, period)
    content = take(acme.platform, files.DATEV, period, currency="USD", client=client)
    assert f'"DEPOSIT_CREDITED corrects {month:%Y-%m}"'.encode() in content


def test_two_kinds_of_one_code_are_one_account_and_what_stays_on_it_moves_nothing(acme, period, numbered):
    enter(acme.platform, "PAYOUT_CLEARING", NUMBERS[AccountKind.CUSTOMER_FUNDS])
    client = Client(29098, 55003, period.first.replace(month=1, day=1))
    numbers = NUMBERS | {AccountKind.PAYOUT_CLEARING: NUMBERS[AccountKind.CUSTOMER_FUNDS]}

    found = ledger_files.of_datev(take(acme.platform, files.DATEV, period, currency="USD", client=client))

    expected = posted(acme.platform, lambda kind, _: numbers[kind])
    assert found == {place: amount for place, amount in expected.items() if place[2] == "USD"}


def test_the_latest_code_of_a_kind_counts_and_that_of_its_currency_before_that_of_all(acme):
    enter(acme.platform, "FEES", "8400")
    enter(acme.platform, "FEES", "8401", "EUR")
    enter(acme.platform, "FEES", "8402")
    known = codes.of_platform(acme.platform.pk)
    assert (known.of("FEES", "USD"), known.of("FEES", "EUR"), known.of("LOSSES", "EUR")) == ("8402", "8401", "")

    enter(acme.platform, "FEES", "", "EUR")

    assert codes.of_platform(acme.platform.pk).of("FEES", "EUR") == "8402"
    assert AuditEntry.objects.filter(verb="account_code.enter").latest("id").details["before"] == "8401"
    assert AccountCode.objects.count() == 4


@pytest.mark.parametrize(
    ("entered", "field"),
    [
        ({"kind": "NOTHING"}, "kind"),
        ({"currency": "XXX"}, "currency"),
        ({"code": "12 00"}, "account_code"),
        ({"code": '=HYPERLINK("x")'}, "account_code"),
        ({"code": "1" * 65}, "account_code"),
    ],
)
def test_a_code_that_is_none_is_refused(acme, entered, field):
    with pytest.raises(errors.InvalidInput) as refusal, transaction.atomic():
        codes.enter(
            **{"platform_id": acme.platform.pk, "kind": "FEES", "currency": "", "code": "1"} | entered,
            reason="x",
            actor=audit.Actor("STAFF", "olga"),
            now=clock.real_now(),
        )
    assert [problem["field"] for problem in refusal.value.problems] == [field]


def test_what_datev_can_not_say_is_refused_before_a_file_is_made(acme, period):
    client = Client(29098, 55003, period.first.replace(month=1, day=1))

    def refusal(currency: str = "USD", client: Client = client, of: Period = period) -> str:
        with pytest.raises(NotDatev) as refused:
            take(acme.platform, files.DATEV, of, currency=currency, client=client)
        return refused.value.text

    assert "RAIL_SETTLEMENT" in refusal()
    for kind, code in NUMBERS.items():
        enter(acme.platform, kind, code)
    enter(acme.platform, "FEES", "Income:Fees")
    assert "Income:Fees" in refusal()
    enter(acme.platform, "FEES", "123456789")
    assert "8 digits" in refusal()
    assert "USDC" in refusal("USDC")
    assert "BTC" in refusal("BTC")
    year_ago = Client(29098, 55003, client.year_begin.replace(year=client.year_begin.year - 1))
    assert "one business year" in refusal(client=year_ago)
    next_year = client.year_begin.replace(year=period.first.year + 1)
    assert "one business year" in refusal(of=Period(period.first, next_year))
    assert not AuditEntry.objects.filter(verb="general_ledger.export").exists()


def test_an_amount_of_more_digits_than_a_row_takes_is_several_rows():
    day = dt.date(2026, 3, 1)
    most = journal.Move(day, "DEPOSIT_CREDITED", None, "JPY", "1200", "1700", 25_000_000_000)
    period, client = Period(day, day), Client(29098, 55003, dt.date(2026, 1, 1))

    now = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
    content = b"".join(datev.written(moves=[most], period=period, currency="JPY", client=client, now=now))

    assert content.count(b"\r\n") == 2 + 3
    assert ledger_files.of_datev(content) == {
        ("2026-03-01", "1200", "JPY"): 25_000_000_000,
        ("2026-03-01", "1700", "JPY"): -25_000_000_000,
    }
