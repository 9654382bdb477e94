"""Who is left alone for a while, because they did not answer in time: longer each time, until they do."""

import datetime as dt
import time
from typing import TypeVar

from platforms.base import backoff

K = TypeVar("K")
_LONGEST = dt.timedelta(minutes=5)


class Pauses(dict[K, tuple[int, float]]):
    """How often in a row somebody did not answer in time, and until when they are left alone (monotonic seconds).

    Whoever uses it from several threads has a lock.
    """

    def seconds(self, key: K) -> float:
        """Return for how long somebody is left alone yet."""
        return max(0.0, self.get(key, (0, 0.0))[1] - time.monotonic())

    def lengthen(self, key: K, *, first: dt.timedelta = backoff.FIRST) -> None:
        """Leave somebody alone, for longer than the last time."""
        times = self.get(key, (0, 0.0))[0] + 1
        self[key] = times, time.monotonic() + backoff.pause(times, first=first, longest=_LONGEST).total_seconds()
