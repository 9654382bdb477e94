"""Idempotency keys: the first reply to a request, kept for repetitions."""

import uuid

from django.db import models

from platforms.encryption.encrypted_fields import EncryptedColumn
from platforms.models.platform import Platform

ENCRYPTED_BODY = EncryptedColumn("platforms_idempotencykey", "body")


VOIDED = 0
"""The status of a voided key: its row has no fingerprint and no body, so that no request is the one it belongs to."""


class State(models.TextChoices):
    """What is known of a key."""

    IN_PROGRESS = "IN_PROGRESS"
    COMPLETED = "COMPLETED"
    VOIDED = "VOIDED"


def sealed_row(platform_id: uuid.UUID, key: str) -> str:
    """Return the context of an encrypted body: the row is written before its number is known."""
    return f"{platform_id}:{key}"


def lock_name(platform_id: uuid.UUID, key: str) -> str:
    """Return the name of the locks on a key, as `platforms_open_command` and the statements of `batched` put it."""
    return f"{platform_id}{key}"


class IdempotencyKey(models.Model):
    """A key with the reply to the request that used it first."""

    id = models.BigAutoField(primary_key=True)
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    key = models.CharField(max_length=255)
    fingerprint = models.BinaryField(max_length=32)
    """SHA-256 of method, path and body, in one form; of former releases as they were sent."""
    status = models.PositiveSmallIntegerField()
    """The HTTP status of the reply; VOIDED where the key was closed before any request used it."""
    body = models.BinaryField()
    is_sealed = models.BooleanField(default=False)
    """The body holds a secret and is encrypted."""
    moved_money = models.BooleanField(default=False)
    """The key is never forgotten: it moved money, or was voided."""
    method = models.CharField(max_length=8, null=True)  # noqa: DJ001 - absent from rows of former releases
    path = models.CharField(max_length=255, null=True)  # noqa: DJ001 - likewise
    """Without its query. None also where it may name a person, or is longer."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["platform", "key"], name="idempotency_key_unique"),)
        indexes = (
            models.Index(
                fields=["created_at"], condition=models.Q(moved_money=False), name="idempotency_key_forgettable"
            ),
        )

    def __str__(self) -> str:
        return self.key
