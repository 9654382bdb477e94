"""Paths of the payments app, relative to the version's base path."""

from payments.api import (
    account_entries,
    account_statements,
    crypto,
    discoveries,
    exchange_rates,
    external_accounts,
    internal_accounts,
    payee_verifications,
    proofs,
    quotes,
    receivers,
    reports,
    sandbox,
    transactions,
    transfer_batches,
    transfers,
)
from payments.uma.api import approvals, providers
from platforms.http.urls import urls

# The busiest first.
urlpatterns = urls(
    transfers,
    transfer_batches,
    transactions,
    approvals,
    internal_accounts,
    account_entries,
    account_statements,
    proofs,
    external_accounts,
    receivers,
    payee_verifications,
    discoveries,
    providers,
    crypto,
    exchange_rates,
    quotes,
    reports,
    sandbox,
)
