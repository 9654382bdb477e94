"""App configuration."""

from django.apps import AppConfig

from platforms import resources


class PaymentsConfig(AppConfig):
    """Wires the handlers of signals from below, and the loading of the directories."""

    name = "payments"
    verbose_name = "Payments"

    def ready(self) -> None:
        """Connect the handlers, and import what registers itself: rails, functions of steps, sources of cases."""
        from django.db.models.signals import post_migrate

        from payments import handlers, models, sandbox_subjects  # noqa: F401
        from payments.accounts import account_status  # noqa: F401
        from payments.closing import nightly  # noqa: F401
        from payments.pricing import entered_prices  # noqa: F401
        from payments.quotes import quotes, releasing  # noqa: F401
        from payments.uma.flows import payouts, receipts  # noqa: F401
        from payments.uma.receiving import approvals, crediting  # noqa: F401
        from payments.workflow import (  # noqa: F401
            monitor_subjects,
            overdue,
            quoted_payments,
            settlement,
        )

        for model, related in (
            (models.Transaction, ()),
            (models.Quote, ("transaction",)),
            (models.ExternalAccount, ()),
        ):
            resources.register(model, *related)
        post_migrate.connect(handlers.load_directories, sender=self)
