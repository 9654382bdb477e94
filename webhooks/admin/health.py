"""Pages of endpoint health, slot leases and event streams."""

import datetime as dt
import uuid
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest

from platforms import audit
from platforms.backoffice import columns, dialogs, links, panels
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.lists import narrowing
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import errors
from platforms.database.rows import by_key
from platforms.operations import config
from webhooks.admin import success
from webhooks.developer import ping
from webhooks.models import Delivery, DisabledReason, EndpointHealth, EndpointShare, Event, EventStream

_FAILURES = 10
_MOST_READ = 20_000
_LONGEST_REPLY = 200


class NothingToEnable(errors.DomainError):
    """The endpoint was not switched off by the service, or the platform has set another one."""

    code = "INVALID_INPUT"
    message = "The platform has set another endpoint since, or this one is not switched off."


def _is_switched_off(health: EndpointHealth, _: object = None) -> bool:
    by_service = health.disabled_at is not None and health.disabled_reason != DisabledReason.SWITCHED_OFF
    return by_service and not health.platform.webhook_endpoint


def _enable(*, health_id: uuid.UUID | None, now: dt.datetime, **by: Any) -> None:
    """Set the endpoint again as it was; the platform is sent a test event."""
    health = by_key(EndpointHealth.objects.select_related("platform"), health_id)
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


_FAILING = Q(disabled_at=None, failing_since__isnull=False)
_DISABLED = Q(disabled_at__isnull=False, platform__webhook_endpoint="") & ~Q(
    disabled_reason=DisabledReason.SWITCHED_OFF
)
_STANDS = {
    "failing": ("Failing", lambda: _FAILING),
    "disabled": ("Disabled", lambda: _DISABLED),
    "broken": ("Failing or disabled", lambda: _FAILING | _DISABLED),
}


TITLES = {"warned_at": "warning sent", "disabled_told_at": "disabled notice sent"}
GROUPS = (
    (
        "Current state",
        ("failing_since", "consecutive_failures", "last_failure_at", "last_success_at", "recovered_at"),
    ),
    ("Notifications", ("warned_at", "disabled_told_at")),
)
"""What pages of endpoints have in common."""


class TestForm(dialogs.ActionForm):
    """The dialog of a test: what it asks for goes into the audit log, then the event is sent, outside a transaction."""

    def clean(self) -> dict[str, Any]:
        """Send the event and show what came of it; without an answer the dialog stays open and says why."""
        cleaned = super().clean()
        if self.errors:
            return cleaned
        try:
            platform_id, endpoint_id = self.done
            self.done = ping.require_answer(ping.send(platform_id=platform_id, endpoint_id=endpoint_id))
        except errors.DomainError as refusal:
            why = refusal.details.get("reason")
            self.add_error("reason", f"{refusal.text} Why: {why}." if why else refusal.text)
        return cleaned


def _note_test(
    *, health_id: uuid.UUID | None, reason: str, actor: audit.Actor, now: dt.datetime
) -> tuple[uuid.UUID, None]:
    """Record that a test event is about to be sent, and return the key of the platform, for its first endpoint."""
    health = by_key(EndpointHealth.objects.select_related("platform"), health_id)
    if health is None:
        raise errors.NotFound
    platform = health.platform
    if not platform.webhook_endpoint:
        raise ping.EndpointNotSet
    audit.record(
        audit.Subject(platform.pk, platform.public_id),
        "webhook_endpoint.test",
        actor=actor,
        now=platform.now(),
        reason=reason,
    )
    return platform.pk, None


Action(
    "webhook_endpoint.test",
    roles=[Role.SUPPORT, Role.OPERATIONS, Role.ADMINISTRATOR],
    on=EndpointHealth,
    button="Send a test",
    icon="send",
    offered=lambda health, _: bool(health.platform.webhook_endpoint),
    title="Send a test event",
    text="A TEST event is sent to the platform's present endpoint at once, with one attempt.",
    submit="Send",
    form=TestForm,
    key="health_id",
    perform=_note_test,
    message=lambda attempt: f"The endpoint answered {attempt.reply.status}.",
)


@admin.register(EndpointHealth)
class EndpointHealthAdmin(ReadOnlyAdmin):
    """Health of endpoints: which answer, which fail and since when."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_filter = (narrowing.by("stands", "state", _STANDS),)
    list_display = ("platform", "failing_since", "consecutive_failures", "last_success_at", "disabled_at", "url")
    loads = ("platform",)
    titles = TITLES
    shown = (columns.column("types", lambda health: ", ".join(health.types) or "all"),)
    groups = (("Endpoint", ("platform", "url", "types", "set_at", "disabled_at", "disabled_reason")), *GROUPS)

    def panels(self, request: HttpRequest, row: Any) -> Sequence[panels.Panel | None]:
        """Show how the platform's events stand by day, and the latest failures, for those who may see each."""
        sees = {model: admin.site._registry[model].has_view_permission(request) for model in (Event, Delivery)}
        return success.of(row.platform) if sees[Event] else None, _failures(row) if sees[Delivery] else None


def _failures(row: EndpointHealth) -> panels.Panel:
    """Return the latest failures, among the latest attempts to all platforms: there are too many to read all."""
    newest = Delivery.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    failed = (
        Delivery.objects.filter(pk__gt=newest - _MOST_READ, event__platform=row.pk, endpoint_id=None)
        .exclude(status__gte=HTTPStatus.OK, status__lt=HTTPStatus.MULTIPLE_CHOICES)
        .select_related("event")
        .order_by("-pk")[:_FAILURES]
    )
    return panels.Panel(
        "Latest failures",
        ("at", "event", "attempt", "error", "answer", "endpoint"),
        [_failure(delivery) for delivery in failed],
        note=f"Among the latest {_MOST_READ:,} attempts to all endpoints.",
    )


def _failure(delivery: Delivery) -> Sequence[str]:
    error = columns.named_text(delivery.error) if delivery.error else f"HTTP {delivery.status}"
    return (
        columns.moment_text(delivery.at),
        links.to(links.page(Event, delivery.event_id), delivery.event.type, title=delivery.event.public_id),
        str(delivery.attempt),
        error,
        delivery.reply[:_LONGEST_REPLY],
        delivery.url,
    )


@admin.register(EndpointShare)
class EndpointShareAdmin(ReadOnlyAdmin):
    """Slot leases: how many requests each sender may have in flight to an endpoint."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("platform", "places", "held_until", "holder")
    loads = ("platform",)


@admin.register(EventStream)
class EventStreamAdmin(ReadOnlyAdmin):
    """How many events of a resource have been sent, and whether a sender has claimed them."""

    names_others_in = "resource"
    search_help_text = "the public id of a resource"
    list_display = ("resource", "last_sequence", "claimed_until", "platform")
    loads = ("platform",)
