"""Staff at a platform whose clock was moved: their screens and their acts are dated as the platform's own are."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.db import transaction
from django.urls import reverse

from compliance.models import ReviewAssignment
from invitations import tasks as invitation_tasks
from payments import queries
from payments.models import (
    DayMark,
    FeeSchedule,
    LedgerAccount,
    OperationsCase,
    Posting,
    RailDay,
    SandboxRailDay,
    TransactionStatusChange,
)
from payments.reporting import rail_statistics
from payments.workflow import monitor
from platforms.base import clock
from platforms.models import ApiToken, AuditEntry
from tests.backoffice.conftest import list_of
from tests.backoffice.operations.conftest import account_of
from tests.backoffice.operations.steps import BOOKS, do, export, tile
from tests.backoffice.review_desk import conftest as desk
from tests.backoffice.review_desk.conftest import rita  # noqa: F401 - a fixture
from tests.conftest import MOVED
from tests.support.backoffice.pages import words
from tests.support.damaged_rows import release
from tests.support.payments import hosts, rate_entries, scenarios
from tests.support.payments.rate_entries import end
from webhooks.models import SigningKey
from webhooks.signing import signing_keys

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("days_ahead", [MOVED], indirect=True, ids=["moved"]),
]
MOMENT = dt.timedelta(minutes=5)


def is_now(acme, moment: dt.datetime | None) -> bool:
    """Tell whether something has just happened, by the platform's clock."""
    return moment is not None and bool(abs(acme.platform.now() - moment) < MOMENT)


def test_replaced_signing_keys_sign_in_two_days_and_the_old_ones_are_gone_in_four(olga, acme):
    with transaction.atomic():
        signing_keys.ensure(platform_id=acme.platform.id, now=clock.real_now())
    old = SigningKey.objects.filter(platform=acme.platform)[0]
    began = clock.real_now()

    do(olga, SigningKey, "rotate", old, "it leaked")

    old.refresh_from_db()
    new = SigningKey.objects.get(platform=acme.platform, algorithm=old.algorithm, published_until=None)
    assert dt.timedelta(0) <= new.signs_from - began - signing_keys.OVERLAP < MOMENT
    assert dt.timedelta(0) <= old.published_until - began - 2 * signing_keys.OVERLAP < MOMENT


def test_the_trial_balance_holds_all_that_was_posted(olga, acme, api, alice, worker):
    scenarios.transfer_out()(api, alice)
    worker.run()

    of_one = olga.get(BOOKS, platform=str(acme.platform.pk))
    of_all = olga.get(BOOKS)

    for page in (of_one, of_all):
        assert {panel.title for panel in page.context["panels"]} == {"USD"}
    assert is_now(acme, of_one.context["at"])
    assert of_all.context["at"] is None


def test_a_statement_opens_with_what_happened_last(olga, acme, api, alice, worker):
    scenarios.transfer_out()(api, alice)
    worker.run()
    account = account_of("CUSTOMER_FUNDS")

    page = olga.get(reverse("admin:payments_ledger_statement", args=[account.pk]))

    assert len(page.context["panel"].rows) == 1 + Posting.objects.filter(account=account).count()


def test_an_export_was_made_after_what_it_reports(olga, acme, api, alice, worker):
    scenarios.transfer_out()(api, alice)
    worker.run()
    account = account_of("CUSTOMER_FUNDS")

    reply = export(olga, account, "camt")

    made = re.search(rb"<CreDtTm>([^<]+)", b"".join(reply.streaming_content))
    assert made is not None
    last = Posting.objects.filter(account=account).latest("at").at
    assert dt.datetime.fromisoformat(made[1].decode()) >= last - dt.timedelta(milliseconds=1)
    assert is_now(acme, AuditEntry.objects.get(verb="ledger.export").at)


def test_accounts_of_the_books_were_opened_when_their_holder_was_made(acme, alice):
    opened = LedgerAccount.objects.filter(kind="CUSTOMER_FUNDS").values_list("created_at", flat=True)

    assert all(is_now(acme, moment) for moment in opened)


def test_money_in_suspense_has_waited_as_long_as_it_has(olga, api, alice, worker, pass_time):
    scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()

    pass_time(days=43)

    assert tile(olga, "Money in suspense")[1] == "Oldest 43 d."


def test_a_case_is_as_old_as_the_money_that_it_is_about(olga, api, alice, worker, pass_time):
    scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    sweep_suspense()

    pass_time(days=9)
    sweep_suspense()

    assert tile(olga, "Money in suspense")[1] == "Oldest 9 d."
    assert tile(olga, "Open cases")[1].endswith("; oldest 9 d.")
    assert "9 d 0 h" in words(olga.text(list_of(OperationsCase)))


def sweep_suspense() -> monitor.Swept:
    with transaction.atomic():
        return monitor.sweep(kind="MONEY_IN_SUSPENSE", now=clock.real_now())


def test_a_case_that_a_person_has_closed_is_not_opened_again_by_a_moved_clock(olga, api, alice, worker, pass_time):
    scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    sweep_suspense()
    do(olga, OperationsCase, "close", OperationsCase.objects.get(), "the bank knows")

    pass_time(days=9)

    assert sweep_suspense().opened == 0


def test_seven_days_of_exchanging_are_those_of_the_platform(api, alice, worker, pass_time):
    scenarios.quoted("123")(api, alice)
    worker.run()
    week = dt.timedelta(days=7)
    assert [one.payments for one in queries.exchange_results(since=week)] == [1]

    pass_time(days=10)

    assert queries.exchange_results(since=week) == []
    assert [one.payments for one in queries.exchange_results(since=2 * week)] == [1]


def test_money_leaves_suspense_in_the_platforms_time(acme, api, alice, worker):
    payment = scenarios.quoted("007")(api, alice)
    worker.run()

    release(scenarios.item_of(payment), "PAY_AGAIN")

    entry = AuditEntry.objects.get(verb="suspense.resolve")
    assert (entry.subject, entry.details["reason"]) == (payment, "found")
    assert is_now(acme, entry.at)
    assert is_now(acme, scenarios.item_of(payment).next_attempt_at)


@pytest.fixture
def real_day(within_an_hour) -> dt.date:
    """Today by real time."""
    return clock.real_now().date()


@pytest.fixture
def own_day(within_an_hour, acme) -> Callable[[], dt.date]:
    """Tell what day it is by the platform's clock."""

    def today() -> dt.date:
        acme.platform.refresh_from_db()
        now: dt.datetime = acme.platform.now()
        return now.date()

    return today


@pytest.fixture
def pay(within_an_hour, api, alice, worker) -> Callable[..., None]:
    """Make a transfer with a rail's magic ending, and work it off."""

    def made(ending: str = "") -> None:
        scenarios.transfer_out(*filter(None, [ending]))(api, alice)
        worker.run()

    return made


def test_charts_of_a_platform_alone_show_what_it_did_by_its_own_clock(pay, olga, own_day):
    pay()
    rail_statistics.advance()

    assert ended_on(olga, "USD") == {own_day(): ("1", "0")}


@pytest.mark.usefixtures("rival")
def test_charts_of_many_platforms_show_one_by_its_own_clock_when_asked(pay, olga, own_day, real_day, acme):
    pay()
    rail_statistics.advance()

    assert ended_on(olga, "USD") == {real_day: ("1", "0")}
    assert ended_on(olga, "USD", rails_of=str(acme.platform.pk)) == {own_day(): ("1", "0")}
    page = olga.text("/admin/")
    assert "All platforms, by real time" in page
    assert "acme, by its own clock" in page
    assert "rival, by its own clock" not in page


def test_days_of_a_platform_whose_clock_moves_on_stay_where_its_payments_have_them(pay, olga, own_day, pass_time):
    first = own_day()
    pay()
    pass_time(days=3)
    pay("002")
    pay()
    second = own_day()
    rail_statistics.advance()
    pass_time(days=2)

    assert ended_on(olga, "USD") == {first: ("1", "0"), second: ("1", "1")}

    pass_time(days=9)
    assert ended_on(olga, "USD") == {second: ("1", "1")}, "the first day is the 15th by now"


def test_days_of_a_moved_clock_are_in_no_figure_of_all_platforms(pay, own_day, real_day, rival_api, worker):
    pay()
    scenarios.transfer_out()(rival_api, rival_api.customer("Rita Rival"))
    worker.run()
    rail_statistics.advance()
    assert rail_statistics.advance() == 0

    of_all = [(row.day, row.begun, row.completed, int(row.amount)) for row in RailDay.objects.all()]
    assert of_all == [(real_day, 2, 2, 200_00)]
    rows = SandboxRailDay.objects.select_related("platform").order_by("day")
    by_platform = [(row.platform.name, row.day, row.begun, int(row.amount)) for row in rows]
    assert by_platform == [("rival", real_day, 1, 100_00), ("acme", own_day(), 1, 100_00)]


def test_what_the_former_release_has_counted_for_all_is_still_counted_for_its_platform(pay, olga, own_day):
    pay()
    DayMark.objects.create(name="rails", up_to=TransactionStatusChange.objects.latest("id").pk)

    rail_statistics.advance()

    assert not RailDay.objects.exists()
    assert ended_on(olga, "USD") == {own_day(): ("1", "0")}


@pytest.mark.parametrize("other", ["", "x", "00000000-0000-0000-0000-000000000000"])
def test_rails_of_no_platform_are_those_of_all(pay, olga, real_day, other):
    pay()
    rail_statistics.advance()

    assert ended_on(olga, "USD", rails_of=other) == {real_day: ("1", "0")}


def ended_on(office, rail: str, **address: str) -> dict[dt.date, tuple[str, str]]:
    """What the chart of a rail shows for each day on which a payment was completed, or failed."""
    rails = office.get("/admin/", **address).context["board"].rails
    [until] = re.findall(r"until (\d+ \w+ \d+)", rails.note)
    last = dt.datetime.strptime(until, "%d %b %Y").replace(tzinfo=dt.UTC).date()
    days = {f"{day:%d %b}": day for day in (last - dt.timedelta(days=ago) for ago in range(14))}
    [chart] = [chart for chart in rails.charts if chart.title == rail]
    return {days[words(day).strip()]: (good, bad) for day, good, bad in chart.rows}


def test_a_reviewer_takes_and_reads_a_case_in_the_platforms_time(acme, api, rita):  # noqa: F811 - the fixture
    desk.waiting_person(api)

    rita.post(reverse("admin:compliance_desk_next"))
    rita.get(desk.page(desk.Waiting("", None, ReviewAssignment.objects.get().verification.public_id)))

    assert is_now(acme, ReviewAssignment.objects.get().assigned_at)
    logged = AuditEntry.objects.filter(actor_kind="STAFF", verb__in=["verification.claim", "verification.read"])
    assert logged.count() == 2
    assert all(is_now(acme, entry.at) for entry in logged)


def test_a_token_is_revoked_in_the_platforms_time(olga, acme):
    do(olga, ApiToken, "revoke", ApiToken.objects.get(client_id=acme.client_id), "it leaked")

    token = ApiToken.objects.get(client_id=acme.client_id)
    assert is_now(acme, token.revoked_at)
    assert token.updated_at == token.revoked_at
    assert is_now(acme, AuditEntry.objects.get(verb="token.revoke").at)


def test_an_invitation_runs_out_in_the_platforms_time(acme, api, pass_time):
    ada = hosts.address(api, api.customer("Ada Lovelace"))
    hosts.invite(api, ada, expiresAt=clock.iso(acme.platform.now() + dt.timedelta(hours=1)))
    pass_time(hours=2)
    acme.platform.refresh_from_db()

    assert invitation_tasks.expire_invitations() == 1

    assert is_now(acme, AuditEntry.objects.get(verb="invitation.expire").at)


def test_a_fee_schedule_begins_and_ends_in_the_platforms_time(acme):
    made = rate_entries.schedule(acme, source_currency="USD", fixed_fee=150)
    assert is_now(acme, made.effective_from)

    end(made)

    assert is_now(acme, FeeSchedule.objects.get().effective_until)
