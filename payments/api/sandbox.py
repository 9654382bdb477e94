"""The sandbox's own endpoints: adding money, moving the clock."""

import uuid

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import queries, representations
from payments.conversations import sandbox_sender
from payments.operations import sandbox, uma_receivers
from payments.operations.transactions import TransactionNotFound
from platforms.kit import clock, errors, identifiers
from platforms.models import Permission
from platforms.rest.fields import (
    AmountField,
    Body,
    CurrencyField,
    IdField,
    MomentField,
    UmaAddressField,
    WholeNumberField,
)
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply


@extend_schema_serializer(component_name="SandboxFundRequest")
class FundBody(Body):
    """How much to add."""

    amount = AmountField(min_value=1, max_value=sandbox.MAX_FUNDING)


@extend_schema_serializer(component_name="SandboxClockAdvanceRequest")
class AdvanceBody(Body):
    """How far to move the clock."""

    seconds = WholeNumberField(min_value=1, max_value=sandbox.MAX_ADVANCE_SECONDS)


class ClockReading(serializers.Serializer[object]):
    """The platform's present."""

    now = MomentField()


class _SandboxView(CommandView):
    permission = Permission.TRANSACT
    sandbox_only = True


class Fund(_SandboxView):
    """Add money to an internal account."""

    moves_money = True

    @operation(
        "sandboxFundInternalAccount",
        summary="Add sandbox money to an internal account",
        request=FundBody,
        response=representations.INTERNAL_ACCOUNT,
        errors_too=(410,),
    )
    def post(self, call: Call, account_id: str) -> Reply:
        """Fund the account at once. While its holder is not approved, no money leaves it."""
        wanted = call.read_body(FundBody)
        account = sandbox.fund_account(
            platform_id=call.caller.platform_id,
            account_id=identifiers.parse("InternalAccount", account_id),
            amount=wanted["amount"],
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.internal_account(account))


@extend_schema_serializer(component_name="SandboxSendRequest")
class SendBody(Body):
    """A payment for a quote that is funded in real time. Without an amount the quote's total is paid."""

    quoteId = IdField()
    currencyCode = CurrencyField()
    currencyAmount = AmountField(min_value=1, required=False)


class Send(_SandboxView):
    """Pay a quote as its payment instructions say."""

    moves_money = True

    @operation(
        "sandboxSend",
        summary="Simulate the payment that funds a quote in real time",
        request=SendBody,
        response=representations.OutgoingTransaction,
        errors_too=(404, 410),
    )
    def post(self, call: Call) -> Reply:
        """Answer with the quote's transaction after the money has arrived."""
        wanted = call.read_body(SendBody)
        payment = sandbox.fund_quote(
            platform_id=call.caller.platform_id,
            quote_id=identifiers.parse("Quote", wanted["quoteId"]),
            currency=wanted["currencyCode"],
            amount=wanted.get("currencyAmount"),
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.transaction(payment))


_ONE_OR_BOTH = "Who is paid. Send `receiverUmaAddress`, `customerId`, or both of one customer."


@extend_schema_serializer(component_name="SandboxUmaReceiveRequest")
class ReceiveBody(Body):
    """A payment by UMA to a customer, who is named by address or by identifier."""

    senderUmaAddress = UmaAddressField(help_text="One of the sandbox's counterparty.")
    receiverUmaAddress = UmaAddressField(required=False, help_text=_ONE_OR_BOTH)
    customerId = IdField(required=False, help_text=_ONE_OR_BOTH)
    receivingCurrencyCode = CurrencyField()
    receivingCurrencyAmount = AmountField(min_value=1)


class ReceiveByUma(_SandboxView):
    """Let somebody elsewhere pay a customer by UMA."""

    moves_money = True
    prepares_once = True

    @operation(
        "sandboxReceive",
        summary="Simulate an incoming payment by UMA",
        request=ReceiveBody,
        response=representations.IncomingTransaction,
        errors_too=(404, 410),
    )
    def post(self, call: Call, prepared: uuid.UUID) -> Reply:
        """Answer with the payment as it stands; a worker takes it further."""
        payment = queries.transaction(platform_id=call.caller.platform_id, key=prepared)
        if payment is None:
            raise TransactionNotFound
        return Reply(representations.transaction(payment))

    def prepare(self, call: Call, **path: str) -> uuid.UUID:
        """Play the payment: every message goes the way that it would come from another institution."""
        wanted = call.read_body(ReceiveBody)
        named = [name for name in ("receiverUmaAddress", "customerId") if name in wanted]
        if not named:
            raise errors.InvalidInput.field("receiverUmaAddress", "is required, or customerId in its place")
        sandbox_sender.require_sender(wanted["senderUmaAddress"])
        customer = uma_receivers.named(
            platform_id=call.caller.platform_id,
            uma_address=wanted.get("receiverUmaAddress"),
            customer_id=wanted.get("customerId"),
        )
        return sandbox_sender.pay(
            sender=wanted["senderUmaAddress"],
            customer_id=customer,
            currency=wanted["receivingCurrencyCode"],
            amount=wanted["receivingCurrencyAmount"],
        )


class AdvanceClock(_SandboxView):
    """Move the platform's clock ahead."""

    @operation(
        "sandboxAdvanceClock",
        summary="Move the sandbox platform's clock ahead, so that delays come due",
        request=AdvanceBody,
        response=ClockReading,
    )
    def post(self, call: Call) -> Reply:
        """Answer with the new time; what has come due by it happens at once."""
        wanted = call.read_body(AdvanceBody)
        now = sandbox.advance_clock(
            platform_id=call.caller.platform_id, seconds=wanted["seconds"], actor=call.actor, now=call.now
        )
        return Reply({"now": clock.iso(now)})
