"""POST /crypto/estimate-withdrawal-fee."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from payments.accounts import network_fees
from payments.api.fields.networks import NetworkField
from payments.providers.network_fees import NetworkFee
from platforms.base import identifiers
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import AmountField, Body, IdField, TextField
from platforms.models import Permission


@extend_schema_field({"type": "string", "enum": network_fees.CURRENCIES})
class _NetworkCurrency(TextField):
    """A currency that some network carries; which one carries it is the operation's to say."""


@extend_schema_serializer(component_name="EstimateCryptoWithdrawalFeeRequest")
class WithdrawalBody(Body):
    """A withdrawal that somebody thinks of."""

    internalAccountId = IdField(help_text="The account that the money would leave.")
    currency = _NetworkCurrency(max_length=8, help_text="What would be sent: an asset that some network carries.")
    cryptoNetwork = NetworkField(help_text="The network to send it on: one that carries the currency.")
    amount = AmountField(
        min_value=1, help_text="How much would leave the account, fees included, in the smallest unit of `currency`."
    )
    destinationAddress = TextField(
        max_length=4096, help_text="The address of the wallet, in the form of the network's addresses."
    )


@extend_schema_serializer(component_name="EstimateCryptoWithdrawalFeeResponse")
class WithdrawalFees(serializers.Serializer[Any]):
    """What it would cost."""

    networkFee = AmountField(
        min_value=0, help_text="What the network takes, in the smallest unit of `networkFeeAsset`."
    )
    networkFeeAsset = serializers.CharField(help_text="Code of the asset in which the network is paid.")
    applicationFee = AmountField(min_value=0, help_text="The service's own fee, in the smallest unit of the currency.")
    totalFee = AmountField(min_value=0, help_text="Both fees together, in the smallest unit of the currency.")
    netAmount = AmountField(
        min_value=1, help_text="What would arrive, `amount` less `totalFee`, in the smallest unit of the currency."
    )


def _ask(call: Call) -> tuple[network_fees.Withdrawal, NetworkFee]:
    """Ask for the network's fee, outside of the database transaction."""
    withdrawal = network_fees.check(
        currency=call.body["currency"],
        network=call.body["cryptoNetwork"],
        address=call.body["destinationAddress"],
        amount=call.body["amount"],
        environment=call.caller.environment,
    )
    fee = network_fees.ask(withdrawal=withdrawal, environment=call.caller.environment, platform_id=call.platform_id)
    return withdrawal, fee


# It changes nothing, and its key is kept like any other's.
@Endpoint(
    "POST",
    "crypto/estimate-withdrawal-fee",
    Permission.TRANSACT,
    body=WithdrawalBody,
    response=WithdrawalFees,
    prepare=_ask,
    errors=(
        "INTERNAL_ACCOUNT_NOT_FOUND",
        "INVALID_CURRENCY",
        "CURRENCY_MISMATCH",
        "AMOUNT_OUT_OF_RANGE",
        "QUOTE_REQUEST_FAILED",
    ),
)
def estimate_crypto_withdrawal_fee(call: Call, prepared: tuple[network_fees.Withdrawal, NetworkFee]) -> Json:
    """Estimate the fees of a withdrawal to a wallet.

    Say what it would cost to send an amount to a wallet, and what would arrive. Nothing moves.

    Returns:
        The fees.
    """
    withdrawal, fee = prepared
    estimate = network_fees.estimate(
        platform_id=call.platform_id,
        account_id=identifiers.parse("InternalAccount", call.body["internalAccountId"]),
        withdrawal=withdrawal,
        network_fee=fee,
        now=call.now,
    )
    return {
        "networkFee": estimate.network_fee.amount,
        "networkFeeAsset": estimate.network_fee.asset,
        "applicationFee": estimate.application_fee,
        "totalFee": estimate.total_fee,
        "netAmount": estimate.net_amount,
    }
