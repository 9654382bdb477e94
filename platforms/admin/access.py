"""Pages of API tokens and idempotency keys. Neither shows a secret: hashes and stored replies are withheld."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action

from platforms import audit
from platforms.backoffice import dialogs, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.models import ApiToken, IdempotencyKey
from platforms.operations import api_tokens


class RevokeForm(dialogs.OperationForm):
    """The dialog that ends a token."""

    verb = verbs.declare("token.revoke", title="Revoke an API token", roles=[Role.OPERATIONS, Role.ADMINISTRATOR])

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> ApiToken:
        """Revoke it; the reason goes to the audit log with it."""
        key = dialogs.key_of(self.object_id)
        token: ApiToken | None = ApiToken.objects.select_related("platform").filter(id=key).first() if key else None
        if token is None:
            raise api_tokens.TokenNotFound
        api_tokens.revoke(
            platform_id=token.platform_id,
            token_id=token.id,
            actor=actor,
            now=token.platform.now(),
            reason=entered["reason"],
        )
        return token


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
    actions_detail = ("revoke",)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer to revoke what lives."""
        key = dialogs.key_of(object_id)
        lives = key is not None and ApiToken.objects.filter(id=key, revoked_at=None).exists()
        return super().get_actions_detail(request, object_id) if lives else []

    @action(  # type: ignore[untyped-decorator]
        description="Revoke",
        icon="key_off",
        dialog={
            "title": "Revoke this token",
            "description": "From this moment every request with it is refused. It can't be given back: the platform "
            "makes another one.",
            "form_class": RevokeForm,
            "form_submit_text": "Revoke",
        },
    )
    def revoke(self, request: HttpRequest, form: RevokeForm, object_id: str) -> HttpResponse:
        """Show that it is revoked."""
        return dialogs.leave(request, form.done, "The token is revoked.")


@admin.register(IdempotencyKey)
class IdempotencyKeyAdmin(ReadOnlyAdmin):
    """Claimed keys. The stored replies stay closed: they can hold a client secret or personal data."""

    exact = ("key",)
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "the key as the platform sent it"
    list_display = ("key", "platform", "status", "moved_money", "created_at")
    list_filter = ("platform", "moved_money")
    loads = ("platform",)
