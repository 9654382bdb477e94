"""Deliveries: each attempt to deliver an event to a platform's endpoint."""

from django.db import models

from webhooks.models.event import Event


class Delivery(models.Model):
    """One attempt and its outcome."""

    id = models.BigAutoField(primary_key=True)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deliveries")
    endpoint_id = models.UUIDField(null=True)
    """The `FurtherEndpoint`; empty for the endpoint of the platform's configuration."""
    attempt = models.PositiveIntegerField()
    """1 for the first attempt."""
    at = models.DateTimeField()
    """When the outcome was known, on the platform's clock."""
    url = models.CharField(max_length=2048)
    status = models.PositiveSmallIntegerField(null=True)
    """The HTTP status of the reply; empty when there was none."""
    milliseconds = models.PositiveIntegerField()
    reply = models.TextField(default="", blank=True)
    """The first 2 KiB of the reply."""
    error = models.CharField(max_length=32, default="", blank=True)
    """Why there was no reply: a `webhooks.delivery.client.Failure`."""

    location = models.CharField(max_length=2048, default="", db_default="", blank=True)
    """Where a redirect pointed, which is not followed."""

    class Meta:
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"attempt {self.attempt}: {self.status or self.error}"

    @property
    def public_id(self) -> str:
        """The event's identifier and the number of the attempt."""
        return f"{self.event.public_id}#{self.attempt}"
