"""App configuration of the composition root."""

from django.apps import AppConfig


class ServiceConfig(AppConfig):
    """Registers the checks, the roles and the watching that concern the whole service."""

    name = "config"
    verbose_name = "Service"

    def ready(self) -> None:
        """Load the system checks; give the roles of staff what they may see."""
        from django.db.models.signals import post_migrate

        from config import checks, roles, watching  # noqa: F401

        post_migrate.connect(roles.ensure)
