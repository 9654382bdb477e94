"""App configuration."""

from django.apps import AppConfig


class BanksConfig(AppConfig):
    """Registers with the apps below what only banks know."""

    name = "banks"
    verbose_name = "Banks"

    def ready(self) -> None:
        """Register comparisons of the nightly check, cases, and what banks have told of deposits and of payments."""
        from banks.rail import cases, rail  # noqa: F401 - importing registers them
        from banks.statements import monitor_subjects, nightly, shown  # noqa: F401 - likewise
        from banks.statements.incoming import missing  # noqa: F401 - likewise
        from banks.statements.matching import told
        from payments.accounts import closing
        from payments.deposits import deposits

        nightly.register()
        deposits.ask_first(told.find)
        closing.heed_returns(rail.IS_RETURNED)
