"""Tables of lines and payments that two people have matched together: one line of several payments, or the reverse."""

from typing import ClassVar

from django.db import models

from banks.models.rail import BankPayment
from banks.models.statements import MatchKind
from platforms.base.public_ids import WithPublicId

_KINDS = (MatchKind.SETTLED, MatchKind.RETURNED)


class BankSet(WithPublicId):
    """Lines whose sum is that of payments. Append-only; the decision of each of its lines names it as its subject."""

    public_type: ClassVar[str] = "BankSet"
    connection_name = models.CharField(max_length=32)
    kind = models.CharField(max_length=16, choices=MatchKind.choices)
    """SETTLED or RETURNED: what the lines are to all of the payments."""
    amount = models.BigIntegerField()
    """The sum of the lines, and of the payments."""
    currency = models.CharField(max_length=8)
    decided_by = models.CharField(max_length=64)
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(kind__in=_KINDS), name="bank_set_kind_known"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="bank_set_amount_positive"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"


class BankSetPayment(WithPublicId):
    """A payment of a set, with its whole amount. Append-only."""

    bank_set = models.ForeignKey(BankSet, on_delete=models.PROTECT, related_name="payments")
    payment = models.ForeignKey(BankPayment, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=16, choices=MatchKind.choices)
    """That of the set: a payment is settled by one set at most, and returned by one."""
    amount = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["payment", "kind"], name="bank_set_payment_once"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="bank_set_payment_amount_positive"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.payment_id}"
