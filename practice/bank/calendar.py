"""Opening times of the bank: days that are neither weekend nor holiday, from nine to six in its time zone."""

import dataclasses
import datetime as dt
from collections.abc import Container
from zoneinfo import ZoneInfo

_OPENS, _CLOSES, _STATES = dt.time(9), dt.time(18), dt.time(20)
_SATURDAY_AND_SUNDAY = frozenset({5, 6})


@dataclasses.dataclass(frozen=True, slots=True)
class Calendar:
    """A bank's time zone, holidays, and weekend: days of the week as `date.weekday` counts them.

    On `worked` days it is open, although they are one of these.
    """

    zone: ZoneInfo
    holidays: Container[dt.date] = frozenset()
    weekend: frozenset[int] = _SATURDAY_AND_SUNDAY
    worked: frozenset[dt.date] = frozenset()

    def day(self, moment: dt.datetime) -> dt.date:
        """Return the day of a moment at the bank."""
        return moment.astimezone(self.zone).date()

    def is_open(self, day: dt.date) -> bool:
        """Tell whether the bank is open on a day."""
        return day in self.worked or (day.weekday() not in self.weekend and day not in self.holidays)

    def open_from(self, moment: dt.datetime) -> dt.datetime:
        """Return the moment itself within opening times, else the next opening."""
        local = moment.astimezone(self.zone)
        day = local.date()
        if self.is_open(day) and local.time() < _CLOSES:
            return max(moment, self._at(day, _OPENS))
        return self._at(self.after(day, 1), _OPENS)

    def opening(self, day: dt.date) -> dt.datetime:
        """Return the opening time of a day, or of the next open day."""
        return self._at(day if self.is_open(day) else self.after(day, 1), _OPENS)

    def statement_at(self, day: dt.date) -> dt.datetime:
        """Return the time of a day's statement."""
        return self._at(day, _STATES)

    def after(self, day: dt.date, days: int) -> dt.date:
        """Return the day so many business days later."""
        while days:
            day += dt.timedelta(days=1)
            days -= self.is_open(day)
        return day

    def _at(self, day: dt.date, time: dt.time) -> dt.datetime:
        return dt.datetime.combine(day, time, tzinfo=self.zone).astimezone(dt.UTC)
