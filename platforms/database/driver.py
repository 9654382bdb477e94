"""The driver's connection, with a time limit on every wait. Needs no Django: the scheduler uses it too."""

import functools
import select
from typing import Any

import psycopg
from psycopg import abc, errors
from psycopg.adapt import Transformer


class Connection(psycopg.Connection[Any]):
    """A connection that waits `answers_within` seconds for an answer (None: for ever), and is closed without one."""

    answers_within: float | None = None

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
            return super().wait(gen, interval, self.answers_within)
        except errors._WaitTimeout:
            self.close()
            message = "the server does not answer"
            raise psycopg.OperationalError(message) from None


def has_news(driver: psycopg.Connection[Any]) -> bool:
    """Tell whether the server has sent something unasked on an idle connection: usually that it ends it."""
    if driver.closed:
        return True
    news = select.poll()
    news.register(driver.pgconn.socket, select.POLLIN)
    return bool(news.poll(0))
