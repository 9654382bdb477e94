"""Links to the hosted identity page: one customer, one visit, one day."""

import datetime as dt

from django.db import models

from compliance.models.customer import Customer
from platforms.base import identifiers
from platforms.encryption.encrypted_fields import EncryptedColumn
from platforms.models import Platform

ENCRYPTED_ANSWERS = EncryptedColumn("compliance_kyclink", "answers")


class KycLink(models.Model):
    """A link that a platform gives to its customer. The token in its address is stored as a hash only."""

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="kyc_links")
    token_hash = models.BinaryField(unique=True)
    redirect_uri = models.CharField(max_length=2048, blank=True, default="", db_default="")
    session_hash = models.BinaryField(null=True)
    """Hash of the cookie of the browser that began; no other browser gets in after that."""
    answers = models.BinaryField(null=True)
    """The answers so far: encrypted JSON, emptied when the link is submitted."""
    verification = models.ForeignKey("compliance.Verification", on_delete=models.PROTECT, null=True, related_name="+")
    """The resulting verification."""
    uploads = models.PositiveSmallIntegerField(default=0, db_default=0)
    """Files sent through it, accepted or not."""
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    """By the platform's clock, like all times here."""
    started_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.id)

    @property
    def state(self) -> str:
        """OPEN until a browser begins, STARTED until it is submitted, then COMPLETED. It may have expired meanwhile."""
        if self.completed_at is not None:
            return "COMPLETED"
        return "OPEN" if self.started_at is None else "STARTED"

    def is_expired(self, now: dt.datetime) -> bool:
        """Tell whether it has expired."""
        return self.completed_at is None and self.expires_at <= now
