"""Outages: errors that say that database or disk can't work at the moment, or not in time. Our code is not at fault.

What they interrupt is worth asking again. They come by the hundred, so the log has one line a second and process, not
one with a traceback for each.
"""

import errno
import logging
import threading
import time

import django.db
import psycopg

PAUSE_SECONDS = 1.0
"""Between two warnings of a process."""
# Classes of the standard: connections, rollbacks of transactions, resources, an operator's doing, the system's errors.
_CLASSES = frozenset({"08", "40", "53", "57", "58"})
# A lock that was not to be had, a standby that takes no writes, a transaction that stood idle or took too long.
_STATES = frozenset({"55P03", "25006", "25P03", "25P04"})
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Of files: the disk, what one may have of it, or the largest file is full."""
_NO_ANSWER = (
    django.db.OperationalError,
    django.db.InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
)


def is_outage(error: BaseException | None) -> bool:
    """Tell whether an error, of Django, of the driver or of the disk, says so."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM
    if not isinstance(error, (django.db.Error, psycopg.Error)):
        return False
    state = _state(error)
    if state:
        return state[:2] in _CLASSES or state in _STATES
    # Without a word of the server: nobody answered, or the connection broke.
    return isinstance(error, _NO_ANSWER)


def warned(logger: logging.Logger, error: BaseException, **fields: str) -> bool:
    """Tell whether an error is an outage. If so, warn of it: once a second, with the `count` of errors since."""
    if not is_outage(error):
        return False
    count = _warnings.take()
    if count:
        reason = _state(error) or type(error.__cause__ or error).__name__
        what = "disk" if isinstance(error, OSError) else "database"
        logger.warning("the %s is not available", what, extra={"reason": reason, "count": count, **fields})
    return True


def _state(error: BaseException) -> str | None:
    cause = error if isinstance(error, psycopg.Error) else error.__cause__
    return cause.sqlstate if isinstance(cause, psycopg.Error) else None


class _Warnings:
    """Counts errors, and tells when to speak of them."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._again_at = 0.0
        self._untold = 0

    def take(self) -> int:
        """Return how many errors to speak of now; 0 to be silent."""
        now = time.monotonic()
        with self._guard:
            self._untold += 1
            if now < self._again_at:
                return 0
            self._again_at = now + PAUSE_SECONDS
            count, self._untold = self._untold, 0
            return count


_warnings = _Warnings()
