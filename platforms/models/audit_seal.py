"""Seals: a chain of keyed hashes over the rows of a log, made afterwards. Append-only, by a trigger."""

from django.db import models


class Seal(models.Model):
    """A range of a log as it was when sealed, bound to the seal before."""

    number = models.BigIntegerField(primary_key=True)
    """1, 2, 3 and so on without gaps."""
    after_id = models.BigIntegerField()
    """The last key of the seal before; this seal covers the rows after it …"""
    last_id = models.BigIntegerField()
    """… up to this one."""
    rows = models.PositiveIntegerField()
    index = models.BinaryField()
    """Key and hash of each row, in the order of keys: shows which row was changed."""
    digest = models.BinaryField(max_length=32)
    """Keyed hash of all this and of the digest before."""
    sealed_at = models.DateTimeField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"seal {self.number}"


class AuditSeal(Seal):
    """A range of the audit log."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["after_id"], name="audit_seal_one_behind_another"),
            models.CheckConstraint(
                condition=models.Q(number__gte=1, rows__gte=1, last_id__gt=models.F("after_id")),
                name="audit_seal_of_something",
            ),
        )


class AuditCheckRun(models.Model):
    """One comparison of the audit log with its seals."""

    id = models.BigAutoField(primary_key=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    seals = models.BigIntegerField()
    rows = models.BigIntegerField()
    faults = models.JSONField(default=list)
    """Differences from what was sealed, each with kind, subject and detail; empty when there are none."""

    def __str__(self) -> str:
        return f"{self.finished_at:%Y-%m-%d %H:%M} {'broken' if self.faults else 'whole'}"
