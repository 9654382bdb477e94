"""Signing keys: the keys that sign a platform's events."""

from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedColumn
from platforms.models import Platform
from platforms.models.platform import OwnedManager

ENCRYPTED_PRIVATE_KEY = EncryptedColumn("webhooks_signingkey", "sealed_private_key")


class Algorithm(models.TextChoices):
    """The two signatures that every event carries."""

    P256 = "ECDSA_P256"
    """`X-Service-Signature`."""
    ED25519 = "ED25519"
    """`Webhook-Signature` of the Standard Webhooks specification."""


class SigningKey(WithPublicId):
    """A key pair of one platform. The private half is encrypted; times are real, whatever a sandbox clock shows."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    algorithm = models.CharField(max_length=16, choices=Algorithm.choices)
    sealed_private_key = models.BinaryField()
    public_key = models.TextField()
    """PEM."""
    created_at = models.DateTimeField()
    signs_from = models.DateTimeField()
    """A successor is published some time before this, so that receivers know it when it first signs."""
    published_until = models.DateTimeField(null=True, blank=True)
    """Empty while the key has no successor."""

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["platform", "algorithm"],
                condition=models.Q(published_until__isnull=True),
                name="webhook_signing_key_one_newest",
            ),
            models.CheckConstraint(
                condition=models.Q(algorithm__in=Algorithm.values), name="webhook_signing_key_algorithm_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.algorithm} {self.id}"

    @property
    def private_key(self) -> bytes:
        """The private half, decrypted; raises Unreadable."""
        return ENCRYPTED_PRIVATE_KEY.open(bytes(self.sealed_private_key), row=self.id)
