"""The driver's connection, with a time limit on every wait. Needs no Django: the scheduler uses it too."""

import functools
import select
import time
from typing import Any

import psycopg
from psycopg import abc, errors
from psycopg.adapt import Transformer

_OF_A_CANCELLED_WAIT = "SyncRepWaitForLSN"
"""The function of the server whose notice says that a commit no longer waits for a standby, in any language."""
_SILENCE_SECONDS = 4.0
"""Whoever waited in vain for so long has met a silent server; shorter limits expire on busy ones too."""
_silent: dict[tuple[bytes, bytes], float] = {}
"""Host and port of servers that were silent, and when that was last noticed, by the monotonic clock."""


class Connection(psycopg.Connection[Any]):
    """A connection that waits `answers_within` seconds for an answer (None: for ever), and is closed without one.

    It is also closed by a commit whose wait for a synchronous standby was cancelled. The server says that it is done,
    with a warning: it is, here, and would be lost with this server. And by a server that takes no writes: behind a
    pooler it may have been the primary a moment ago, and the next connection goes to the one that is now.
    """

    answers_within: float | None = None
    _is_unconfirmed = False

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._made_at = time.monotonic()
        self.add_notice_handler(self._note)

    def _note(self, notice: errors.Diagnostic) -> None:
        if notice.source_function == _OF_A_CANCELLED_WAIT:
            self._is_unconfirmed = True

    @functools.cached_property
    def transformer(self) -> abc.Transformer:
        """Converts values into parameters and results into values; remembers the converters of each type."""
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
            answer = super().wait(gen, interval, self.answers_within)
        except errors._WaitTimeout:
            if self.answers_within is not None and self.answers_within >= _SILENCE_SECONDS:
                _silent[self.pgconn.host, self.pgconn.port] = time.monotonic()
            self.close()
            message = "the server does not answer"
            raise psycopg.OperationalError(message) from None
        except errors.ReadOnlySqlTransaction as error:
            self.leave_after(error)
            raise
        if self._is_unconfirmed:
            self.close()
            message = "a standby may lack the commit"
            raise psycopg.OperationalError(message)
        return answer

    @property
    def is_doubtful(self) -> bool:
        """Whether another connection of this process has met the server's silence since this one was made."""
        return bool(_silent) and _silent.get((self.pgconn.host, self.pgconn.port), 0.0) > self._made_at

    def leave_after(self, error: psycopg.Error) -> None:
        """Close the connection if an error says that its server takes no writes."""
        if isinstance(error, errors.ReadOnlySqlTransaction):
            self.close()


def has_news(driver: psycopg.Connection[Any]) -> bool:
    """Tell whether the server has sent something unasked on an idle connection: usually that it ends it.

    A doubtful connection counts as ended: otherwise each one would be waited for in vain once more.
    """
    if driver.closed or (isinstance(driver, Connection) and driver.is_doubtful):
        return True
    news = select.poll()
    news.register(driver.pgconn.socket, select.POLLIN)
    return bool(news.poll(0))
