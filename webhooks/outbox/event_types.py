"""The public catalogue of event types. Which change of state leads to which type is said where the states are."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.db import models

_STATUS = "its status became that"
_APPROVAL = (
    "it came by UMA and waits for [your approval](#approvals); `requestedReceiverCustomerInfoFields` asks for more"
)
_INDIVIDUAL = "the standing of an individual became that"
_BUSINESS = "the standing of a business became that"


class EventType(models.TextChoices):
    """Everything a platform can be told, each with when it is: its label, in the guide for platform developers."""

    OUTGOING_PAYMENT_PENDING = "OUTGOING_PAYMENT.PENDING", _STATUS
    OUTGOING_PAYMENT_PROCESSING = "OUTGOING_PAYMENT.PROCESSING", _STATUS
    OUTGOING_PAYMENT_COMPLETED = "OUTGOING_PAYMENT.COMPLETED", _STATUS
    OUTGOING_PAYMENT_FAILED = "OUTGOING_PAYMENT.FAILED", _STATUS
    OUTGOING_PAYMENT_EXPIRED = "OUTGOING_PAYMENT.EXPIRED", _STATUS
    OUTGOING_PAYMENT_REFUND_PENDING = "OUTGOING_PAYMENT.REFUND_PENDING", "its money is on its way back"
    OUTGOING_PAYMENT_REFUND_COMPLETED = "OUTGOING_PAYMENT.REFUND_COMPLETED", "its money has arrived back"
    OUTGOING_PAYMENT_REFUND_FAILED = "OUTGOING_PAYMENT.REFUND_FAILED", "its money could not be sent back"
    INCOMING_PAYMENT_PENDING = "INCOMING_PAYMENT.PENDING", _APPROVAL
    INCOMING_PAYMENT_COMPLETED = "INCOMING_PAYMENT.COMPLETED", _STATUS
    INCOMING_PAYMENT_FAILED = "INCOMING_PAYMENT.FAILED", _STATUS
    CUSTOMER_KYC_APPROVED = "CUSTOMER.KYC_APPROVED", _INDIVIDUAL
    CUSTOMER_KYC_REJECTED = "CUSTOMER.KYC_REJECTED", _INDIVIDUAL
    CUSTOMER_KYC_PENDING = "CUSTOMER.KYC_PENDING", _INDIVIDUAL
    CUSTOMER_KYB_APPROVED = "CUSTOMER.KYB_APPROVED", _BUSINESS
    CUSTOMER_KYB_REJECTED = "CUSTOMER.KYB_REJECTED", _BUSINESS
    CUSTOMER_KYB_PENDING = "CUSTOMER.KYB_PENDING", _BUSINESS
    VERIFICATION_APPROVED = "VERIFICATION.APPROVED", _STATUS
    VERIFICATION_REJECTED = "VERIFICATION.REJECTED", _STATUS
    VERIFICATION_RESOLVE_ERRORS = "VERIFICATION.RESOLVE_ERRORS", _STATUS
    VERIFICATION_IN_PROGRESS = "VERIFICATION.IN_PROGRESS", _STATUS
    VERIFICATION_PENDING_MANUAL_REVIEW = "VERIFICATION.PENDING_MANUAL_REVIEW", _STATUS
    VERIFICATION_READY_FOR_VERIFICATION = "VERIFICATION.READY_FOR_VERIFICATION", _STATUS
    INTERNAL_ACCOUNT_BALANCE_UPDATED = "INTERNAL_ACCOUNT.BALANCE_UPDATED", "money came in or went out"
    INVITATION_CLAIMED = "INVITATION.CLAIMED", "somebody accepted it"
    BULK_UPLOAD_COMPLETED = "BULK_UPLOAD.COMPLETED", "an import of customers ended"
    BULK_UPLOAD_FAILED = "BULK_UPLOAD.FAILED", "an import of customers ended"
    TEST = "TEST", "you set the endpoint, or asked for it"


class Topic(NamedTuple):
    """What the types with one prefix tell of: an entry of `webhooks` in the OpenAPI document, and its component.

    `data` says in the guide what an event's `data` is; `schema` is the dotted path of what returns its serializer.
    """

    webhook: str
    component: str
    data: str
    schema: str


TOPICS: Mapping[str, Topic] = MappingProxyType(
    {
        "OUTGOING_PAYMENT": Topic(
            "outgoing-payment",
            "OutgoingPaymentWebhook",
            "the transaction",
            "payments.representations.OutgoingTransaction",
        ),
        "INCOMING_PAYMENT": Topic(
            "incoming-payment",
            "IncomingPaymentWebhook",
            "the transaction",
            "payments.representations.IncomingPaymentNews",
        ),
        "CUSTOMER": Topic(
            "customer-update", "CustomerWebhook", "the customer", "compliance.representations.customer_schema"
        ),
        "VERIFICATION": Topic(
            "verification-update", "VerificationWebhook", "the verification", "compliance.representations.Verification"
        ),
        "BULK_UPLOAD": Topic("bulk-upload", "BulkUploadWebhook", "the job", "compliance.representations.BulkImport"),
        "INTERNAL_ACCOUNT": Topic(
            "internal-account-status",
            "InternalAccountStatusWebhook",
            "the internal account",
            "payments.representations.InternalAccountRepresentation",
        ),
        "INVITATION": Topic(
            "invitation-claimed",
            "InvitationClaimedWebhook",
            "the invitation",
            "invitations.representations.InvitationRepresentation",
        ),
        "TEST": Topic("test-webhook", "TestWebhookRequest", "absent", ""),
    }
)


def topic(type_: str) -> str:
    """Return what a type tells of: the part before its point."""
    return type_.partition(".")[0]


KNOWN: frozenset[str] = frozenset(EventType.values)

NEVER_RETRIED: frozenset[str] = frozenset({EventType.TEST.value})
"""Types that get a single attempt: a late one would only confuse."""
