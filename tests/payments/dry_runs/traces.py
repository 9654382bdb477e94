"""Everything that a request could leave behind: rows, keys in Valkey, locks, wake-ups, connections to the outside."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlparse

import redis
from django.conf import settings
from django.db import connection

from payments.due import ADVANCE_TASK, CALL_TASK
from platforms.base import jobs
from webhooks.outbox.events import DELIVER_TASK

_TABLES = "SELECT format('%I', tablename) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
# When a token was last used is noted for every request.
_DIGEST = (
    "SELECT '{0}', count(*), sum(hashtextextended((to_jsonb(row) - 'last_used_at')::text, 0)::numeric) FROM {0} AS row"
)
_HELD = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_NOT_OF_REQUESTS = (b"rate:", b"listener:", b"_kombu", settings.CELERY_TASK_DEFAULT_QUEUE.encode())
"""Buckets count every request; wake-ups of earlier payments are put into the queue some moments later; a listener of
the test before is there for ten seconds more."""


class Outside:
    """Counts wake-ups of tasks, and connections to others than Valkey, while the test lasts."""

    def __init__(self) -> None:
        self.wake_ups = 0
        self.calls: list[Any] = []
        self._is_on = True
        self._port = urlparse(settings.REDIS_URL).port
        for task in (ADVANCE_TASK, DELIVER_TASK, CALL_TASK):
            jobs.on_wake_up(task, self._count)
        sys.addaudithook(self._hear)

    def end(self) -> None:
        self._is_on = False

    def _count(self) -> None:
        self.wake_ups += self._is_on

    def _hear(self, event: str, arguments: Any) -> None:
        if self._is_on and event == "socket.connect" and not self._is_valkey(arguments[1]):
            self.calls.append(arguments[1])

    def _is_valkey(self, address: Any) -> bool:
        return isinstance(address, str | bytes) or address[1] == self._port


@contextlib.contextmanager
def outside() -> Iterator[Outside]:
    """Watch what leaves the process."""
    watched = Outside()
    try:
        yield watched
    finally:
        watched.end()


def left(watched: Outside) -> dict[str, Any]:
    """A digest of all that is there now; sequences are left out, since no rollback turns them back."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        tables = [table for (table,) in cursor.fetchall()]
        cursor.execute(" UNION ALL ".join(map(_DIGEST.format, tables)))
        rows = {table: (count, digest) for table, count, digest in cursor.fetchall()}
        cursor.execute(_HELD)
        [(locks,)] = cursor.fetchall()
    return rows | {
        "advisory locks": locks,
        **_keys(),
        "wake-ups": watched.wake_ups,
        "calls": len(watched.calls),
    }


def _keys() -> dict[str, bytes]:
    client = redis.Redis.from_url(settings.REDIS_URL)
    names = [name for name in client.scan_iter(count=1000) if not name.startswith(_NOT_OF_REQUESTS)]
    return {f"Valkey {name!r}": client.dump(name) or b"" for name in names}
