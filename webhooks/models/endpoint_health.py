"""Endpoint health: how a platform's endpoint has answered of late."""

from django.db import models

from platforms.models import Platform


class EndpointHealth(models.Model):
    """One row per platform. Times are on the platform's clock, as those of the attempts."""

    platform = models.OneToOneField(Platform, on_delete=models.PROTECT, primary_key=True, related_name="+")
    url = models.CharField(max_length=2048)
    """The endpoint this speaks of; another one starts anew."""
    consecutive_failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    """The first failure after the last success; empty while the endpoint works."""
    last_success_at = models.DateTimeField(null=True)
    """To the minute: a busy endpoint is not written down at every answer."""
    last_failure_at = models.DateTimeField(null=True)
    warned_at = models.DateTimeField(null=True)
    """When people were told that it fails: once per incident."""
    recovered_at = models.DateTimeField(null=True)
    """When the last incident ended by itself."""
    disabled_at = models.DateTimeField(null=True)
    """When it was switched off for failing too long, or for having answered 410."""
    disabled_told_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "endpoint health"

    def __str__(self) -> str:
        return self.url
