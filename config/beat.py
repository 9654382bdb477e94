"""The scheduler: wakes workers, by messages, for sweeps whose time has come and whose work is there.

Of the tasks that have a condition (`<app>/due.py`) the database is asked first, so that an idle instance sends nothing.
Without an answer the message is sent: a look that finds nothing costs little, work that is not looked for would wait.

This process imports no Django app: with them it took more than twice the memory, and three times as long to start.
"""

import logging
import logging.config
import sys
from typing import Any

import celery.apps.beat
import psycopg
from celery.beat import PersistentScheduler, ScheduleEntry
from django.conf import settings

import compliance.due
import payments.due
import platforms.due
import webhooks.due
from config.celery import app
from config.database import database_role
from platforms.base import clock

logger = logging.getLogger(__name__)
CONDITIONS = {
    **platforms.due.CONDITIONS,
    **webhooks.due.CONDITIONS,
    **compliance.due.CONDITIONS,
    **payments.due.CONDITIONS,
}
"""Task → SQL that tells whether it has work."""
MOST_UNREAD = 100
"""Sweeps that may wait in the broker: while no worker reads them, more would only stand in front of those to come."""
RARE_SECONDS = 3600.0
"""What comes no more often is always sent: its next time may be a day away."""


class DueWork:
    """Asks the database what is due, over one connection of its own."""

    def __init__(self) -> None:
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._failing: set[str] = set()

    def is_due(self, task: str | None) -> bool:
        """Tell whether `task` has work, as far as is known."""
        if task not in CONDITIONS:
            return True
        try:
            answer = self._ask(CONDITIONS[task])
        except psycopg.Error as error:
            self.close()
            if not self._failing:
                reason = type(error).__name__
                logger.warning("not known what is due: every sweep is sent", extra={"task": task, "reason": reason})
            self._failing.add(task)
            return True
        self._failing.discard(task)
        return answer

    def close(self) -> None:
        """Give the connection back; the next question opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, condition: str) -> bool:
        if self._connection is None:
            self._connection = psycopg.connect(
                settings.DATABASE_URL,
                autocommit=True,
                prepare_threshold=settings.PREPARE_THRESHOLD,
                # A table that is being migrated, or a server that does not answer, must not stop the clock.
                connect_timeout=3,
                tcp_user_timeout=3000,
                options="-c lock_timeout=500 -c statement_timeout=2000 -c jit=off",
            )
        row = self._connection.execute(f"SELECT {condition}", {"now": clock.real_now()}).fetchone()
        return row is not None and bool(row[0])


class Scheduler(PersistentScheduler):
    """Celery's scheduler, which also looks whether there is work, and whether anybody reads the messages."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.work = DueWork()
        super().__init__(*args, **options)

    def is_due(self, entry: ScheduleEntry) -> tuple[bool, float]:
        """Return whether to send the entry's message now, and in how many seconds to ask again."""
        is_due, pause = super().is_due(entry)
        return is_due and self.work.is_due(entry.task), pause

    def apply_async(self, entry: ScheduleEntry, *args: Any, **options: Any) -> Any:
        """Send the entry's message; none that comes again soon while too many wait unread."""
        lives = (entry.options or {})["expires"]
        if lives < RARE_SECONDS and self._unread() >= MOST_UNREAD:
            return None
        return super().apply_async(entry, *args, **options)

    def close(self) -> None:
        """End the scheduler."""
        super().close()
        self.work.close()

    def _unread(self) -> int:
        channel: Any = self.producer.channel
        declared: Any = app.amqp.queues[settings.SWEEPS_QUEUE](channel).queue_declare()
        return int(declared.message_count)


class Beat(celery.apps.beat.Beat):
    """Celery's program without its import of tasks: messages name them."""

    def init_loader(self) -> None:
        """Make the Celery app ready to send."""
        app.finalize()


def main() -> None:
    """Run until a signal: `python -m config.beat <file that remembers when entries were sent>`."""
    logging.config.dictConfig(settings.LOGGING)
    database_role.refuse_owner()
    Beat(app=app, schedule=sys.argv[1], loglevel="WARNING", quiet=True).run()


if __name__ == "__main__":
    main()
