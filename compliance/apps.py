"""App configuration."""

from django.apps import AppConfig

from platforms import resources


class ComplianceConfig(AppConfig):
    """Wires the handlers of signals from below, and what checks from below read here."""

    name = "compliance"
    verbose_name = "Compliance"

    def ready(self) -> None:
        """Connect the handlers, and let the nightly check read the reasons of reviewers."""
        from compliance import handlers, models, sandbox_subjects  # noqa: F401
        from compliance.review_desk import kept_reasons

        kept_reasons.register()
        for model in (models.Customer, models.Verification):
            resources.register(model)
