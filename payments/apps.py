"""App configuration."""

from django.apps import AppConfig


class PaymentsConfig(AppConfig):
    """Wires the handlers of signals from below, and the loading of the directories."""

    name = "payments"
    verbose_name = "Payments"

    def ready(self) -> None:
        """Connect the handlers, and register the comparisons of the check."""
        from django.db.models.signals import post_migrate

        from payments import handlers

        handlers.register_comparisons()
        post_migrate.connect(handlers.load_directories, sender=self)
