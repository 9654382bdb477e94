"""The Celery application: one queue, tasks found by name, a beat schedule of sweepers.

Every task is a doorbell: the work itself is a row with a due time, so a lost message costs
at most one beat interval, never the work.
"""

import gc
import os
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's checks run when a release is deployed (`manage.py migrate`, `check --deploy`), not in each worker: they would
# load every page and address into it.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

app = Celery("payments_platform")
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
    from config import database_role

    database_role.refuse_owner()


@signals.worker_before_create_process.connect
def share_memory(**_: Any) -> None:
    """Keep the garbage collector of a worker's children off what they share with their parent: it would copy it."""
    gc.collect()
    gc.freeze()
