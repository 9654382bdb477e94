"""App configuration."""

from django.apps import AppConfig


class ComplianceConfig(AppConfig):
    """Wires the handlers of signals from below."""

    name = "compliance"
    verbose_name = "Compliance"

    def ready(self) -> None:
        """Connect the handlers."""
        from compliance import handlers  # noqa: F401
