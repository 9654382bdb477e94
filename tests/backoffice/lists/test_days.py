"""Lists cut to days: of any time zone, by the clock of each row's platform, found by the keys of the rows."""

import datetime as dt
import itertools
import zoneinfo
from typing import Any

import pytest
from django.contrib import admin

from banks.models import BankStatement, BankStatementLine
from payments.models import Deposit, JournalEntry, SuspenseItem, Transaction
from platforms.backoffice.lists import days
from platforms.base import clock
from platforms.base.reports import periods
from platforms.database import key_times
from platforms.models import AuditEntry, Platform
from tests.backoffice.conftest import list_of
from tests.conftest import MOVED
from tests.support.backoffice.pages import words
from tests.support.payments import scenarios
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("within_an_hour")]
LISTS: dict[Any, str] = {
    Transaction: "created_at",
    Deposit: "at",
    Event: "created_at",
    AuditEntry: "at",
    SuspenseItem: "opened_at",
    JournalEntry: "at",
    BankStatement: "received_at",
}
moved_or_not = pytest.mark.parametrize("days_ahead", [0, MOVED], indirect=True, ids=["real", "moved"])
DAY = dt.timedelta(days=1)


def shown(backoffice, model, **query) -> set[Any]:
    """Return the keys of all rows that a list has, on all of its pages."""
    keys, number = set(), 1
    while True:
        reply = backoffice.get(list_of(model), p=str(number), **query)
        assert reply.status_code == 200
        keys |= {row.pk for row in reply.context["cl"].result_list}
        if number >= reply.context["cl"].paginator.num_pages:
            return keys
        number += 1


def on(model, day: dt.date, zone: str) -> set[Any]:
    """Return the keys of the rows of a day, from the rows themselves."""
    where = zoneinfo.ZoneInfo(zone)
    return {row.pk for row in model.objects.all() if getattr(row, LISTS[model]).astimezone(where).date() == day}


def day_of(row, zone: str = "UTC") -> dt.date:
    moment: dt.datetime = getattr(row, LISTS[type(row)])
    return moment.astimezone(zoneinfo.ZoneInfo(zone)).date()


def query(first: dt.date, last: dt.date | None = None, zone: str = "UTC") -> dict[str, str]:
    return {"from": first.isoformat(), "to": (last or first).isoformat(), "zone": zone}


@moved_or_not
def test_a_list_has_the_rows_of_the_days(backoffice, story):
    for model, zone in itertools.product(LISTS, ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]):
        newest = model.objects.latest("pk")
        day = day_of(newest, zone)

        assert newest.pk in on(model, day, zone)
        assert shown(backoffice, model, **query(day, zone=zone)) == on(model, day, zone), (model, zone)
        assert shown(backoffice, model, **query(day + DAY, zone=zone)) == on(model, day + DAY, zone)
        assert shown(backoffice, model, **query(day - 300 * DAY, day + DAY, zone)) >= on(model, day, zone)
        assert shown(backoffice, model, **query(day - 360 * DAY, day - 300 * DAY, zone)) == set()


def test_a_clock_that_is_moved_between_two_payments_loses_neither(backoffice, story, api):
    for _ in range(2):
        assert api.post("/sandbox/clock/advance", {"seconds": 40 * 86_400}).status_code == 200
        scenarios.transfer_out()(api, story.alice)
    for model in LISTS:
        of_days: dict[dt.date, set[Any]] = {}
        for row in model.objects.all():
            of_days.setdefault(day_of(row), set()).add(row.pk)

        found = {day: shown(backoffice, model, **query(day)) for day in of_days}

        assert found == of_days, model


@moved_or_not
def test_today_is_the_day_of_each_platform(backoffice, story):
    for model in LISTS:
        newest = model.objects.latest("pk")
        platform = getattr(newest, "platform", None)

        today = shown(backoffice, model, days="today")

        is_of_today = day_of(newest) == clock.of(platform, clock.real_now()).date()
        assert (newest.pk in today) == is_of_today, model
        assert is_of_today or platform is None
        assert not today & shown(backoffice, model, days="last_month")


def test_days_that_are_pressed_are_those_of_the_time_zone(backoffice, story):
    today = clock.real_now().astimezone(zoneinfo.ZoneInfo("Asia/Tokyo")).date()
    month = periods.month_of(today)
    entered = {
        "today": (today, today),
        "yesterday": (today - DAY, today - DAY),
        "this_month": (month.first, month.last),
        "last_month": (month.before.first, month.before.last),
    }

    for name, (first, last) in entered.items():
        pressed = shown(backoffice, AuditEntry, days=name, zone="Asia/Tokyo")
        assert pressed == shown(backoffice, AuditEntry, **query(first, last, "Asia/Tokyo")), name


def test_lines_of_a_statement_are_cut_by_the_banks_days(backoffice, story):
    line = BankStatementLine.objects.exclude(booked_on=None).latest("pk")
    assert line.booked_on is not None
    same = set(BankStatementLine.objects.filter(booked_on=line.booked_on).values_list("pk", flat=True))

    assert shown(backoffice, BankStatementLine, **query(line.booked_on)) == same
    assert shown(backoffice, BankStatementLine, **query(line.booked_on + 400 * DAY)) == set()


SENSELESS = {
    "Enter a day such as 2026-11-30.": [{"from": "2026-13-01"}, {"from": "01.11.2026"}],
    "The last day is before the first.": [{"from": "2026-11-02", "to": "2026-11-01"}],
    "Choose 366 days at most.": [{"from": "2026-01-01", "to": "2027-01-02"}],
    "Enter a time zone such as Europe/Berlin.": [{"from": "2026-11-01", "zone": "Mars/Olympus"}],
    "Choose days of the list, or enter them.": [{"days": "never"}],
    "Enter days of this century.": [{"to": "0001-01-01"}, {"from": "9999-12-31", "to": "9999-12-31"}],
}


def test_what_makes_no_sense_is_said_and_shows_nothing(backoffice, story):
    for said, asked in ((said, asked) for said, every in SENSELESS.items() for asked in every):
        reply = backoffice.get(list_of(Transaction), **asked)

        assert reply.status_code == 200
        assert f"Nothing is shown. {said}" in words(reply.content.decode()), asked
        assert not list(reply.context["cl"].result_list)


def test_days_of_no_payment_show_none(backoffice, story):
    for asked in ({"from": "0001-01-01"}, {"to": "9999-12-30"}, {"from": "1000-01-01"}):
        assert shown(backoffice, Transaction, **asked) == shown(backoffice, AuditEntry, **asked) == set()


def test_one_end_alone_is_a_year(backoffice, story):
    day = day_of(Transaction.objects.latest("pk"))

    every = set(Transaction.objects.values_list("pk", flat=True))
    assert shown(backoffice, Transaction, **{"from": str(day - DAY)}) == every
    assert shown(backoffice, Transaction, to=str(day + DAY)) == every
    assert shown(backoffice, Transaction, to=str(day - 2 * DAY)) == set()


def test_the_time_zone_stays_chosen_on_other_lists(backoffice, story):
    backoffice.text(list_of(Transaction), days="today", zone="Asia/Tokyo")

    form = _form(backoffice.get(list_of(Deposit)))

    assert form["zone"].value() == "Asia/Tokyo"


def test_a_search_and_other_filters_keep_the_days(backoffice, story):
    day = day_of(Transaction.objects.latest("pk"))

    assert shown(backoffice, Transaction, status__exact="FAILED", **query(day)) == {
        row.pk for row in Transaction.objects.filter(status="FAILED")
    }
    assert shown(backoffice, Transaction, q=story.paid, **query(day - 9 * DAY)) == set()
    page = backoffice.text(list_of(Transaction), status__exact="FAILED", **query(day))
    assert "Filters (2)" in words(page)
    assert f"Day of creation: {day} (UTC) · Status: Failed" in words(page)
    assert '<input type="hidden" name="status__exact" value="FAILED">' in page


def test_every_key_of_the_time_lies_within_the_bounds(story):
    """Each list's own column, as rows are written in a story of every kind."""
    most = max(Platform.objects.values_list("clock_offset", flat=True))
    for model, column in LISTS.items():
        for row in model.objects.all():
            at = getattr(row, column)
            within = key_times.between(model, column, at, at + dt.timedelta(microseconds=1), ahead=most)
            assert model.objects.filter(within, pk=row.pk).exists(), model


def test_lists_with_days_are_these(backoffice):
    with_days = {
        page.model
        for page in admin.site._registry.values()
        if any(isinstance(one, type) and issubclass(one, days.Days) for one in page.list_filter)
    }

    assert with_days == {*LISTS, BankStatementLine}


def _form(reply):
    [spec] = [one for one in reply.context["cl"].filter_specs if isinstance(one, days.Days)]
    return spec.form
