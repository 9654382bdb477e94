"""The public JSON of exchange rates and quotes: one definition for REST and the OpenAPI document."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from payments.account_types import schema as account_schema
from payments.models import Quote, QuoteStatus
from payments.payment_parts import (
    OutgoingRateDetails,
    account_id,
    currency_code,
    customer_id,
    party,
    uma_address,
)
from payments.representations import COUNTERPARTY_INFORMATION
from platforms.base.money_json import currency_json
from platforms.http.fields import AmountField, CurrencySerializer, MomentField, PublicId
from platforms.http.metadata import METADATA, METADATA_SHOWN
from platforms.http.representation import Ready, Representation


@extend_schema_field(CurrencySerializer)
class _Currency(serializers.CharField):
    def to_representation(self, value: Any) -> Any:
        return currency_json(value)


@extend_schema_field({"type": "number", "exclusiveMinimum": 0})
class RateField(serializers.FloatField):
    """A rate as a JSON number: its digits (pricing.RATE_DIGITS) are few enough for a float to show them all."""


class ExchangeRateFees(Representation):
    """What the service charges on a corridor."""

    fixed = AmountField(
        min_value=0,
        source="fixed_fee",
        help_text="Fixed fee of one payment, in the smallest unit of the source currency.",
    )
    variableRate = serializers.FloatField(
        source="variable_rate", help_text="Share of the whole sending amount: 0.015 is 1.5 per cent."
    )


@extend_schema_serializer(component_name="ExchangeRate")
class ExchangeRateRepresentation(Representation):
    """What an amount sent over a corridor and a rail gives at present."""

    sourceCurrency = _Currency(source="sending", help_text="What is sent.")
    destinationCurrency = _Currency(source="receiving", help_text="What arrives.")
    destinationPaymentRail = serializers.CharField(
        source="rail", help_text="The rail that it arrives by: a name that `paymentRail` of a quote takes."
    )
    minSendingAmount = AmountField(
        source="minimum",
        min_value=0,
        help_text="The least that may be sent, in the smallest unit of the source currency.",
    )
    maxSendingAmount = AmountField(
        source="maximum",
        min_value=0,
        help_text="The most that may be sent, in the smallest unit of the source currency.",
    )
    sendingAmount = AmountField(
        source="sending_amount",
        min_value=0,
        help_text="The amount that was asked about, in the smallest unit of the source currency.",
    )
    receivingAmount = AmountField(
        source="receiving_amount",
        min_value=0,
        help_text="What would arrive of it, fees taken off, in the smallest unit of the destination currency.",
    )
    exchangeRate = RateField(
        source="exchange_rate",
        help_text="Major units of the source currency for one major unit of the destination currency, margin included.",
    )
    fees = ExchangeRateFees(source="*", help_text="What is charged.")
    updatedAt = MomentField(source="updated_at", help_text="When the rate was taken from its source.")


_RAIL = "The rail that was asked for. Absent where none was."
_NETWORK = "The network that was asked for. Absent where none was."
_QUOTE_SOURCE = party(
    "QuoteSource",
    "sourceType",
    ACCOUNT={"accountId": account_id(), "customerId": customer_id()},
    REALTIME_FUNDING={
        "currency": currency_code(),
        "customerId": customer_id(),
        "cryptoNetwork": serializers.CharField(required=False, help_text=_NETWORK),
    },
)
_QUOTE_DESTINATION = party(
    "QuoteDestination",
    "destinationType",
    ACCOUNT={"accountId": account_id(), "paymentRail": serializers.CharField(required=False, help_text=_RAIL)},
    UMA_ADDRESS={"umaAddress": uma_address(), "currency": currency_code(required=False)},
)


@extend_schema_serializer(component_name="Quote")
class QuoteRepresentation(Representation):
    """The terms of a payment across currencies, and where it stands."""

    id = PublicId("Quote", help_text="Names the quote in other requests.")
    status = serializers.ChoiceField(
        choices=QuoteStatus.choices, help_text="Where the quote stands: what its payment has reached."
    )
    createdAt = MomentField(source="created_at")
    expiresAt = MomentField(source="expires_at", help_text="Until when the price holds, by the platform's clock.")
    source = Ready(_QUOTE_SOURCE, help_text="Who pays: `sourceType` says which fields there are.")  # type: ignore[assignment]
    destination = Ready(_QUOTE_DESTINATION, help_text="Who is paid: `destinationType` says which fields there are.")
    sendingCurrency = _Currency(source="sending_currency", help_text="What the payer pays in.")
    receivingCurrency = _Currency(source="receiving_currency", help_text="What the receiver gets.")
    totalSendingAmount = AmountField(
        source="total_sending",
        min_value=1,
        help_text="What the payer pays, fees included, in the smallest unit of the sending currency.",
    )
    totalReceivingAmount = AmountField(
        source="total_receiving",
        min_value=1,
        help_text="What the receiver gets, in the smallest unit of the receiving currency.",
    )
    exchangeRate = RateField(
        source="exchange_rate",
        help_text="Major units of the sending currency for one major unit of the receiving one, margin included.",
    )
    feesIncluded = AmountField(
        source="fees_included",
        min_value=0,
        help_text="What of `totalSendingAmount` is fees, in the smallest unit of the sending currency.",
    )
    platformFees = AmountField(
        source="platform_fees",
        min_value=1,
        required=False,
        help_text=(
            "The part of `feesIncluded` that you charge, in the smallest unit of the sending currency. Absent where"
            " you charge nothing."
        ),
    )
    paymentInstructions = Ready(
        account_schema.FUNDING_INSTRUCTIONS,
        source="payment_instructions",
        required=False,
        help_text="How to pay the quote from outside, one entry for each way. Absent where it is paid from an account.",
    )
    transactionId = PublicId(
        "Transaction", source="transaction_id", help_text="The payment, which is there from the quote on."
    )
    counterpartyInformation = Ready(
        COUNTERPARTY_INFORMATION,
        source="counterparty_information",
        required=False,
        help_text="What is known of the receiver, by counterparty field. Absent where nothing is.",
    )
    metadata = Ready(METADATA, source="transaction.metadata", required=False, help_text=METADATA_SHOWN)
    remittanceInformation = serializers.CharField(
        source="transaction.remittance_information",
        required=False,
        help_text="What you tell the payee, as you gave it. Absent where nothing was given.",
    )
    rateDetails = Ready(
        OutgoingRateDetails,
        source="rate_details",
        required=False,
        help_text="Of which parts rate and fees are made. Absent without an exchange.",
    )


EXCHANGE_RATE = ExchangeRateRepresentation()
_QUOTE = QuoteRepresentation()


def quote(terms: Quote) -> dict[str, Any]:
    """Return the JSON of a quote; its transaction must be loaded with it."""
    return _QUOTE.to_representation(terms)
