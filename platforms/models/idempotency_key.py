"""Idempotency keys: the first reply to a request, kept for repetitions."""

import uuid

from django.db import models

from platforms.encryption.encrypted_fields import EncryptedColumn
from platforms.models.platform import Platform

ENCRYPTED_BODY = EncryptedColumn("platforms_idempotencykey", "body")


def sealed_row(platform_id: uuid.UUID, key: str) -> str:
    """Return the context of an encrypted body: the row is written before its number is known."""
    return f"{platform_id}:{key}"


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
    body = models.BinaryField()
    is_sealed = models.BooleanField(default=False)
    """The body holds a secret and is encrypted."""
    moved_money = models.BooleanField(default=False)
    """A key that moved money is never forgotten."""
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
