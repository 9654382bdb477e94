"""Paths of the payments app, relative to the version's base path."""

from payments.api import (
    approvals,
    crypto,
    discoveries,
    exchange_rates,
    external_accounts,
    internal_accounts,
    quotes,
    receivers,
    sandbox,
    transactions,
    transfers,
    uma_providers,
)
from platforms.rest.urls import urls

# The busiest first.
urlpatterns = urls(
    transfers,
    transactions,
    approvals,
    internal_accounts,
    external_accounts,
    receivers,
    discoveries,
    uma_providers,
    crypto,
    exchange_rates,
    quotes,
    sandbox,
)
