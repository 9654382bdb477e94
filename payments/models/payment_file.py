"""Files of payments that staff upload for a platform, and their rows."""

from django.db import models

from platforms.base import states
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class PaymentFileStatus(models.TextChoices):
    """The progress of a file."""

    CHECKED = "CHECKED"
    """Nothing was made; a second person may release it."""
    RELEASED = "RELEASED"
    """Workers are making its payments."""
    COMPLETED = "COMPLETED"
    """Each row is made or refused."""


PAYMENT_FILE_TRANSITIONS: states.Table = {
    PaymentFileStatus.CHECKED: frozenset({"RELEASED"}),
    PaymentFileStatus.RELEASED: frozenset({"COMPLETED"}),
}
"""The allowed transitions of a file's status."""


class PaymentFile(WithPublicId):
    """A file of transfers out of one platform. Counters change in the database transaction that makes the payments."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    name = models.CharField(max_length=255)
    status = models.CharField(max_length=16, choices=PaymentFileStatus.choices, default=PaymentFileStatus.CHECKED)
    totals = models.JSONField()
    """Of the rows that the check has passed: currency → number of payments and their sum in the smallest unit."""
    rows = models.IntegerField()
    made = models.IntegerField(default=0)
    refused = models.IntegerField()
    """By the check, and when they were to be made."""
    uploaded_by = models.CharField(max_length=64)
    reason = models.CharField(max_length=1000)
    released_by = models.CharField(max_length=64, blank=True)
    """Who is named as the actor of the payments: the person who approved them."""
    next_run_at = models.DateTimeField(null=True, blank=True)
    """When a worker goes on with it, in real time. NULL unless it is released."""
    created_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedManager()

    class Meta:
        indexes = (
            models.Index("platform", models.F("created_at").desc(), name="payment_file_newest_first"),
            models.Index(
                fields=["next_run_at"], condition=models.Q(next_run_at__isnull=False), name="payment_file_due"
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status__in=PaymentFileStatus.values), name="payment_file_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status="RELEASED", next_run_at__isnull=False)
                | (~models.Q(status="RELEASED") & models.Q(next_run_at=None)),
                name="payment_file_due_while_released",
            ),
        )


class PaymentFileRowState(models.TextChoices):
    """What became of a row."""

    WAITING = "WAITING"
    MADE = "MADE"
    REFUSED = "REFUSED"
    """By the check, or when it was to be made."""


class PaymentFileRow(models.Model):
    """A row of a file: one transfer out."""

    id = models.BigAutoField(primary_key=True)
    file = models.ForeignKey(PaymentFile, on_delete=models.PROTECT, related_name="lines", db_index=False)
    number = models.IntegerField()
    """The first after the header is 1."""
    internal_id = models.UUIDField(null=True)
    external_id = models.UUIDField(null=True)
    amount = models.BigIntegerField(null=True)
    """In the smallest unit."""
    currency = models.CharField(max_length=8, blank=True)
    state = models.CharField(max_length=16, choices=PaymentFileRowState.choices)
    code = models.CharField(max_length=64, blank=True)
    """Of the refusal; empty where there is none."""
    problem = models.CharField(max_length=500, blank=True)
    payment_id = models.UUIDField(null=True)
    """The key of the transaction that was made."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["file", "number"], name="payment_file_row_once"),
            models.CheckConstraint(
                condition=models.Q(state="WAITING", payment_id=None, code="")
                | models.Q(state="MADE", payment_id__isnull=False, code="")
                | (models.Q(state="REFUSED", payment_id=None) & ~models.Q(code="")),
                name="payment_file_row_state_fits",
            ),
        )
        indexes = (
            models.Index(
                fields=["file", "number"],
                condition=models.Q(state="WAITING"),
                name="payment_file_row_waiting",
            ),
        )

    def __str__(self) -> str:
        return f"row {self.number}"
