"""Work failures: due work that could not be done when its time came."""

from django.db import models

from platforms.models.platform import Platform


class WorkFailure(models.Model):
    """Due work whose last attempt failed. The row goes when an attempt succeeds. Times are real."""

    id = models.BigAutoField(primary_key=True)
    work = models.CharField(max_length=64)
    """The name of the task that does it."""
    subject = models.CharField(max_length=64)
    """Public identifier of what the work is about, or other words that name it."""
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    error = models.CharField(max_length=64)
    """The kind of the last error: a class, never its message, which may hold personal data."""
    failures = models.PositiveIntegerField()
    """How many attempts in a row have failed."""
    since = models.DateTimeField()
    """When the first of them failed."""
    last_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["work", "subject"], name="work_failure_unique"),)

    def __str__(self) -> str:
        return f"{self.work} {self.subject}: {self.error}"
