"""Back office pages of the payments app."""

from payments.admin import accounts, directory, ledger, rates, transactions  # noqa: F401 - importing registers them
