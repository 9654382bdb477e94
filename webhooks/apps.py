"""App configuration."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Wires the handlers of signals from below."""

    name = "webhooks"
    verbose_name = "Webhooks"

    def ready(self) -> None:
        """Connect the handlers."""
        from webhooks import handlers  # noqa: F401
