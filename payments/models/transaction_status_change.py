"""The history of the status of transactions."""

from django.db import models

from payments.models.transaction import Transaction, TransactionStatus


class TransactionStatusChange(models.Model):
    """One change of a payment's status: when, why, and by whom."""

    transaction = models.ForeignKey(
        Transaction, on_delete=models.PROTECT, related_name="status_changes", db_constraint=False
    )
    from_status = models.CharField(max_length=16, default="", db_default="")
    to_status = models.CharField(max_length=16, choices=TransactionStatus.choices)
    at = models.DateTimeField()
    cause = models.CharField(max_length=64)
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.from_status or '·'} → {self.to_status}"
