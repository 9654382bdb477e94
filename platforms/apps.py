"""App configuration."""

from django.apps import AppConfig


class PlatformsConfig(AppConfig):
    """Tenants, API access and staff."""

    name = "platforms"
    verbose_name = "Platforms"

    def ready(self) -> None:
        """Connect the handlers."""
        from platforms import handlers  # noqa: F401
