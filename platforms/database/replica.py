"""Reading from a standby of the database: lists and exports, where DATABASE_REPLICA_URL names one.

A read there sees everything committed before it: the primary gives the position of its log, and the standby is used
once it has replayed the log up to there. A standby that is late or does not answer is skipped for some seconds, and the
primary is read instead. So a reader sees its own writes, whichever process wrote them.

Never read there: data for decisions about money or permissions, and anything within a database transaction.
"""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections, models

from platforms.database import outages, prepared
from platforms.database.postgresql import base

logger = logging.getLogger(__name__)
ALIAS = "replica"
PAUSE_SECONDS = 5.0
"""How long a replica that was late or away is left alone."""
_PAUSES = (0.001, 0.002, 0.004, 0.008, 0.016)
"""Seconds between two looks at how far the replica is: after the last one it is late."""
_ANSWER_SECONDS = 1.0
"""How long it may take to say so."""
_WRITTEN = "SELECT pg_current_wal_flush_lsn()::text"
# A standby that has become the primary replays nothing more.
_HAS_REPLAYED = "SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= %s::pg_lsn"

_Result = TypeVar("_Result")


class _OfThisThread(threading.local):
    is_reading = False


_thread = _OfThisThread()
_rested_at = 0.0
"""When the replica is asked again, by the monotonic clock."""


class Router:
    """Sends Django's queries within `read` to the replica, and all others, every write among them, to the primary."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str:
        """Return the database to read from."""
        return alias()

    def db_for_write(self, model: type[models.Model], **hints: Any) -> str:
        """Return the primary, also for a row that was read from the replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: models.Model, other: models.Model, **hints: Any) -> bool:
        """Allow relations between rows of both: they are one database."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        """Allow migrations of the primary, which the replica follows."""
        return db == DEFAULT_DB_ALIAS


def alias() -> str:
    """Return the database that this thread reads from: for `connections`, where a query is no model's."""
    is_outside = _thread.is_reading and not connections[DEFAULT_DB_ALIAS].in_atomic_block
    return ALIAS if is_outside else DEFAULT_DB_ALIAS


def rows(statement: str, parameters: Sequence[Any], *, is_kept: bool = True) -> list[tuple[Any, ...]]:
    """Execute a statement where this thread reads, and return its rows, as `prepared.rows` does."""
    if alias() == DEFAULT_DB_ALIAS:
        return prepared.rows(statement, parameters, is_kept=is_kept)
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(*prepared.named(statement, parameters))
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def read(work: Callable[[], _Result]) -> _Result:
    """Do what only reads, on the replica if it is there and has all that was committed so far.

    Does the work again on the primary if the replica fails meanwhile. Its result must hold no query that is still to
    be executed.
    """
    if not is_current():
        return work()
    try:
        with _reading():
            return work()
    except Error as error:
        # What takes too long there takes too long here.
        if not outages.is_outage(error) or isinstance(error.__cause__, psycopg.errors.QueryCanceled):
            raise
        _rest(error)
    return work()


@contextlib.contextmanager
def _reading() -> Iterator[None]:
    _thread.is_reading = True
    try:
        yield
    finally:
        _thread.is_reading = False


def is_current() -> bool:
    """Tell whether there is a replica with all that was committed before this question; wait for it a moment."""
    if ALIAS not in settings.DATABASES or time.monotonic() < _rested_at:
        return False
    if _thread.is_reading or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return False
    position = prepared.rows(_WRITTEN, [])[0][0]
    try:
        if _has_replayed(position):
            return True
        _rest(None)
    except Error as error:
        _rest(error)
    return False


def _has_replayed(position: str) -> bool:
    with base.answering_within(_ANSWER_SECONDS, using=ALIAS), connections[ALIAS].cursor() as cursor:
        for pause in (*_PAUSES, None):
            cursor.execute(_HAS_REPLAYED, [position])
            if cursor.fetchone()[0]:
                return True
            if pause is not None:
                time.sleep(pause)
    return False


def _rest(error: Error | None) -> None:
    global _rested_at  # noqa: PLW0603 - one replica in a process
    _rested_at = time.monotonic() + PAUSE_SECONDS
    reason = "late" if error is None else type(error.__cause__ or error).__name__
    logger.warning("the replica is not read for a while", extra={"reason": reason})
