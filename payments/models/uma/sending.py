"""Outgoing payments by UMA: invoice, proof of payment, callback."""

from django.db import models

from payments.models.transaction import Transaction
from platforms.base import identifiers
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class OutgoingUmaPayment(models.Model):
    """The session of one answered pay request. Amounts of Lightning are in thousandths of a satoshi."""

    transaction = models.OneToOneField(
        Transaction, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    counterparty_domain = models.CharField(max_length=253)
    """The domain whose keys signed the answer."""
    invoice = models.TextField()
    """BOLT11, checked when the quote was made."""
    payment_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the preimage, in hexadecimal: identifies the payment on the network. Each payment has its own."""
    amount_msat = models.BigIntegerField()
    most_fee_msat = models.BigIntegerField()
    """The largest fee for the route to the receiver, on top of the amount. The service pays it."""
    callback_url = models.TextField(blank=True)
    """Address for telling the receiver's side that the payment is complete; empty: none."""
    preimage = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The proof that the receiver has the money, in hexadecimal; empty until then."""
    fee_msat = models.BigIntegerField(null=True)
    """The fee of the route."""
    called_back_at = models.DateTimeField(null=True)
    """When the receiver's side accepted the message that the payment is complete."""
    receiver_status = models.CharField(max_length=16, blank=True, default="", db_default="")
    """The payment's result according to the receiver's side: COMPLETED or FAILED. For staff; the proof counts."""
    receiver_error = models.CharField(max_length=512, blank=True, default="", db_default="")
    """In the other side's words."""

    objects = OwnedManager()

    class Meta:
        verbose_name = "outgoing UMA payment"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(amount_msat__gt=0, most_fee_msat__gte=0), name="outgoing_uma_amounts_sound"
            ),
            models.CheckConstraint(
                condition=models.Q(preimage="", fee_msat=None) | (~models.Q(preimage="") & models.Q(fee_msat__gte=0)),
                name="outgoing_uma_proof_has_its_fee",
            ),
        )

    def __str__(self) -> str:
        return self.payment_hash

    @property
    def payment_public_id(self) -> str:
        """The payment, by its public identifier."""
        return identifiers.public("Transaction", self.transaction_id)
