"""What a payment by UMA that comes in has beyond any other: whom it came from, who approved it, and its invoice."""

from django.db import models

from payments.models.fee_schedule import FeeSchedule
from payments.models.rate_snapshot import RateSnapshot
from payments.models.transaction import RATE, Transaction
from platforms.encryption.encrypted_fields import EncryptedJSONField, EncryptedTextField
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class Approval(models.TextChoices):
    """Where the platform's word on an incoming payment stands. The first one counts and never changes."""

    ASKED = "ASKED"
    APPROVED = "APPROVED"
    REFUSED = "REFUSED"
    """Rejected, or not approved in time or in form: the payment's status and reason say which."""


class Ending(models.TextChoices):
    """Why the money of an invoice is not taken."""

    UNPAID = "UNPAID"
    """Nobody paid in time."""
    REFUSED = "REFUSED"
    """A review of the payment has refused it."""
    HOLDER_GONE = "HOLDER_GONE"
    """Its receiver may no longer be paid."""


class IncomingUmaPayment(models.Model):
    """The session of one accepted pay request. Amounts of Lightning are in thousandths of a satoshi."""

    transaction = models.OneToOneField(
        Transaction, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    counterparty_domain = models.CharField(max_length=253)
    """Whose keys have signed the pay request."""
    receiver_address = models.CharField(max_length=320)
    approval = models.CharField(
        max_length=16, choices=Approval.choices, default=Approval.ASKED, db_default=Approval.ASKED
    )
    requested_fields = models.JSONField(default=list)
    """What the sender's side wants to know of the receiver: `name` and `mandatory` of each field."""
    receiver_information = EncryptedJSONField(null=True)
    """What the platform has said about the receiver, by field."""
    refusal = models.CharField(max_length=255, blank=True, default="", db_default="")
    """Why the platform has rejected the payment, in its own words."""
    payment_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the preimage, in hexadecimal: the payment's name on the network."""
    preimage = EncryptedTextField()
    """The secret that takes the money: it is given away when the books have the payment, not before."""
    invoice = models.TextField(blank=True, default="", db_default="")
    """Empty until the payment is approved."""
    amount_msat = models.BigIntegerField()
    fee_msat = models.BigIntegerField()
    multiplier = models.DecimalField(**RATE)
    """What one smallest unit of the receiving currency costs, in thousandths of a satoshi, margin included."""
    rate_snapshot = models.ForeignKey(
        RateSnapshot, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    fee_schedule = models.ForeignKey(
        FeeSchedule, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    expires_at = models.DateTimeField()
    """By the platform's clock: the end of the wait for its approval first, of the invoice later."""
    ends_as = models.CharField(max_length=16, choices=Ending.choices, blank=True, default="", db_default="")
    """Empty as long as the payment goes well. Written before the network is told to give the money back, so that
    whoever goes on after a crash ends it the same way."""
    held_until = models.DateTimeField(null=True)
    """Until when a review keeps money that has come from being taken; by the platform's clock."""
    callback_url = models.TextField(blank=True)
    """Where the sender's side wants to hear how the payment ended; empty: nowhere."""
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
