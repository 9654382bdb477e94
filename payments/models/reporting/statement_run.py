"""Statements of many accounts of a platform in one archive, made by workers for a member of staff."""

from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class StatementRun(WithPublicId):
    """A run over accounts. `done` and what belongs to it change in one database transaction."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    form = models.CharField(max_length=8)
    """`csv`, `camt` or `pdf`."""
    since = models.DateTimeField()
    until = models.DateTimeField()
    """Not included; by the platform's clock, as `since` is."""
    accounts = models.JSONField()
    """The keys of the ledger accounts, in the order in which their statements are made."""
    done = models.IntegerField(default=0)
    """How many accounts of them."""
    files = models.JSONField(default=list)
    """Of each statement that was made: its name, and the keys of its parts in the storage."""
    problems = models.JSONField(default=list)
    """Of each account without a statement: its key, and why."""
    created_by = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    """In real time, as `completed_at` is: the archive is kept for days of real time."""
    completed_at = models.DateTimeField(null=True, blank=True)
    next_run_at = models.DateTimeField(null=True, blank=True)
    """When a worker goes on with it, in real time. NULL once it is complete."""

    objects = OwnedManager()

    class Meta:
        indexes = (
            models.Index("platform", models.F("created_at").desc(), name="statement_run_newest_first"),
            models.Index(
                fields=["next_run_at"], condition=models.Q(next_run_at__isnull=False), name="statement_run_due"
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(form__in=("csv", "camt", "pdf")), name="statement_run_form_known"
            ),
            models.CheckConstraint(
                condition=models.Q(completed_at=None, next_run_at__isnull=False)
                | models.Q(completed_at__isnull=False, next_run_at=None),
                name="statement_run_due_until_complete",
            ),
        )
