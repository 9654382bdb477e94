"""Endpoint health: how a platform's endpoint has answered lately."""

from django.db import models

from platforms.models import Platform


class EndpointHealth(models.Model):
    """One row per platform. Times are on the platform's clock, as those of the attempts."""

    platform = models.OneToOneField(Platform, on_delete=models.PROTECT, primary_key=True, related_name="+")
    url = models.CharField(max_length=2048)
    """The endpoint described; another one starts with a new record."""
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
    """When it was switched off for failing too long, or for answering 410."""
    disabled_told_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "endpoint health"

    def __str__(self) -> str:
        return self.url
