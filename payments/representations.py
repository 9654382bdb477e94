"""The public JSON of accounts and transactions: one definition for REST, webhooks and the OpenAPI document."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from payments import failure_messages
from payments.account_types import schema as account_schema
from payments.models import (
    BeneficiaryVerificationStatus,
    ExternalAccount,
    ExternalAccountStatus,
    FailureReason,
    InternalAccount,
    InternalAccountStatus,
    PaymentDirection,
    PendingReason,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from payments.payment_parts import (
    IncomingRateDetails,
    OutgoingRateDetails,
    ReconciliationInstructions,
    Refund,
    account_id,
    currency_code,
    customer_id,
    holder_id,
    party,
    uma_address,
)
from platforms.base.money_json import currency_amount
from platforms.http.fields import AmountField, CurrencyAmountSerializer, MomentField, PublicId
from platforms.http.metadata import METADATA, METADATA_SHOWN
from platforms.http.representation import Ready, Representation
from platforms.representations import CounterpartyFieldDefinition

COUNTERPARTY_INFORMATION = serializers.DictField(child=serializers.CharField())


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

    id = PublicId("InternalAccount", help_text="Names the account in other requests.")
    customerId = PublicId(
        "Customer",
        source="customer_id",
        required=False,
        help_text="Whose account it is. Absent for the platform's own.",
    )
    balance = Ready(
        CurrencyAmountSerializer, help_text="What is in it; never negative. Money of a payment on its way has left it."
    )
    status = serializers.ChoiceField(
        choices=InternalAccountStatus.choices,
        help_text="Whether money moves on it. `HELD`: not now, because we examine its books.",
    )
    fundingPaymentInstructions = Ready(
        account_schema.FUNDING_INSTRUCTIONS,
        source="funding_instructions",
        help_text="How to pay into it, one entry for each way; empty where nobody can from outside.",
    )
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="changed_at")


@extend_schema_serializer(component_name="BeneficiaryVerifiedData")
class VerifiedData(serializers.Serializer[Any]):
    """What the receiving bank says about the beneficiary."""

    fullName = serializers.CharField(
        required=False, help_text="The name that the bank has. Absent where the bank does not tell it."
    )


@extend_schema_serializer(component_name="VerificationOfPayee")
class VerificationOfPayee(serializers.Serializer[Any]):
    """Whether the beneficiary's name is that of the account's holder, as the account's bank said."""

    result = serializers.ChoiceField(
        choices=[(name, name) for name in ("MATCH", "CLOSE_MATCH", "NO_MATCH", "NOT_AVAILABLE")],
        help_text="`NOT_AVAILABLE`: the bank was not asked, can't tell, or has not answered yet.",
    )
    suggestedName = serializers.CharField(
        required=False, help_text="The name that the bank has. Only with `CLOSE_MATCH`, where the bank tells it."
    )


@extend_schema_serializer(component_name="ExternalAccountDetails")
class AccountDetails(serializers.Serializer[Any]):
    """What is worth knowing about an account, and did not stop it."""

    warnings = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField()),
        help_text="What is odd about a field: its name as `field` and a sentence as `reason`.",
    )


@extend_schema_serializer(component_name="ExternalAccount")
class ExternalAccountRepresentation(Representation):
    """An external account."""

    id = PublicId("ExternalAccount", help_text="Names the account in other requests.")
    customerId = PublicId(
        "Customer",
        source="customer_id",
        required=False,
        help_text="Whose account it is. Absent for the platform's own.",
    )
    status = serializers.ChoiceField(
        choices=ExternalAccountStatus.choices,
        help_text="Whether money may go there: only an `ACTIVE` account pays or is paid.",
    )
    platformAccountId = serializers.CharField(
        source="platform_account_id",
        required=False,
        help_text="Your own name of the account. Absent where you gave none.",
    )
    metadata = Ready(METADATA, required=False, help_text=METADATA_SHOWN)
    currency = serializers.CharField(help_text="Code of the currency.")
    defaultUmaDepositAccount = serializers.BooleanField(
        source="default_uma_deposit_account",
        help_text="Whether money that comes to the customer by UMA goes on to this account.",
    )
    beneficiaryVerificationStatus = serializers.ChoiceField(
        source="beneficiary_verification_status",
        choices=BeneficiaryVerificationStatus.choices,
        required=False,
        help_text="What the account's bank said about the beneficiary's name. Absent for types without a name check.",
    )
    beneficiaryVerifiedData = Ready(
        VerifiedData,
        source="beneficiary_verified_data",
        required=False,
        help_text="What the bank told of the beneficiary. Absent where it told nothing.",
    )
    verificationOfPayee = Ready(
        VerificationOfPayee,
        source="verification_of_payee",
        help_text="The same answer in the terms of verification of payee.",
    )
    cryptoNetwork = serializers.CharField(
        source="crypto_network",
        required=False,
        help_text="The network of a wallet, as it was given. Absent where none was.",
    )
    accountInfo = account_schema.AccountInfoResponseField(
        source="account_info", help_text="The data of the account: `accountType` says which fields there are."
    )
    details = Ready(
        AccountDetails,
        required=False,
        help_text="What is worth knowing and did not stop the account. Absent where there is nothing.",
    )


_SOURCE = party(
    "TransactionSource",
    "sourceType",
    ACCOUNT={"accountId": account_id(), "currency": currency_code(required=False), "customerId": holder_id()},
    UMA_ADDRESS={"umaAddress": uma_address(), "currency": currency_code(required=False)},
    REALTIME_FUNDING={"customerId": customer_id(), "currency": currency_code()},
)
_DESTINATION = party(
    "TransactionDestination",
    "destinationType",
    ACCOUNT={"accountId": account_id(), "currency": currency_code(required=False), "customerId": holder_id()},
    UMA_ADDRESS={"umaAddress": uma_address(), "currency": currency_code(required=False)},
)


class _FailureMessage(serializers.CharField):
    def to_representation(self, value: Any) -> Any:
        return failure_messages.of(value)


class _Transaction(Representation):
    id = PublicId("Transaction", help_text="Names the payment in paths.")
    status = serializers.ChoiceField(choices=TransactionStatus.choices, help_text="Where the payment stands.")
    source = Ready(_SOURCE, help_text="Who pays: `sourceType` says which fields there are.")  # type: ignore[assignment]
    destination = Ready(_DESTINATION, help_text="Who is paid: `destinationType` says which fields there are.")
    customerId = serializers.CharField(
        source="customer_public_id",
        help_text="The customer whose payment it is, `Customer:<uuid>`; empty for one of the platform itself.",
    )
    platformCustomerId = serializers.CharField(
        source="platform_customer_id",
        help_text="Your own name of that customer; empty for a payment of the platform itself.",
    )
    description = serializers.CharField(
        required=False, help_text="What you gave as `description`. Absent where nothing was given."
    )
    direction = serializers.ChoiceField(
        choices=PaymentDirection.choices,
        help_text=(
            "Whether the money comes to an internal account of your platform or its customers (`IN`), leaves one"
            " (`OUT`), or goes from one to another (`BOTH`)."
        ),
    )
    pendingReason = serializers.ChoiceField(
        source="pending_reason",
        choices=PendingReason.choices,
        required=False,
        help_text=(
            "What a payment under way waits for. `EXECUTION`: you execute its quote. `FUNDING`: somebody pays from"
            " outside. `APPROVAL`: you approve it. `COLLECTION`: the rail collects from the payer. `PAYOUT`: the rail"
            " pays the receiver. `CREDITING`: an internal account is credited, within moments. `REFUND`: the money goes"
            " back. `REVIEW`: a person at the service decides. Absent once the payment has ended."
        ),
    )
    paymentRail = serializers.CharField(
        source="shown_rail",
        required=False,
        help_text=(
            "The rail that pays or collects, one of the external account's `paymentRails`. Absent until it is known,"
            " and where no external account takes part."
        ),
    )
    expectedSettlementAt = MomentField(
        source="expected_settlement",
        required=False,
        help_text=(
            "When the rail expects the money to arrive: an estimate. Absent where the rail does not say, and once the"
            " payment has ended."
        ),
    )
    metadata = Ready(METADATA, required=False, help_text=METADATA_SHOWN)
    remittanceInformation = serializers.CharField(
        source="remittance_information",
        required=False,
        help_text="What you told the payee as `remittanceInformation`. Absent where nothing was given.",
    )
    exchangeRate = serializers.FloatField(
        source="exchange_rate",
        required=False,
        help_text=(
            "Major units of the sending currency for one major unit of the receiving one, margin included. Absent"
            " without an exchange."
        ),
    )
    quoteId = PublicId(
        "Quote", source="quote_id", required=False, help_text="The quote that it carries out. Absent without one."
    )
    refund = Ready(
        Refund, required=False, help_text="The money on its way back, or back already. Absent where none goes back."
    )
    counterpartyInformation = Ready(
        COUNTERPARTY_INFORMATION,
        source="counterparty_information",
        required=False,
        help_text="What is known of the other party, by counterparty field. Absent where nothing is.",
    )
    failureReason = serializers.ChoiceField(
        source="failure_reason",
        choices=FailureReason.choices,
        required=False,
        help_text="Why the payment ended without success. Absent for any other.",
    )
    failureMessage = _FailureMessage(
        source="failure_reason",
        required=False,
        help_text="The same as a sentence that you may show your customer. Absent where there is no reason.",
    )
    settledAt = MomentField(source="settled_at", required=False, help_text="When the money had arrived. Absent before.")
    createdAt = MomentField(source="created_at")
    updatedAt = MomentField(source="updated_at")


class IncomingTransaction(_Transaction):
    """Money coming in to an internal account."""

    type = serializers.ChoiceField(choices=[TransactionType.INCOMING.value], help_text="Money that comes in.")
    receivedAmount = _Amount(
        amount="received_amount", currency="received_currency", help_text="What the customer gets."
    )
    reconciliationInstructions = Ready(
        ReconciliationInstructions,
        source="reconciliation_instructions",
        required=False,
        help_text="What to look for on a bank statement. Absent where the payment is on none.",
    )
    rateDetails = Ready(
        IncomingRateDetails,
        source="rate_details",
        required=False,
        help_text="What was charged on an exchange; amounts in satoshis. Absent without one.",
    )


@extend_schema_serializer(component_name="IncomingPaymentWebhookData")
class IncomingPaymentNews(IncomingTransaction):
    """An incoming payment as an event tells of it; the one that asks for an approval may ask about the receiver too."""

    requestedReceiverCustomerInfoFields = CounterpartyFieldDefinition(
        many=True,
        required=False,
        help_text=(
            "What the sender's side wants to know of the receiver: `receiverCustomerInfo` of the approval tells it."
            " Absent where it asks for nothing."
        ),
    )


class OutgoingTransaction(_Transaction):
    """Money going out of an internal account."""

    type = serializers.ChoiceField(choices=[TransactionType.OUTGOING.value], help_text="Money that goes out.")
    sentAmount = _Amount(
        amount="sent_amount", currency="sent_currency", help_text="What the payer pays, fees included."
    )
    receivedAmount = _Amount(
        amount="received_amount",
        currency="received_currency",
        required=False,
        help_text="What the receiver gets. Absent while that is not known.",
    )
    reconciliationInstructions = Ready(
        ReconciliationInstructions,
        source="reconciliation_instructions",
        required=False,
        help_text="What to look for on a bank statement. Absent where the payment is on none.",
    )
    fees = AmountField(
        min_value=0,
        help_text=(
            "What is kept of what the payer pays, in the smallest unit of the sending currency; 0 without a quote."
        ),
    )
    platformFees = AmountField(
        source="platform_fees",
        min_value=1,
        required=False,
        help_text=(
            "The part of `fees` that you charge, in the smallest unit of the sending currency. Absent where you charge"
            " nothing."
        ),
    )
    paymentInstructions = Ready(
        account_schema.FUNDING_INSTRUCTIONS,
        source="payment_instructions",
        required=False,
        help_text="How to pay the quote from outside, one entry for each way. Absent where it is paid from an account.",
    )
    rateDetails = Ready(
        OutgoingRateDetails,
        source="rate_details",
        required=False,
        help_text="Of which parts rate and fees are made. Absent without an exchange.",
    )


INTERNAL_ACCOUNT = InternalAccountRepresentation()
EXTERNAL_ACCOUNT = ExternalAccountRepresentation()
_TRANSACTIONS = {
    TransactionType.INCOMING.value: IncomingTransaction(),
    TransactionType.OUTGOING.value: OutgoingTransaction(),
}
TRANSACTION_SCHEMA = PolymorphicProxySerializer(
    component_name="Transaction",
    serializers={"INCOMING": IncomingTransaction, "OUTGOING": OutgoingTransaction},
    resource_type_field_name="type",
)
TRANSACTIONS_SCHEMA = PolymorphicProxySerializer(
    component_name="Transaction",
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


def transaction(payment: Transaction) -> dict[str, Any]:
    """Return the JSON of a transaction; reads nothing but its row."""
    return _TRANSACTIONS[payment.type].to_representation(payment)
