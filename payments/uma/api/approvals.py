"""POST /transactions/{transactionId}/approve and /reject: a platform's word on a payment that comes in by UMA."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from payments import dry_runs, representations
from payments.quotes import releasing
from payments.uma.receiving import approvals
from platforms.base import identifiers
from platforms.http.endpoints import Call, Endpoint, Json
from platforms.http.fields import Body, TextField
from platforms.models import Permission


@extend_schema_serializer(component_name="ApprovePaymentRequest")
class ApproveBody(Body):
    """What is told about the receiver: what the approval webhook has asked for."""

    receiverCustomerInfo = serializers.DictField(
        required=False,
        help_text=(
            "Facts about the receiver, by field name: what `requestedReceiverCustomerInfoFields` of the webhook"
            " asked for. Facts that the service knows need not be told."
        ),
    )


@extend_schema_serializer(component_name="RejectPaymentRequest")
class RejectBody(Body):
    """Why the payment is not let in."""

    reason = TextField(
        required=False,
        max_length=255,
        allow_blank=True,
        help_text="Why, for your own record and the sender's institution.",
    )


@Endpoint(
    "POST",
    "transactions/<str:transaction_id>/approve",
    Permission.TRANSACT,
    body=ApproveBody,
    response=dry_runs.DECIDED_TRANSACTION,
    moves_money=True,
    dry_run=dry_runs.IN_PLACE,
    errors=("TRANSACTION_NOT_FOUND", "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL", "MISSING_MANDATORY_USER_INFO"),
)
def approve_pending_payment(call: Call, transaction_id: str) -> Json:
    """Approve a payment that waits for your word.

    The sender of an incoming payment is then given an invoice. A payment beyond the `approvalAbove` of the token that
    made it goes on its way; another token has to say so, without `spendingLimits`.

    Returns:
        The payment as it stands.
    """
    key = identifiers.parse("Transaction", transaction_id)
    payment = releasing.approve(transaction_id=key, **call.by) or approvals.approve(
        transaction_id=key, receiver_information=call.body.get("receiverCustomerInfo", {}), **call.by
    )
    return representations.transaction(payment)


@Endpoint(
    "POST",
    "transactions/<str:transaction_id>/reject",
    Permission.TRANSACT,
    body=RejectBody,
    response=representations.TRANSACTION_SCHEMA,
    moves_money=True,
    errors=("TRANSACTION_NOT_FOUND", "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL"),
)
def reject_pending_payment(call: Call, transaction_id: str) -> Json:
    """Reject a payment that waits for your word.

    The sender of an incoming payment is told so, and it is REJECTED. A payment beyond the `approvalAbove` of the token
    that made it is FAILED with `CANCELLED`, and its payer has the money back.

    Returns:
        The payment, ended.
    """
    key, reason = identifiers.parse("Transaction", transaction_id), call.body.get("reason", "")
    payment = releasing.reject(transaction_id=key, reason=reason, **call.by) or approvals.reject(
        transaction_id=key, reason=reason, **call.by
    )
    return representations.transaction(payment)
