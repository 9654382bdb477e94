"""App configuration of the composition root."""

from django.apps import AppConfig


class ServiceConfig(AppConfig):
    """Registers the checks that concern the whole service."""

    name = "config"
    verbose_name = "Service"

    def ready(self) -> None:
        """Load the system checks."""
        from config import checks  # noqa: F401
