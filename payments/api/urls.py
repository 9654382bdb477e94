"""Paths of the payments app, relative to the version's base path."""

from django.urls import path

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

urlpatterns = [
    # Matched in this order: the busiest first.
    path("transfer-in", transfers.TransferIn.as_view()),
    path("transfer-out", transfers.TransferOut.as_view()),
    path("transactions", transactions.Transactions.as_view()),
    path("transactions/<str:transaction_id>", transactions.OneTransaction.as_view()),
    path("transactions/<str:transaction_id>/approve", approvals.Approve.as_view()),
    path("transactions/<str:transaction_id>/reject", approvals.Reject.as_view()),
    path("customers/internal-accounts", internal_accounts.OfCustomers.as_view()),
    path("platform/internal-accounts", internal_accounts.OfPlatform.as_view()),
    path("customers/external-accounts", external_accounts.OfCustomers.as_view()),
    path("customers/external-accounts/<str:account_id>", external_accounts.OneOfCustomers.as_view()),
    path("platform/external-accounts", external_accounts.OfPlatform.as_view()),
    path("platform/external-accounts/<str:account_id>", external_accounts.OneOfPlatform.as_view()),
    path("receiver/external-account/<str:account_id>", receivers.ExternalAccountReceiver.as_view()),
    path("receiver/uma/<str:receiver_uma_address>", receivers.UmaReceiver.as_view()),
    path("discoveries", discoveries.Discoveries.as_view()),
    path("uma-providers", uma_providers.UmaProviders.as_view()),
    path("crypto/estimate-withdrawal-fee", crypto.EstimateWithdrawalFee.as_view()),
    path("exchange-rates", exchange_rates.ExchangeRates.as_view()),
    path("sandbox/internal-accounts/<str:account_id>/fund", sandbox.Fund.as_view()),
    path("quotes", quotes.Quotes.as_view()),
    path("quotes/<str:quote_id>", quotes.OneQuote.as_view()),
    path("quotes/<str:quote_id>/execute", quotes.Execute.as_view()),
    path("sandbox/send", sandbox.Send.as_view()),
    path("sandbox/uma/receive", sandbox.ReceiveByUma.as_view()),
    path("sandbox/clock/advance", sandbox.AdvanceClock.as_view()),
]
