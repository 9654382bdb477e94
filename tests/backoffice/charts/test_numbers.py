"""What charts show: the numbers of their tables, each beside the list that it counts, by the clock of the platform."""

import datetime as dt
import json
from collections.abc import Callable
from decimal import Decimal

import pytest
from django.urls import reverse

from payments.ledger import statements
from payments.models import InternalAccount, LedgerAccount, OperationsCase, Posting, Transaction
from payments.reporting import daily_totals
from platforms.backoffice import links
from platforms.backoffice.actions import Role
from platforms.backoffice.charts import Age, Chart, Series, Tone, by_age
from platforms.base import clock
from tests.backoffice.conftest import page_of
from tests.support.payments import scenarios
from webhooks.models import EndpointHealth, Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


@pytest.fixture
def transfer(api, alice, worker) -> Callable[..., None]:
    """Make a transfer of 100.00 USD with a rail's magic ending, and work it off."""

    def made(*ending: str) -> None:
        scenarios.transfer_out(*ending)(api, alice)
        worker.run()

    return made


@pytest.fixture
def funded_twice(api, alice, worker) -> None:
    """100.00 USD that came a second time, which wait in suspense."""
    scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()


def drawn(office, address: str, title: str, **asked: str) -> Chart:
    """The chart of a page whose panel has this title."""
    [chart] = [panel.chart for panel in office.get(address, **asked).context["panels"] if panel.title == title]
    assert isinstance(chart, Chart)
    return chart


def counted(office, address: str) -> int:
    """How many rows the list at an address has."""
    number: int = office.get(address).context["cl"].result_count
    return number


def chart_of(values) -> Chart:
    return Chart(["a", "b"], below="day", unit="events", series=[Series("x", values, Tone.GOOD)], period="Now.")


def test_a_chart_without_values_says_so_instead_of_drawing():
    assert chart_of([0, None]).is_empty
    assert not chart_of([0, 1]).is_empty


def test_a_gap_stays_a_gap_and_counts_have_whole_marks():
    counts = chart_of([2, None])
    amounts = chart_of([Decimal("0.00001")])

    assert json.loads(counts.data)["datasets"][0]["data"] == [2, None]
    assert json.loads(counts.options)["scales"]["y"]["ticks"]["precision"] == 0
    assert "precision" not in json.loads(amounts.options)["scales"]["y"]["ticks"]


def test_what_waits_longer_than_it_may_stands_out():
    ages = [Age("up to 24 h", 3, is_late=False, address="/all"), Age("over 24 h", 2, is_late=True, address="/late")]
    chart = by_age(ages, target="24 h", period="Now.")

    assert [series.values for series in chart.series] == [[3, 0], [0, 2]]
    assert chart.figure == "2 of 5 beyond the target"
    assert chart.series[1].addresses == ["/all", "/late"]


@pytest.mark.usefixtures("within_an_hour")
def test_the_balance_of_each_day_is_what_the_statement_says_at_its_end(olga, acme, transfer, pass_time):
    for ending in ((), ("002",)):
        transfer(*ending)
        pass_time(days=2)
    acme.platform.refresh_from_db()
    today = acme.platform.now().date()
    daily_totals.advance()
    transfer()

    for account in LedgerAccount.objects.filter(postings__isnull=False).distinct():
        days = statements.by_day(account.pk, first=today - dt.timedelta(days=9), last=today)

        assert [day for day, _ in days] == [today - dt.timedelta(days=ago) for ago in reversed(range(10))]
        postings = list(Posting.objects.filter(account=account))
        for day, balance in days:
            until = [posting for posting in postings if posting.at.date() <= day]
            signed = sum(posting.amount if posting.side == "C" else -posting.amount for posting in until)
            assert balance == signed, (account.kind, day)
        chart = drawn(olga, page_of(account), "Balance by day")
        assert chart.series[0].values[-1] == Decimal(days[-1][1]) / 100
        assert chart.names[-1] == f"{today:%d %b}"


@pytest.mark.usefixtures("within_an_hour")
def test_of_very_many_postings_the_chart_begins_with_the_first_whole_day(monkeypatch, acme, api, alice, pass_time):
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2]).ledger_account_id
    for _ in range(3):
        api.fund(api.internal_account(alice), 1_00)
        pass_time(days=1)
    acme.platform.refresh_from_db()
    today = acme.platform.now().date()
    ago = [today - dt.timedelta(days=number) for number in range(4)]

    monkeypatch.setattr(statements, "_MOST_OF_DAYS", 2)

    assert statements.by_day(account, first=ago[-1], last=today) == [(ago[1], 3_00), (ago[0], 3_00)]


def test_a_point_of_the_balance_leads_to_the_statement_of_its_day_for_who_may_read_it(olga, hire, api, alice):
    api.fund(api.internal_account(alice), 5_00)
    account = InternalAccount.objects.get(id=api.internal_account(alice).partition(":")[2])

    address = drawn(olga, page_of(account), "Balance by day").series[0].addresses[-1]
    statement = olga.get(address).context["panel"]

    assert [row[5] for row in statement.rows] == ["", "5.00 USD"]
    sam = hire("sam", Role.SUPPORT)
    of_support = drawn(sam, page_of(account), "Balance by day")
    assert bool(of_support.series[0].addresses) == (sam.get(address).status_code == 200)
    assert of_support.figure == "5.00 USD"


@pytest.mark.usefixtures("within_an_hour")
def test_payments_by_day_lead_to_their_lists_and_have_the_period_before_behind_them(olga, acme, transfer, pass_time):
    transfer()
    pass_time(days=3)
    transfer()
    transfer("002")
    acme.platform.refresh_from_db()
    today = acme.platform.now().date()
    period = {"since": str(today - dt.timedelta(days=2)), "until": str(today), "platform": str(acme.platform.pk)}

    address = reverse("admin:payments_report", args=["payments"])
    chart = drawn(olga, address, "USD", **period)

    completed, before, success = chart.series
    assert completed.values == [0, 0, 100]
    assert before.values == [0, 0, 100], "three days before"
    assert success.values == [None, None, 50]
    assert counted(olga, completed.addresses[-1]) == 2
    assert counted(olga, completed.addresses[0]) == 0
    assert drawn(olga, address, "USD", platform=period["platform"]).figure, "the month of the platform's clock"


def test_what_is_outstanding_is_drawn_by_account_and_age(olga, acme, funded_twice, pass_time):
    pass_time(days=9)

    address = reverse("admin:payments_report", args=["outstanding"])
    chart = drawn(olga, address, "USD", platform=str(acme.platform.pk))

    [suspense] = [series for series in chart.series if any(series.values)]
    assert (suspense.name, suspense.values) == ("Suspense", [0, 0, 100, 0])
    assert counted(olga, suspense.addresses[0]) == 1


def test_open_cases_are_drawn_by_age_and_lead_to_the_late_ones(olga, acme):
    now = clock.real_now()
    for hours in (1, 30, 80):
        OperationsCase.objects.create(
            kind="BANK_FILE",
            subject=f"file {hours}",
            platform=acme.platform,
            cause="set aside",
            since=now - dt.timedelta(hours=hours),
            opened_at=now,
        )

    [chart] = [panel.chart for panel in olga.get("/admin/").context["board"].ages if "Open" in panel.title]

    within, beyond = chart.series
    assert (within.values, beyond.values) == ([1, 0, 0, 0, 0], [0, 0, 1, 1, 0])
    assert (counted(olga, within.addresses[0]), counted(olga, beyond.addresses[-1])) == (1, 2)
    assert chart.figure == "2 of 3 beyond the target"


def test_events_are_drawn_by_day_and_state_and_lead_to_them(olga, acme, api, alice):
    api.fund(api.internal_account(alice), 5_00)
    acme.platform.refresh_from_db()
    health = EndpointHealth.objects.create(platform=acme.platform, url="https://a.example.com")
    number = Event.objects.count()
    first = Event.objects.earliest("pk")
    Event.objects.filter(pk=first.pk).update(state="ABANDONED", next_attempt_at=None)
    Event.objects.exclude(pk=first.pk).update(state="DELIVERED", next_attempt_at=None)

    chart = drawn(olga, page_of(health), "Events by day, and how their delivery stands")

    delivered, failed, *others = chart.series
    assert tuple(sum(value or 0 for value in series.values) for series in (delivered, failed)) == (number - 1, 1)
    assert not any(value for series in others for value in series.values)
    assert chart.figure == f"{(number - 1) / number * 100:.1f} % delivered"
    assert counted(olga, failed.addresses[-1]) == 1
    assert f"by the clock of {acme.platform}" in chart.period


def test_charts_of_money_are_for_those_who_may_see_it(hire):
    rita = hire("rita", Role.REVIEWER).get("/admin/").context["board"]

    assert (rita.in_flight, rita.rails) == (None, None)
    assert [panel.title for panel in rita.ages] == ["Cases waiting for review, by age"]


def test_a_list_under_way_has_what_has_not_ended_without_unpaid_quotes(olga, api, alice, worker):
    scenarios.transfer_out("005")(api, alice)
    scenarios.transfer_out()(api, alice)
    worker.run()
    scenarios.quoted(executed=False)(api, alice)

    [row] = olga.get(links.listing(Transaction, due="ever")).context["cl"].result_list

    assert row.status in {"PENDING", "PROCESSING"}


def test_the_table_is_there_where_nothing_is_drawn(olga, acme, transfer):
    transfer("002")
    acme.platform.refresh_from_db()
    address = reverse("admin:payments_report", args=["payments"])
    asked = {"platform": str(acme.platform.pk)}

    assert drawn(olga, address, "USD", **asked).is_empty
    page = olga.text(address, **asked)
    assert "No payment that was created in this time is completed." in page
    assert '<details class="chart-table">' in page
