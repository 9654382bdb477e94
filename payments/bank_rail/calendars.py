"""Cut-offs and value dates of a bank connection."""

import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple
from zoneinfo import ZoneInfo

from payments.models import BankConnection

_DAYS_AHEAD = 60
"""The search for a cut-off ends after so many days."""


class Slot(NamedTuple):
    """A cut-off as a moment, and the value date of its payments."""

    cut_off_at: dt.datetime
    value_date: dt.date


def slots(connection: BankConnection, *, is_debit: bool, after: dt.datetime) -> Iterator[Slot]:
    """Yield the cut-offs after a moment, soonest first, on days with an open bank."""
    zone, holidays = ZoneInfo(connection.time_zone), frozenset(connection.holidays)
    lead = connection.debit_lead_days if is_debit else connection.credit_lead_days
    today = after.astimezone(zone).date()
    for day in (today + dt.timedelta(days=number) for number in range(_DAYS_AHEAD)):
        if not is_open(day, holidays):
            continue
        for cut_off in sorted(connection.cut_offs):
            moment = dt.datetime.combine(day, cut_off, tzinfo=zone).astimezone(dt.UTC)
            if moment > after:
                yield Slot(moment, _add(day, lead, holidays))


def _add(day: dt.date, business_days: int, holidays: frozenset[dt.date]) -> dt.date:
    """Add business days to a day."""
    while business_days:
        day += dt.timedelta(days=1)
        business_days -= is_open(day, holidays)
    return day


def is_open(day: dt.date, holidays: frozenset[dt.date]) -> bool:
    """Tell whether the bank is open on a day."""
    return day.weekday() < 5 and day not in holidays
