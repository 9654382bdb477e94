"""Pages of UMA: our keys, the keys of others, spent nonces. What is private of our keys is never shown."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action

from payments.models import UmaCounterpartyKeys, UmaKey, UmaNonce
from payments.operations import uma_identities
from platforms import audit
from platforms.backoffice import columns, dialogs, verbs
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.backoffice.verbs import Role
from platforms.kit import clock, errors


class SuccessorsWait(errors.DomainError):
    """The keys are being replaced already."""

    code = "INVALID_INPUT"
    message = "Their successors are made, and are going to be used when all copies of the present keys have ended."


class RotateUmaKeysForm(dialogs.OperationForm):
    """The dialog that replaces the keys of an identity."""

    verb = verbs.declare("uma_keys.rotate", title="Replace UMA keys", roles=[Role.OPERATIONS, Role.ADMINISTRATOR])

    def carry_out(self, *, actor: audit.Actor, **entered: Any) -> UmaKey:
        """Make successors."""
        key = dialogs.key_of(self.object_id)
        found: UmaKey | None = UmaKey.objects.filter(id=key).first() if key else None
        if found is None:
            raise errors.NotFound
        made = uma_identities.rotate(
            platform_id=found.platform_id, actor=actor, now=clock.real_now(), reason=entered["reason"]
        )
        if not made:
            raise SuccessorsWait
        return found


def _digits(key: bytes | None) -> str:
    return bytes(key).hex() if key else ""


@admin.register(UmaKey)
class UmaKeyAdmin(ReadOnlyAdmin):
    """What our identities sign with and are written to in secret. Without a platform: the sandbox's counterparty."""

    public_type = "UmaKey"
    through = {"PlatformConfig": "platform_id"}
    search_help_text = "UmaKey:… or PlatformConfig:…"
    list_display = ("public_id", "purpose", "platform", "active_from", "replaced_at")
    list_filter = ("purpose", "platform")
    loads = ("platform",)
    shown = (columns.code("certificate"),)
    groups = (
        ("Key", ("public_id", "purpose", "platform", "certificate")),
        ("Time", ("created_at", "active_from", "replaced_at")),
    )
    actions_detail = ("rotate",)

    @action(  # type: ignore[untyped-decorator]
        description="Replace the keys",
        icon="autorenew",
        dialog={
            "title": "Replace the UMA keys of this identity",
            "description": "Successors are made now and used in an hour, when no copy of the present keys is left. "
            "If somebody else has the keys, use manage.py rotate_uma_keys with --at-once instead.",
            "form_class": RotateUmaKeysForm,
            "form_submit_text": "Replace",
        },
    )
    def rotate(self, request: HttpRequest, form: RotateUmaKeysForm, object_id: str) -> HttpResponse:
        """Show until when this one is used."""
        return dialogs.leave(request, form.done, "Successors are made, and are used in an hour.")


@admin.register(UmaCounterpartyKeys)
class UmaCounterpartyKeysAdmin(ReadOnlyAdmin):
    """Public keys of other institutions, as they were last fetched."""

    exact = ("domain",)
    search_help_text = "a domain"
    ordering = ("-asked_at",)
    list_display = ("domain", "has_failed", "asked_at", "expires_at")
    list_filter = ("has_failed",)
    shown = (
        columns.text("signing_key", _digits, is_wide=True),
        columns.text("encryption_key", _digits, is_wide=True),
    )


@admin.register(UmaNonce)
class UmaNonceAdmin(ReadOnlyAdmin):
    """Messages of other institutions that can't be played again. Forgotten when they are too old anyway."""

    exact = ("domain", "nonce")
    search_help_text = "a domain or a nonce in full"
    list_display = ("domain", "nonce", "expires_at")
