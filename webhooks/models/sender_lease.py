"""The sender's lease: one process at a time takes due events."""

from django.db import models


class SenderLease(models.Model):
    """Who sends, and until when nobody else may. A holder renews it while it works; a dead one's runs out."""

    slot = models.PositiveSmallIntegerField(primary_key=True)
    holder = models.UUIDField()
    held_until = models.DateTimeField()

    def __str__(self) -> str:
        return f"slot {self.slot}"
