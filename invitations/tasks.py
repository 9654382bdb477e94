"""Celery entry points of the invitations app."""

import functools
import logging
import uuid
from collections.abc import Sequence

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from invitations.operations import invitations
from platforms.base import clock, identifiers
from platforms.base.background import MINUTE, job
from platforms.database import outages
from platforms.operations import attempts, work_failures

logger = logging.getLogger(__name__)
_TASK = "invitations.expire_invitations"
_BATCH = 500


@job(_TASK, every=MINUTE)
def expire_invitations() -> int:
    """Mark every overdue invitation as expired; return how many there were."""
    expired = 0
    while True:
        now = clock.real_now()
        keys = invitations.overdue(real_now=now, limit=_BATCH)
        count = _expire_all(keys, now)
        expired += count
        if count < _BATCH:
            return expired


def _expire_all(keys: Sequence[uuid.UUID], now: clock.RealTime) -> int:
    """Expire invitations at once; if that fails, one by one."""
    try:
        with transaction.atomic(durable=True):
            work_failures.clear_all(work=_TASK)
            return invitations.expire(keys=keys, real_now=now)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if not outages.warned(logger, error):
            logger.exception("invitations expire one by one")
    count = 0
    for key in keys:
        part, subject = functools.partial(_expire, [key], now), identifiers.public("Invitation", key)
        count += attempts.attempt(part, work=_TASK, subject=subject, now=now) or 0
    return count


def _expire(keys: Sequence[uuid.UUID], now: clock.RealTime) -> int:
    with transaction.atomic(durable=True):
        return invitations.expire(keys=keys, real_now=now)
