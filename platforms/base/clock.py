"""Time, read once at the edge of a request or a task and passed down as `now`.

`now` is a platform's time: a sandbox platform's clock may have been moved ahead. `real_now` is the machine's, for times
that the outside world compares with its own clock; tests/architecture/test_clock.py lists the modules that may call it,
and why.
"""

import datetime as dt
from typing import NewType

RealTime = NewType("RealTime", dt.datetime)
"""A moment by the machine's clock. A parameter of this type is never given a platform's time."""


def real_now() -> RealTime:
    """Return the machine's time in UTC."""
    return RealTime(dt.datetime.now(dt.UTC))


def now(offset: dt.timedelta) -> dt.datetime:
    """Return a platform's time in UTC, which runs ahead by `offset`."""
    return real_now() + offset


def iso(moment: dt.datetime) -> str:
    """Return a time as ISO 8601 in UTC with `Z`, to the microsecond."""
    if moment.tzinfo is not dt.UTC:
        moment = moment.astimezone(dt.UTC)
    return f"{moment.isoformat(timespec='microseconds')[:-6]}Z"
