"""The sender of a worker process: a thread beside its tasks.

Payments wait in the same worker for their next step. A task that sent events itself would hold its process for as long
as an endpoint does not answer; so the task only wakes this thread, and is done. What it finds in the hands of other
senders it looks at again after a moment, which grows: they make room for one more as soon as they know of it. When
nothing is due it waits for the next message. A sender with more than it can send calls others by messages.
"""

import logging
import threading

from django.db import connection

from platforms.kit import identifiers
from webhooks import sender
from webhooks.sender import Left

logger = logging.getLogger(__name__)
_SOON_SECONDS, _LATER_SECONDS = 0.02, 0.5
"""When to look again at what others have in their hands: at first, and at last."""
_CONNECTED_SECONDS = 30.0
"""How long a sender without work keeps its connection to the database."""
_FAREWELL_SECONDS = 3.0
"""How long the end of the process waits for answers. Events without one go out again, under the same id."""


class _Sender:
    """The thread, and what wakes and stops it."""

    def __init__(self) -> None:
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._holder = identifiers.new_key()
        self._thread = threading.Thread(target=self._run, name="webhook-sender", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        self._wake.set()

    def stop(self) -> None:
        self._stop.set()
        self._wake.set()
        self._thread.join(_FAREWELL_SECONDS)

    def _run(self) -> None:
        pause = _SOON_SECONDS
        while not self._stop.is_set():
            self._wake.clear()
            left = self._send()
            if left == Left.NOTHING:
                self._rest()
            elif left == Left.WITH_OTHERS and not self._wake.wait(pause):
                pause = min(2 * pause, _LATER_SECONDS)
                continue
            pause = _SOON_SECONDS
        connection.close()

    def _send(self) -> Left:
        try:
            return sender.run(self._stop, self._holder)
        except Exception:
            # The database may be away; what was in flight goes out again when its claims have run out.
            logger.exception("sending events failed")
            connection.close()
            return Left.WITH_OTHERS

    def _rest(self) -> None:
        """Wait until somebody wakes or stops this sender."""
        if not self._wake.wait(_CONNECTED_SECONDS):
            connection.close()
            self._wake.wait()


class _OfThisProcess:
    sender: _Sender | None = None


def start() -> None:
    """Start the sender of this process."""
    assert _OfThisProcess.sender is None, "one sender per process"
    _OfThisProcess.sender = _Sender()


def stop() -> None:
    """Take no more events, and wait a moment for the answers that are on their way."""
    if _OfThisProcess.sender is not None:
        _OfThisProcess.sender.stop()
        _OfThisProcess.sender = None


def wake() -> bool:
    """Have the sender of this process look for work at once; False when this process has none."""
    if _OfThisProcess.sender is None:
        return False
    _OfThisProcess.sender.wake()
    return True
