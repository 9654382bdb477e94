"""Signing secrets: what a platform shares with us, for receivers that check signatures with a shared secret."""

from django.db import models

from platforms.kit import identifiers
from platforms.kit.sealed import SealedTextField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class SigningSecret(models.Model):
    """A secret that signs a platform's events besides its keys. Encrypted; shown once, when it is made.

    Times are real, whatever a sandbox clock says. The row goes when it signs nothing any more.
    """

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    secret = SealedTextField()
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

    def __str__(self) -> str:
        return self.public_id

    @property
    def public_id(self) -> str:
        """The identifier under which the secret is listed and ended: `WebhookSecret:<uuid>`."""
        return identifiers.public("WebhookSecret", self.id)
