"""The table of platforms' fees that went to their internal accounts."""

from django.db import models

from payments.models.ledger import JournalEntry
from platforms.base import money
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform


class PlatformFeePayout(WithPublicId):
    """What a platform has charged its customers in a currency, moved to its internal account. Append-only."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    until = models.DateTimeField()
    """The fees were booked up to this moment, by the platform's clock, as `at` is."""
    entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="platform_fee_payout_amount_positive"),
        )

    def __str__(self) -> str:
        return money.major_units(self.amount, self.currency)
