"""Back office pages of the payments app."""

from payments.admin import (  # noqa: F401 - importing registers them
    accounts,
    deposits,
    descriptions,
    directory,
    finders,
    ledger,
    operations_cases,
    payment_files,
    quotes,
    rates,
    transactions,
)
from payments.admin.month_end import general_ledger, pages, statement_runs  # noqa: F401 - importing registers them
from payments.admin.searches import closest, memos  # noqa: F401 - importing registers them
from payments.admin.support import (  # noqa: F401 - importing registers them
    customer_sums,
    panels,
    payee,
    rail_messages,
    shared_accounts,
)
from payments.uma.admin import identities, receiving, sending  # noqa: F401 - importing registers them
