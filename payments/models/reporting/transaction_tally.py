"""Numbers of transactions, counted up to a mark."""

from django.db import models

from payments.models.transaction import TransactionType
from platforms.models import Platform


class TransactionTally(models.Model):
    """Number of a platform's transactions of a type up to the mark, so that a list's total needs no full count."""

    platform = models.ForeignKey(Platform, on_delete=models.CASCADE, related_name="+", db_index=False)
    type = models.CharField(max_length=16, choices=TransactionType.choices)
    count = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "transaction tallies"
        constraints = (models.UniqueConstraint(fields=["platform", "type"], name="transaction_tally_unique"),)

    def __str__(self) -> str:
        return f"{self.type} {self.count}"


class TransactionTallyMark(models.Model):
    """How far jobs that read all transactions in the order of their keys have come: one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    up_to = models.UUIDField()
    """Transactions with a key up to this one are counted."""
    payees_up_to = models.UUIDField(null=True)
    """Payments of a former release with a key up to this one name the customer whom they pay; None: all do."""
    payees_until = models.DateTimeField(null=True)
    """Until when a process of that release may make such payments, in real time; None: none is left."""

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="transaction_tally_one_mark"),)

    def __str__(self) -> str:
        return str(self.up_to)
