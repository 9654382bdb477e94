"""Fees: what a platform is charged for exchanging, and what it has charged its customers, once it is paid out."""

from typing import Any

from django.db import models

from payments.models.ledger import JournalEntry
from platforms.base import money
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class FeeSchedule(WithPublicId):
    """Fees and margin of a corridor for a time. A change is a new schedule; an old one can only be ended.

    The most specific schedule applies, then the latest.
    """

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    source_currency = models.CharField(max_length=8, blank=True, default="")
    """Empty for any."""
    destination_currency = models.CharField(max_length=8, blank=True, default="")
    """Empty for any."""
    fixed_fee = models.BigIntegerField(default=0)
    """In the smallest unit of the source currency."""
    variable_rate = models.DecimalField(max_digits=9, decimal_places=8, default=0)
    """Share of the whole sending amount."""
    rate_multiplier = models.DecimalField(max_digits=9, decimal_places=8, default=1)
    """The margin as a factor: the sender pays the mid rate times this for a unit."""
    effective_from = models.DateTimeField()
    effective_until = models.DateTimeField(null=True)
    created_by = models.CharField(max_length=64)
    reason = models.TextField()
    created_at = models.DateTimeField()

    objects: Any = OwnedManager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(fixed_fee__gte=0, variable_rate__gte=0, variable_rate__lt=1),
                name="fee_schedule_fees_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(rate_multiplier__gte="0.5", rate_multiplier__lte="2"),
                name="fee_schedule_multiplier_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(effective_until=None) | models.Q(effective_until__gte=models.F("effective_from")),
                name="fee_schedule_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=models.Q(fixed_fee=0) | ~models.Q(source_currency=""),
                name="fee_schedule_fixed_fee_in_currency",
            ),
        )
        indexes = (
            models.Index(
                fields=["platform", "source_currency", "destination_currency", "effective_from"],
                name="fee_schedule_of_corridor",
            ),
        )

    def __str__(self) -> str:
        return f"{self.source_currency or 'any'} → {self.destination_currency or 'any'}"


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
