"""What a payment by UMA that goes out has beyond any other quoted payment: its invoice, its proof, its callback."""

from django.db import models

from payments.models.transaction import Transaction
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class OutgoingUmaPayment(models.Model):
    """The session of one answered pay request. Amounts of Lightning are in thousandths of a satoshi."""

    transaction = models.OneToOneField(
        Transaction, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False)
    counterparty_domain = models.CharField(max_length=253)
    """Whose keys have signed the answer."""
    invoice = models.TextField()
    """BOLT11, checked when the quote was made."""
    payment_hash = models.CharField(max_length=64, unique=True)
    """SHA-256 of the preimage, in hexadecimal: the payment's name on the network. No invoice serves two payments."""
    amount_msat = models.BigIntegerField()
    most_fee_msat = models.BigIntegerField()
    """What the way to the receiver may cost on top. The service pays it."""
    callback_url = models.TextField(blank=True)
    """Where the receiver's side wants to hear that the payment is through; empty: nowhere."""
    preimage = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The proof that the receiver has the money, in hexadecimal; empty until it was taken."""
    fee_msat = models.BigIntegerField(null=True)
    """What the way has cost."""
    called_back_at = models.DateTimeField(null=True)
    """When the receiver's side took our word that the payment is through."""
    receiver_status = models.CharField(max_length=16, blank=True, default="", db_default="")
    """What the receiver's side says became of the payment: COMPLETED or FAILED. Told for staff; the proof counts."""
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
