"""Seals of the audit log: made after the rows, so that no payment waits for another one's; and their check.

Rows come in the order of their keys only nearly: a database transaction may commit a lower key after a higher one. So
`boundary` first finds a key below which no row can appear any more, and `advance` seals up to there.
"""

import datetime as dt
import time

from django.db import connection

from platforms.kit import clock, seals
from platforms.models import AuditCheckRun, AuditSeal

ROWS_OF_A_SEAL = seals.ROWS_OF_A_SEAL
MOST_FAULTS = 1000
STALE_AFTER = dt.timedelta(hours=49)
"""A check that has not run for two nights says nothing about the log."""
_PATIENCE_SECONDS = 5.0
_PAUSE_SECONDS = 0.05
_HIGHEST = "SELECT max(id) FROM platforms_auditentry"
# Whoever inserts holds this lock from before the key is drawn until the end of the database transaction.
_WRITERS = """
SELECT virtualtransaction FROM pg_locks
 WHERE locktype = 'relation' AND relation = 'platforms_auditentry'::regclass AND mode = 'RowExclusiveLock' AND granted
   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND pid IS DISTINCT FROM pg_backend_pid()
"""
_LOG = seals.Log(
    """
    SELECT id, platform_id, at, actor_kind, actor_id, verb, subject, request_id, details::text
      FROM platforms_auditentry WHERE id > %s AND id <= %s ORDER BY id
    """,
    AuditSeal,
)


def boundary(*, patience: float = _PATIENCE_SECONDS) -> int | None:
    """Return a key up to which the log is complete for ever; None when a writer takes too long, or there is no row.

    Whoever drew a key up to the highest one has the table's lock, or has ended. So those who have it now are waited
    for, and nobody waits for us.
    """
    highest = _one(_HIGHEST)
    if highest is None:
        return None
    writers = _writers()
    give_up = time.monotonic() + patience
    while writers:
        if time.monotonic() > give_up:
            return None
        time.sleep(_PAUSE_SECONDS)
        writers &= _writers()
    return highest


def advance(*, until: int, now: dt.datetime) -> int:
    """Seal the rows up to `until` that no seal speaks of, one seal's worth of them; return how many there were."""
    return _LOG.advance(until=until, now=now, most=ROWS_OF_A_SEAL)


def verify(*, now: dt.datetime, expected: seals.Head | None = None) -> AuditCheckRun:
    """Compare the whole log with its seals and keep what was found. `expected` was noted somewhere else."""
    last = AuditCheckRun.objects.order_by("-seals").first()
    found, rows, faults = _LOG.compare(known=last.seals if last else 0, expected=expected, most=MOST_FAULTS)
    return AuditCheckRun.objects.create(
        started_at=now,
        finished_at=clock.real_now(),
        seals=found,
        rows=rows,
        faults=[{"kind": fault.kind, "subject": fault.subject, "detail": fault.detail} for fault in faults],
    )


def state() -> str:
    """Return in a word what the last check found, for /readyz."""
    last = AuditCheckRun.objects.order_by("-id").first()
    if last is None:
        return "unchecked"
    if last.faults:
        return "altered"
    return "stale" if last.finished_at < clock.real_now() - STALE_AFTER else "ok"


def head() -> seals.Head | None:
    """Return the number and the digest of the newest seal: noted elsewhere, they prove that none was cut off."""
    return _LOG.head()


def _writers() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(_WRITERS)
        return {row[0] for row in cursor.fetchall()}


def _one(sql: str) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        value: int | None = cursor.fetchone()[0]
    return value
