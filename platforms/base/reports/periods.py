"""Periods of whole days, as people of a time zone count them."""

import dataclasses
import datetime as dt
import functools
import zoneinfo

from platforms.base import errors

MOST_DAYS = 366
"""Of a period: a leap year."""
UTC = zoneinfo.ZoneInfo("UTC")


@dataclasses.dataclass(frozen=True, slots=True)
class Period:
    """Days of a time zone, from the first to the last, which is part of it.

    Raises InvalidInput with the names of the API for a last day before the first, or too many days.
    """

    first: dt.date
    last: dt.date
    zone: zoneinfo.ZoneInfo = UTC

    def __post_init__(self) -> None:
        """Refuse a period that holds nothing, or too much."""
        if self.last < self.first:
            raise errors.InvalidInput.field("to", "must not be before from")
        if self.days > MOST_DAYS:
            raise errors.InvalidInput.field("to", f"must be at most {MOST_DAYS} days after from, the first included")

    @property
    def days(self) -> int:
        """How many."""
        return (self.last - self.first).days + 1

    @property
    def begin(self) -> dt.datetime:
        """The first moment."""
        return dt.datetime.combine(self.first, dt.time.min, self.zone).astimezone(dt.UTC)

    @property
    def end(self) -> dt.datetime:
        """The first moment that is no longer part of it."""
        return dt.datetime.combine(self.last + dt.timedelta(days=1), dt.time.min, self.zone).astimezone(dt.UTC)

    @property
    def before(self) -> "Period":
        """As many days, up to the day before the first; a whole month has the month before."""
        last = self.first - dt.timedelta(days=1)
        is_month = self.first.day == 1 and (self.last + dt.timedelta(days=1)).day == 1
        if is_month and (self.first.year, self.first.month) == (self.last.year, self.last.month):
            return Period(last.replace(day=1), last, self.zone)
        return Period(self.first - dt.timedelta(days=self.days), last, self.zone)


def month_of(day: dt.date, zone: zoneinfo.ZoneInfo = UTC) -> Period:
    """Return the calendar month of a day."""
    following = (day.replace(day=28) + dt.timedelta(days=4)).replace(day=1)
    return Period(day.replace(day=1), following - dt.timedelta(days=1), zone)


def zone(name: str) -> zoneinfo.ZoneInfo | None:
    """Return the time zone of a name such as `Europe/Berlin`; None for any other text."""
    return zoneinfo.ZoneInfo(name) if name in _zone_names() else None


@functools.cache
def _zone_names() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())
