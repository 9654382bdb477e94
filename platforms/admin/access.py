"""Pages of API tokens and idempotency keys. Neither shows a secret: hashes and stored replies are withheld."""

from django.contrib import admin

from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.models import ApiToken, IdempotencyKey


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """Who may call, and with what permissions."""

    public_type = "Token"
    exact = ("client_id",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "Token:…, client id or PlatformConfig:…"
    list_display = ("name", "platform", "permissions", "client_id", "last_used_at", "expires_at", "revoked_at")
    list_filter = ("platform",)
    loads = ("platform",)
    groups = (
        ("Token", ("public_id", "name", "platform", "permissions", "allowed_ips")),
        ("Credentials", ("client_id", "secret_hash")),
    )


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(ReadOnlyAdmin):
    """Claimed keys. The stored replies stay closed: they can hold a client secret or personal data."""

    exact = ("key",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "the key as the platform sent it"
    list_display = ("key", "platform", "status", "moved_money", "created_at")
    list_filter = ("platform", "moved_money")
    loads = ("platform",)
