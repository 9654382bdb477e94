"""Invoices of the sandbox's Lightning network, which consists of this table."""

from django.db import models


class SandboxInvoiceState(models.TextChoices):
    """The state of an invoice; see `payments.providers.lightning_node.InvoiceState`."""

    OPEN = "OPEN"
    ACCEPTED = "ACCEPTED"
    SETTLED = "SETTLED"
    CANCELLED = "CANCELLED"


class SandboxInvoice(models.Model):
    """An invoice made in the sandbox, and its payment. Times are real."""

    payment_hash = models.CharField(max_length=64, primary_key=True)
    """In hexadecimal, like `preimage`."""
    payment_request = models.TextField()
    """BOLT11, signed by the sandbox's node."""
    amount_msat = models.BigIntegerField()
    state = models.CharField(
        max_length=16,
        choices=SandboxInvoiceState.choices,
        default=SandboxInvoiceState.OPEN,
        db_default=SandboxInvoiceState.OPEN,
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True)
    """When the money was locked; empty before."""
    ended_at = models.DateTimeField(null=True)
    preimage = models.CharField(max_length=64, blank=True, default="", db_default="")
    """The proof of payment, once revealed."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state__in=SandboxInvoiceState.values), name="sandbox_invoice_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state="OPEN", paid_at=None, ended_at=None, preimage="")
                | models.Q(state="ACCEPTED", paid_at__isnull=False, ended_at=None, preimage="")
                | (models.Q(state="SETTLED", paid_at__isnull=False, ended_at__isnull=False) & ~models.Q(preimage=""))
                | models.Q(state="CANCELLED", ended_at__isnull=False, preimage=""),
                name="sandbox_invoice_tells_one_story",
            ),
            models.CheckConstraint(condition=models.Q(amount_msat__gt=0), name="sandbox_invoice_amount_positive"),
        )

    def __str__(self) -> str:
        return self.payment_hash
