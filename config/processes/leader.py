"""Leadership among schedulers: the leader sends, the others are spares.

The leader holds a lock in an open database transaction. It queries the server every two seconds, and the server ends a
leader's transaction after ten idle seconds: so the lock is released if the leader is killed, hangs or loses the
network, and a spare takes it. A spare is silent only while it knows that another one leads. So two may send the same
for a moment. That does no harm: messages only wake workers, which claim rows.

A lock of the transaction, not of the session: it also holds behind a proxy that pools by transaction.
"""

import logging
import time
from typing import Any

import psycopg
from django.conf import settings

from platforms.database.driver import Connection, has_news
from platforms.database.locks import Lock

logger = logging.getLogger(__name__)
IDLE_SECONDS = 10
"""After so long without a query of its leader the server releases the lock."""
APPLICATION = "payments-beat-lead"
"""Name of this connection of each scheduler, leader or spare, in `pg_stat_activity`."""
_ASK_SECONDS = 2.0
"""Pause between two queries of the leader."""
_ANSWER_SECONDS = 4.0
"""Limit of the wait for an answer."""
_BEGIN = f"SET LOCAL idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'"
_TAKE = "SELECT " + Lock.LEADERSHIP.tried("'config.leader'")
_STILL = "SHOW idle_in_transaction_session_timeout"
"""It takes no snapshot. A SELECT does, and once it is a prepared one the server keeps that until the next statement.
Who builds an index would wait until the transaction ends, and the leader's does not end."""


class Leadership:
    """The leadership, held or not by this process, over a connection of its own."""

    def __init__(self) -> None:
        self._connection: Connection | None = None
        self._is_held = False
        self._asked_at = 0.0
        self._is_away = False

    def may_send(self) -> bool:
        """Tell whether this process may send: as the leader, or because the database does not answer."""
        try:
            is_held = self._keep() if self._is_held else self._take()
        except psycopg.Error as error:
            self._tell_of_outage(error)
            self.close()
            return True
        self._is_away = False
        if is_held != self._is_held:
            level = logging.INFO if is_held else logging.WARNING
            logger.log(level, "this scheduler leads" if is_held else "this scheduler leads no more")
        if self._is_held and not is_held:
            self.close()
        self._is_held = is_held
        return is_held

    def close(self) -> None:
        """End the leadership, if it is held, and close the connection."""
        self._is_held = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _keep(self) -> bool:
        assert self._connection is not None
        if has_news(self._connection):
            return False
        if time.monotonic() - self._asked_at >= _ASK_SECONDS:
            self._ask(_STILL)
        return True

    def _take(self) -> bool:
        if self._connection is None or has_news(self._connection):
            self.close()
            self._connection = _connect()
        self._ask(_BEGIN)
        is_taken = bool(self._ask(_TAKE))
        if not is_taken:
            self._connection.rollback()
        return is_taken

    def _ask(self, statement: str) -> Any:
        assert self._connection is not None
        cursor = self._connection.execute(statement)
        self._asked_at = time.monotonic()
        row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None

    def _tell_of_outage(self, error: psycopg.Error) -> None:
        """Log once that the database does not answer."""
        if not self._is_away:
            logger.warning("not known who leads: this scheduler sends", extra={"reason": type(error).__name__})
        self._is_away = True


def _connect() -> Connection:
    made = Connection.connect(
        settings.DATABASE_URL,
        application_name=APPLICATION,
        connect_timeout=3,
        tcp_user_timeout=5000,
        prepare_threshold=settings.PREPARE_THRESHOLD,
    )
    made.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
    made.answers_within = _ANSWER_SECONDS
    return made
