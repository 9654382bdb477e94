"""Seals of the audit log and their check. Made after the rows, so that no payment waits for another one's.

The check also looks for what the log should explain and does not (`powers`), and for reasons that are no longer those
whose hashes the log has (`reasons`).
"""

import datetime as dt
import itertools

from platforms.base import clock
from platforms.encryption import seals
from platforms.models import AuditCheckRun, AuditSeal
from platforms.operations import powers, reasons, staff_powers

MOST_FAULTS = 1000
STALE_AFTER = dt.timedelta(hours=49)
"""A check that has not run for two nights proves nothing about the log."""
LOG = seals.Log(
    "platforms_auditentry",
    """
    SELECT id, platform_id, at, actor_kind, actor_id, verb, subject, request_id, details::text
      FROM platforms_auditentry WHERE id > %s AND id <= %s ORDER BY id
    """,
    AuditSeal,
)


def verify(*, now: dt.datetime, expected: seals.Head | None = None) -> AuditCheckRun:
    """Compare the log with its seals, with who has power and with reviewers' reasons, and store the result.

    `expected` was noted elsewhere.
    """
    last = AuditCheckRun.objects.order_by("-seals").first()
    found, rows, faults = LOG.compare(known=last.seals if last else 0, expected=expected, most=MOST_FAULTS)
    staff_powers.renew_marks(now=clock.real_now())
    faults = [*faults, *powers.unexplained(), *itertools.islice(reasons.differences(), MOST_FAULTS)][:MOST_FAULTS]
    return AuditCheckRun.objects.create(
        started_at=now,
        finished_at=clock.real_now(),
        seals=found,
        rows=rows,
        faults=[{"kind": fault.kind, "subject": fault.subject, "detail": fault.detail} for fault in faults],
    )


def state() -> str:
    """Return the result of the last check in a word, for /readyz."""
    last = AuditCheckRun.objects.order_by("-id").first()
    if last is None:
        return "unchecked"
    if last.faults:
        return "altered"
    return "stale" if last.finished_at < clock.real_now() - STALE_AFTER else "ok"
