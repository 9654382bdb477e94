"""Cut-offs and value dates of a bank connection."""

import datetime as dt
from collections.abc import Container, Iterator
from typing import NamedTuple
from zoneinfo import ZoneInfo

from banks.models import BankConnection
from banks.rail import clearing_calendars

_MONDAY, _TUESDAY, _WEDNESDAY, _THURSDAY, _FRIDAY, _SATURDAY, _SUNDAY = range(7)
_WEEKENDS_OF = {
    frozenset({_THURSDAY, _FRIDAY}): "AF IR",
    frozenset({_FRIDAY, _SATURDAY}): "BD BH DZ EG IL IQ JO KW LY MV OM QA SA SD SY YE",
    frozenset({_FRIDAY, _SUNDAY}): "BN",
    frozenset({_FRIDAY}): "DJ",
    frozenset({_SATURDAY}): "NP",
}
"""By the country of the bank: days of the week without banking, where others than Saturday and Sunday. As the central
banks say; that of the Emirates is Saturday and Sunday since 2022."""
_WEEKENDS = {code: days for days, codes in _WEEKENDS_OF.items() for code in codes.split()}
_USUAL_WEEKEND = frozenset({_SATURDAY, _SUNDAY})
_COUNTRY_CODE = 2
"""Letters of a country's code: calendars of countries are named so, and currencies begin so."""
_DAYS_AHEAD = 60
"""The search for a cut-off ends after so many days."""


class Slot(NamedTuple):
    """A cut-off as a moment, and the value date of its payments."""

    cut_off_at: dt.datetime
    value_date: dt.date


def slots(connection: BankConnection, *, is_debit: bool, after: dt.datetime) -> Iterator[Slot]:
    """Yield the cut-offs after a moment, soonest first, on days with an open bank."""
    zone, bank = ZoneInfo(connection.time_zone), of(connection)
    lead = connection.debit_lead_days if is_debit else connection.credit_lead_days
    today = after.astimezone(zone).date()
    for day in (today + dt.timedelta(days=number) for number in range(_DAYS_AHEAD)):
        if not bank.is_open(day):
            continue
        for cut_off in sorted(connection.cut_offs):
            moment = dt.datetime.combine(day, cut_off, tzinfo=zone).astimezone(dt.UTC)
            if moment > after:
                yield Slot(moment, add(day, lead, bank=bank))


class OpenDays(NamedTuple):
    """The days without banking: of each week, as `date.weekday` counts them, and single ones.

    On `worked` days the bank works, whatever the other two say.
    """

    weekend: frozenset[int]
    holidays: Container[dt.date]
    worked: frozenset[dt.date] = frozenset()

    def is_open(self, day: dt.date) -> bool:
        """Tell whether the bank is open on a day."""
        return day in self.worked or (day.weekday() not in self.weekend and day not in self.holidays)


def of(connection: BankConnection) -> OpenDays:
    """Return the days of a connection's bank: the weekend of its country, its calendar, and the typed days."""
    closed = clearing_calendars.ClosedDays(key_of(connection), connection.holidays)
    # Who chooses a country's calendar says where the bank is: dollars may be held in Cairo.
    is_of_country = len(connection.calendar) == _COUNTRY_CODE
    country = connection.calendar if is_of_country else connection.currency[:_COUNTRY_CODE]
    return OpenDays(weekend(country), closed, frozenset(connection.worked_days))


def key_of(connection: BankConnection) -> str:
    """Return the key of a connection's calendar: the chosen one, else that of its currency."""
    return connection.calendar or clearing_calendars.default(connection.currency)


def named(connection: BankConnection) -> str:
    """Return the name of a connection's calendar, with how far it reaches."""
    key = key_of(connection)
    name = clearing_calendars.labels().get(key, key)
    if key != clearing_calendars.NONE:
        return f"{name}, known until {clearing_calendars.last_year(key)}"
    return name if connection.calendar else f"{name}: no calendar of {connection.currency} is known"


class Ending(NamedTuple):
    """The end of what is known of a bank's holidays: its last day, and what to do, in a sentence."""

    on: dt.date
    sentence: str


def ending(connection: BankConnection, today: dt.date) -> Ending | None:
    """Return the end of what is known of a bank's holidays, if value dates reach it soon or have passed it.

    Typed days count where nothing else is known: beside a calendar they are exceptions.
    """
    last_year = clearing_calendars.last_year(key_of(connection))
    if last_year is not None:
        last = dt.date(last_year, 12, 31)
        what = f"The calendar of the bank connection {connection.name} ends with the year {last_year}"
    elif connection.holidays:
        last = max(connection.holidays)
        what = f"The bank holidays typed for the bank connection {connection.name} end on {last}"
    else:
        return None
    if last > today + dt.timedelta(days=_DAYS_AHEAD):
        return None
    return Ending(last, f"{what}: choose Change, and type those of the next year.")


def weekend(country: str) -> frozenset[int]:
    """Return the days of the week without banking in a country, as `date.weekday` counts them."""
    return _WEEKENDS.get(country, _USUAL_WEEKEND)


def before(day: dt.date, business_days: int, *, bank: OpenDays) -> dt.date:
    """Return the last day from which so many business days have passed by a day."""
    while business_days:
        business_days -= bank.is_open(day)
        day -= dt.timedelta(days=1)
    return day


def add(day: dt.date, business_days: int, *, bank: OpenDays) -> dt.date:
    """Add business days to a day."""
    while business_days:
        day += dt.timedelta(days=1)
        business_days -= bank.is_open(day)
    return day
