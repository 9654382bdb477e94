"""Endpoints: switching off one that says it is gone."""

import datetime as dt
import uuid

from platforms import audit
from platforms.kit import identifiers
from platforms.models import Platform


def disable(*, platform_id: uuid.UUID, url: str, reason: str, now: dt.datetime) -> bool:
    """Remove the platform's endpoint if it is still `url`: a new one set meanwhile stays. Tell whether it was."""
    disabled = Platform.objects.filter(id=platform_id, webhook_endpoint=url).update(webhook_endpoint="", updated_at=now)
    if not disabled:
        return False
    audit.record(
        actor=audit.SYSTEM,
        platform_id=platform_id,
        verb="webhook_endpoint.disable",
        subject=identifiers.public("PlatformConfig", platform_id),
        now=now,
        details={"reason": reason},
    )
    return True
