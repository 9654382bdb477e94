"""Daily uploads of platforms."""

from django.db import models

from platforms.models import Platform
from platforms.models.platform import OwnedManager


class UploadDay(models.Model):
    """Uploads of a platform and its customers on one day (UTC, real time): documents and files to import."""

    id = models.BigAutoField(primary_key=True)
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    day = models.DateField()
    files = models.PositiveIntegerField()
    """Refused files included: they took the same work."""
    size = models.BigIntegerField()
    """In bytes."""

    objects = OwnedManager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["platform", "day"], name="upload_day_unique"),)

    def __str__(self) -> str:
        return f"{self.day}"
