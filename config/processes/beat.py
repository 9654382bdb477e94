"""The scheduler: wakes workers, by messages, for sweeps that are due and have work.

What it sends are the background jobs that the apps declare (`config.processes.schedule`). For those with a condition
the database is asked first, so that an idle instance sends nothing. Without an answer the message is sent: an unneeded
sweep costs little, while work without one would wait.

Of several such processes one leads and sends; the others wait as spares (`config.processes.leader`).

This process imports no Django app: with them it took more than twice the memory.
"""

import logging
import logging.config
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import celery.apps.beat
import psycopg
from celery.beat import PersistentScheduler, ScheduleEntry
from django.conf import settings

from config.celery import app
from config.database import database_role
from config.processes import error_reports, heartbeats, schedule, watchdog
from config.processes.leader import Leadership
from platforms.base import background, clock
from platforms.database.driver import Connection

logger = logging.getLogger(__name__)
MOST_UNREAD = 100
"""Sweeps that may wait in the broker: while no worker reads them, more would only delay the messages after them."""
RARE_SECONDS = 3600.0
"""Sweeps with this interval or a longer one are always sent: the next may be a day away."""
SPARE_SECONDS = 1.0
"""Pause of a spare before it asks again whether anybody leads."""
_ANSWER_SECONDS = 4.0
"""How long an answer of the database is waited for: longer than a statement may take."""
_OPTIONS = "-c lock_timeout=500 -c statement_timeout=2000 -c jit=off"


class DueWork:
    """Asks the database what is due, over one connection of its own."""

    def __init__(self, questions: Mapping[str, str]) -> None:
        """Take task → SQL that tells whether it has work; a task without is always due."""
        self._questions = questions
        self._connection: Connection | None = None
        self._failing: set[str] = set()

    def is_due(self, task: str | None) -> bool:
        """Tell whether `task` has work, as far as is known."""
        if task is None or task not in self._questions:
            return True
        try:
            answer = self._ask(self._questions[task])
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
        """Close the connection; the next question opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, condition: str) -> bool:
        if self._connection is None:
            self._connection = Connection.connect(
                settings.DATABASE_URL,
                autocommit=True,
                prepare_threshold=settings.PREPARE_THRESHOLD,
                # A table that is being migrated, or a server that does not answer, must not stop the scheduler.
                connect_timeout=3,
                tcp_user_timeout=3000,
                # A pooler takes no options: what is locked is waited for as long as an answer then.
                options=_OPTIONS if settings.PREPARE_THRESHOLD is not None else None,
            )
            self._connection.answers_within = _ANSWER_SECONDS
        row = self._connection.execute(f"SELECT {condition}", {"now": clock.real_now()}).fetchone()
        return row is not None and bool(row[0])


class Scheduler(PersistentScheduler):
    """Celery's scheduler; sends as the leader, for work that is due, and while workers read the messages."""

    def __init__(self, *args: Any, jobs: Sequence[background.Job] | None = None, **options: Any) -> None:
        self._jobs = schedule.ask() if jobs is None else jobs
        self.work = DueWork(schedule.questions(self._jobs))
        self.leadership = Leadership()
        self._heartbeat_at = 0.0
        self._reporter = watchdog.Reporter(is_excused=heartbeats.is_broker_away)
        self._reporter.begin()
        super().__init__(*args, **options)

    def setup_schedule(self) -> None:
        """Give Celery the schedule of the background jobs; it keeps when each was sent."""
        self.app.conf.beat_schedule = schedule.entries(self._jobs)
        super().setup_schedule()

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due, unless another scheduler leads; return the seconds to wait for the next call.

        A spare gives heartbeats too.
        """
        self._reporter.go_on()
        self._follow_clock()
        pause = float(super().tick(*args, **options)) if self.leadership.may_send() else SPARE_SECONDS
        if time.monotonic() >= self._heartbeat_at:
            heartbeats.give("beat")
            self._heartbeat_at = time.monotonic() + heartbeats.EVERY_SECONDS
        return min(pause, heartbeats.EVERY_SECONDS)

    def is_due(self, entry: ScheduleEntry) -> tuple[bool, float]:
        """Return whether to send the entry's message now, and in how many seconds to ask again."""
        is_due, pause = super().is_due(entry)
        return is_due and self.work.is_due(entry.task), pause

    def apply_async(self, entry: ScheduleEntry, *args: Any, **options: Any) -> Any:
        """Send the entry's message, unless it comes again soon and too many wait unread."""
        lives = (entry.options or {})["expires"]
        if lives < RARE_SECONDS and self._unread() >= MOST_UNREAD:
            return None
        return super().apply_async(entry, *args, **options)

    def close(self) -> None:
        """End the scheduler."""
        super().close()
        self.work.close()
        self.leadership.close()

    def _follow_clock(self) -> None:
        """Take back times of sending that lie ahead: the clock was set back, and nothing would be due until then."""
        now = app.now()
        for entry in [each for each in self.schedule.values() if (each.last_run_at or now) > now]:
            entry.last_run_at = now
            self._heap = None

    def _unread(self) -> int:
        channel: Any = self.producer.channel
        declared: Any = app.amqp.queues[settings.SWEEPS_QUEUE](channel).queue_declare()
        return int(declared.message_count)


class Beat(celery.apps.beat.Beat):
    """Celery's program without importing tasks: messages name them."""

    def init_loader(self) -> None:
        """Make the Celery app ready to send."""
        app.finalize()


def main() -> None:
    """Run until a signal: `python -m config.processes.beat <file with the times at which entries were sent>`."""
    logging.config.dictConfig(settings.LOGGING)
    error_reports.start()
    database_role.refuse_owner()
    Beat(app=app, schedule=sys.argv[1], quiet=True).run()


if __name__ == "__main__":
    main()
