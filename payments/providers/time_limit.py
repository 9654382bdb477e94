"""Time limit of a worker's call to a provider: a call that has not returned by then is interrupted.

The alarm of the process interrupts its main thread, in which Celery's processes run their tasks. In other threads
nothing can be interrupted, and no limit holds.
"""

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Self


class TookTooLong(BaseException):
    """The time for a call is over. No `Exception`, lest an adapter that handles all its errors handles this one too."""


class at_most:  # noqa: N801 - reads as a function does
    """A block that raises TookTooLong after `seconds`. Blocks must not be nested."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._is_on = False

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._is_on = True
            self._previous = signal.signal(signal.SIGALRM, self._raise)
            self._started = time.monotonic()
            self._others = signal.setitimer(signal.ITIMER_REAL, self._seconds)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        was_on, self._is_on = self._is_on, False
        if not was_on:
            return
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._previous)
        left, interval = self._others
        if left:
            # An alarm set before by other code (a test's own limit) goes off at its time.
            signal.setitimer(signal.ITIMER_REAL, max(0.001, left - (time.monotonic() - self._started)), interval)

    def _raise(self, number: int, frame: FrameType | None) -> None:
        if self._is_on:
            raise TookTooLong
