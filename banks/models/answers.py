"""Table of answers of banks that people have to see: about no payment given out, by another amount, or corrections."""

from django.db import models

from banks.models.rail import BankPayment
from banks.models.statements import BankIncomingFile
from payments.models.external_account import ExternalAccount
from platforms.base.public_ids import WithPublicId
from platforms.encryption.encrypted_fields import EncryptedJSONField


class BankAnswerKind(models.TextChoices):
    """Why people have to see an answer."""

    UNKNOWN = "UNKNOWN"
    """No payment given to the bank has its ids."""
    AMOUNT_DIFFERS = "AMOUNT_DIFFERS"
    """Its payment has another amount."""
    DISHONOURED = "DISHONOURED"
    """It is about a return, not about a payment: a bank disputes that the money had to come back."""
    CORRECTION = "CORRECTION"
    """The payment was carried out; its account's data are to be corrected before the next one."""


class BankAnswer(WithPublicId):
    """An answer of a pain.002 or NACHA file that moved nothing, as the bank gave it."""

    file = models.ForeignKey(BankIncomingFile, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    """Its place among the answers of its file that people have to see, from 1."""
    connection_name = models.CharField(max_length=32)
    kind = models.CharField(max_length=16, choices=BankAnswerKind.choices)
    payment = models.ForeignKey(BankPayment, on_delete=models.PROTECT, null=True, related_name="+")
    external_account = models.ForeignKey(ExternalAccount, on_delete=models.PROTECT, null=True, related_name="+")
    """Of a correction: the account of the payment, where it is one that was entered."""
    end_to_end_id = models.CharField(max_length=64, blank=True)
    trace_number = models.CharField(max_length=15, blank=True)
    """NACHA's number of the entry in our file."""
    code = models.CharField(max_length=35, blank=True)
    amount = models.BigIntegerField(null=True)
    """As the bank says it, in the smallest unit."""
    currency = models.CharField(max_length=3)
    place = models.CharField(max_length=255)
    account_digest = models.BinaryField(max_length=32, null=True)
    """Of a correction: the wrong routing and account number."""
    content = EncryptedJSONField()
    """Of a correction: what is right, by the names of a payment's content."""
    in_force_at = models.DateTimeField(null=True)
    """Of a correction: payments to the account go out with it from then on."""
    refused_at = models.DateTimeField(null=True)
    """Of a correction: two people have decided that the account is right as it is."""
    received_at = models.DateTimeField()

    class Meta:
        db_table = "payments_bankanswer"
        constraints = (
            models.UniqueConstraint(fields=["file", "number"], name="bank_answer_place"),
            models.CheckConstraint(condition=models.Q(kind__in=BankAnswerKind.values), name="bank_answer_kind_known"),
        )
        indexes = (
            models.Index(
                fields=["account_digest"],
                condition=models.Q(account_digest__isnull=False),
                name="bank_answer_of_account",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.code}".strip()
