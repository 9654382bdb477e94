"""Waiting times in words, and ages of people."""

import datetime as dt

_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def words(span: dt.timedelta) -> str:
    """Return a span in its two largest units: `2 d 4 h`, `3 h 12 min`, `5 min`."""
    seconds = max(int(span.total_seconds()), 0)
    if seconds >= _DAY:
        return f"{seconds // _DAY} d {seconds % _DAY // _HOUR} h"
    if seconds >= _HOUR:
        return f"{seconds // _HOUR} h {seconds % _HOUR // _MINUTE} min"
    return f"{seconds // _MINUTE} min"


def against(waited: dt.timedelta, target: dt.timedelta) -> str:
    """Return the remaining or exceeded time against the target."""
    left = target - waited
    return f"overdue by {words(-left)}" if left < dt.timedelta() else f"due in {words(left)}"


def years(born: dt.date, today: dt.date) -> int:
    """Return the age of a person, in completed years."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))
