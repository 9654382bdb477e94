"""App configuration."""

from django.apps import AppConfig


class PlatformsConfig(AppConfig):
    """Tenants and API access."""

    name = "platforms"
    verbose_name = "Platforms"
