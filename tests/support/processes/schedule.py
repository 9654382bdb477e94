"""What the scheduler sends, and whether it would ask for a task now."""

from django.db import connection

from config.processes import schedule
from platforms.base import clock

QUESTIONS = schedule.questions(schedule.declared())
"""Task → SQL that tells whether it has work."""
EVERY = {job.name: job.every for job in schedule.declared()}
"""Task → seconds between two messages, at least."""


def is_asked_for(task):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {QUESTIONS[task]}", {"now": clock.real_now()})
        return bool(cursor.fetchone()[0])
