"""Celery entry points of the platforms app."""

import datetime as dt
import logging
from importlib import import_module

from axes.models import AccessAttempt
from django.conf import settings
from django.db import transaction

from platforms.backoffice import proposals
from platforms.base import clock, jobs
from platforms.base.background import DAY, HOUR, MINUTE, job, rights
from platforms.models import IdempotencyKey
from platforms.operations import audit_seals

logger = logging.getLogger(__name__)
KEYS_LIVE = dt.timedelta(days=30)
WRONG_PASSWORDS_LIVE = dt.timedelta(days=1)
_CHECK_SECONDS = 10.0
_ENTRY_UNSEALED = """
    (SELECT max(id) FROM platforms_auditentry)
    > coalesce((SELECT last_id FROM platforms_auditseal ORDER BY number DESC LIMIT 1), 0)
"""


@job(
    "platforms.forget_idempotency_keys",
    every=DAY,
    # A trigger keeps a key that moved money.
    rights={"platforms.IdempotencyKey": rights.DELETE},
)
def forget_idempotency_keys() -> int:
    """Delete keys older than 30 days in small steps; a key that moved money is never forgotten."""
    deleted = 0
    while True:
        old = IdempotencyKey.objects.filter(created_at__lt=clock.real_now() - KEYS_LIVE, moved_money=False)[:5000]
        count, _ = IdempotencyKey.objects.filter(id__in=old.values("id")).delete()
        deleted += count
        if not count:
            return deleted


@job("platforms.forget_sessions", every=DAY)
def forget_sessions() -> None:
    """Delete expired sessions of staff, and old records of wrong passwords."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    AccessAttempt.objects.filter(attempt_time__lt=clock.real_now() - WRONG_PASSWORDS_LIVE).delete()


@job("platforms.expire_proposals", every=10 * MINUTE)
def expire_proposals() -> int:
    """Close the proposals that no second person decided on in time."""
    with transaction.atomic(durable=True):
        return proposals.expire(now=clock.real_now())


@job("platforms.seal_audit_log", every=10, due=_ENTRY_UNSEALED, rights={"platforms.AuditSeal": rights.APPEND})
def seal_audit_log() -> int:
    """Seal the rows written to the audit log since the last seal; return how many there were."""
    return audit_seals.LOG.seal_all()


@job(
    audit_seals.TASK,
    every=MINUTE,
    due=audit_seals.DUE,
    rights={"platforms.AuditCheckRun": rights.APPEND},
    at_most=2 * HOUR,
)
def verify_audit_log() -> int:
    """Compare the audit log with its seals for some seconds; return how many pages were read.

    /readyz shows the result of a night. After its last page the newest seal is written to the process's log: kept
    elsewhere, it proves that no seal was removed.
    """
    audit_seals.begin(now=clock.real_now())
    pages = jobs.repeat(audit_seals.step, seconds=_CHECK_SECONDS, task_name=audit_seals.TASK)
    if pages and audit_seals.state() == "ok" and (head := audit_seals.LOG.head()):
        logger.info("the audit log is as it was sealed", extra={"seal": head[0], "digest": head[1]})
    return pages
