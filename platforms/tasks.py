"""Celery entry points of the platforms app."""

import datetime as dt
import logging
from importlib import import_module

from axes.models import AccessAttempt
from celery import shared_task
from django.conf import settings
from django.db import transaction

from platforms.backoffice import proposals
from platforms.base import clock
from platforms.models import IdempotencyKey
from platforms.operations import audit_seals

logger = logging.getLogger(__name__)
KEYS_LIVE = dt.timedelta(days=30)
WRONG_PASSWORDS_LIVE = dt.timedelta(days=1)


@shared_task(name="platforms.forget_idempotency_keys")
def forget_idempotency_keys() -> int:
    """Delete keys older than 30 days in small steps; a key that moved money is never forgotten."""
    deleted = 0
    while True:
        old = IdempotencyKey.objects.filter(created_at__lt=clock.real_now() - KEYS_LIVE, moved_money=False)[:5000]
        count, _ = IdempotencyKey.objects.filter(id__in=old.values("id")).delete()
        deleted += count
        if not count:
            return deleted


@shared_task(name="platforms.forget_sessions")
def forget_sessions() -> None:
    """Delete expired sessions of staff, and old records of wrong passwords."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    AccessAttempt.objects.filter(attempt_time__lt=clock.real_now() - WRONG_PASSWORDS_LIVE).delete()


@shared_task(name="platforms.expire_proposals")
def expire_proposals() -> int:
    """Close the proposals that no second person decided on in time."""
    with transaction.atomic(durable=True):
        return proposals.expire(now=clock.real_now())


@shared_task(name="platforms.seal_audit_log")
def seal_audit_log() -> int:
    """Seal the rows written to the audit log since the last seal; return how many there were."""
    return audit_seals.LOG.seal_all()


@shared_task(name="platforms.verify_audit_log", soft_time_limit=7200, time_limit=7260)
def verify_audit_log() -> int:
    """Compare the audit log with its seals; /readyz shows the result. Return the number of faults.

    The newest seal is written to the process's log: kept elsewhere, it proves that no seal was removed.
    """
    faults = len(audit_seals.verify(now=clock.real_now()).faults)
    if faults:
        logger.critical("the audit log is not what it was: see manage.py audit_verify", extra={"count": faults})
    elif head := audit_seals.LOG.head():
        logger.info("the audit log is as it was sealed", extra={"seal": head[0], "digest": head[1]})
    return faults
