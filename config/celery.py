"""The Celery application: one queue, tasks found by name, a beat schedule of sweepers.

Every task is a doorbell: the work itself is a row with a due time, so a lost message costs
at most one beat interval, never the work.
"""

import contextlib
import gc
import logging
import os
from typing import Any

import celery
from celery import Celery, signals
from celery.exceptions import Ignore

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's checks run when a release is deployed (`manage.py migrate`, `check --deploy`), not in each worker: they would
# load every page and address into it.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

logger = logging.getLogger(__name__)


class Task(celery.Task):  # type: ignore[type-arg]
    """A task that an outage of the database ends without a traceback: the sweep that comes next does its work."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Run the task. Its statements may take as long as itself, where it has a limit of its own."""
        from platforms.database import outages
        from platforms.database.postgresql import base

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


@signals.task_prerun.connect
def replace_dead_connections(**_: Any) -> None:
    """Close connections to the database that have died since the last task of this process: it gets new ones."""
    from django.db import connections

    for each in connections.all(initialized_only=True):
        if each.connection is not None and not each.is_usable():
            each.close()


@signals.worker_init.connect
def refuse_owner(**_: Any) -> None:
    """Start no worker of production as the owner of the database."""
    from config.database import database_role

    database_role.refuse_owner()


@signals.worker_init.connect
def limit_statements(**_: Any) -> None:
    """Have the database end statements that take longer than a task may."""
    from django.conf import settings

    from platforms.database.postgresql import base

    base.limit_statements(settings.WORKER_STATEMENT_SECONDS)


@signals.worker_before_create_process.connect
def share_memory(**_: Any) -> None:
    """Keep the garbage collector of a worker's children off what they share with their parent: it would copy it."""
    gc.collect()
    gc.freeze()
