"""Whether the database commits: shown by a small write of this process, of which nothing is left.

A database that answers may be unable to commit: it is a standby or read-only, its disk is full, or its commits wait
for a synchronous standby that is away. Such a wait has no limit in the server. So the write has a thread and a
connection of its own, and who asks waits for a moment at most.
"""

import contextlib
import logging
import threading
import time

import psycopg
from django.conf import settings

from platforms.database.driver import Connection

logger = logging.getLogger(__name__)
OK, FAILED, READ_ONLY, NO_COMMIT = "ok", "failed", "read-only", "no-commit"
EVERY_SECONDS = 10.0
"""A write that was committed is believed for so long. After one that was not, each question tries again."""
STANDBY, ROLE, SYNCHRONOUS, FULL, REFUSED = "standby", "role", "synchronous", "full", "refused"
"""Causes: a server that only follows another; a server or a role that is set to be read-only; a commit that waits for a
synchronous standby; a full disk; a write that the server refused otherwise."""
_CAUSES = "SELECT pg_is_in_recovery(), current_setting('synchronous_standby_names')"
_IS_READ_ONLY = "SELECT current_setting('transaction_read_only')::boolean"
_SPILL = "SELECT count(*) FROM (SELECT random() AS key FROM generate_series(1, 5000) ORDER BY key) sorted"
"""With so little memory it takes 100 kB of the disk for a moment: log and tables may have some room left."""
_WRITE = "SELECT pg_logical_emit_message(true, 'payments', 'Does this database commit?')"
"""A line of the server's log of changes, of no table. Its commit takes what every commit takes."""


class Commits:
    """The last write of this process, and how it ended."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._committed_at = float("-inf")
        self._state = OK
        self._refusal = REFUSED

    def state(self, *, seconds: float = 1.0) -> str:
        """Return how a write ends, after `seconds` at most: OK, FAILED (no connection), READ_ONLY or NO_COMMIT."""
        if not self._is_under_way() and time.monotonic() - self._committed_at >= EVERY_SECONDS:
            self._thread = threading.Thread(target=self._write, name="commits", daemon=True)
            self._thread.start()
            self._thread.join(seconds)
        return NO_COMMIT if self._is_under_way() else self._state

    def age(self) -> float | None:
        """Return the seconds since the last write that was committed; None before the first."""
        age = time.monotonic() - self._committed_at
        return age if age != float("inf") else None

    def cause(self, state: str) -> str:
        """Return the cause of READ_ONLY or NO_COMMIT, one of those above; empty if nothing shows it.

        It takes a connection of its own, and is for people who ask once.
        """
        if state == NO_COMMIT and not self._is_under_way():
            return self._refusal
        try:
            with Connection.connect(settings.DATABASE_URL, connect_timeout=3, prepare_threshold=None) as link:
                [is_standby, standbys] = link.execute(_CAUSES).fetchone() or [False, ""]
        except psycopg.Error:
            return ""
        if state == READ_ONLY:
            return STANDBY if is_standby else ROLE
        return SYNCHRONOUS if standbys else ""

    def _is_under_way(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _write(self) -> None:
        state = FAILED
        try:
            with Connection.connect(settings.DATABASE_URL, connect_timeout=3, prepare_threshold=None) as link:
                state = NO_COMMIT
                state = _write(link)
        except psycopg.Error as error:
            self._refusal = FULL if isinstance(error, psycopg.errors.DiskFull) else REFUSED
            # The text of an error may hold parts of the address.
            logger.warning("the database does not commit", extra={"reason": error.sqlstate or type(error).__name__})
        else:
            if state == OK:
                self._committed_at = time.monotonic()
        self._state = state


def _write(link: Connection) -> str:
    """Write, and return the state; the block of the connection commits."""
    with link.transaction(force_rollback=True):
        [is_read_only] = link.execute(_IS_READ_ONLY).fetchone() or [True]
        if is_read_only:
            return READ_ONLY
        # Where temporary files are limited, the limit is no fault.
        with contextlib.suppress(psycopg.errors.ConfigurationLimitExceeded):
            link.execute("SET LOCAL work_mem = '64kB'")
            link.execute(_SPILL)
    link.execute(_WRITE)
    return OK
