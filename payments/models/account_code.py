"""The table that maps ledger accounts to those of an accounting system."""

from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.models import Platform


class AccountCode(WithPublicId):
    """The account of an accounting system that a kind of ledger accounts is there. Append-only: the latest counts."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=32)
    """A row of `payments.ledger.chart`."""
    currency = models.CharField(max_length=8, blank=True)
    """Empty: every currency that has no code of its own."""
    code = models.CharField(max_length=64, blank=True)
    """Its number or name there; empty: none any more."""
    entered_at = models.DateTimeField()
    entered_by = models.CharField(max_length=64)
    reason = models.TextField()

    class Meta:
        indexes = (models.Index(fields=["platform", "kind", "currency", "id"], name="account_code_latest"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.currency or 'any currency'}: {self.code or 'none'}"
