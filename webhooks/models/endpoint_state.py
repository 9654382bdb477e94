"""What is known of an endpoint: how it has answered lately, and whether it was switched off."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class DisabledReason(models.TextChoices):
    """Why an endpoint was switched off."""

    GONE = "GONE"
    """It answered 410."""
    FAILING = "FAILING"
    """It failed for a week."""
    SWITCHED_OFF = "SWITCHED_OFF"
    """The platform has asked for it."""


class EndpointSwitch(models.TextChoices):
    """Whether an endpoint gets events."""

    ENABLED = "ENABLED"
    DISABLED = "DISABLED"


class EndpointState(models.Model):
    """Columns of every endpoint. Times are on the platform's clock, as those of the attempts."""

    url = models.CharField(max_length=2048)
    types = ArrayField(models.CharField(max_length=64), default=list, db_default=models.Value("{}"), blank=True)
    """The types of events that it takes; empty for all."""
    consecutive_failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    """The first failure after the last success; empty while the endpoint works."""
    last_success_at = models.DateTimeField(null=True)
    """To the minute: not every answer of a busy endpoint is stored."""
    last_failure_at = models.DateTimeField(null=True)
    warned_at = models.DateTimeField(null=True)
    """When staff and platform were alerted that it fails: once per incident."""
    recovered_at = models.DateTimeField(null=True)
    """When the last incident ended by itself."""
    disabled_at = models.DateTimeField(null=True)
    """When it was switched off."""
    disabled_reason = models.CharField(
        max_length=16, choices=DisabledReason.choices, default="", db_default="", blank=True
    )
    """Empty where it was switched off before reasons were stored."""
    disabled_told_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.url
