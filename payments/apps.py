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
        from payments.bank_rail import waiting  # noqa: F401 - importing registers its source
        from payments.bank_statements import (
            nightly,
            shown,  # noqa: F401 - likewise
        )

        nightly.register()
        post_migrate.connect(handlers.load_directories, sender=self)
