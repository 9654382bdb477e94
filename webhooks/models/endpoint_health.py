"""Endpoint health: how the endpoint of a platform's configuration has answered lately."""

from django.db import models

from platforms.models import Platform
from webhooks.models.endpoint_state import EndpointState


class EndpointHealth(EndpointState):
    """One row per platform. `url` is the endpoint described; another one starts with a new record."""

    platform = models.OneToOneField(Platform, on_delete=models.PROTECT, primary_key=True, related_name="+")
    set_at = models.DateTimeField(null=True)
    """When the platform set this endpoint; empty where that was before it was stored."""

    class Meta:
        verbose_name_plural = "endpoint health"
