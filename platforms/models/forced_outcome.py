"""What the sandbox's side of the outside world is told to answer."""

from typing import ClassVar

from django.db import models

from platforms.base.public_ids import WithPublicId
from platforms.models.platform import OwnedManager, Platform


class ForcedOutcome(WithPublicId):
    """An outcome that a sandbox platform has asked for: the next questions that it fits are answered by it."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    step = models.CharField(max_length=32, blank=True)
    """The step that it is for; empty where a subject says it."""
    subject_kind = models.CharField(max_length=32, blank=True)
    """How the request names the subject, such as `accountId`."""
    subject = models.CharField(max_length=64, blank=True)
    """The public identifier of a payment, account or customer; empty for the next of its step."""
    outcome = models.CharField(max_length=32)
    reason = models.CharField(max_length=64, blank=True)
    delay_seconds = models.IntegerField(null=True)
    """None: the outcome's own."""
    times = models.IntegerField()
    remaining = models.IntegerField()
    """How many questions it will still answer; those about a subject answered before are not counted again."""
    uses = models.JSONField(default=dict)
    """When it was first asked, in the platform's time, by what it was asked about: `<subject> <step>`."""
    created_at = models.DateTimeField()

    objects: ClassVar[OwnedManager] = OwnedManager()

    class Meta:
        indexes = (models.Index(fields=["platform", "id"], name="forced_outcome_of_platform"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(remaining__gte=0, remaining__lte=models.F("times")), name="forced_outcome_counts"
            ),
        )
