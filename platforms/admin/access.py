"""Pages of API tokens and idempotency keys. Neither shows a secret: hashes and stored replies are withheld."""

import datetime as dt
import uuid

from django.contrib import admin

from platforms import audit
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.database.rows import by_key
from platforms.models import ApiToken, IdempotencyKey
from platforms.operations import api_tokens


def _revoke(*, token_id: uuid.UUID | None, actor: audit.Actor, now: dt.datetime, reason: str) -> ApiToken:
    token: ApiToken | None = by_key(ApiToken.objects.select_related("platform"), token_id)
    if token is None:
        raise api_tokens.TokenNotFound
    api_tokens.revoke(
        platform_id=token.platform_id, token_id=token.id, actor=actor, now=token.platform.now(), reason=reason
    )
    return token


Action(
    "token.revoke",
    roles=[Role.OPERATIONS, Role.ADMINISTRATOR],
    on=ApiToken,
    button="Revoke",
    icon="key_off",
    offered=lambda token, _: token.revoked_at is None,
    title="Revoke this token",
    text="From this moment every request with it is refused. This can't be undone: the platform creates another token.",
    key="token_id",
    perform=_revoke,
    message="The token is revoked.",
)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """Tokens: their permissions, and the addresses that they may be used from."""

    exact = ("client_id",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "Token:…, client id or PlatformConfig:…"
    list_display = ("name", "platform", "permissions", "client_id", "last_used_at", "expires_at", "revoked_at")
    list_filter = ("platform",)
    loads = ("platform",)
    groups = (
        ("Token", ("public_id", "name", "platform", "permissions", "allowed_ips")),
        ("Credentials", ("client_id", "secret_hash", "key_fingerprint")),
    )


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(ReadOnlyAdmin):
    """Idempotency keys in use. Stored replies are not shown: they can hold a client secret or personal data."""

    exact = ("key",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "the key as the platform sent it"
    list_display = ("key", "platform", "method", "path", "status", "moved_money", "created_at")
    list_filter = ("platform", "moved_money")
    loads = ("platform",)
