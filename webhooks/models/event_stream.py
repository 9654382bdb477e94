"""Event streams: the events of one resource, which are sent one after the other."""

from django.db import models

from platforms.models import Platform


class EventStream(models.Model):
    """The state of one resource's events, and their sender. Made when the first of them is sent.

    It outlives its events, so that even a resource that changes once a year has no gap in its numbers; that of a
    payment until 400 days after it was made (`outbox.retention`).
    """

    resource = models.CharField(max_length=64)
    """Public identifier of the resource."""
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    last_sequence = models.BigIntegerField(default=0)
    """The number of the newest event that was attempted."""
    claimed_by = models.UUIDField(null=True)
    """The sender that has claimed this stream."""
    claimed_until = models.DateTimeField(null=True)
    """When the claim ends, by the database's clock; empty when the stream is not claimed."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["resource"], name="webhook_event_stream_resource_unique"),)

    def __str__(self) -> str:
        return self.resource
