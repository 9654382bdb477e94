"""Work failures: due work that failed when its time came."""

from django.db import models

from platforms.models.platform import Platform


class WorkFailure(models.Model):
    """Due work whose last attempt failed. Deleted when an attempt succeeds. Times are real."""

    id = models.BigAutoField(primary_key=True)
    work = models.CharField(max_length=64)
    """The name of the task that does the work."""
    subject = models.CharField(max_length=64)
    """Public identifier of the work's subject, or other words that name it."""
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, null=True, related_name="+", db_constraint=False, db_index=False
    )
    error = models.CharField(max_length=64)
    """The class of the last error, never its message, which may hold personal data."""
    failures = models.PositiveIntegerField()
    """How many attempts in a row have failed."""
    since = models.DateTimeField()
    """When the first of them failed."""
    last_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["work", "subject"], name="work_failure_unique"),)

    def __str__(self) -> str:
        return f"{self.work} {self.subject}: {self.error}"
