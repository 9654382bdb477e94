"""API tokens: credentials of platforms, with their permissions."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.models.platform import OwnedManager, Platform


class Permission(models.TextChoices):
    """The permissions of a token. VIEW is implied by the other two."""

    VIEW = "VIEW"
    TRANSACT = "TRANSACT"
    MANAGE = "MANAGE"


class ApiToken(WithPublicId):
    """A credential of one platform. The secret is kept as a keyed hash only."""

    public_type = "Token"
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(max_length=255)
    permissions = ArrayField(models.CharField(max_length=16, choices=Permission.choices))
    client_id = models.CharField(max_length=32, unique=True)
    secret_hash = models.BinaryField(max_length=32)
    # Which TOKEN_HASH_KEY made the hash; none until a token of former releases is used.
    key_fingerprint = models.BinaryField(max_length=8, null=True)
    allowed_ips = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    spending = models.JSONField(null=True, blank=True)
    """What the token may spend, as the API takes `spendingLimits`; none: as much as there is. Read by
    `platforms_spend`."""
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        verbose_name = "API token"
        indexes = (models.Index(fields=["platform", "-created_at", "-id"], name="api_token_newest_first"),)

    def __str__(self) -> str:
        return self.name
