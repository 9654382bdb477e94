"""Cut-offs and value dates: time zones, weekends, bank holidays, days on which clocks change."""

import datetime as dt
import itertools

import pytest

from payments.bank_rail import calendars
from payments.models import BankConnection


def connection(**changes) -> BankConnection:
    said = {
        "time_zone": "Europe/Berlin",
        "cut_offs": [dt.time(14, 30)],
        "holidays": [],
        "credit_lead_days": 0,
        "debit_lead_days": 1,
    }
    return BankConnection(**(said | changes))


def first(of: BankConnection, moment: str, *, is_debit: bool = False) -> tuple[str, str]:
    slot = next(calendars.slots(of, is_debit=is_debit, after=dt.datetime.fromisoformat(moment)))
    return slot.cut_off_at.isoformat(), slot.value_date.isoformat()


@pytest.mark.parametrize(
    ("moment", "cut_off", "value_date"),
    [
        ("2026-11-23T12:00:00Z", "2026-11-23T13:30:00+00:00", "2026-11-23"),
        ("2026-11-23T13:30:00Z", "2026-11-24T13:30:00+00:00", "2026-11-24"),
        ("2026-11-27T14:00:00Z", "2026-11-30T13:30:00+00:00", "2026-11-30"),
        ("2026-07-01T12:00:00Z", "2026-07-01T12:30:00+00:00", "2026-07-01"),
        # The day before clocks go back, and the business day after it.
        ("2026-10-23T13:00:00Z", "2026-10-26T13:30:00+00:00", "2026-10-26"),
    ],
)
def test_the_next_cut_off_is_on_the_next_open_day(moment, cut_off, value_date):
    assert first(connection(), moment) == (cut_off, value_date)


def test_value_dates_pass_over_weekends_and_bank_holidays():
    of = connection(holidays=[dt.date(2026, 12, 25), dt.date(2026, 12, 28)])

    assert first(of, "2026-12-24T08:00:00Z", is_debit=True) == ("2026-12-24T13:30:00+00:00", "2026-12-29")
    assert first(of, "2026-12-24T14:00:00Z") == ("2026-12-29T13:30:00+00:00", "2026-12-29")


@pytest.mark.parametrize(
    ("currency", "value_date"),
    # From Thursday, the 26th, after the cut-off.
    [
        ("EUR", "2026-11-27"),
        ("AED", "2026-11-27"),
        ("EGP", "2026-11-29"),
        ("BDT", "2026-11-29"),
        ("IRR", "2026-11-28"),
        ("BND", "2026-11-28"),
    ],
)
def test_the_weekend_is_that_of_the_currency(currency, value_date):
    assert first(connection(currency=currency), "2026-11-26T14:00:00Z")[1] == value_date


def test_a_lead_of_some_days_passes_over_that_weekend():
    of = connection(currency="EGP", debit_lead_days=2, holidays=[dt.date(2026, 11, 30)])

    assert first(of, "2026-11-26T10:00:00Z", is_debit=True)[1] == "2026-12-01"


def test_a_day_may_have_several_cut_offs():
    of = connection(cut_offs=[dt.time(16), dt.time(9)])
    moment = dt.datetime(2026, 11, 23, 7, tzinfo=dt.UTC)

    found = itertools.islice(calendars.slots(of, is_debit=False, after=moment), 3)

    assert [slot.cut_off_at.hour for slot in found] == [8, 15, 8]


def test_a_bank_that_is_never_open_has_no_slot():
    days = [dt.date(2026, 11, 23) + dt.timedelta(days=number) for number in range(90)]
    moment = dt.datetime(2026, 11, 23, tzinfo=dt.UTC)

    assert list(calendars.slots(connection(holidays=days), is_debit=False, after=moment)) == []
