"""Cut-offs and value dates: time zones, weekends, bank holidays, days on which clocks change."""

import datetime as dt
import itertools

import pytest

from banks.models import BankConnection
from banks.rail import bank_days


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
    slot = next(bank_days.slots(of, is_debit=is_debit, after=dt.datetime.fromisoformat(moment)))
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


@pytest.mark.parametrize(
    ("currency", "calendar", "value_date"),
    [
        ("USD", "EG", "2026-11-29"),
        ("EUR", "NP", "2026-11-27"),
        ("EGP", "GB", "2026-11-27"),
        ("EGP", "NONE", "2026-11-29"),
        ("USD", "BACS", "2026-11-27"),
    ],
)
def test_a_bank_elsewhere_keeps_the_weekend_of_its_country(currency, calendar, value_date):
    assert first(connection(currency=currency, calendar=calendar), "2026-11-26T14:00:00Z")[1] == value_date


def test_a_lead_of_some_days_passes_over_that_weekend():
    of = connection(currency="EGP", debit_lead_days=2, holidays=[dt.date(2026, 11, 30)])

    assert first(of, "2026-11-26T10:00:00Z", is_debit=True)[1] == "2026-12-01"


def test_a_day_may_have_several_cut_offs():
    of = connection(cut_offs=[dt.time(16), dt.time(9)])
    moment = dt.datetime(2026, 11, 23, 7, tzinfo=dt.UTC)

    found = itertools.islice(bank_days.slots(of, is_debit=False, after=moment), 3)

    assert [slot.cut_off_at.hour for slot in found] == [8, 15, 8]


def test_a_bank_that_is_never_open_has_no_slot():
    days = [dt.date(2026, 11, 23) + dt.timedelta(days=number) for number in range(90)]
    moment = dt.datetime(2026, 11, 23, tzinfo=dt.UTC)

    assert list(bank_days.slots(connection(holidays=days), is_debit=False, after=moment)) == []


CLOSED = {
    "EUR": "2026-12-25 2026-12-26 2027-01-01 2027-03-26 2027-03-29 2026-05-01 2028-04-14 2028-04-17 2046-12-25",
    # A Saturday's holiday is not moved to the Friday before, a Sunday's is moved to the Monday after.
    "USD": "2026-11-26 2026-06-19 2027-07-05 2022-06-20 2026-12-25 2027-01-18 2026-10-12 2026-11-11 2045-12-25",
    # Substitute days of England, and no holiday of Scotland.
    "GBP": "2026-12-25 2026-12-28 2027-12-27 2027-12-28 2028-01-03 2026-05-04 2026-08-31 2026-05-25 2023-05-08",
    "CHF": "2026-01-02 2026-05-14 2026-05-25 2028-08-01 2026-05-01 2026-12-25 2029-12-26 2026-04-03 2026-04-06",
    # A currency of no clearing system here: the public holidays of its country, in Japan those of banks too.
    "SEK": "2026-06-19 2026-12-25 2027-01-06",
    "JPY": "2026-12-31 2027-01-02 2026-05-05",
}
OPEN = {
    "EUR": "2026-12-24 2026-12-28 2026-12-31 2027-01-04 2028-02-29 2026-05-14 2026-10-05",
    "USD": "2026-07-03 2027-06-18 2027-12-24 2027-12-31 2026-11-27 2026-04-03 2020-06-19",
    "GBP": "2026-12-24 2027-01-04 2028-01-04 2026-05-01 2026-11-30",
    "CHF": "2026-12-24 2026-12-31 2027-01-05",
    "SEK": "2026-11-26",
    "JPY": "2026-11-26",
    "XOF": "2026-12-25",
}


@pytest.mark.parametrize(
    ("currency", "day", "is_open"),
    [
        (currency, day, is_open)
        for table, is_open in ((CLOSED, False), (OPEN, True))
        for currency, days in table.items()
        for day in days.split()
    ],
)
def test_a_currency_has_the_days_of_its_clearing_system(currency, day, is_open):
    found = bank_days.of(connection(currency=currency))

    assert (dt.date.fromisoformat(day) not in found.holidays) is is_open


@pytest.mark.parametrize(
    ("currency", "moment", "value_date", "collected"),
    [
        # Christmas to the next open day, and the collection a day later.
        ("EUR", "2026-12-24T15:00:00Z", "2026-12-28", "2026-12-29"),
        # The year's end, and Easter.
        ("EUR", "2026-12-31T15:00:00Z", "2027-01-04", "2027-01-05"),
        ("EUR", "2027-03-25T15:00:00Z", "2027-03-30", "2027-03-31"),
        ("EUR", "2026-04-30T15:00:00Z", "2026-05-04", "2026-05-05"),
        # A leap day between two of them.
        ("EUR", "2028-02-28T15:00:00Z", "2028-02-29", "2028-03-01"),
        ("USD", "2026-11-25T20:00:00Z", "2026-11-27", "2026-11-30"),
        ("USD", "2026-07-02T20:00:00Z", "2026-07-03", "2026-07-06"),
        ("GBP", "2026-12-24T15:00:00Z", "2026-12-29", "2026-12-30"),
        ("CHF", "2025-12-31T15:00:00Z", "2026-01-05", "2026-01-06"),
    ],
)
def test_value_dates_and_days_of_collection_pass_over_the_holidays_of_the_currency(
    currency, moment, value_date, collected
):
    zones = {"USD": "America/New_York", "GBP": "Europe/London"}
    of = connection(currency=currency, time_zone=zones.get(currency, "Europe/Berlin"))

    assert first(of, moment)[1] == value_date
    assert first(of, moment, is_debit=True)[1] == collected


def test_a_cut_off_elsewhere_is_on_a_day_of_its_own_time_zone():
    of = connection(currency="EUR", time_zone="America/New_York", cut_offs=[dt.time(20)])

    # Half past one in the night of Christmas in Frankfurt is the evening before in New York, where the cut-off is.
    assert first(of, "2026-12-25T00:30:00Z") == ("2026-12-25T01:00:00+00:00", "2026-12-24")
    assert first(of, "2026-12-25T01:30:00Z") == ("2026-12-29T01:00:00+00:00", "2026-12-28")


def test_typed_days_add_to_the_calendar_and_take_from_it():
    of = connection(
        currency="EUR", holidays=[dt.date(2026, 12, 24)], worked_days=[dt.date(2026, 12, 25), dt.date(2026, 12, 26)]
    )

    days = [dt.date(2026, 12, number) for number in range(22, 30)]
    assert [day.day for day in days if bank_days.of(of).is_open(day)] == [22, 23, 25, 26, 28, 29]


def test_another_calendar_than_the_currency_s_can_be_chosen():
    christmas = dt.date(2026, 12, 25)

    assert bank_days.of(connection(currency="EUR", calendar="NONE")).is_open(christmas)
    assert not bank_days.of(connection(currency="XOF", calendar="FR")).is_open(christmas)
    assert not bank_days.of(connection(currency="EUR", calendar="BACS")).is_open(dt.date(2026, 12, 28))


def test_what_is_known_of_holidays_has_an_end():
    typed = connection(name="house-bank", currency="XOF", holidays=[dt.date(2026, 12, 25)])

    assert bank_days.ending(typed, dt.date(2026, 10, 25)) is None
    for day in (dt.date(2026, 10, 26), dt.date(2027, 5, 1)):
        found = bank_days.ending(typed, day)
        assert found is not None
        assert found.on == dt.date(2026, 12, 25)
        assert "house-bank end on 2026-12-25: choose Change" in found.sentence
    assert bank_days.ending(connection(currency="XOF"), dt.date(2026, 12, 1)) is None
    # Beside a calendar typed days are exceptions, and the calendar counts.
    euro = connection(name="house-bank", currency="EUR", holidays=[dt.date(2026, 12, 24)])
    assert bank_days.ending(euro, dt.date(2046, 12, 1)) is None
    ends = bank_days.ending(euro, dt.date(2100, 12, 1))
    assert ends is not None
    assert "ends with the year 2100" in ends.sentence


def test_a_day_that_no_calendar_knows_is_open():
    assert bank_days.of(connection(currency="EUR")).is_open(dt.date(2150, 12, 25))
