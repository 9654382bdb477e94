"""App configuration."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Wires the handlers of signals from below, and the loading of the directories."""

    name = "payments"
    verbose_name = "Payments"

    def ready(self) -> None:
        """Connect the handlers, and register what the check compares and what the monitor watches."""
        from django.db.models.signals import post_migrate

        from payments import handlers
        from payments.accounts import closing
        from payments.bank_rail import cases, rail  # noqa: F401 - importing registers its source
        from payments.bank_statements import nightly, shown, told  # noqa: F401 - likewise
        from payments.bank_statements.incoming import missing
        from payments.deposits import deposits
        from payments.models import CaseKind
        from payments.workflow import monitor

        nightly.register()
        monitor.watch(CaseKind.BANK_FILE, missing.SOURCE)
        deposits.ask_first(told.find)
        closing.heed_returns(rail.IS_RETURNED)
        post_migrate.connect(handlers.load_directories, sender=self)
