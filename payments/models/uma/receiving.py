"""Incoming payments by UMA: the sending institution, the approval, and the invoice."""

from django.db import models

from payments.models.fees import FeeSchedule
from payments.models.rate_snapshot import RateSnapshot
from payments.models.transaction import RATE, Transaction
from platforms.base import identifiers
from platforms.encryption.encrypted_fields import EncryptedJSONField, EncryptedTextField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class Approval(models.TextChoices):
    """The platform's decision on an incoming payment. The first one counts and never changes."""

    ASKED = "ASKED"
    APPROVED = "APPROVED"
    REFUSED = "REFUSED"
    """Rejected, or not approved in time or in form: the payment's status and reason tell which."""


class Ending(models.TextChoices):
    """Why the money of an invoice is not taken."""

    UNPAID = "UNPAID"
    """Nobody paid in time."""
    REFUSED = "REFUSED"
    """A review has refused the payment."""
    HOLDER_GONE = "HOLDER_GONE"
    """Its receiver may no longer be paid."""


class IncomingUmaPayment(models.Model):
    """The session of one accepted pay request. Amounts of Lightning are in thousandths of a satoshi."""

    transaction = models.OneToOneField(
        Transaction, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    counterparty_domain = models.CharField(max_length=253)
    """The domain whose keys signed the pay request."""
    receiver_address = models.CharField(max_length=320)
    approval = models.CharField(
        max_length=16, choices=Approval.choices, default=Approval.ASKED, db_default=Approval.ASKED
    )
    requested_fields = models.JSONField(default=list)
    """Facts about the receiver requested by the sender's side: `name` and `mandatory` of each field."""
    receiver_information = EncryptedJSONField(null=True)
    """Facts about the receiver given by the platform, by field."""
    refusal = models.CharField(max_length=255, blank=True, default="", db_default="")
    """Why the platform has rejected the payment, in its own words."""
    payment_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the preimage, in hexadecimal: identifies the payment on the network."""
    preimage = EncryptedTextField()
    """The secret that takes the money: revealed only after the payment was booked."""
    invoice = models.TextField(blank=True, default="", db_default="")
    """Empty until the payment is approved."""
    amount_msat = models.BigIntegerField()
    fee_msat = models.BigIntegerField()
    multiplier = models.DecimalField(**RATE)
    """Price of one smallest unit of the receiving currency, in thousandths of a satoshi, margin included."""
    rate_snapshot = models.ForeignKey(
        RateSnapshot, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    fee_schedule = models.ForeignKey(
        FeeSchedule, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    expires_at = models.DateTimeField()
    """By the platform's clock: first the end of the wait for approval, later of the invoice."""
    ends_as = models.CharField(max_length=16, choices=Ending.choices, blank=True, default="", db_default="")
    """Empty as long as the payment goes well. Stored before the network is told to return the money, so that a worker
    continuing after a crash ends it the same way."""
    held_until = models.DateTimeField(null=True)
    """Until when a review delays taking the money, by the platform's clock."""
    callback_url = models.TextField(blank=True)
    """Address for reporting the result to the sender's side; empty: none."""
    called_back_at = models.DateTimeField(null=True)

    objects = OwnedManager()

    class Meta:
        verbose_name = "incoming UMA payment"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(approval__in=Approval.values), name="incoming_uma_approval_known"
            ),
            models.CheckConstraint(
                condition=models.Q(ends_as="") | models.Q(ends_as__in=Ending.values),
                name="incoming_uma_ending_known",
            ),
            models.CheckConstraint(
                condition=models.Q(amount_msat__gte=1000, fee_msat__gte=0, fee_msat__lt=models.F("amount_msat")),
                name="incoming_uma_amounts_sound",
            ),
        )

    def __str__(self) -> str:
        return self.payment_hash

    @property
    def payment_public_id(self) -> str:
        """The payment, by its public identifier."""
        return identifiers.public("Transaction", self.transaction_id)
