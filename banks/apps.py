"""App configuration."""

from django.apps import AppConfig


class BanksConfig(AppConfig):
    """Registers with the apps below what only banks know."""

    name = "banks"
    verbose_name = "Banks"

    def ready(self) -> None:
        """Register comparisons of the nightly check, cases, and what banks have told of deposits and of payments."""
        # What is imported and not used registers itself.
        import banks.rail.monitor_subjects
        import banks.statements.monitor_subjects  # noqa: F401
        from banks.rail import rail
        from banks.statements import month_end, month_report, nightly, shown  # noqa: F401
        from banks.statements.incoming import missing  # noqa: F401
        from banks.statements.matching import told
        from payments.accounts import closing
        from payments.deposits import deposits

        nightly.register()
        deposits.ask_first(told.find)
        closing.heed_returns(rail.IS_RETURNED)
