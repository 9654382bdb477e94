"""Pages of how endpoints do, and of the streams that events are sent in."""

import datetime as dt
import uuid
from typing import Any

from django.contrib import admin

from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import errors
from platforms.operations import config
from webhooks.models import EndpointHealth, EndpointShare, EventStream


class NothingToEnable(errors.DomainError):
    """The service has not switched the endpoint off, or the platform has another one."""

    code = "INVALID_INPUT"
    message = "The platform has set another endpoint since, or this one is not switched off."


def _is_switched_off(health: EndpointHealth, _: object = None) -> bool:
    return health.disabled_at is not None and not health.platform.webhook_endpoint


def _enable(*, health_id: uuid.UUID | None, now: dt.datetime, **by: Any) -> None:
    """Set the endpoint as it was; the platform is sent a test event."""
    health = EndpointHealth.objects.select_related("platform").filter(pk=health_id).first()
    if health is None or not _is_switched_off(health):
        raise NothingToEnable
    changes = {"webhookEndpoint": health.url}
    config.update(platform_id=health.platform_id, changes=changes, now=health.platform.now(), **by)


Action(
    "webhook_endpoint.enable",
    roles=[Role.OPERATIONS, Role.ADMINISTRATOR],
    on=EndpointHealth,
    button="Switch on again",
    icon="power_settings_new",
    offered=_is_switched_off,
    title="Switch this endpoint on again",
    text="The platform is sent a TEST at once. If the endpoint fails again, it is switched off again after a week. "
    "Events that found no endpoint are not sent later.",
    submit="Switch on",
    key="health_id",
    perform=_enable,
    message="The endpoint is on again.",
)


@admin.register(EndpointHealth)
class EndpointHealthAdmin(ReadOnlyAdmin):
    """Which endpoints answer, which fail and since when."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("platform", "failing_since", "consecutive_failures", "last_success_at", "disabled_at", "url")
    loads = ("platform",)
    titles = {"warned_at": "warning sent", "disabled_told_at": "disabled notice sent"}
    groups = (
        ("Endpoint", ("platform", "url", "disabled_at")),
        (
            "Current state",
            ("failing_since", "consecutive_failures", "last_failure_at", "last_success_at", "recovered_at"),
        ),
        ("Notifications", ("warned_at", "disabled_told_at")),
    )


@admin.register(EndpointShare)
class EndpointShareAdmin(ReadOnlyAdmin):
    """How many requests each sender may have under way to an endpoint."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("platform", "places", "held_until", "holder")
    loads = ("platform",)


@admin.register(EventStream)
class EventStreamAdmin(ReadOnlyAdmin):
    """How far the events of a resource have come, and whether a sender has them in its hands."""

    names_others_in = "resource"
    search_help_text = "the public id of a resource"
    list_display = ("resource", "last_sequence", "claimed_until", "platform")
    loads = ("platform",)
