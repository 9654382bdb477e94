"""Handlers of signals from the apps below."""

import datetime as dt
from typing import Any

from django.dispatch import receiver

from platforms import signals
from platforms.models import Platform
from webhooks.delivery import platform_endpoints
from webhooks.outbox import events
from webhooks.outbox.event_types import EventType


@receiver(signals.webhook_endpoint_set)
def greet_endpoint(platform: Platform, now: dt.datetime, **_: Any) -> None:
    """Send one TEST to an endpoint that was just set, so that its owner sees at once whether it works."""
    platform_endpoints.note_first(platform=platform, now=now)
    events.emit(platform_id=platform.id, type=EventType.TEST.value, resource=platform.public_id, data=None, now=now)
