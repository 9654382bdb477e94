"""App configuration."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Wires the handlers of signals from below, and the loading of the directories."""

    name = "payments"
    verbose_name = "Payments"

    def ready(self) -> None:
        """Connect the handlers, and import what registers itself: rails, functions of steps, sources of cases."""
        from django.db.models.signals import post_migrate

        from payments import handlers
        from payments.accounts import closing
        from payments.bank_rail import cases, own_rail, rail  # noqa: F401
        from payments.bank_statements import monitor_subjects as subjects_of_banks  # noqa: F401
        from payments.bank_statements import nightly, shown, told  # noqa: F401
        from payments.bank_statements.incoming import missing
        from payments.deposits import deposits
        from payments.models import CaseKind
        from payments.quotes import quotes  # noqa: F401
        from payments.uma.flows import payouts, receipts  # noqa: F401
        from payments.uma.receiving import approvals, crediting  # noqa: F401
        from payments.workflow import (  # noqa: F401
            monitor,
            monitor_subjects,
            overdue,
            quoted_payments,
            settlement,
        )

        nightly.register()
        monitor.watch(CaseKind.BANK_FILE, missing.SOURCE)
        deposits.ask_first(told.find)
        closing.heed_returns(rail.IS_RETURNED)
        post_migrate.connect(handlers.load_directories, sender=self)
