"""Pages of signing keys (public halves) and of signing secrets (without the secrets)."""

import uuid
from typing import Any

from django.contrib import admin

from platforms.backoffice import columns
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import clock, errors
from platforms.database.rows import by_key
from webhooks.models import SigningKey, SigningSecret
from webhooks.signing import signing_keys


def _rotate(*, key_id: uuid.UUID | None, now: clock.RealTime, **by: Any) -> None:
    """Replace a platform's keys. Times are real: receivers compare a signature's time with their own clock."""
    found: SigningKey | None = by_key(SigningKey.objects, key_id)
    if found is None:
        raise errors.NotFound
    signing_keys.rotate(platform_id=found.platform_id, now=now, **by)


Action(
    "signing_keys.rotate",
    roles=[Role.OPERATIONS, Role.ADMINISTRATOR],
    on=SigningKey,
    button="Replace the keys",
    icon="autorenew",
    title="Replace the signing keys of this platform",
    text="New ones are published at once and sign later; the old ones stay published until nothing that they signed is "
    "on its way. Whoever checks events notices nothing.",
    submit="Replace",
    key="key_id",
    perform=_rotate,
    message="The keys of the platform are replaced, without a gap.",
)


@admin.register(SigningKey)
class SigningKeyAdmin(ReadOnlyAdmin):
    """The keys that sign events. The private half is never shown."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "SigningKey:… or PlatformConfig:…"
    list_display = ("public_id", "algorithm", "platform", "signs_from", "published_until")
    list_filter = ("algorithm", "platform")
    loads = ("platform",)
    shown = (columns.code("public_key"),)


@admin.register(SigningSecret)
class SigningSecretAdmin(ReadOnlyAdmin):
    """Secrets shared with a platform, by which it checks events. The secret itself is shown to nobody."""

    through = {"PlatformConfig": "platform_id"}
    search_help_text = "WebhookSecret:… or PlatformConfig:…"
    list_display = ("public_id", "platform", "created_at", "signs_until")
    list_filter = ("platform",)
    loads = ("platform",)
    shown = (columns.withheld("secret"),)
