"""The sender of a worker process: a thread beside its tasks.

The same worker carries out the steps of payments. A task that sent events itself would occupy its process for as long
as an endpoint does not answer; so the task only wakes this thread and ends. Where other senders have claimed what is
due, the thread looks again after a pause, which grows: they release a slot for it as soon as they know of it. When
nothing is due it waits for the next call.

All processes of a worker share one count of calls, and a call reaches a waiting sender in any of them. The task alone
would not: the worker gives it to the first process without a task. With short tasks that is always the same process,
and the senders of the others would never be called.
"""

import logging
import multiprocessing
import threading
import time

from django.db import connection

from platforms.base import identifiers, jobs
from platforms.database import outages
from webhooks.delivery import sender
from webhooks.delivery.sender import Left
from webhooks.outbox.events import DELIVER_TASK

logger = logging.getLogger(__name__)
_SOON_SECONDS, _LATER_SECONDS = 0.02, 0.5
"""Pauses before looking again at what other senders have claimed: the first, and the longest."""
_CONNECTED_SECONDS = 30.0
"""How long a sender without work keeps its connection to the database."""
_FAREWELL_SECONDS = 3.0
"""How long the end of the process waits for answers. Events without one go out again, under the same id."""
_STOP_SECONDS = 0.05
"""How often a waiting sender is called when it is to end: another sender may have taken the call."""
_calls = multiprocessing.Semaphore(0)
"""Calls not yet taken by a sender. Made before a worker forks its processes, which share it."""


class _Sender:
    """The thread, and what wakes and stops it."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._holder = identifiers.new_key()
        self._thread = threading.Thread(target=self._run, name="webhook-sender", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        until = time.monotonic() + _FAREWELL_SECONDS
        while self._thread.is_alive() and time.monotonic() < until:
            _calls.release()
            self._thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        pause = _SOON_SECONDS
        while not self._stop.is_set():
            # One look for work answers all calls so far.
            while _calls.acquire(block=False):
                pass
            left = self._send()
            if left == Left.NOTHING:
                self._rest()
            elif left == Left.WITH_OTHERS and not _calls.acquire(timeout=pause):
                pause = min(2 * pause, _LATER_SECONDS)
                continue
            pause = _SOON_SECONDS
        connection.close()

    def _send(self) -> Left:
        try:
            return sender.run(self._stop, self._holder)
        except Exception as error:
            # The database may be away; events in flight go out again when their claims have expired.
            if not outages.warned(logger, error):
                logger.exception("sending events failed")
            connection.close()
            return Left.WITH_OTHERS

    def _rest(self) -> None:
        """Wait for a call."""
        if not _calls.acquire(timeout=_CONNECTED_SECONDS):
            connection.close()
            _calls.acquire()


class _OfThisProcess:
    sender: _Sender | None = None


def start() -> None:
    """Start the sender of this process."""
    assert _OfThisProcess.sender is None, "one sender per process"
    _OfThisProcess.sender = _Sender()
    # Otherwise what the tasks of this process make due would wait until one of them has time to read a message.
    jobs.on_wake_up(DELIVER_TASK, wake)


def stop() -> None:
    """Take no more events, and wait a moment for the answers still expected."""
    if _OfThisProcess.sender is not None:
        _OfThisProcess.sender.stop()
        _OfThisProcess.sender = None


def wake() -> bool:
    """Call a waiting sender of this worker, to look for work at once; False when this process has none."""
    if _OfThisProcess.sender is None:
        return False
    _calls.release()
    return True
