"""Django's backend for PostgreSQL, with an end to every wait.

The server ends what takes too long itself: statements, waits for locks, idle transactions. A server that was stopped
ends nothing, and says nothing either; so the client stops waiting for an answer a moment after the server should have
given one, and gives the connection up. While the server takes no new connections, one thread at a time tries.
"""

import contextlib
import dataclasses
import functools
import select
import threading
from collections.abc import Iterator
from typing import Any

import psycopg
from django.db import Error, connection
from django.db.backends.postgresql import base
from psycopg import abc, errors
from psycopg.adapt import Transformer

# How long connecting takes at most; and how soon a network or a machine that has gone is noticed, by data that nobody
# acknowledges (in milliseconds) or by signs of life. Parameters of DATABASE_URL win.
_CONNECTING = {
    "connect_timeout": 3,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
# No transaction stands idle for longer, holding locks.
_OPTIONS = "-c idle_in_transaction_session_timeout=120s"
_SPARE_SECONDS = 2.0
"""How long the client waits after the server should have ended a statement."""


@dataclasses.dataclass(slots=True)
class _OfThisProcess:
    statement_seconds: int | None = None
    is_silent: bool = False
    """The server did not answer the last attempt to connect."""


_state = _OfThisProcess()
_one_at_a_time = threading.Lock()


def limit_statements(seconds: int) -> None:
    """Let no statement of this process take longer. For the program of a role, before the first connection."""
    _state.statement_seconds = seconds or None


class Connection(psycopg.Connection[Any]):
    """A connection that waits `answers_within` seconds for an answer, or for ever, and is closed without one."""

    answers_within: float | None = None

    @functools.cached_property
    def transformer(self) -> abc.Transformer:
        """What turns values into parameters and results into values: it learns once how to do each type."""
        return Transformer(self)

    @functools.cached_property
    def names(self) -> dict[tuple[str, tuple[int, ...]], bytes]:
        """Names of what `platforms.database.prepared` has prepared, by statement and types of parameters."""
        return {}

    @functools.cached_property
    def cursors(self) -> dict[str, psycopg.RawCursor[Any]]:
        """Cursors of `platforms.database.prepared`, by statement."""
        return {}

    def wait(self, gen: abc.PQGen[abc.RV], interval: float = 0.1, timeout: float | None = None) -> abc.RV:
        """Consume a generator of the driver; raises OperationalError when the server does not answer in time."""
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, self.answers_within)
        except errors._WaitTimeout:
            self.close()
            message = "the server does not answer"
            raise psycopg.OperationalError(message) from None


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with connections as above; without its pool and its choice of an isolation level."""

    def get_connection_params(self) -> dict[str, Any]:
        """Return what connecting takes."""
        params: dict[str, Any] = _CONNECTING | super().get_connection_params()
        params["options"] = f"{params.get('options', '')} {_OPTIONS}"
        if _state.statement_seconds:
            params["options"] += f" -c statement_timeout={_state.statement_seconds}s"
        return params

    def ensure_connection(self) -> None:
        """Connect, if there is no connection: also anew, where the server has ended the one there is meanwhile.

        No statement asks for that. A server that starts anew ends all connections, and each thread has one: without a
        look each would fail once more, however long ago that was.
        """
        self._close_if_ended()
        super().ensure_connection()

    def close_if_unusable_or_obsolete(self) -> None:
        """Close a connection that can't be used. Between two requests none is made anew."""
        self._close_if_ended()
        super().close_if_unusable_or_obsolete()

    def _close_if_ended(self) -> None:
        if self.connection is not None and not self.in_atomic_block and has_news(self.connection):
            self.close()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Connect. Raises OperationalError at once while another thread waits for a server that does not answer."""
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        with _trying():
            made = Connection.connect(**conn_params)
        if _state.statement_seconds:
            made.answers_within = _state.statement_seconds + _SPARE_SECONDS
        return made


def has_news(driver: psycopg.Connection[Any]) -> bool:
    """Tell whether the server has said something unasked on an idle connection: that it ends it, as a rule."""
    if driver.closed:
        return True
    news = select.poll()
    news.register(driver.pgconn.socket, select.POLLIN)
    return bool(news.poll(0))


@contextlib.contextmanager
def _trying() -> Iterator[None]:
    is_alone = _state.is_silent
    if is_alone and not _one_at_a_time.acquire(blocking=False):
        message = "the server did not answer a moment ago"
        raise psycopg.OperationalError(message)
    try:
        yield
    except errors.ConnectionTimeout:
        _state.is_silent = True
        raise
    except psycopg.Error:
        _state.is_silent = False
        raise
    else:
        _state.is_silent = False
    finally:
        if is_alone:
            _one_at_a_time.release()


@contextlib.contextmanager
def statements_may_take(seconds: int) -> Iterator[None]:
    """Let each statement of this thread's connection take so long in the block: for reports and sweeps."""
    if not _state.statement_seconds:
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = '{int(seconds)}s'")
    try:
        with answering_within(seconds + _SPARE_SECONDS):
            yield
    finally:
        # A connection that was lost in the block has been replaced by one with the usual limit.
        with contextlib.suppress(Error), connection.cursor() as cursor:
            cursor.execute("RESET statement_timeout")


@contextlib.contextmanager
def answering_within(seconds: float) -> Iterator[None]:
    """Have this thread's connection wait so long for each answer in the block."""
    connection.ensure_connection()
    driver: Any = connection.connection
    before, driver.answers_within = driver.answers_within, seconds
    try:
        yield
    finally:
        driver.answers_within = before
