"""The Celery application: one queue, tasks found by name, a beat schedule of sweepers.

Every task is a doorbell: the work itself is a row with a due time, so a lost message costs
at most one beat interval, never the work.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django's checks run when a release is deployed (`manage.py migrate`, `check --deploy`), not in each worker: they would
# load every page and address into it.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

app = Celery("payments_platform")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
