"""The books as reports: balances at any moment, and statements page by page."""

import datetime as dt

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from payments.ledger import chart, statements
from payments.models import DayMark, LedgerDay, Posting
from payments.reporting import counting, daily_totals
from platforms.backoffice import amounts
from platforms.backoffice.actions import Role
from tests.backoffice.conftest import page_of
from tests.backoffice.operations.conftest import account_of
from tests.backoffice.operations.steps import BOOKS
from tests.support import postings
from tests.support.plans import planned

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_clock]


def moments() -> list[dt.datetime]:
    """Every moment at which something was posted, some around them, and the begin and the last moment of each day."""
    found = sorted(set(Posting.objects.values_list("at", flat=True)))
    days = {at.replace(hour=0, minute=0, second=0, microsecond=0) + dt.timedelta(days=1) for at in found}
    earlier = (at - dt.timedelta(microseconds=1) for at in (*found, *days))
    return [found[0] - dt.timedelta(days=1), *found, *days, *earlier]


def slow_totals(at: dt.datetime) -> dict[tuple[str, str], tuple[int, int]]:
    """What days.totals says, added up from every posting."""
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for posting in Posting.objects.filter(at__lte=at).select_related("account"):
        place = (posting.account.kind, posting.currency)
        debit, credit = found.get(place, (0, 0))
        is_debit = posting.side == "D"
        found[place] = (debit + posting.amount * is_debit, credit + posting.amount * (not is_debit))
    return found


def quick_totals(at: dt.datetime) -> dict[tuple[str, str], tuple[int, int]]:
    return {(one.kind, one.currency): (one.debit, one.credit) for one in daily_totals.totals(at=at)}


@pytest.mark.parametrize("step", [1, 3, 10**6])
def test_totals_are_exact_at_every_moment_however_far_the_days_have_been_counted(busy, step, monkeypatch):
    monkeypatch.setattr(daily_totals, "STEP", step)
    last = Posting.objects.latest("id").id
    everything = moments()
    for _ in range(3):
        assert all(quick_totals(at) == slow_totals(at) for at in everything)
        counting._step("ledger", daily_totals._COUNT, last, step)
    daily_totals.advance()

    assert DayMark.objects.get(name="ledger").up_to == last
    assert all(quick_totals(at) == slow_totals(at) for at in everything)
    assert LedgerDay.objects.values("day").distinct().count() >= 3


def test_a_balance_at_the_end_of_a_day_reads_no_posting(busy):
    daily_totals.advance()
    midnight = Posting.objects.earliest("at").at.replace(hour=0, minute=0, second=0, microsecond=0)
    end = midnight + dt.timedelta(days=1, microseconds=-1)
    with CaptureQueriesContext(connection) as captured:
        daily_totals.totals(at=end)

    # A few rows may be read whole, and thrown away by the join.
    ways = ("seqscan", "hashjoin", "mergejoin")
    with transaction.atomic(), planned("payments_posting", "payments_ledgerday", without=ways) as explain:
        plan = explain(captured[0]["sql"], options="ANALYZE, COSTS OFF, TIMING OFF")
    scans = [line for line in plan if "on payments_posting" in line]
    assert scans
    assert all("rows=0" in line or "never executed" in line for line in scans), "\n".join(plan)


def test_days_are_counted_once(busy):
    assert daily_totals.advance() > 0
    before = list(LedgerDay.objects.order_by("id").values_list("debit", "credit"))

    assert daily_totals.advance() == 0
    assert list(LedgerDay.objects.order_by("id").values_list("debit", "credit")) == before


def test_totals_of_one_platform_leave_the_others_out(busy, acme, rival_api):
    theirs = rival_api.customer("Rita Rival")
    rival_api.fund(rival_api.internal_account(theirs), 7_00)
    daily_totals.advance()
    at = acme.platform.now() + dt.timedelta(days=10)

    ours = daily_totals.totals(at=at, platform_id=acme.platform.id)
    all_of_them = daily_totals.totals(at=at)

    held = {"CUSTOMER_FUNDS", "PLATFORM_FUNDS"}
    assert sum(one.credit for one in all_of_them if one.kind in held and one.currency == "USD") == 7_00 + sum(
        one.credit for one in ours if one.kind in held and one.currency == "USD"
    )


def test_the_trial_balance_is_in_balance_in_every_currency(busy, olga):
    page = olga.get(BOOKS)

    shown = page.context["panels"]
    assert [panel.title for panel in shown] == ["MXN", "USD"]
    for panel in shown:
        _, _, debit, credit = panel.totals
        assert debit == credit
        assert debit != "0.00 " + panel.title


def test_the_chart_of_accounts_has_every_kind(busy, olga):
    page = olga.get(BOOKS, by="kind")

    shown = {panel.title: panel.rows for panel in page.context["panels"]}
    assert len(shown) == len(chart.AccountKind) == 13
    assert "100.00 USD" in str(shown["Suspense (SUSPENSE) · liability"])


@pytest.mark.parametrize("kind", ["CUSTOMER_FUNDS", "RAIL_SETTLEMENT", "PAYOUT_CLEARING"])
@pytest.mark.parametrize("is_counted", [False, True])
def test_a_statement_agrees_with_the_books_at_every_moment(busy, kind, is_counted):
    if is_counted:
        daily_totals.advance()
    account = account_of(kind)
    sign = 1 if account.normal_side == "C" else -1
    for since in moments():
        before, found = statements.page(account.pk, after=statements.Place(since), until=since + dt.timedelta(days=30))
        assert sign * before == postings.balance(account.pk, at=since - dt.timedelta(microseconds=1))
        assert len(found) == Posting.objects.filter(account=account, at__gte=since).count()
        if found:
            assert sign * found[-1].balance == postings.balance(account.pk)


def test_pages_of_a_statement_follow_each_other_without_a_gap(busy, olga, monkeypatch):
    monkeypatch.setattr(statements, "PAGE", 2)
    account = account_of("RAIL_SETTLEMENT")
    address = reverse("admin:payments_ledger_statement", args=[account.pk])
    told, carried, after = [], None, ""
    while True:
        context = olga.get(address, **({"after": after} if after else {})).context
        rows = context["panel"].rows
        assert carried in {None, rows[0][-1]}, "a page begins with the balance that the one before ended with"
        told += [row[1] for row in rows[1:]]
        carried, after = rows[-1][-1], context["following"]
        if not after:
            break

    assert len(told) == len(set(told)) == Posting.objects.filter(account=account).count() > 2
    # Credits less debits: what the bank holds for us is below zero, as in the files.
    assert carried == amounts.major_units(-postings.balance(account.pk), "USD")


def test_a_statement_costs_the_same_on_every_page(busy, backoffice, queries, costs):
    account = account_of("RAIL_SETTLEMENT")
    address = reverse("admin:payments_ledger_statement", args=[account.pk])

    # Session, person; the account; the balance before, the lines.
    costs(queries(lambda: backoffice.text(address)))


@pytest.mark.parametrize("after", ["", "x", "_5", "2026-01-01T00:00:00_5", "2026-01-01T00:00:00+00:00_x", "9_" * 50])
def test_a_mark_that_nobody_gave_begins_at_the_beginning(busy, olga, after):
    account = account_of("RAIL_SETTLEMENT")

    reply = olga.get(reverse("admin:payments_ledger_statement", args=[account.pk]), after=after)

    assert reply.status_code == 200


def test_a_period_that_is_none_is_named(busy, olga):
    account = account_of("RAIL_SETTLEMENT")

    page = olga.text(reverse("admin:payments_ledger_statement", args=[account.pk]), since="yesterday")

    assert "Enter a valid date/time." in page


def test_an_account_that_is_not_there_has_no_statement(olga):
    assert olga.get(reverse("admin:payments_ledger_statement", args=[10**12])).status_code == 404


def test_a_reviewer_sees_no_books(busy, hire):
    rita = hire("rita", Role.REVIEWER)
    account = account_of("CUSTOMER_FUNDS")

    addresses = [BOOKS, reverse("admin:payments_ledger_statement", args=[account.pk])]

    assert [rita.get(address).status_code for address in addresses] == [403, 403]
    assert rita.post(reverse("admin:payments_ledger_export", args=[account.pk]), form="csv").status_code == 403


def test_the_page_of_an_account_leads_to_its_statement(busy, olga):
    account = account_of("CUSTOMER_FUNDS")

    assert reverse("admin:payments_ledger_statement", args=[account.pk]) in olga.text(page_of(account))
