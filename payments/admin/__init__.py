"""Back office pages of the payments app."""

from payments.admin import accounts, deposits, directory, finders, ledger, operations_cases, quotes, rates, transactions  # noqa: F401 - importing registers them
from payments.admin.support import panels, rail_messages  # noqa: F401 - importing registers them
from payments.uma.admin import identities, receiving, sending  # noqa: F401 - importing registers them
