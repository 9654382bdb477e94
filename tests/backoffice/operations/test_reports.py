"""Reports on pages: what they add up to, who sees them, the file, and the period before."""

import collections
import csv
import datetime as dt
import io
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from payments.models import JournalEntry, Posting, Quote, Transaction
from payments.reporting.reports import catalogue, trial_balance
from payments.reporting.reports.declared import Asked
from platforms.backoffice.actions import Role
from platforms.base.reports.periods import Period
from platforms.models import AuditEntry, Platform
from tests.support.payments import rate_entries, scenarios

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


@pytest.fixture
def period(acme):
    acme.platform.refresh_from_db()
    now = acme.platform.now()
    return {"since": str((now - dt.timedelta(days=9)).date()), "until": str(now.date())}


@pytest.fixture
def exchanged(acme, api, alice, worker):
    """Two quotes that were paid and one that was reversed, with a fee and a margin."""
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=55, variable_rate="0.012", rate_multiplier="1.0075")
    for suffix in ("789", "004"):
        scenarios.quoted(suffix)(api, alice)
    scenarios.quoted("787")(api, alice)
    worker.run()


def shown(office, report: str, **asked):
    page = office.get(reverse("admin:payments_report", args=[report]), **asked)
    assert page.status_code == 200
    return {panel.title: panel for panel in page.context["panels"]}


def rows_of_file(office, report: str, **asked):
    reply = office.get(reverse("admin:payments_report_file", args=[report]), **asked)
    text = b"".join(reply.streaming_content).decode()
    return list(csv.DictReader(io.StringIO(text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}"))))


def test_the_trial_balance_of_a_period_carries_every_account_forward(busy, olga, period):
    rows = rows_of_file(olga, "trial-balance", **period)

    expected = collections.Counter[tuple[str, str]]()
    for posting in Posting.objects.select_related("account"):
        expected[posting.account.kind, posting.currency] += posting.amount if posting.side == "C" else -posting.amount
    cents = {(row["account"], row["currency"]): int(Fraction(row["closing"]) * 100) for row in rows}
    assert cents == expected
    for row in rows:
        assert Fraction(row["opening"]) + Fraction(row["credits"]) - Fraction(row["debits"]) == Fraction(row["closing"])
    for code, panel in shown(olga, "trial-balance", **period).items():
        _, opening, debits, credited, closing = panel.totals
        assert (opening, closing) == (f"0.00 {code}", f"0.00 {code}")
        assert debits == credited != f"0.00 {code}"


def test_the_trial_balance_of_all_platforms_asks_as_often_as_that_of_one(busy, rival_api, acme, period):
    rival_api.fund(rival_api.internal_account(None), 100_00)
    last = max(posting.at for posting in Posting.objects.all())
    days = Period((last - dt.timedelta(days=300)).date(), last.date())
    everybody = list(Platform.objects.values_list("id", flat=True))
    costs = []
    for platforms in ([acme.platform.id], everybody):
        with CaptureQueriesContext(connection) as captured:
            rows = list(trial_balance.REPORT.read(Asked(platforms, ("account",), days)))
        costs.append(len(captured))
    assert costs == [2, 2]
    [held] = [row[-1] for row in rows if row[:2] == ("RAIL_SETTLEMENT", "USD")]
    postings = Posting.objects.filter(account__kind="RAIL_SETTLEMENT", currency="USD")
    booked = sum(each.amount if each.side == "C" else -each.amount for each in postings)
    assert held == booked
    assert booked < -100_00


def test_revenue_is_the_fees_of_the_journal_and_the_margin_of_each_quote(exchanged, olga, period):
    [row] = rows_of_file(olga, "revenue", **period, by="sourceCurrency")

    fees = sum(p.amount if p.side == "C" else -p.amount for p in Posting.objects.filter(account__kind="FEES"))
    reversed_ones = set(JournalEntry.objects.filter(purpose="QUOTE_REVERSED").values_list("transaction", flat=True))
    margin = Fraction()
    for quote in Quote.objects.select_related("fee_schedule"):
        if quote.transaction_id not in reversed_ones:
            exact = quote.total_sending - quote.fees_included - Fraction(quote.rounding)
            margin += exact - exact / Fraction(quote.fee_schedule.rate_multiplier)
    assert (row["executed"], row["reversed"]) == ("3", "1")
    assert Fraction(row["fees"]) * 100 == fees > 0
    assert Fraction(row["margin"]) * 100 == round(margin) > 0
    assert Fraction(row["revenue"]) == Fraction(row["fees"]) + Fraction(row["margin"])


def test_payments_of_the_period_before_stand_beside(busy, olga, period):
    last = dt.date.fromisoformat(period["until"])
    [panel] = [
        panel
        for code, panel in shown(olga, "payments", since=str(last), until=str(last), by="type").items()
        if code == "USD"
    ]

    before = rows_of_file(
        olga, "payments", since=str(last - dt.timedelta(days=1)), until=str(last - dt.timedelta(days=1)), by="type"
    )
    assert panel.headers[-1] == "Period before"
    assert panel.rows[0][-1] == str(sum(int(row["count"]) for row in before))


def test_a_report_of_all_platforms_is_cut_by_them(busy, olga, period, rival_api, acme):
    theirs = rival_api.customer("Rita Rival")
    rival_api.fund(rival_api.internal_account(theirs), 100_00)
    bank = rival_api.external_account(theirs)
    assert rival_api.transfer_out(rival_api.internal_account(theirs), bank, 1_00).status_code == 201
    theirs_on = Transaction.objects.get(platform__name="rival").created_at.date()
    whole = {"since": min(period["since"], str(theirs_on))}
    whole["until"] = str(dt.date.fromisoformat(whole["since"]) + dt.timedelta(days=365))

    rows = rows_of_file(olga, "payments", **whole, by="platform")

    assert {row["platform"]: int(row["count"]) for row in rows if "rival" in row["platform"]} == {"rival SANDBOX": 1}
    assert rows_of_file(olga, "payments", **period, by="platform", platform=acme.platform.pk)


@pytest.mark.parametrize("name", list(catalogue.OF_STAFF))
def test_every_report_has_a_page_and_a_file_of_the_same_rows(exchanged, olga, acme, period, name):
    asked = {**period, "day": period["until"], "platform": acme.platform.pk}

    panels = shown(olga, name, **asked)
    rows = rows_of_file(olga, name, **asked)

    assert sum(len(panel.rows) for panel in panels.values()) == len(rows)
    assert rows or name in {"bank-against-books", "outstanding"}
    entry = AuditEntry.objects.filter(verb="report.export").latest("id")
    assert entry.actor_id == "olga"
    assert entry.subject.startswith(f"Report:{name}")


def test_what_can_not_be_asked_is_said(olga, period):
    address = reverse("admin:payments_report", args=["payments"])
    for wrong, said in (
        ({"since": "2026-03-02", "until": "2026-03-01"}, "must not be before from"),
        ({**period, "zone": "Europe/Atlantis"}, "Enter a time zone such as Europe/Berlin."),
        ({**period, "since": "soon"}, "Enter a valid date."),
    ):
        page = olga.get(address, **wrong)
        assert said in page.content.decode(), wrong
        assert page.context["panels"] == []
    assert olga.get(reverse("admin:payments_report_file", args=["payments"]), since="soon").status_code == 404
    assert olga.get(reverse("admin:payments_report", args=["weather"])).status_code == 404


def test_who_may_not_see_the_books_sees_no_report(hire, period):
    rita = hire("rita", Role.REVIEWER)

    for address in (
        reverse("admin:payments_reports"),
        reverse("admin:payments_report", args=["revenue"]),
        reverse("admin:payments_report_file", args=["revenue"]),
    ):
        assert rita.get(address, **period).status_code == 403
