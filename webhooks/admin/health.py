"""Pages of how endpoints do, and of the streams that events are sent in."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action

from platforms import audit
from platforms.backoffice import dialogs, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import errors
from platforms.operations import config
from webhooks.models import EndpointHealth, EndpointShare, EventStream


class NothingToEnable(errors.DomainError):
    """The service has not switched the endpoint off, or the platform has another one."""

    code = "INVALID_INPUT"
    message = "The platform has set another endpoint since, or this one is not switched off."


class EnableForm(dialogs.OperationForm):
    """The dialog that gives a platform its endpoint back."""

    verb = verbs.declare(
        "webhook_endpoint.enable", title="Switch an endpoint on again", roles=[Role.OPERATIONS, Role.ADMINISTRATOR]
    )

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> EndpointHealth:
        """Set the endpoint as it was; the platform is sent a test event."""
        health = _switched_off(self.object_id)
        if health is None:
            raise NothingToEnable
        config.update(
            platform_id=health.platform_id,
            changes={"webhookEndpoint": health.url},
            actor=actor,
            now=health.platform.now(),
            reason=entered["reason"],
        )
        return health


def _switched_off(object_id: object) -> EndpointHealth | None:
    key = dialogs.key_of(object_id)
    found = EndpointHealth.objects.select_related("platform").filter(pk__in=[key] if key else [])
    return found.filter(disabled_at__isnull=False, platform__webhook_endpoint="").first()


@admin.register(EndpointHealth)
class EndpointHealthAdmin(ReadOnlyAdmin):
    """Which endpoints answer, which fail and since when."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "PlatformConfig:…"
    list_display = ("platform", "failing_since", "consecutive_failures", "last_success_at", "disabled_at", "url")
    loads = ("platform",)
    groups = (
        ("Endpoint", ("platform", "url", "disabled_at")),
        ("Now", ("failing_since", "consecutive_failures", "last_failure_at", "last_success_at", "recovered_at")),
        ("Told", ("warned_at", "disabled_told_at")),
    )
    actions_detail = ("enable",)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer it for an endpoint that was switched off."""
        return super().get_actions_detail(request, object_id) if _switched_off(object_id) else []

    @action(  # type: ignore[untyped-decorator]
        description="Switch on again",
        icon="power_settings_new",
        dialog={
            "title": "Switch this endpoint on again",
            "description": "The platform is sent a TEST at once. If the endpoint fails again, it is switched off again "
            "after a week. Events that found no endpoint are not sent later.",
            "form_class": EnableForm,
            "form_submit_text": "Switch on",
        },
    )
    def enable(self, request: HttpRequest, form: EnableForm, object_id: str) -> HttpResponse:
        """Show how it does."""
        return dialogs.leave(request, form.done, "The endpoint is on again.")


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
