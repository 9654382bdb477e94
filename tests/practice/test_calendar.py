"""The practice bank's days: no weekend, no holiday of its clearing system, and days on which it works all the same."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from banks.models import BankConnection
from banks.rail import bank_days
from practice.bank.calendar import Calendar


@pytest.mark.parametrize(
    ("currency", "day", "booked_on"),
    [
        ("EUR", "2026-12-24", "2026-12-28"),
        ("EUR", "2027-03-25", "2027-03-30"),
        ("USD", "2026-11-25", "2026-11-27"),
        ("GBP", "2026-12-24", "2026-12-29"),
    ],
)
def test_it_books_on_the_days_that_value_dates_have(currency, day, booked_on):
    days = bank_days.of(BankConnection(currency=currency, worked_days=[dt.date(2026, 12, 31)]))
    calendar = Calendar(ZoneInfo("Europe/Berlin"), days.holidays, days.weekend, days.worked)

    assert calendar.after(dt.date.fromisoformat(day), 1) == dt.date.fromisoformat(booked_on)


def test_it_works_on_a_saturday_that_it_says_it_works():
    saturday = dt.date(2026, 12, 19)
    calendar = Calendar(ZoneInfo("Europe/Berlin"), worked=frozenset({saturday}))

    assert calendar.is_open(saturday)
    assert calendar.opening(saturday).date() == saturday
