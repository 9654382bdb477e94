"""Django's backend for PostgreSQL, with a time limit on every wait.

The server itself ends what takes too long: statements, waits for locks, idle transactions. A stopped server ends
nothing and sends nothing; so the client stops waiting a moment after the server should have answered, and drops the
connection. While the server accepts no new connections, one thread at a time tries.
"""

import collections
import contextlib
import dataclasses
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.db.backends.postgresql import base
from psycopg import errors
from psycopg.types.datetime import TimestamptzLoader

from platforms.database.driver import Connection, has_news
from platforms.database.postgresql.schema import SchemaEditor

# How long connecting takes at most; and how soon a network or a machine that has gone is noticed: by unacknowledged
# data (in milliseconds) or by keepalives. Parameters of DATABASE_URL win.
_CONNECTING = {
    "connect_timeout": 3,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
# A transaction idle for longer is ended: it holds locks.
_OPTIONS = "-c idle_in_transaction_session_timeout=120s"
_SPARE_SECONDS = 2.0
"""How long the client waits after the server should have ended a statement."""
_SILENT_SECONDS = 2.0
"""An attempt to connect that fails only after so long has waited for a server that does not answer."""


@dataclasses.dataclass(slots=True)
class _OfThisProcess:
    statement_seconds: int | None = None


@dataclasses.dataclass(slots=True)
class _Attempts:
    """What is known of connecting to one database of the settings."""

    is_silent: bool = False
    """The server did not answer the last attempt."""
    one_at_a_time: threading.Lock = dataclasses.field(default_factory=threading.Lock)


_state = _OfThisProcess()
_attempts: collections.defaultdict[str, _Attempts] = collections.defaultdict(_Attempts)


def limit_statements(seconds: int) -> None:
    """Limit the duration of every statement of this process. To be called before the first connection."""
    _state.statement_seconds = seconds or None


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with the driver's limits; without its pool and its choice of an isolation level."""

    SchemaEditorClass = SchemaEditor

    def get_connection_params(self) -> dict[str, Any]:
        """Return the parameters for connecting."""
        params: dict[str, Any] = _CONNECTING | super().get_connection_params()
        if _is_pooled(self.settings_dict):
            # A session belongs to whoever uses it next: the pooler sets the same for all, and refuses parameters.
            params.pop("options", None)
            return params
        params["options"] = f"{params.get('options', '')} {_OPTIONS}"
        if _state.statement_seconds:
            params["options"] += f" -c statement_timeout={_state.statement_seconds}s"
        return params

    def ensure_connection(self) -> None:
        """Connect if there is no connection, or if the server has ended it meanwhile.

        A restarting server ends all connections, and each thread has one: without this check each thread would fail
        once more, however long ago the restart was. It costs no statement.
        """
        self._close_if_ended()
        super().ensure_connection()

    def close_if_unusable_or_obsolete(self) -> None:
        """Close a connection that can't be used. None is opened between two requests."""
        self._close_if_ended()
        super().close_if_unusable_or_obsolete()

    def _close_if_ended(self) -> None:
        if self.connection is not None and not self.in_atomic_block and has_news(self.connection):
            self.close()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Connect. Raises OperationalError at once while another thread waits for a server that does not answer."""
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        with _trying(_attempts[self.alias]):
            made = Connection.connect(**conn_params)
        if _state.statement_seconds:
            made.answers_within = _state.statement_seconds + _SPARE_SECONDS
        # The driver's own, in C: Django's, in Python, took a seventh of the processor time of a page of payments.
        made.adapters.register_loader("timestamptz", TimestamptzLoader)
        return made

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor. Moments have the session's time zone, which Django sets to UTC when it connects."""
        driver: Any = self.connection
        if name is None:
            return driver.cursor()
        return driver.cursor(name, scrollable=False, withhold=driver.autocommit)


def _is_pooled(settings: Mapping[str, Any]) -> bool:
    """Tell whether a proxy that pools by transaction is between: nothing that belongs to a session may be used."""
    return settings["OPTIONS"].get("prepare_threshold") is None


@contextlib.contextmanager
def _trying(attempts: _Attempts) -> Iterator[None]:
    is_alone = attempts.is_silent
    if is_alone and not attempts.one_at_a_time.acquire(blocking=False):
        message = "the server did not answer a moment ago"
        raise psycopg.OperationalError(message)
    began = time.monotonic()
    try:
        yield
    except psycopg.Error as error:
        # Of several hosts the last one's error is raised, and another one may have been waited for.
        is_late = time.monotonic() - began > _SILENT_SECONDS
        attempts.is_silent = is_late or isinstance(error, errors.ConnectionTimeout)
        raise
    else:
        attempts.is_silent = False
    finally:
        if is_alone:
            attempts.one_at_a_time.release()


@contextlib.contextmanager
def statements_may_take(seconds: int) -> Iterator[None]:
    """Limit each statement of this thread's connection to this time in the block: for reports and sweeps."""
    if not _state.statement_seconds:
        yield
        return
    if _is_pooled(connection.settings_dict):
        with answering_within(seconds + _SPARE_SECONDS):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = '{int(seconds)}s'")
    try:
        with answering_within(seconds + _SPARE_SECONDS):
            yield
    finally:
        # A connection lost in the block has been replaced by one with the usual limit.
        with contextlib.suppress(Error), connection.cursor() as cursor:
            cursor.execute("RESET statement_timeout")


@contextlib.contextmanager
def planned_for_values(*, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Have each statement of this thread's connection to a database planned for its values in the block.

    A statement that is sent again and again gets one plan for any values. A list is filtered by what nearly all rows
    have, and then by what none has: the plan for both reads all of them. It costs no statement.
    """
    database = connections[using]
    database.ensure_connection()
    driver: Any = database.connection
    before, driver.prepare_threshold = driver.prepare_threshold, None
    try:
        yield
    finally:
        driver.prepare_threshold = before


@contextlib.contextmanager
def answering_within(seconds: float, *, using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Limit how long this thread's connection to a database waits for each answer in the block."""
    database = connections[using]
    database.ensure_connection()
    driver: Any = database.connection
    before, driver.answers_within = driver.answers_within, seconds
    try:
        yield
    finally:
        driver.answers_within = before
