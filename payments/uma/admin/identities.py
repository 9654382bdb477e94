"""Pages of UMA: our keys, the keys of others, used nonces. Private keys are never shown."""

import uuid
from typing import Any

from django.contrib import admin

from payments.models import UmaCounterpartyKeys, UmaKey, UmaNonce
from payments.uma.identities import identities
from platforms.backoffice import columns
from platforms.backoffice.actions import Action, Role
from platforms.backoffice.read_only import ReadOnlyAdmin
from platforms.base import errors
from platforms.database.rows import by_key


class SuccessorsWait(errors.DomainError):
    """The keys are being replaced already."""

    code = "INVALID_INPUT"
    message = "Their successors are made, and are going to be used when all copies of the present keys have ended."


def _rotate(*, key_id: uuid.UUID | None, **by: Any) -> None:
    """Make successors."""
    found = by_key(UmaKey.objects, key_id)
    if found is None:
        raise errors.NotFound
    if not identities.rotate(platform_id=found.platform_id, **by):
        raise SuccessorsWait


Action(
    "uma_keys.rotate",
    roles=[Role.OPERATIONS, Role.ADMINISTRATOR],
    on=UmaKey,
    button="Replace the keys",
    icon="autorenew",
    title="Replace the UMA keys of this identity",
    text="Successors are made now and used in an hour, when no copy of the present keys is left. If somebody else has "
    "the keys, use manage.py rotate_uma_keys with --at-once instead.",
    submit="Replace",
    key="key_id",
    perform=_rotate,
    message="Successors are made, and are used in an hour.",
)


def _digits(key: bytes | None) -> str:
    return bytes(key).hex() if key else ""


@admin.register(UmaKey)
class UmaKeyAdmin(ReadOnlyAdmin):
    """Keys of our identities for signing and encryption. Without a platform: the sandbox's counterparty."""

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
    """Nonces of other institutions' messages, which can't be replayed. Deleted when they are too old anyway."""

    exact = ("domain", "nonce")
    search_help_text = "a domain or a nonce in full"
    list_display = ("domain", "nonce", "expires_at")
