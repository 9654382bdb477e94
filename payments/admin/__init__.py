"""Back office pages of the payments app."""

from payments.admin import accounts, directory, ledger, transactions  # noqa: F401 - importing registers them
