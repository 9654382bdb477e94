"""Tables of the UMA protocol: our keys, the keys of others, and used nonces."""

from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedColumn
from platforms.models import Platform

ENCRYPTED_PRIVATE_KEY = EncryptedColumn("payments_umakey", "sealed_private_key")


class UmaKeyPurpose(models.TextChoices):
    """The purpose of a key pair. With one for both, a requested signature could open a secret."""

    SIGNING = "SIGNING"
    ENCRYPTION = "ENCRYPTION"


class UmaKey(WithPublicId):
    """A key pair of an identity: of a platform, or, without one, of the sandbox's counterparty. Times are real.

    The protocol publishes one key of each purpose at a time. So a successor waits until every copy of its predecessor
    held by others has expired, and then signs and is published at once.
    """

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    purpose = models.CharField(max_length=16, choices=UmaKeyPurpose.choices)
    sealed_private_key = models.BinaryField()
    """Empty once the key is retired."""
    certificate = models.TextField()
    """PEM, signed by the key itself."""
    created_at = models.DateTimeField()
    active_from = models.DateTimeField()
    replaced_at = models.DateTimeField(null=True, blank=True)
    """When its successor becomes active; empty while it has none."""

    class Meta:
        verbose_name = "UMA key"
        constraints = (
            models.UniqueConstraint(
                fields=["platform", "purpose"],
                condition=models.Q(replaced_at=None, platform__isnull=False),
                name="uma_key_one_newest",
            ),
            models.UniqueConstraint(
                fields=["purpose"],
                condition=models.Q(replaced_at=None, platform=None),
                name="uma_key_one_newest_of_counterparty",
            ),
            models.CheckConstraint(condition=models.Q(purpose__in=UmaKeyPurpose.values), name="uma_key_purpose_known"),
            models.CheckConstraint(
                condition=models.Q(replaced_at=None) | models.Q(replaced_at__gte=models.F("active_from")),
                name="uma_key_replaced_after_use",
            ),
        )

    def __str__(self) -> str:
        return f"{self.purpose} {self.id}"


class UmaCounterpartyKeys(models.Model):
    """The public keys of another institution as it last published them, and when it was last asked. A cache."""

    domain = models.CharField(max_length=261, primary_key=True)
    """With `sandbox:` before it for sandbox platforms: see `payments.uma.protocol.keys`."""
    signing_key = models.BinaryField(null=True)
    """Compressed point. NULL, like the next fields, when the institution has never answered properly."""
    encryption_key = models.BinaryField(null=True)
    expires_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField()
    has_failed = models.BooleanField(default=False)
    """Whether the last request got no proper answer."""

    class Meta:
        verbose_name = verbose_name_plural = "UMA counterparty keys"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(signing_key=None, encryption_key=None, expires_at=None)
                | models.Q(signing_key__isnull=False, encryption_key__isnull=False, expires_at__isnull=False),
                name="uma_counterparty_keys_all_or_none",
            ),
        )

    def __str__(self) -> str:
        return self.domain


class UmaNonce(models.Model):
    """A nonce used by a counterparty: the message that it belongs to can't be replayed."""

    id = models.BigAutoField(primary_key=True)
    domain = models.CharField(max_length=253)
    nonce = models.CharField(max_length=128)
    expires_at = models.DateTimeField()
    """From then on the message is too old to be accepted anyway."""

    class Meta:
        verbose_name = "UMA nonce"
        constraints = (models.UniqueConstraint(fields=["domain", "nonce"], name="uma_nonce_spent_once"),)
        indexes = (models.Index(fields=["expires_at"], name="uma_nonce_by_end"),)

    def __str__(self) -> str:
        return f"{self.domain} {self.nonce}"
