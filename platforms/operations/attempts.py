"""Work in many parts, where a failing part must not stop the others. For tasks."""

import logging
import uuid
from collections.abc import Callable
from typing import TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import Error, transaction

from platforms.base import clock
from platforms.database import outages
from platforms.operations import work_failures

logger = logging.getLogger(__name__)
T = TypeVar("T")


def attempt(
    part: Callable[[], T], *, work: str, subject: str, platform_id: uuid.UUID | None = None, now: clock.RealTime
) -> T | None:
    """Return the result of `part` for `subject`; None, and a work failure, when it raises.

    It opens its own database transactions, and is safe to repeat: it is done once more if the connection to the
    database is lost. Celery's time limit is raised.
    """

    def work_once() -> T:
        done = part()
        with transaction.atomic(durable=True):
            work_failures.clear(work=work, subject=subject)
        return done

    try:
        try:
            return work_once()
        except Error as error:
            # The last commit may have been made though its answer was lost: a failure noted now would stay for days,
            # since nobody does the work again.
            if not outages.is_lost_connection(error):
                raise
            return work_once()
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        if not outages.warned(logger, error):
            logger.exception("work failed", extra={"work": work, "subject": subject})
        with transaction.atomic(durable=True):
            work_failures.note(work=work, subject=subject, platform_id=platform_id, error=error, now=now)
        return None
