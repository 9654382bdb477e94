"""Events: the outbox. A row commits with the change it tells of; delivery follows."""

from django.db import models

from platforms.kit import identifiers
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class EventState(models.TextChoices):
    """How far an event has come."""

    PENDING = "PENDING"
    """Waits for its first or next attempt."""
    DELIVERED = "DELIVERED"
    """The endpoint answered with 2xx."""
    REFUSED = "REFUSED"
    """The endpoint answered 409 or 410: it does not want this event."""
    ABANDONED = "ABANDONED"
    """No attempt succeeded in the time an event is tried."""
    NO_ENDPOINT = "NO_ENDPOINT"
    """The platform had no endpoint when the event came due. It stays readable and is not sent later."""


class Event(models.Model):
    """A finished snapshot of a resource, as it is or will be sent. Written by `webhooks.events` alone."""

    id = models.UUIDField(primary_key=True, default=identifiers.new_key, editable=False)
    # Platforms are never deleted, and a checked key would lock the platform's row in every payment.
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    type = models.CharField(max_length=64)
    resource = models.CharField(max_length=64)
    """Public identifier of what the event is about."""
    payload = models.TextField()
    """The exact JSON text that is signed and sent."""
    created_at = models.DateTimeField()
    state = models.CharField(max_length=16, choices=EventState.choices, default=EventState.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)
    """When the event is due, on the platform's clock; empty when nothing more will happen."""

    objects = OwnedManager()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(state__in=EventState.values), name="webhook_event_state_known"),
            models.CheckConstraint(
                condition=~models.Q(state="PENDING") | models.Q(next_attempt_at__isnull=False),
                name="webhook_event_pending_has_due_time",
            ),
        )
        indexes = (
            models.Index(
                fields=["platform", "next_attempt_at"], condition=models.Q(state="PENDING"), name="webhook_event_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.type} {self.resource}"

    @property
    def public_id(self) -> str:
        """The identifier inside the payload: `Webhook:<uuid>`."""
        return identifiers.public("Webhook", self.id)
