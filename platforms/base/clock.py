"""Time, read once at the edge of a request or a task and passed down as `now`.

`now` is a platform's time: a sandbox platform's clock may have been moved ahead. `real_now` is the machine's, for times
that the outside world compares with its own clock; tests/architecture/test_clock.py lists the modules that may call it,
and why. SQL adds the column `clock_offset` of `platforms_platform` itself; everything else asks `of` and `real`.
"""

import datetime as dt
from typing import NewType, Protocol

RealTime = NewType("RealTime", dt.datetime)
"""A moment by the machine's clock. A parameter of this type is never given a platform's time."""


def real_now() -> RealTime:
    """Return the machine's time in UTC."""
    return RealTime(dt.datetime.now(dt.UTC))


class Clocked(Protocol):
    """A platform, or what knows how far its clock runs ahead of the machine's."""

    @property
    def clock_offset(self) -> dt.timedelta:
        """How far ahead."""


def of(platform: Clocked | None, real_moment: dt.datetime) -> dt.datetime:
    """Return the time of a platform at a real moment; without a platform, that moment."""
    return real_moment if platform is None else real_moment + platform.clock_offset


def real(platform: Clocked | None, moment: dt.datetime) -> RealTime:
    """Return the real time at a moment of a platform's time; without a platform, that moment."""
    return RealTime(moment if platform is None else moment - platform.clock_offset)


def now(platform: Clocked) -> dt.datetime:
    """Return the time of a platform in UTC."""
    return of(platform, real_now())


def iso(moment: dt.datetime) -> str:
    """Return a time as ISO 8601 in UTC with `Z`, to the microsecond."""
    if moment.tzinfo is not dt.UTC:
        moment = moment.astimezone(dt.UTC)
    return f"{moment.isoformat(timespec='microseconds')[:-6]}Z"
