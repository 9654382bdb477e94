"""The public catalogue of event types. Which change of state emits which type is declared with the states."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.db import models

from platforms.features import ACCOUNT_STATUS_EVENTS, REFUND_EVENTS

_STATUS = "its status became that"
_APPROVAL = (
    "it came by UMA and waits for [your approval](#approvals), where `requestedReceiverCustomerInfoFields` may ask for"
    " more; or a transfer in became that, which asks nothing"
)
_INDIVIDUAL = "the standing of an individual became that"
_BUSINESS = "the standing of a business became that"


class EventType(models.TextChoices):
    """All event types. The label says when the event is sent; it is shown in the guide for platform developers."""

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
    INCOMING_PAYMENT_REFUND_PENDING = "INCOMING_PAYMENT.REFUND_PENDING", "its money is on its way back to the payer"
    INCOMING_PAYMENT_REFUND_COMPLETED = "INCOMING_PAYMENT.REFUND_COMPLETED", "the payer has its money back"
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
    INTERNAL_ACCOUNT_STATUS_UPDATED = "INTERNAL_ACCOUNT.STATUS_UPDATED", "we hold it, or let its money move again"
    EXTERNAL_ACCOUNT_STATUS_UPDATED = (
        "EXTERNAL_ACCOUNT.STATUS_UPDATED",
        "its `status` changed: its beneficiary is reviewed, or was",
    )
    INVITATION_CLAIMED = "INVITATION.CLAIMED", "somebody accepted it"
    BULK_UPLOAD_COMPLETED = "BULK_UPLOAD.COMPLETED", "an import of customers ended"
    BULK_UPLOAD_FAILED = "BULK_UPLOAD.FAILED", "an import of customers ended"
    TEST = "TEST", "you set the endpoint, or asked for it"


class Topic(NamedTuple):
    """The resource of the types with one prefix: an entry of `webhooks` in the OpenAPI document, and its component.

    `summary` describes it in the document, and `data` an event's `data` in the guide; `schema` is the dotted path of a
    function returning its serializer.
    """

    webhook: str
    component: str
    summary: str
    data: str
    schema: str


TOPICS: Mapping[str, Topic] = MappingProxyType(
    {
        "OUTGOING_PAYMENT": Topic(
            "outgoing-payment",
            "OutgoingPaymentWebhook",
            "A payment that goes out has a new status, or its money comes back",
            "the transaction",
            "payments.representations.OutgoingTransaction",
        ),
        "INCOMING_PAYMENT": Topic(
            "incoming-payment",
            "IncomingPaymentWebhook",
            "A payment that comes in has a new status, or waits for your approval",
            "the transaction",
            "payments.representations.IncomingPaymentNews",
        ),
        "CUSTOMER": Topic(
            "customer-update",
            "CustomerWebhook",
            "A customer has a new status",
            "the customer",
            "compliance.representations.customer_schema",
        ),
        "VERIFICATION": Topic(
            "verification-update",
            "VerificationWebhook",
            "A verification has a new status",
            "the verification",
            "compliance.representations.Verification",
        ),
        "BULK_UPLOAD": Topic(
            "bulk-upload",
            "BulkUploadWebhook",
            "An import of customers has ended",
            "the job",
            "compliance.representations.BulkImport",
        ),
        "INTERNAL_ACCOUNT": Topic(
            "internal-account-status",
            "InternalAccountStatusWebhook",
            "The balance or the status of an internal account has changed",
            "the internal account",
            "payments.balance_representations.AccountNews",
        ),
        "EXTERNAL_ACCOUNT": Topic(
            "external-account-status",
            "ExternalAccountStatusWebhook",
            "The status of an external account has changed",
            "the external account",
            "payments.representations.ExternalAccountRepresentation",
        ),
        "INVITATION": Topic(
            "invitation-claimed",
            "InvitationClaimedWebhook",
            "Somebody has accepted an invitation",
            "the invitation",
            "invitations.representations.InvitationRepresentation",
        ),
        "TEST": Topic("test-webhook", "TestWebhook", "A test of your endpoint", "absent", ""),
    }
)


def topic(type_: str) -> str:
    """Return the topic of a type: the part before its point."""
    return type_.partition(".")[0]


FEATURE_OF: Mapping[str, str] = MappingProxyType(
    {
        EventType.INCOMING_PAYMENT_REFUND_PENDING.value: REFUND_EVENTS,
        EventType.INCOMING_PAYMENT_REFUND_COMPLETED.value: REFUND_EVENTS,
        EventType.INTERNAL_ACCOUNT_STATUS_UPDATED.value: ACCOUNT_STATUS_EVENTS,
        EventType.EXTERNAL_ACCOUNT_STATUS_UPDATED.value: ACCOUNT_STATUS_EVENTS,
    }
)
"""The feature of each type that is written for those platforms alone that have turned it on."""

KNOWN: frozenset[str] = frozenset(EventType.values)

NEVER_RETRIED: frozenset[str] = frozenset({EventType.TEST.value})
"""Types that get a single attempt: a late one would confuse."""
