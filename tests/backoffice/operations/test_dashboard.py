"""The start page: its figures, from the database as it is."""

import datetime as dt
import functools
import re

import pytest
from django.db import connection

from config.backoffice import dashboard
from config.celery import app
from config.database import commits
from config.processes import heartbeats
from payments import tasks
from payments.models import LedgerCheckRun, RailDay, Transaction
from payments.reporting import dashboard_metrics, rail_statistics
from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import Proposal
from tests.backoffice.operations.steps import tile
from tests.backoffice.review_desk.conftest import waiting_person
from tests.support import databases
from tests.support.payments import scenarios
from tests.support.processes import readiness
from webhooks.models import EndpointHealth

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_what_does_not_get_on_stands_first(olga, api, alice, worker, pass_time):
    assert tile(olga, "Open cases") == ("0", "No open cases.", "good")
    scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    scenarios.transfer_out()(api, alice)
    pass_time(minutes=20)
    tasks.open_cases()

    value, note, tone = tile(olga, "Open cases")
    assert (value, tone) == ("2", "bad")
    assert "payment stuck: 1" in note.lower()
    assert "money in suspense: 1" in note.lower()
    assert tile(olga, "Late payments")[0] == "1"
    assert tile(olga, "Late payments")[2] == "bad"
    assert tile(olga, "Money in suspense")[0] == "1"


def test_money_in_flight_stands_by_currency_and_age(olga, api, alice, worker, pass_time):
    scenarios.transfer_out("005")(api, alice)
    pass_time(minutes=20)
    scenarios.transfer_out("005")(api, alice)
    scenarios.quoted("003")(api, alice)
    worker.run()
    scenarios.quoted(executed=False)(api, alice)

    panel = olga.get("/admin/").context["board"].in_flight

    [[currency, *amounts]] = panel.rows
    assert (words(currency).strip(), amounts) == ("USD", ["3", "200.00 USD", "100.00 USD", "", ""])
    assert [series.values for series in panel.chart.series] == [[2], [1], [0], [0]]
    assert panel.chart.series[0].texts == ["2 of 200.00 USD"]
    [payments] = {address for series in panel.chart.series for address in series.addresses}
    assert olga.get(payments).context["cl"].result_count == 3
    assert Transaction.objects.filter(status="PENDING", next_action="EXPIRE").count() == 1, "unpaid: not in flight"


def test_rails_are_drawn_with_their_success_and_a_table_says_the_same(within_an_hour, olga):
    today = clock.real_now().date()
    RailDay.objects.create(rail="CLABE", currency="USD", day=today, begun=4, completed=3, failed=1)
    RailDay.objects.create(rail="UMA", currency="USD", day=today - dt.timedelta(days=13), begun=9, completed=9)
    RailDay.objects.create(rail="PIX", currency="USD", day=today - dt.timedelta(days=14), begun=9, completed=9)

    page = olga.text("/admin/")

    rails = olga.get("/admin/").context["board"].rails
    assert [(one.title, one.chart.figure) for one in rails.charts] == [("UMA", "100.0 %"), ("CLABE", "75.0 %")]
    assert 'role="img" aria-label="CLABE. 3 completed, 1 failed in 14 days The table has the numbers."' in page
    assert f"{today:%d %b} 3 1" in words(page)
    completed, failed, before = rails.all.chart.series
    assert (completed.values, failed.values) == ([9, *[0] * 12, 3], [*[0] * 13, 1])
    assert before.values == [*[0] * 6, 9, 9, *[0] * 6], "of PIX and UMA, seven days later"


def test_endpoints_and_books_are_told_as_they_are(olga, acme):
    now = clock.real_now()
    assert tile(olga, "Books") == ("First check pending", "", "warn")
    EndpointHealth.objects.create(platform=acme.platform, url="https://a.example.com", failing_since=now)
    LedgerCheckRun.objects.create(started_at=now, finished_at=now, entries=1, postings=2_000, faults=[{"kind": "X"}])

    assert tile(olga, "Failing endpoints") == ("1", "1 failing, none disabled.", "warn")
    value, note, tone = tile(olga, "Books")
    assert (value, tone) == ("Broken", "bad")
    assert note.startswith("2,000 postings")


def test_a_reviewer_sees_who_waits_and_nothing_of_money(hire, api):
    waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    rita = hire("rita", Role.REVIEWER)

    board = rita.get("/admin/").context["board"]

    assert {one.title for one in board.tiles} == {"Open approvals", "Waiting for review"}
    assert tile(rita, "Waiting for review")[0] == "1"
    assert board.in_flight is None
    assert board.rails is None


def test_open_approvals_are_those_that_the_person_may_decide(hire):
    now = clock.real_now()
    for verb in ("screening_hit.accept", "staff_rate.enter"):
        Proposal.objects.create(
            verb=verb,
            subject=f"Subject:{verb}",
            reason="Two people.",
            proposed_by="olga",
            proposed_at=now,
            expires_at=now + dt.timedelta(days=1),
        )

    assert tile(hire("rita", Role.REVIEWER), "Open approvals")[0] == "1"
    assert tile(hire("olga", Role.OPERATIONS), "Open approvals")[0] == "0"


def test_who_has_no_role_sees_no_figure(hire):
    board = hire("nobody").get("/admin/").context["board"]

    assert list(board.tiles) == []


def test_a_figure_that_takes_too_long_is_left_out_and_named(olga, monkeypatch):
    def slow(*, now: dt.datetime) -> dashboard_metrics.Count:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(1)")
        return dashboard_metrics.Count(0)

    monkeypatch.setattr(dashboard_metrics, "due", slow)

    page = olga.text("/admin/")

    assert "Not loaded in time: Late payments." in words(page)
    assert "Open cases" in page


def test_the_limit_of_time_ends_with_the_page(olga):
    olga.text("/admin/")

    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone()[0] == "0"


def test_the_start_page_costs_the_same_however_much_there_is(backoffice, story, api, queries, worker):
    backoffice.text("/admin/")
    before = queries(lambda: backoffice.text("/admin/"))
    for _ in range(5):
        api.transfer_out(story.internal_account, story.external_account, 100)

    assert queries(lambda: backoffice.text("/admin/")) == before


@pytest.mark.parametrize(
    ("ago", "said"),
    [
        (dt.timedelta(seconds=7), "7 s"),
        (dt.timedelta(seconds=61), "1 min"),
        (dt.timedelta(minutes=119), "119 min"),
        (dt.timedelta(hours=2), "2 h"),
        (dt.timedelta(days=2), "2 d"),
        (-dt.timedelta(days=2), "0 s"),
    ],
)
def test_times_are_told_in_their_largest_unit(ago, said):
    now = clock.real_now()

    assert dashboard.ago(now - ago, now) == said


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("step", [1, 100_000])
def test_rails_are_counted_once_as_payments_began_and_ended(api, alice, worker, monkeypatch, step):
    monkeypatch.setattr(rail_statistics, "STEP", step)
    scenarios.transfer_out()(api, alice)
    scenarios.transfer_out("002")(api, alice)
    scenarios.quoted("123")(api, alice)
    worker.run()

    tasks.add_up_days()
    assert tasks.add_up_days() == 0

    counted = {row.rail: (row.begun, row.completed, row.failed, int(row.amount)) for row in RailDay.objects.all()}
    assert counted == {"USD_ACCOUNT": (2, 1, 1, 100_00), "MXN_ACCOUNT": (1, 1, 0, 100_00)}


class TestService:
    """Whether the service works, which no figure of the database shows."""

    @pytest.fixture(autouse=True)
    def _in_order(self, own_heartbeats):
        for role in heartbeats.ROLES:
            heartbeats.give(role)

    def test_a_service_in_order_is_told_so(self, olga):
        note = "The database commits, the broker answers, and worker and scheduler give heartbeats."
        assert tile(olga, "Service") == ("In order", note, "good")

    @pytest.mark.parametrize(
        ("lives", "name", "others"),
        [("beat", "Worker stopped", ""), ("worker", "Scheduler stopped", ""), ("", "Worker stopped", "No scheduler")],
    )
    def test_a_role_without_heartbeats_is_named(self, olga, own_heartbeats, lives, name, others):
        own_heartbeats.clear()
        heartbeats.give(lives, host="another machine")
        own_heartbeats.note("worker:gone", seconds_ago=31)

        value, note, tone = tile(olga, "Service")

        assert (value, tone) == (name, "bad")
        assert others in note

    def test_a_broker_that_is_away_is_named_and_nothing_is_said_of_who_gives_heartbeats_to_it(
        self, olga, own_heartbeats, monkeypatch
    ):
        own_heartbeats.clear()
        nowhere = functools.partial(app.connection_for_write, "redis+socket:///nonexistent/socket")
        monkeypatch.setattr(app, "connection_for_write", nowhere)

        note = "The broker does not answer, so payments and webhooks wait."
        assert tile(olga, "Service") == ("Broker away", note, "bad")

    def test_a_database_that_takes_no_writes_is_named_first(self, olga, own_heartbeats, monkeypatch, settings):
        readiness.ask_by(commits.Commits(), monkeypatch)
        settings.DATABASE_URL = f"{databases.address('postgres')}&options=-c%20default_transaction_read_only%3Don"
        own_heartbeats.clear()

        value, note, _ = tile(olga, "Service")

        assert value == "Read-only"
        assert note.startswith("The database takes no writes, so nobody can pay. No worker gives a heartbeat")

    def test_without_a_server_of_heartbeats_nothing_is_said_of_them(self, olga, own_heartbeats, settings):
        own_heartbeats.clear()
        settings.REDIS_URL = ""

        assert tile(olga, "Service") == ("In order", "The database commits, and the broker answers.", "good")
