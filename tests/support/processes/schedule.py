"""Whether the scheduler would ask for a task now."""

from django.db import connection

from config.processes import beat
from platforms.base import clock


def is_asked_for(task):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {beat.CONDITIONS[task]}", {"now": clock.real_now()})
        return bool(cursor.fetchone()[0])
