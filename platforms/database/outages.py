"""Outages: errors of a database or disk that can't work at the moment, or not in time. Our code is not at fault.

Interrupted work is worth a retry. Outages cause hundreds of errors, so each process logs one line a second instead of a
traceback for each.
"""

import errno
import logging
import threading
import time

import django.db
import psycopg

PAUSE_SECONDS = 1.0
"""Pause between two warnings of a process."""
# SQLSTATE classes: connections, rollbacks of transactions, resources, an operator's intervention, system errors.
_CLASSES = frozenset({"08", "40", "53", "57", "58"})
# A lock that was not available, a standby that takes no writes, a transaction that was idle or took too long.
_STATES = frozenset({"55P03", "25006", "25P03", "25P04"})
_ENDED = frozenset({"57P01", "57P02", "57P03"})
"""The server ends connections, or takes none."""
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Errors of files: the disk or its quota is full, or the file is too large."""
_NO_ANSWER = (
    django.db.OperationalError,
    django.db.InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
)


def is_outage(error: BaseException | None) -> bool:
    """Tell whether an error, of Django, of the driver or of the disk, is an outage."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM
    if not isinstance(error, (django.db.Error, psycopg.Error)):
        return False
    state = _state(error)
    if state:
        return state[:2] in _CLASSES or state in _STATES
    # No message of the server: nobody answered, or the connection broke.
    return isinstance(error, _NO_ANSWER)


def is_lost_connection(error: BaseException) -> bool:
    """Tell whether a connection to a database was lost: what was sent last may have been done."""
    state = _state(error)
    return is_outage(error) and (state is None or state[:2] == "08" or state in _ENDED)


def warned(logger: logging.Logger, error: BaseException, **fields: str) -> bool:
    """Tell whether an error is an outage. If so, log a warning, once a second, with the `count` of errors since."""
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
    """Counts errors, and tells when to log them."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._again_at = 0.0
        self._untold = 0

    def take(self) -> int:
        """Return the number of errors to log now; 0 to log nothing."""
        now = time.monotonic()
        with self._guard:
            self._untold += 1
            if now < self._again_at:
                return 0
            self._again_at = now + PAUSE_SECONDS
            count, self._untold = self._untold, 0
            return count


_warnings = _Warnings()
