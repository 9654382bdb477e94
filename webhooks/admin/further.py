"""Pages of further endpoints of platforms, and of the events on their way to them."""

import datetime as dt
import uuid
from typing import Any

from django.contrib import admin
from django.db.models import Q

from platforms import audit
from platforms.backoffice import columns
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.lists import narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import errors
from platforms.database.rows import by_key
from webhooks.admin.events import STATES
from webhooks.admin.health import GROUPS, TITLES, NothingToEnable, TestForm
from webhooks.delivery import platform_endpoints
from webhooks.models import DisabledReason, EndpointSwitch, FurtherEndpoint, FurtherEvent, FurtherShare, FurtherStream


def _is_switched_off(endpoint: FurtherEndpoint, _: object = None) -> bool:
    by_service = endpoint.disabled_at is not None and endpoint.disabled_reason != DisabledReason.SWITCHED_OFF
    return by_service and endpoint.deleted_at is None


def _enable(*, endpoint_id: uuid.UUID | None, now: dt.datetime, **by: Any) -> None:
    """Switch the endpoint on as it was; the platform is sent a test event."""
    endpoint: FurtherEndpoint | None = by_key(FurtherEndpoint.objects.select_related("platform"), endpoint_id)
    if endpoint is None or not _is_switched_off(endpoint):
        raise NothingToEnable
    platform_endpoints.update(
        platform_id=endpoint.platform_id,
        endpoint_id=endpoint.pk,
        changes={"state": EndpointSwitch.ENABLED},
        now=endpoint.platform.now(),
        **by,
    )


Action(
    "further_endpoint.enable",
    roles=[Role.OPERATIONS, Role.ADMINISTRATOR],
    on=FurtherEndpoint,
    button="Switch on again",
    icon="power_settings_new",
    offered=_is_switched_off,
    title="Switch this endpoint on again",
    text="It is sent a TEST at once. If it fails again, it is switched off again after a week. "
    "Events from the time when it was off are not sent later.",
    submit="Switch on",
    key="endpoint_id",
    perform=_enable,
    message="The endpoint is on again.",
)


def _note_test(
    *, endpoint_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime
) -> tuple[uuid.UUID, uuid.UUID]:
    """Record that a test event is about to be sent, and return the keys of platform and endpoint."""
    endpoint: FurtherEndpoint | None = by_key(FurtherEndpoint.objects.select_related("platform"), endpoint_id)
    if endpoint is None or endpoint.deleted_at is not None:
        raise errors.NotFound
    audit.record(endpoint, "webhook_endpoint.test", actor=actor, now=endpoint.platform.now(), reason=reason)
    return endpoint.platform_id, endpoint.pk


Action(
    "further_endpoint.test",
    roles=[Role.SUPPORT, Role.OPERATIONS, Role.ADMINISTRATOR],
    on=FurtherEndpoint,
    button="Send a test",
    icon="send",
    offered=lambda endpoint, _: endpoint.deleted_at is None,
    title="Send a test event",
    text="A TEST event is sent to this endpoint at once, with one attempt.",
    submit="Send",
    form=TestForm,
    key="endpoint_id",
    perform=_note_test,
    message=lambda attempt: f"The endpoint answered {attempt.reply.status}.",
)

_OFF = Q(disabled_at__isnull=False, deleted_at=None) & ~Q(disabled_reason=DisabledReason.SWITCHED_OFF)
_FAILING = Q(disabled_at=None, deleted_at=None, failing_since__isnull=False)
_STANDS = {
    "failing": ("Failing", lambda: _FAILING),
    "disabled": ("Disabled", lambda: _OFF),
    "broken": ("Failing or disabled", lambda: _FAILING | _OFF),
}


@admin.register(FurtherEndpoint)
class FurtherEndpointAdmin(ReadOnlyAdmin):
    """Endpoints beside that of the configuration: which answer, which fail and since when."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "WebhookEndpoint:… or PlatformConfig:…"
    list_filter = (narrowing.by("stands", "state", _STANDS), "platform")
    list_display = ("platform", "failing_since", "consecutive_failures", "last_success_at", "disabled_at", "url")
    loads = ("platform",)
    titles = TITLES
    shown = (columns.column("types", lambda endpoint: ", ".join(endpoint.types) or "all"),)
    groups = (
        (
            "Endpoint",
            ("public_id", "platform", "url", "types", "created_at", "disabled_at", "disabled_reason", "deleted_at"),
        ),
        *GROUPS,
    )


@admin.register(FurtherEvent)
class FurtherEventAdmin(ReadOnlyAdmin):
    """Events on their way to further endpoints."""

    through = {"Webhook": "event_id", "WebhookEndpoint": "endpoint_id"}
    search_help_text = "Webhook:… or WebhookEndpoint:…"
    list_display = ("event", "endpoint", "state", "attempts", "next_attempt_at", "sequence")
    loads = ("event", "endpoint")
    shown = (columns.label("state", STATES),)


@admin.register(FurtherShare)
class FurtherShareAdmin(ReadOnlyAdmin):
    """Slot leases: how many requests each sender may have in flight to a further endpoint."""

    through = {"WebhookEndpoint": "endpoint_id"}
    search_help_text = "WebhookEndpoint:…"
    list_display = ("endpoint", "places", "held_until", "holder")
    loads = ("endpoint",)


@admin.register(FurtherStream)
class FurtherStreamAdmin(ReadOnlyAdmin):
    """How many events of a resource were sent to a further endpoint, and whether a sender has claimed them."""

    through = {"WebhookEndpoint": "endpoint_id"}
    search_help_text = "WebhookEndpoint:…"
    list_display = ("stream", "last_sequence", "claimed_until", "endpoint")
    loads = ("endpoint",)
