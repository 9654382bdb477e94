"""Work in many parts, where a failing part must not stop the others. For tasks."""

import logging
import uuid
from collections.abc import Callable
from typing import TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from platforms.base import clock
from platforms.database import outages
from platforms.operations import work_failures

logger = logging.getLogger(__name__)
T = TypeVar("T")


def attempt(
    part: Callable[[], T], *, work: str, subject: str, platform_id: uuid.UUID | None = None, now: clock.RealTime
) -> T | None:
    """Return the result of `part` for `subject`; None, and a work failure, when it raises.

    It opens its own database transactions. Celery's time limit is raised.
    """
    try:
        done = part()
        with transaction.atomic(durable=True):
            work_failures.clear(work=work, subject=subject)
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if not outages.warned(logger, error):
            logger.exception("work failed", extra={"work": work, "subject": subject})
        with transaction.atomic(durable=True):
            work_failures.note(work=work, subject=subject, platform_id=platform_id, error=error, now=now)
        return None
    return done
