"""App configuration."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """Wires the handlers of signals from below."""

    name = "webhooks"
    verbose_name = "Webhooks"

    def ready(self) -> None:
        """Connect the handlers, and register what can be forced in the sandbox."""
        from webhooks import handlers  # noqa: F401
        from webhooks.delivery import sandbox_network  # noqa: F401
