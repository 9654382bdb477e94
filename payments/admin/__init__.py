"""Back office pages of the payments app."""

from payments.admin import accounts, directory, ledger, quotes, rates, transactions  # noqa: F401 - importing registers them
