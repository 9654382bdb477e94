"""Time. Read once at the edge of a request or a task and passed down as `now`.

`now` is the present of a platform: a sandbox platform's clock may have been moved ahead. `real_now` is the machine's,
for what the world outside compares with its own clock; tests/architecture/test_clock.py lists who may ask for it, and
why.
"""

import datetime as dt
from typing import NewType

RealTime = NewType("RealTime", dt.datetime)
"""A moment by the machine's clock. What asks for one is never given a platform's time."""


def real_now() -> RealTime:
    """Return the present in UTC by the machine's clock."""
    return RealTime(dt.datetime.now(dt.UTC))


def now(offset: dt.timedelta) -> dt.datetime:
    """Return the present in UTC on the clock of a platform, which runs ahead by `offset`."""
    return real_now() + offset


def iso(moment: dt.datetime) -> str:
    """Return a moment as ISO 8601 in UTC with `Z`, to the microsecond."""
    if moment.tzinfo is not dt.UTC:
        moment = moment.astimezone(dt.UTC)
    return f"{moment.isoformat(timespec='microseconds')[:-6]}Z"
