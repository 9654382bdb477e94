"""Back office pages of the payments app."""

from payments.admin import (  # noqa: F401 - importing registers them
    accounts,
    deposits,
    directory,
    finders,
    ledger,
    operations_cases,
    quotes,
    rates,
    support,
    support_panels,
    transactions,
    uma,
    uma_payments,
    uma_sending,
)
