"""The public JSON of accounts and transactions: one definition for REST, webhooks and the OpenAPI document."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from payments.account_types import schema as account_schema
from payments.models import (
    BeneficiaryVerificationStatus,
    ExternalAccount,
    ExternalAccountStatus,
    FailureReason,
    InternalAccount,
    Quote,
    QuoteStatus,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from platforms.base.money_json import currency_amount, currency_json
from platforms.http.fields import AmountField, CurrencyAmountSerializer, CurrencySerializer, MomentField, PublicId
from platforms.http.representation import Ready, Representation
from platforms.representations import CounterpartyFieldDefinition

_COUNTERPARTY_INFORMATION = serializers.DictField(child=serializers.CharField())


@extend_schema_field(CurrencyAmountSerializer)
class _Amount(serializers.Field[Any, Any, Any, Any]):
    """An amount whose currency stands in another column: give the source of both."""

    def __init__(self, *, amount: str, currency: str, **kwargs: Any) -> None:
        self.amount, self.currency = amount, currency
        super().__init__(source="*", **kwargs)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return currency_amount(getattr(instance, self.amount), getattr(instance, self.currency))


@extend_schema_serializer(component_name="InternalAccount")
class InternalAccountRepresentation(Representation):
    """An internal account with its balance and how to fund it."""

    id = PublicId("InternalAccount")
    customerId = PublicId("Customer", source="customer_id", required=False)
    balance = Ready(CurrencyAmountSerializer)
    fundingPaymentInstructions = Ready(account_schema.FUNDING_INSTRUCTIONS, source="funding_instructions")
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="changed_at")


@extend_schema_serializer(component_name="BeneficiaryVerifiedData")
class VerifiedData(serializers.Serializer[Any]):
    """What the receiving bank says about the beneficiary."""

    fullName = serializers.CharField(required=False)


@extend_schema_serializer(component_name="ExternalAccountDetails")
class AccountDetails(serializers.Serializer[Any]):
    """What is worth knowing about an account, and did not stop it."""

    warnings = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))


@extend_schema_serializer(component_name="ExternalAccount")
class ExternalAccountRepresentation(Representation):
    """An external account."""

    id = PublicId("ExternalAccount")
    customerId = PublicId("Customer", source="customer_id", required=False)
    status = serializers.ChoiceField(choices=ExternalAccountStatus.choices)
    platformAccountId = serializers.CharField(source="platform_account_id", required=False)
    currency = serializers.CharField()
    defaultUmaDepositAccount = serializers.BooleanField(source="default_uma_deposit_account")
    beneficiaryVerificationStatus = serializers.ChoiceField(
        source="beneficiary_verification_status", choices=BeneficiaryVerificationStatus.choices, required=False
    )
    beneficiaryVerifiedData = Ready(VerifiedData, source="beneficiary_verified_data", required=False)
    cryptoNetwork = serializers.CharField(source="crypto_network", required=False)
    accountInfo = account_schema.AccountInfoResponseField(source="account_info")
    details = Ready(AccountDetails, required=False)


def _party(name: str, discriminator: str, **variants: dict[str, Any]) -> PolymorphicProxySerializer:
    """Return the schema of a transaction's source or destination: one variant per kind."""
    return PolymorphicProxySerializer(
        component_name=f"{name}OneOf",
        resource_type_field_name=discriminator,
        serializers={
            kind: type(
                f"{''.join(word.title() for word in kind.split('_'))}{name}",
                (serializers.Serializer,),
                {discriminator: serializers.ChoiceField(choices=[kind]), **fields},
            )
            for kind, fields in variants.items()
        },
    )


_SOURCE = _party(
    "TransactionSource",
    "sourceType",
    ACCOUNT={"accountId": serializers.CharField(), "currency": serializers.CharField(required=False)},
    UMA_ADDRESS={"umaAddress": serializers.CharField(), "currency": serializers.CharField(required=False)},
    REALTIME_FUNDING={"customerId": serializers.CharField(required=False), "currency": serializers.CharField()},
)
_DESTINATION = _party(
    "TransactionDestination",
    "destinationType",
    ACCOUNT={"accountId": serializers.CharField(), "currency": serializers.CharField(required=False)},
    UMA_ADDRESS={"umaAddress": serializers.CharField(), "currency": serializers.CharField(required=False)},
)


class ReconciliationInstructions(serializers.Serializer[Any]):
    """What to look for on a bank statement."""

    reference = serializers.CharField()


class IncomingRateDetails(serializers.Serializer[Any]):
    """What the service charged on an incoming payment."""

    serviceApiMultiplier = serializers.FloatField()
    serviceApiFixedFee = AmountField(min_value=0)
    serviceApiVariableFeeRate = serializers.FloatField()
    serviceApiVariableFeeAmount = AmountField(min_value=0)


class OutgoingRateDetails(IncomingRateDetails):
    """What the service and the counterparty charged on an outgoing payment."""

    counterpartyMultiplier = serializers.FloatField()
    counterpartyFixedFee = AmountField(min_value=0)


class Refund(serializers.Serializer[Any]):
    """Money on its way back to the sender."""

    reference = serializers.CharField()
    initiatedAt = MomentField()
    settledAt = MomentField(required=False)
    status = serializers.ChoiceField(choices=["PENDING", "COMPLETED", "FAILED"])
    reason = serializers.ChoiceField(choices=["TRANSACTION_FAILED", "USER_CANCELLATION", "TIMEOUT"], required=False)


class _Transaction(Representation):
    id = PublicId("Transaction")
    status = serializers.ChoiceField(choices=TransactionStatus.choices)
    source = Ready(_SOURCE)  # type: ignore[assignment]
    destination = Ready(_DESTINATION)
    customerId = serializers.CharField(source="customer_public_id")
    platformCustomerId = serializers.CharField(source="platform_customer_id")
    description = serializers.CharField(required=False)
    counterpartyInformation = Ready(_COUNTERPARTY_INFORMATION, source="counterparty_information", required=False)
    failureReason = serializers.ChoiceField(source="failure_reason", choices=FailureReason.choices, required=False)
    settledAt = MomentField(source="settled_at", required=False)
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


class IncomingTransaction(_Transaction):
    """Money coming in to an internal account."""

    type = serializers.ChoiceField(choices=[TransactionType.INCOMING.value])
    receivedAmount = _Amount(amount="received_amount", currency="received_currency")
    reconciliationInstructions = Ready(ReconciliationInstructions, source="reconciliation_instructions", required=False)
    rateDetails = Ready(IncomingRateDetails, source="rate_details", required=False)


@extend_schema_serializer(component_name="IncomingPaymentWebhookData")
class IncomingPaymentNews(IncomingTransaction):
    """An incoming payment as an event tells of it; the one that asks for an approval may ask about the receiver too."""

    requestedReceiverCustomerInfoFields = CounterpartyFieldDefinition(many=True, required=False)


class OutgoingTransaction(_Transaction):
    """Money going out of an internal account."""

    type = serializers.ChoiceField(choices=[TransactionType.OUTGOING.value])
    sentAmount = _Amount(amount="sent_amount", currency="sent_currency")
    receivedAmount = _Amount(amount="received_amount", currency="received_currency", required=False)
    reconciliationInstructions = Ready(ReconciliationInstructions, source="reconciliation_instructions", required=False)
    exchangeRate = serializers.FloatField(source="exchange_rate", required=False)
    fees = AmountField(min_value=0)
    quoteId = PublicId("Quote", source="quote_id", required=False)
    paymentInstructions = Ready(account_schema.FUNDING_INSTRUCTIONS, source="payment_instructions", required=False)
    refund = Ready(Refund, required=False)
    rateDetails = Ready(OutgoingRateDetails, source="rate_details", required=False)


@extend_schema_field(CurrencySerializer)
class _Currency(serializers.CharField):
    def to_representation(self, value: Any) -> Any:
        return currency_json(value)


@extend_schema_field({"type": "number", "exclusiveMinimum": 0})
class RateField(serializers.FloatField):
    """A rate as a JSON number: its digits (pricing.RATE_DIGITS) are few enough for a float to show them all."""


class ExchangeRateFees(Representation):
    """What the service charges on a corridor."""

    fixed = AmountField(min_value=0, source="fixed_fee")
    variableRate = serializers.FloatField(source="variable_rate", help_text="Share of the whole sending amount.")


@extend_schema_serializer(component_name="ExchangeRate")
class ExchangeRateRepresentation(Representation):
    """What an amount sent over a corridor and a rail gives at present."""

    sourceCurrency = _Currency(source="sending")
    destinationCurrency = _Currency(source="receiving")
    destinationPaymentRail = serializers.CharField(source="rail")
    minSendingAmount = AmountField(source="minimum", min_value=0)
    maxSendingAmount = AmountField(source="maximum", min_value=0)
    sendingAmount = AmountField(source="sending_amount", min_value=0)
    receivingAmount = AmountField(source="receiving_amount", min_value=0)
    exchangeRate = RateField(source="exchange_rate")
    fees = ExchangeRateFees(source="*")
    updatedAt = MomentField(source="updated_at")


_QUOTE_SOURCE = _party(
    "QuoteSource",
    "sourceType",
    ACCOUNT={"accountId": serializers.CharField(), "customerId": serializers.CharField(required=False)},
    REALTIME_FUNDING={
        "currency": serializers.CharField(),
        "customerId": serializers.CharField(required=False),
        "cryptoNetwork": serializers.CharField(required=False),
    },
)
_QUOTE_DESTINATION = _party(
    "QuoteDestination",
    "destinationType",
    ACCOUNT={"accountId": serializers.CharField(), "paymentRail": serializers.CharField(required=False)},
    UMA_ADDRESS={"umaAddress": serializers.CharField(), "currency": serializers.CharField(required=False)},
)


@extend_schema_serializer(component_name="Quote")
class QuoteRepresentation(Representation):
    """The terms of a payment across currencies, and where it stands."""

    id = PublicId("Quote")
    status = serializers.ChoiceField(choices=QuoteStatus.choices)
    createdAt = MomentField(source="created_at")
    expiresAt = MomentField(source="expires_at")
    source = Ready(_QUOTE_SOURCE)  # type: ignore[assignment]
    destination = Ready(_QUOTE_DESTINATION)
    sendingCurrency = _Currency(source="sending_currency")
    receivingCurrency = _Currency(source="receiving_currency")
    totalSendingAmount = AmountField(source="total_sending", min_value=1)
    totalReceivingAmount = AmountField(source="total_receiving", min_value=1)
    exchangeRate = RateField(source="exchange_rate")
    feesIncluded = AmountField(source="fees_included", min_value=0)
    paymentInstructions = Ready(account_schema.FUNDING_INSTRUCTIONS, source="payment_instructions", required=False)
    transactionId = PublicId("Transaction", source="transaction_id")
    counterpartyInformation = Ready(_COUNTERPARTY_INFORMATION, source="counterparty_information", required=False)
    rateDetails = Ready(OutgoingRateDetails, source="rate_details", required=False)


QUOTE = QuoteRepresentation()
INTERNAL_ACCOUNT = InternalAccountRepresentation()
EXTERNAL_ACCOUNT = ExternalAccountRepresentation()
EXCHANGE_RATE = ExchangeRateRepresentation()
_TRANSACTIONS = {
    TransactionType.INCOMING.value: IncomingTransaction(),
    TransactionType.OUTGOING.value: OutgoingTransaction(),
}
TRANSACTION_SCHEMA = PolymorphicProxySerializer(
    component_name="TransactionOneOf",
    serializers={"INCOMING": IncomingTransaction, "OUTGOING": OutgoingTransaction},
    resource_type_field_name="type",
)
TRANSACTIONS_SCHEMA = PolymorphicProxySerializer(
    component_name="TransactionOneOf",
    serializers={"INCOMING": IncomingTransaction, "OUTGOING": OutgoingTransaction},
    resource_type_field_name="type",
    many=True,
)


def internal_account(account: InternalAccount) -> dict[str, Any]:
    """Return the JSON of an internal account; its ledger account must be loaded with it."""
    return INTERNAL_ACCOUNT.to_representation(account)


def external_account(account: ExternalAccount) -> dict[str, Any]:
    """Return the JSON of an external account."""
    return EXTERNAL_ACCOUNT.to_representation(account)


def quote(terms: Quote) -> dict[str, Any]:
    """Return the JSON of a quote; its transaction must be loaded with it."""
    return QUOTE.to_representation(terms)


def transaction(payment: Transaction) -> dict[str, Any]:
    """Return the JSON of a transaction; reads nothing but its row."""
    return _TRANSACTIONS[payment.type].to_representation(payment)
