"""App configuration."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Wires the handlers of signals from below."""

    name = "payments"
    verbose_name = "Payments"

    def ready(self) -> None:
        """Connect the handlers."""
        from payments import handlers  # noqa: F401
