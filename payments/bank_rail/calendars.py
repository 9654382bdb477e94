"""Cut-offs and value dates of a bank connection."""

import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple
from zoneinfo import ZoneInfo

from payments.models import BankConnection

_MONDAY, _TUESDAY, _WEDNESDAY, _THURSDAY, _FRIDAY, _SATURDAY, _SUNDAY = range(7)
_WEEKENDS_OF = {
    frozenset({_THURSDAY, _FRIDAY}): "AFN IRR",
    frozenset({_FRIDAY, _SATURDAY}): "BDT BHD DZD EGP ILS IQD JOD KWD LYD MVR OMR QAR SAR SDG SYP YER",
    frozenset({_FRIDAY, _SUNDAY}): "BND",
    frozenset({_FRIDAY}): "DJF",
    frozenset({_SATURDAY}): "NPR",
}
"""By the currency, which the banks of its country settle: days of the week without banking, where others than Saturday
and Sunday. As the central banks say; that of the Emirates is Saturday and Sunday since 2022."""
_WEEKENDS = {code: days for days, codes in _WEEKENDS_OF.items() for code in codes.split()}
_USUAL_WEEKEND = frozenset({_SATURDAY, _SUNDAY})
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
    """The days without banking: of each week, as `date.weekday` counts them, and single ones."""

    weekend: frozenset[int]
    holidays: frozenset[dt.date]

    def is_open(self, day: dt.date) -> bool:
        """Tell whether the bank is open on a day."""
        return day.weekday() not in self.weekend and day not in self.holidays


def of(connection: BankConnection) -> OpenDays:
    """Return the days of a connection's bank: the weekend of its currency, and its holidays."""
    return OpenDays(weekend(connection.currency), frozenset(connection.holidays))


def weekend(currency: str) -> frozenset[int]:
    """Return the days of the week without banking in a currency, as `date.weekday` counts them."""
    return _WEEKENDS.get(currency, _USUAL_WEEKEND)


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
