"""Bulk imports of customers: progress, errors, and the remaining parts of the file."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from platforms.base import states
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class BulkImportStatus(models.TextChoices):
    """The progress of an import."""

    PENDING = "PENDING"
    """Waiting for a worker, or being counted."""
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    """No row became a customer."""


BULK_IMPORT_TRANSITIONS: states.Table = {
    BulkImportStatus.PENDING: frozenset({"PROCESSING", "FAILED"}),
    BulkImportStatus.PROCESSING: frozenset({"COMPLETED", "FAILED"}),
}
"""The allowed transitions of an import's status."""

_IS_OVER = models.Q(status__in=("COMPLETED", "FAILED"))


class BulkImport(WithPublicId):
    """One file of customers. Counters and position change in the database transaction that creates the customers."""

    public_type = "Job"
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    status = models.CharField(max_length=16, choices=BulkImportStatus.choices, default=BulkImportStatus.PENDING)
    size = models.BigIntegerField()
    """Bytes of the file."""
    columns = ArrayField(models.CharField(max_length=64, blank=True))
    """The names in the header, in order; empty for a column that is not read."""
    position = models.BigIntegerField()
    """Position of the first record not done yet: bytes from the beginning of the file."""
    total = models.IntegerField(default=0)
    """Rows of the file; zero until they are counted."""
    processed = models.IntegerField(default=0)
    successful = models.IntegerField(default=0)
    failed = models.IntegerField(default=0)
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)
    request_id = models.CharField(max_length=64, blank=True)
    """The request that started it, for the audit log."""
    next_run_at = models.DateTimeField(null=True, blank=True)
    """When a worker takes it; ahead of now while a worker has it. NULL when it is finished."""
    attempts = models.IntegerField(default=0)
    """How often workers have taken it; a worker stops when the number is no longer its own."""
    failures = models.IntegerField(default=0)
    """How often in a row it was postponed because of a failure on our side."""
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    completed_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedManager()

    class Meta:
        indexes = (
            models.Index("platform", models.F("created_at").desc(), name="bulk_import_newest_first"),
            models.Index(fields=["next_run_at"], condition=models.Q(next_run_at__isnull=False), name="bulk_import_due"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status__in=BulkImportStatus.values), name="bulk_import_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(processed=models.F("successful") + models.F("failed")),
                name="bulk_import_counters_add_up",
            ),
            models.CheckConstraint(
                condition=(_IS_OVER & models.Q(completed_at__isnull=False, next_run_at=None))
                | (~_IS_OVER & models.Q(completed_at=None, next_run_at__isnull=False)),
                name="bulk_import_over_or_due",
            ),
        )


class BulkImportPart(models.Model):
    """A block of the file, encrypted: it names people. Deleted when its rows are done, at the latest with the job."""

    id = models.BigAutoField(primary_key=True)
    bulk_import = models.ForeignKey(BulkImport, on_delete=models.PROTECT, related_name="parts", db_index=False)
    number = models.IntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["bulk_import", "number"], name="bulk_import_part_unique"),)

    def __str__(self) -> str:
        return f"part {self.number}"


class BulkImportError(models.Model):
    """Why a row did not become a customer. Only the first errors of a job are kept."""

    id = models.BigAutoField(primary_key=True)
    bulk_import = models.ForeignKey(BulkImport, on_delete=models.PROTECT, related_name="errors", db_index=False)
    row = models.IntegerField()
    """The number of the row, the first after the header being 1; zero for the file as a whole."""
    correlation_id = models.CharField(max_length=255)
    code = models.CharField(max_length=64)
    message = models.CharField(max_length=500)
    details = models.JSONField(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["bulk_import", "row"], name="bulk_import_error_once"),)

    def __str__(self) -> str:
        return f"row {self.row}: {self.code}"
