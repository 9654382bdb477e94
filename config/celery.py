"""The Celery application: tasks found by name, in two queues: one of wake-ups, one of the schedule.

Every task is a wake-up: the work itself is a row with a due time, so a lost message costs at most one beat interval,
never the work.
"""

import contextlib
import gc
import logging
import os
from typing import Any

import celery
from celery import Celery, bootsteps, signals
from celery.exceptions import Ignore
from django.conf import settings

from config.database import database_role
from config.launch import processes
from config.processes import forked, heartbeats, watchdog

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's checks run when a release is deployed (`manage.py migrate`, `check --deploy`), not in each worker, where they
# would load every page and address.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

logger = logging.getLogger(__name__)


class Task(celery.Task):  # type: ignore[type-arg]
    """A task that ends without a traceback when the database is out: the next sweep does its work."""

    Request = "config.processes.worker_requests:Request"

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Run the task. Its statements may take as long as the task itself, where it has its own time limit."""
        from platforms.database import outages  # noqa: PLC0415 - Django's database parts: the scheduler does without
        from platforms.database.postgresql import base  # noqa: PLC0415 - 0.36 s, and the scheduler does without

        try:
            with base.statements_may_take(self.soft_time_limit) if self.soft_time_limit else contextlib.nullcontext():
                return super().__call__(*args, **options)
        except Exception as error:
            if not outages.warned(logger, error, task=self.name):
                raise
            raise Ignore from None


app: Celery[Any] = Celery("payments_platform", task_cls=Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


_reporter = watchdog.Reporter(is_excused=heartbeats.is_broker_away)


class Heartbeat(bootsteps.StartStopStep):
    """A heartbeat of the worker's main process, every few seconds while it reads messages.

    It also kills the worker's processes that stand still. One that works without an end has its time limit.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **options: Any) -> None:
        self._entry: Any = None
        self._signs: watchdog.Signs[int] = watchdog.Signs()
        super().__init__(parent, **options)

    def start(self, parent: Any) -> None:
        """Begin, when the worker starts and whenever the broker is back."""
        self.stop(parent)
        self._give(parent)
        self._entry = parent.timer.call_repeatedly(heartbeats.EVERY_SECONDS, self._give, (parent,))

    def stop(self, parent: Any) -> None:
        """End, also when the broker is lost."""
        if self._entry is not None:
            self._entry.cancel()
            self._entry = None

    def _give(self, parent: Any) -> None:
        _reporter.go_on()
        heartbeats.give("worker")
        for pid in parent.pool.info.get("processes", ()):
            if not processes.is_stopped(pid):
                self._signs.note(pid)
        for pid in self._signs.late():
            self._signs.forget(pid)
            watchdog.kill(pid)


app.steps["consumer"].add(Heartbeat)


@signals.setup_logging.connect
def keep_logging(**_: Any) -> None:
    """Leave logging as the settings configured it: Celery would set a level of its own for all loggers."""
    # By name: the children read it from their environment, where a number would be a text.
    app.log.redirect_stdouts("WARNING")  # type: ignore[arg-type]


@signals.task_prerun.connect
def replace_dead_connections(**_: Any) -> None:
    """Close database connections that have died since the last task of this process, which opens new ones."""
    from django.db import connections  # noqa: PLC0415 - the scheduler does without

    for each in connections.all(initialized_only=True):
        if each.connection is not None and not each.is_usable():
            each.close()


@signals.worker_init.connect
def refuse_owner(**_: Any) -> None:
    """Refuse to start a production worker as the owner of the database."""
    database_role.refuse_owner()


@signals.worker_init.connect
def end_children(**_: Any) -> None:
    """Have the children end when the worker's main process is killed: nobody would stop or count them any more."""
    forked.end_with_this()


@signals.worker_init.connect
def report(**_: Any) -> None:
    """Tell systemd, or the supervisor of `make run`, for as long as the worker's main process goes on."""
    _reporter.begin()


@signals.worker_init.connect
def limit_statements(**_: Any) -> None:
    """Have the database end statements that take longer than a task may."""
    from platforms.database.postgresql import base  # noqa: PLC0415 - as above

    base.limit_statements(settings.WORKER_STATEMENT_SECONDS)


@signals.worker_before_create_process.connect
def share_memory(**_: Any) -> None:
    """Exclude memory shared with the parent process from the garbage collector of children, which would copy it."""
    gc.collect()
    gc.freeze()
