"""POST /transactions/{transactionId}/approve and /reject: a platform's word on a payment that comes in by UMA."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import representations
from payments.operations import uma_approvals
from platforms.kit import identifiers
from platforms.models import Permission
from platforms.rest.fields import Body, TextField
from platforms.rest.schema import operation
from platforms.rest.views import Call, CommandView, Reply


@extend_schema_serializer(component_name="ApprovePaymentRequest")
class ApproveBody(Body):
    """What is told about the receiver: what the approval webhook has asked for."""

    receiverCustomerInfo = serializers.DictField(
        required=False, help_text="By field name, as `requestedReceiverCustomerInfoFields` of the webhook names them."
    )


@extend_schema_serializer(component_name="RejectPaymentRequest")
class RejectBody(Body):
    """Why the payment is not let in."""

    reason = TextField(required=False, max_length=255, allow_blank=True)


class _Word(CommandView):
    permission = Permission.TRANSACT
    moves_money = True


class Approve(_Word):
    """Let a payment in."""

    @operation(
        "approvePendingPayment",
        summary="Approve an incoming payment that waits for your word",
        request=ApproveBody,
        response=representations.IncomingTransaction,
    )
    def post(self, call: Call, transaction_id: str) -> Reply:
        """Approve the payment; its sender is then given an invoice."""
        told = call.read_body(ApproveBody)
        payment = uma_approvals.approve(
            platform_id=call.caller.platform_id,
            transaction_id=identifiers.parse("Transaction", transaction_id),
            receiver_information=told.get("receiverCustomerInfo", {}),
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.transaction(payment))


class Reject(_Word):
    """Refuse a payment."""

    @operation(
        "rejectPendingPayment",
        summary="Reject an incoming payment that waits for your word",
        request=RejectBody,
        response=representations.IncomingTransaction,
    )
    def post(self, call: Call, transaction_id: str) -> Reply:
        """Reject the payment; its sender is told so."""
        told = call.read_body(RejectBody)
        payment = uma_approvals.reject(
            platform_id=call.caller.platform_id,
            transaction_id=identifiers.parse("Transaction", transaction_id),
            reason=told.get("reason", ""),
            actor=call.actor,
            now=call.now,
        )
        return Reply(representations.transaction(payment))
