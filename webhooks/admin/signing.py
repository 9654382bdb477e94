"""Pages of signing keys, their public halves; and of signing secrets, without the secrets."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action

from platforms import audit
from platforms.backoffice import columns, dialogs, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import clock, errors
from webhooks.models import SigningKey, SigningSecret
from webhooks.operations import signing_keys


class RotateForm(dialogs.OperationForm):
    """The dialog that replaces the keys of a platform."""

    verb = verbs.declare(
        "signing_keys.rotate", title="Replace signing keys", roles=[Role.OPERATIONS, Role.ADMINISTRATOR]
    )

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> SigningKey:
        """Replace them. Receivers compare what is signed with their own clock: the keys live in real time."""
        key = dialogs.key_of(self.object_id)
        found: SigningKey | None = SigningKey.objects.filter(id=key).first() if key else None
        if found is None:
            raise errors.NotFound
        signing_keys.rotate(platform_id=found.platform_id, actor=actor, now=clock.real_now(), reason=entered["reason"])
        return found


@admin.register(SigningKey)
class SigningKeyAdmin(ReadOnlyAdmin):
    """What events are signed with. The private half is never shown."""

    public_type = "SigningKey"
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "SigningKey:… or PlatformConfig:…"
    list_display = ("public_id", "algorithm", "platform", "signs_from", "published_until")
    list_filter = ("algorithm", "platform")
    loads = ("platform",)
    shown = (columns.code("public_key"),)
    actions_detail = ("rotate",)

    @action(  # type: ignore[untyped-decorator]
        description="Replace the keys",
        icon="autorenew",
        dialog={
            "title": "Replace the signing keys of this platform",
            "description": "New ones are published at once and sign later; the old ones stay published until nothing "
            "that they signed is on its way. Whoever checks events notices nothing.",
            "form_class": RotateForm,
            "form_submit_text": "Replace",
        },
    )
    def rotate(self, request: HttpRequest, form: RotateForm, object_id: str) -> HttpResponse:
        """Show until when this one is published."""
        return dialogs.leave(request, form.done, "The keys of the platform are replaced, without a gap.")


@admin.register(SigningSecret)
class SigningSecretAdmin(ReadOnlyAdmin):
    """What a platform shares with us to check events. The secret itself is shown to nobody."""

    public_type = "WebhookSecret"
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "WebhookSecret:… or PlatformConfig:…"
    list_display = ("public_id", "platform", "created_at", "signs_until")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (columns.withheld("secret"),)
