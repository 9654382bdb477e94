"""Pauses for parties that did not answer in time: longer each time, until they do."""

import datetime as dt
import time
from typing import TypeVar

from platforms.base import backoff

K = TypeVar("K")
_LONGEST = dt.timedelta(minutes=5)


class Pauses(dict[K, tuple[int, float]]):
    """How often in a row a party did not answer in time, and until when it is left alone (monotonic seconds).

    Callers with several threads have their own lock.
    """

    def seconds(self, key: K) -> float:
        """Return for how many more seconds a party is left alone."""
        return max(0.0, self.get(key, (0, 0.0))[1] - time.monotonic())

    def lengthen(self, key: K, *, first: dt.timedelta = backoff.FIRST) -> None:
        """Leave a party alone, for longer than the last time."""
        times = self.get(key, (0, 0.0))[0] + 1
        self[key] = times, time.monotonic() + backoff.pause(times, first=first, longest=_LONGEST).total_seconds()
