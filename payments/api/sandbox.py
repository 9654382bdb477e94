"""The sandbox's own endpoints: adding money, moving the clock."""

import uuid

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import queries, representations, sandbox
from payments.uma.flows import sandbox_sender
from payments.uma.receiving import receivers
from payments.workflow.transactions import TransactionNotFound
from platforms.base import clock, errors, identifiers
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import (
    AmountField,
    Body,
    CurrencyField,
    IdField,
    MomentField,
    UmaAddressField,
    WholeNumberField,
)
from platforms.models import Permission


@extend_schema_serializer(component_name="SandboxFundRequest")
class FundBody(Body):
    """How much to add."""

    amount = AmountField(
        min_value=1,
        max_value=sandbox.MAX_FUNDING,
        help_text="How much to add, in the smallest unit of the account's currency.",
    )


@extend_schema_serializer(component_name="SandboxClockAdvanceRequest")
class AdvanceBody(Body):
    """How far to move the clock."""

    seconds = WholeNumberField(
        min_value=1,
        max_value=sandbox.MAX_ADVANCE_SECONDS,
        help_text="By how many seconds; 20 years ahead in all at most.",
    )


class ClockReading(serializers.Serializer[object]):
    """The platform's present."""

    now = MomentField(help_text="The platform's present.")


@Endpoint(
    "POST",
    "sandbox/internal-accounts/<str:account_id>/fund",
    Permission.TRANSACT,
    body=FundBody,
    response=representations.INTERNAL_ACCOUNT,
    moves_money=True,
    errors=("INTERNAL_ACCOUNT_NOT_FOUND", "CUSTOMER_DELETED", "INVALID_CURRENCY", "AMOUNT_OUT_OF_RANGE"),
)
def sandbox_fund_internal_account(call: Call, account_id: str) -> Json:
    """Add sandbox money to an internal account.

    Fund the account at once. While its holder is not approved, no money leaves it.

    Returns:
        The internal account with its new balance.
    """
    key = identifiers.parse("InternalAccount", account_id)
    account = sandbox.fund_account(account_id=key, amount=call.body["amount"], **call.by)
    return representations.internal_account(account)


@extend_schema_serializer(component_name="SandboxSendRequest")
class SendBody(Body):
    """A payment for a quote that is funded in real time. Without an amount the quote's total is paid."""

    quoteId = IdField(help_text="The quote that is paid.")
    currencyCode = CurrencyField(help_text="What is paid in: the quote's sending currency.")
    currencyAmount = AmountField(
        min_value=1, required=False, help_text="How much is paid. Left out: the quote's total."
    )


@Endpoint(
    "POST",
    "sandbox/send",
    Permission.TRANSACT,
    body=SendBody,
    response=representations.OutgoingTransaction,
    moves_money=True,
    errors=("QUOTE_NOT_FOUND", "CURRENCY_MISMATCH"),
)
def sandbox_send(call: Call) -> Json:
    """Simulate the payment that funds a quote in real time.

    Answer with the quote's transaction after the money has arrived. Another amount than the quote's ends the quote, and
    goes back.

    Returns:
        The transaction.
    """
    payment = sandbox.fund_quote(
        quote_id=identifiers.parse("Quote", call.body["quoteId"]),
        currency=call.body["currencyCode"],
        amount=call.body.get("currencyAmount"),
        **call.by,
    )
    return representations.transaction(payment)


_ONE_OR_BOTH = "Who is paid. Send `receiverUmaAddress`, `customerId`, or both of one customer."


@extend_schema_serializer(component_name="SandboxUmaReceiveRequest")
class ReceiveBody(Body):
    """A payment by UMA to a customer, who is named by address or by identifier."""

    senderUmaAddress = UmaAddressField(
        help_text="Who pays: an address of the sandbox's counterparty, whose name decides what goes wrong."
    )
    receiverUmaAddress = UmaAddressField(required=False, help_text=_ONE_OR_BOTH)
    customerId = IdField(required=False, help_text=_ONE_OR_BOTH)
    receivingCurrencyCode = CurrencyField(help_text="What the receiver gets: a currency that may come in.")
    receivingCurrencyAmount = AmountField(
        min_value=1, help_text="How much the receiver gets, in the smallest unit of that currency."
    )


def _pay(call: Call) -> uuid.UUID:
    """Play the payment: every message goes the way that it would come from another institution."""
    wanted = call.body
    named = [name for name in ("receiverUmaAddress", "customerId") if name in wanted]
    if not named:
        raise errors.InvalidInput.field("receiverUmaAddress", "is required, or customerId in its place")
    sandbox_sender.require_sender(wanted["senderUmaAddress"])
    customer = receivers.named(
        platform_id=call.platform_id,
        uma_address=wanted.get("receiverUmaAddress"),
        customer_id=wanted.get("customerId"),
    )
    return sandbox_sender.pay(
        sender=wanted["senderUmaAddress"],
        customer_id=customer,
        currency=wanted["receivingCurrencyCode"],
        amount=wanted["receivingCurrencyAmount"],
    )


@Endpoint(
    "POST",
    "sandbox/uma/receive",
    Permission.TRANSACT,
    body=ReceiveBody,
    response=representations.IncomingTransaction,
    moves_money=True,
    prepare=_pay,
    prepares_once=True,
    errors=(
        "USER_NOT_FOUND",
        "CUSTOMER_DELETED",
        "USER_NOT_READY",
        "INVALID_CURRENCY",
        "INVALID_UMA_ADDRESS",
        "AMOUNT_OUT_OF_RANGE",
        "COUNTERPARTY_NOT_ALLOWED",
    ),
)
def sandbox_receive(call: Call, prepared: uuid.UUID) -> Json:
    """Simulate an incoming payment by UMA.

    Answer with the payment as it stands; a worker takes it further. Who the sender is decides what goes wrong.

    Returns:
        The payment.
    """
    payment = queries.transaction(platform_id=call.platform_id, key=prepared)
    if payment is None:
        raise TransactionNotFound
    sandbox.note_uma_payment(transaction_id=prepared, **call.by)
    return representations.transaction(payment)


@Endpoint("POST", "sandbox/clock/advance", Permission.TRANSACT, body=AdvanceBody, response=ClockReading)
def sandbox_advance_clock(call: Call) -> Json:
    """Move the sandbox platform's clock ahead, so that delays come due.

    Answer with the new time; what has come due by it happens at once. A clock never goes back.

    Returns:
        The platform's present.
    """
    return {"now": clock.iso(sandbox.advance_clock(seconds=call.body["seconds"], **call.by))}
