"""Work failures: counted per piece of work, so that pauses grow and operators are alerted.

A worker that can't do a piece of work notes it here, postpones it by the pause that `note` returns, and goes on with
the next. A success clears the note. Lasting failures become cases (`payments.workflow.monitor`).
"""

import datetime as dt
import uuid

from django.db import connection

from platforms.base import backoff, clock
from platforms.database import sql, writes
from platforms.models import WorkFailure

LONGEST_PAUSE = dt.timedelta(minutes=30)
TOLD_AFTER = dt.timedelta(minutes=15)
"""How long work may fail before it becomes a case. By then it has failed nine times."""
_KEPT = dt.timedelta(days=2)
"""How long a note is kept: work not tried for so long is no longer due, or is held; the rarest is tried daily."""
_MOST_FAILURES = 1_000_000_000

_NOTE = sql.of_constants(
    """
INSERT INTO platforms_workfailure AS known (work, subject, platform_id, error, failures, since, last_at)
VALUES (%(work)s, %(subject)s, %(platform)s, %(error)s, 1, %(now)s, %(now)s)
    ON CONFLICT (work, subject) DO UPDATE
   SET error = excluded.error, failures = LEAST(known.failures + 1, {most_failures}), last_at = excluded.last_at
RETURNING failures
""",
    most_failures=_MOST_FAILURES,
)


def note(
    *, work: str, subject: str, platform_id: uuid.UUID | None, error: BaseException, now: clock.RealTime
) -> dt.timedelta:
    """Note that `work` (the name of its task) has failed for `subject`; return the pause before the next attempt."""
    assert connection.in_atomic_block
    with connection.cursor() as cursor:
        cursor.execute(
            _NOTE,
            {
                "work": work,
                "subject": subject[:64],
                "platform": platform_id,
                "error": type(error).__name__[:64],
                "now": now,
            },
        )
        return backoff.pause(int(cursor.fetchone()[0]), longest=LONGEST_PAUSE)


def clear(*, work: str, subject: str) -> None:
    """Clear the note of work that has now succeeded: one write, with others where they are collected."""
    writes.write("DELETE FROM platforms_workfailure WHERE work = %s AND subject = %s", [work, subject[:64]])


def clear_all(*, work: str) -> None:
    """Clear all notes of `work`: nothing of it fails any more."""
    writes.write("DELETE FROM platforms_workfailure WHERE work = %s", [work])


def due(*, work: str, now: clock.RealTime) -> list[str]:
    """Return the subjects of `work` whose pause is over: for work that has no due time of its own."""
    rows = WorkFailure.objects.filter(work=work).order_by("last_at")
    return [row.subject for row in rows if row.last_at + backoff.pause(row.failures, longest=LONGEST_PAUSE) <= now]


def lasting(*, now: clock.RealTime) -> list[WorkFailure]:
    """Return the work that has failed for longer than TOLD_AFTER, the longest first."""
    return list(WorkFailure.objects.filter(since__lte=now - TOLD_AFTER).order_by("since", "id"))


def forget(*, now: clock.RealTime) -> int:
    """Delete the notes of work not tried for days; return how many there were."""
    return int(WorkFailure.objects.filter(last_at__lt=now - _KEPT).delete()[0])
