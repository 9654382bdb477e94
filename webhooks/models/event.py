"""Events: the outbox. A row commits with the change that it reports; delivery follows."""

from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager
from webhooks.models.payloads import EnvelopeField


class EventState(models.TextChoices):
    """The state of an event's delivery."""

    PENDING = "PENDING"
    """Waits for its first or next attempt."""
    WAITING = "WAITING"
    """Waits for an earlier event of the same resource that has not come through yet."""
    DELIVERED = "DELIVERED"
    """The endpoint answered with 2xx."""
    REFUSED = "REFUSED"
    """The endpoint answered 409 or 410: it refuses this event."""
    ABANDONED = "ABANDONED"
    """No attempt succeeded during the time an event is tried."""
    NO_ENDPOINT = "NO_ENDPOINT"
    """The platform had no endpoint when the event came due. It stays readable and is not sent later."""


OPEN_STATES = (EventState.PENDING.value, EventState.WAITING.value)
"""States in which an event blocks the later ones of its resource."""


class _NextNumber(models.Func):
    """The next value of the sequence shared by all events."""

    template = "nextval('webhooks_event_number')"
    output_field = models.BigIntegerField()


class Event(WithPublicId):
    """A finished snapshot of a resource, as it is or will be sent. Written by `webhooks.outbox.events` alone."""

    public_type = "Webhook"
    # Platforms are never deleted, and a checked key would lock the platform's row in every payment.
    platform = models.ForeignKey(
        Platform, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    type = models.CharField(max_length=64)
    resource = models.CharField(max_length=64)
    """Public identifier of the resource."""
    number = models.BigIntegerField(editable=False, db_default=_NextNumber())
    """Grows with every event, within a resource in the order of changes: each change holds the resource's row lock."""
    sequence = models.BigIntegerField(null=True)
    """The event's number within its resource, from 1, without gaps; given with the first attempt, never changed."""
    payload = EnvelopeField()
    """The JSON text that is signed and sent, without `sequence`, which is added when the event is sent."""
    created_at = models.DateTimeField()
    state = models.CharField(max_length=16, choices=EventState.choices, default=EventState.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)
    """When the event is due, on the platform's clock; empty once the event has ended."""

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
            models.Index(
                fields=["resource", "number"], condition=models.Q(state__in=OPEN_STATES), name="webhook_event_in_line"
            ),
            models.Index(fields=["platform", "created_at", "id"], name="webhook_event_list"),
            models.Index(fields=["resource", "created_at", "id"], name="webhook_event_of_resource"),
            models.Index(fields=["platform", "type", "created_at", "id"], name="webhook_event_by_type"),
            models.Index(
                # What few events are: nearly all are delivered, or will be.
                fields=["platform", "state", "created_at", "id"],
                condition=models.Q(
                    state__in=[EventState.WAITING, EventState.REFUSED, EventState.ABANDONED, EventState.NO_ENDPOINT]
                ),
                name="webhook_event_by_state",
            ),
            models.Index(
                fields=["platform", "created_at", "id"],
                # The filter of the list, word for word: webhooks.queries.
                condition=models.Q(state__in=[EventState.REFUSED, EventState.ABANDONED])
                | models.Q(state=EventState.PENDING, attempts__gt=0),
                name="webhook_event_failed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.type} {self.resource}"
