"""POST /transactions/{transactionId}/approve and /reject: a platform's word on a payment that comes in by UMA."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import representations
from payments.uma.receiving import approvals
from platforms.base import identifiers
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, TextField
from platforms.models import Permission


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


@Endpoint(
    "POST",
    "transactions/<str:transaction_id>/approve",
    Permission.TRANSACT,
    body=ApproveBody,
    response=representations.IncomingTransaction,
    moves_money=True,
)
def approve_pending_payment(call: Call, transaction_id: str) -> Json:
    """Approve an incoming payment that waits for your word.

    Approve the payment; its sender is then given an invoice.
    """
    payment = approvals.approve(
        transaction_id=identifiers.parse("Transaction", transaction_id),
        receiver_information=call.body.get("receiverCustomerInfo", {}),
        **call.by,
    )
    return representations.transaction(payment)


@Endpoint(
    "POST",
    "transactions/<str:transaction_id>/reject",
    Permission.TRANSACT,
    body=RejectBody,
    response=representations.IncomingTransaction,
    moves_money=True,
)
def reject_pending_payment(call: Call, transaction_id: str) -> Json:
    """Reject an incoming payment that waits for your word.

    Reject the payment; its sender is told so.
    """
    payment = approvals.reject(
        transaction_id=identifiers.parse("Transaction", transaction_id),
        reason=call.body.get("reason", ""),
        **call.by,
    )
    return representations.transaction(payment)
