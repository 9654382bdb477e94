"""App configuration."""

from django.apps import AppConfig


class ComplianceConfig(AppConfig):
    """Wires the handlers of signals from below, and what checks from below read here."""

    name = "compliance"
    verbose_name = "Compliance"

    def ready(self) -> None:
        """Connect the handlers, and let the nightly check read the reasons of reviewers."""
        from compliance import handlers  # noqa: F401
        from compliance.review_desk import kept_reasons

        kept_reasons.register()
