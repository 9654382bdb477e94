"""Event streams: the events of one resource, which are sent one after the other."""

from django.db import models

from platforms.models import Platform


class EventStream(models.Model):
    """Where the events of one resource stand, and who sends them now. Made when the first of them is sent.

    It outlives its events, so that the numbers of a resource that changes once a year have no gap either.
    """

    resource = models.CharField(max_length=64)
    """Public identifier of what the events are about."""
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    last_sequence = models.BigIntegerField(default=0)
    """The number of the newest event that was attempted."""
    claimed_by = models.UUIDField(null=True)
    """The sender that has events of this stream in its hands."""
    claimed_until = models.DateTimeField(null=True)
    """When others may take them over, by the database's clock; empty when nobody has them."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["resource"], name="webhook_event_stream_resource_unique"),)

    def __str__(self) -> str:
        return self.resource
