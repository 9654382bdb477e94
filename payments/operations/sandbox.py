"""The sandbox's clock."""

import datetime as dt
import uuid

from payments.operations import sandbox_counterpart
from payments.operations.transfers import ADVANCE_TASK
from platforms import audit
from platforms.kit import errors, queue
from platforms.models import Platform
from platforms.rest import authentication
from webhooks.events import DELIVER_TASK

MAX_ADVANCE_SECONDS = 366 * 24 * 3600
MAX_OFFSET = dt.timedelta(days=20 * 366)


def advance_clock(*, platform_id: uuid.UUID, seconds: int, actor: audit.Actor, now: dt.datetime) -> dt.datetime:
    """Move a sandbox platform's clock ahead and return its new time; delays, expiries and retries come due by it."""
    platform = Platform.objects.select_for_update().get(id=platform_id)
    platform.clock_offset += dt.timedelta(seconds=seconds)
    if platform.clock_offset > MAX_OFFSET:
        raise errors.InvalidInput.field("seconds", "the sandbox clock can't be moved more than 20 years ahead in all")
    platform.save(update_fields=["clock_offset"])
    authentication.forget_cached()
    sandbox_counterpart.pass_time(domain=platform.uma_domain, by=dt.timedelta(seconds=seconds))
    audit.record(
        actor=actor,
        platform_id=platform_id,
        verb="sandbox.advance_clock",
        subject=platform.public_id,
        now=now,
        details={"seconds": seconds},
    )
    queue.ring(ADVANCE_TASK)
    queue.ring(DELIVER_TASK)
    return now + dt.timedelta(seconds=seconds)
