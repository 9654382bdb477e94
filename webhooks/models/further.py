"""Endpoints of a platform beside that of its configuration, and the events on their way to them."""

from django.contrib.postgres.functions import RandomUUID
from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager
from webhooks.models.endpoint_state import EndpointState
from webhooks.models.event import OPEN_STATES, Event, EventState


class FurtherEndpoint(WithPublicId, EndpointState):
    """An endpoint with its types, its state and its own queue. A deleted one keeps its row for 90 days."""

    public_type = "WebhookEndpoint"
    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True)

    objects = OwnedManager()


class FurtherEvent(models.Model):
    """An event on its way to a further endpoint. Made by a trigger together with the event, or by a redelivery."""

    id = models.UUIDField(primary_key=True, db_default=RandomUUID(), editable=False)
    # Checked keys would lock endpoint and event in every payment. Endpoints go after these rows, and events with them.
    endpoint = models.ForeignKey(
        FurtherEndpoint, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="further", db_constraint=False, db_index=False
    )
    stream = models.CharField(max_length=128)
    """Endpoint and resource: events of one stream are sent one after the other."""
    number = models.BigIntegerField()
    """The event's number."""
    sequence = models.BigIntegerField(null=True)
    """The event's number among those of its resource that this endpoint gets."""
    state = models.CharField(max_length=16, choices=EventState.choices, default=EventState.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state__in=EventState.values), name="webhook_further_event_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(state="PENDING") | models.Q(next_attempt_at__isnull=False),
                name="webhook_further_event_pending_has_due_time",
            ),
            models.UniqueConstraint(fields=["event", "endpoint"], name="webhook_further_event_unique"),
        )
        indexes = (
            models.Index(
                fields=["endpoint", "next_attempt_at"],
                condition=models.Q(state="PENDING"),
                name="webhook_further_event_due",
            ),
            models.Index(
                fields=["stream", "number"],
                condition=models.Q(state__in=OPEN_STATES),
                name="webhook_further_event_in_line",
            ),
        )

    def __str__(self) -> str:
        return self.stream


class FurtherStream(models.Model):
    """The state of one resource's events at a further endpoint, and their sender, as `EventStream` has it."""

    stream = models.CharField(max_length=128)
    endpoint = models.ForeignKey(
        FurtherEndpoint, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    last_sequence = models.BigIntegerField(default=0)
    claimed_by = models.UUIDField(null=True)
    claimed_until = models.DateTimeField(null=True)
    """When the claim ends, by the database's clock; empty when the stream is not claimed."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["stream"], name="webhook_further_stream_unique"),)

    def __str__(self) -> str:
        return self.stream


class FurtherShare(models.Model):
    """Slots at a further endpoint that one sender has leased, as `EndpointShare` has it. The table is not logged."""

    endpoint = models.ForeignKey(
        FurtherEndpoint, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    holder = models.UUIDField()
    """The sender."""
    places = models.PositiveSmallIntegerField()
    held_until = models.DateTimeField()
    """When the lease ends, by the database's clock."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["endpoint", "holder"], name="webhook_further_share_one_per_sender"),
        )

    def __str__(self) -> str:
        return f"{self.places} of {self.endpoint_id}"
