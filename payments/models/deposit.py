"""Deposits: money that arrived on one of our accounts, as reported by a provider."""

from django.db import models

from payments.models.internal_account import InternalAccount
from payments.models.ledger import JournalEntry
from payments.models.quote import FundingReceipt
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform


class DepositUse(models.TextChoices):
    """Use of a deposit when it arrived."""

    CREDITED = "CREDITED"
    """To an internal account."""
    FOR_QUOTE = "FOR_QUOTE"
    """For the payment of a quote, whose receipt has its use."""
    SUSPENSE = "SUSPENSE"
    """Into suspense: a person must decide whose it is, or where it goes."""


_MEANT = models.Q(internal_account__isnull=False)


class Deposit(WithPublicId):
    """Money that has arrived, once for each reference of the provider. Append-only, enforced by a database trigger."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    provider_reference = models.CharField(max_length=140)
    """The provider's name for the arrival; the same name again is the same money."""
    amount = models.BigIntegerField()
    currency = models.CharField(max_length=8)
    named = models.CharField(max_length=140, blank=True)
    """Its stated purpose: a funding or payment reference, or the public id of an account or a quote."""
    use = models.CharField(max_length=16, choices=DepositUse.choices)
    reason = models.CharField(max_length=64, blank=True)
    """Why it is in suspense; empty when it is not."""
    internal_account = models.ForeignKey(InternalAccount, on_delete=models.PROTECT, null=True, related_name="+")
    """The account credited or, in suspense, the intended one."""
    receipt = models.OneToOneField(FundingReceipt, on_delete=models.PROTECT, null=True, related_name="+")
    entry = models.OneToOneField(JournalEntry, on_delete=models.PROTECT, null=True, related_name="+")
    """The journal entry that recorded it; None where the receipt's entry did."""
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["provider_reference", "platform"], name="deposit_once"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="deposit_amount_positive"),
            models.CheckConstraint(
                condition=(models.Q(use=DepositUse.CREDITED, entry__isnull=False, receipt=None, reason="") & _MEANT)
                | (models.Q(use=DepositUse.FOR_QUOTE, entry=None, receipt__isnull=False, reason="") & ~_MEANT)
                | (models.Q(use=DepositUse.SUSPENSE, entry__isnull=False, receipt=None) & ~models.Q(reason="")),
                name="deposit_use_is_whole",
            ),
        )

    def __str__(self) -> str:
        return self.provider_reference
