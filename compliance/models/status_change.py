"""Base of the histories of statuses."""

from django.db import models


class StatusChange(models.Model):
    """One change of a status, the first included. Append-only, enforced by a database trigger."""

    id = models.BigAutoField(primary_key=True)
    from_status = models.CharField(max_length=16, blank=True)
    """Empty for the first status."""
    at = models.DateTimeField()
    cause = models.CharField(max_length=32)
    actor_kind = models.CharField(max_length=16)
    actor_id = models.CharField(max_length=64)

    class Meta:
        abstract = True
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.from_status or '-'} → {self.to_status}"  # type: ignore[attr-defined]


def known(statuses: type[models.TextChoices], *, name: str) -> models.CheckConstraint:
    """Return the constraint that both statuses of a change are known ones."""
    before = models.Q(from_status="") | models.Q(from_status__in=statuses.values)
    return models.CheckConstraint(condition=models.Q(to_status__in=statuses.values) & before, name=name)
