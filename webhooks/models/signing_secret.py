"""Signing secrets shared with a platform, for receivers that check signatures with a shared secret."""

from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedTextField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class SigningSecret(WithPublicId):
    """A secret that signs a platform's events besides its keys. Encrypted; shown once, when it is made.

    Times are real, whatever a sandbox clock shows. The row is deleted when it signs nothing any more.
    """

    public_type = "WebhookSecret"
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    secret = EncryptedTextField()
    """Base64 of 32 bytes: what follows `whsec_`."""
    created_at = models.DateTimeField()
    signs_until = models.DateTimeField(null=True, blank=True)
    """Empty while the secret has no successor."""

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["platform"],
                condition=models.Q(signs_until__isnull=True),
                name="webhook_signing_secret_one_newest",
            ),
        )
