"""Verifications: one attempt to have a customer's identity approved, from the first POST to the decision."""

from django.db import models

from compliance.models.customer import Customer
from compliance.models.status_change import StatusChange, known
from platforms.base import states
from platforms.base.public_ids import WithPublicId
from platforms.models import Platform
from platforms.models.platform import OwnedManager


class VerificationStatus(models.TextChoices):
    """The state of a verification."""

    RESOLVE_ERRORS = "RESOLVE_ERRORS"
    READY_FOR_VERIFICATION = "READY_FOR_VERIFICATION"
    IN_PROGRESS = "IN_PROGRESS"
    PENDING_MANUAL_REVIEW = "PENDING_MANUAL_REVIEW"
    APPROVED = "APPROVED"
    REJECTED = "REJECTED"


class VerificationErrorType(models.TextChoices):
    """A problem of a customer, an owner or a document."""

    MISSING_FIELD = "MISSING_FIELD"
    INVALID_FIELD = "INVALID_FIELD"
    MISSING_LEGAL_PRESENCE_DOCUMENT = "MISSING_LEGAL_PRESENCE_DOCUMENT"
    MISSING_COMPANY_DETAILS_DOCUMENT = "MISSING_COMPANY_DETAILS_DOCUMENT"
    MISSING_CONTROL_STRUCTURE_DOCUMENT = "MISSING_CONTROL_STRUCTURE_DOCUMENT"
    MISSING_OWNERSHIP_STRUCTURE_DOCUMENT = "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT"
    MISSING_PROOF_OF_ADDRESS_DOCUMENT = "MISSING_PROOF_OF_ADDRESS_DOCUMENT"
    MISSING_IDENTITY_DOCUMENT = "MISSING_IDENTITY_DOCUMENT"
    INVALID_DOCUMENT = "INVALID_DOCUMENT"
    EXPIRED_DOCUMENT = "EXPIRED_DOCUMENT"
    POOR_QUALITY_DOCUMENT = "POOR_QUALITY_DOCUMENT"
    SUSPECTED_FRAUD_DOCUMENT = "SUSPECTED_FRAUD_DOCUMENT"
    WRONG_DOCUMENT_TYPE = "WRONG_DOCUMENT_TYPE"
    INCOMPLETE_DOCUMENT = "INCOMPLETE_DOCUMENT"
    UNREADABLE_DOCUMENT = "UNREADABLE_DOCUMENT"
    DOCUMENT_VERIFICATION_FAILED = "DOCUMENT_VERIFICATION_FAILED"
    APPLICANT_SANCTIONED = "APPLICANT_SANCTIONED"
    APPLICANT_FRAUD = "APPLICANT_FRAUD"
    APPLICANT_CRIMINAL_RECORD = "APPLICANT_CRIMINAL_RECORD"
    APPLICANT_REJECTED = "APPLICANT_REJECTED"
    MISSING_BENEFICIAL_OWNER = "MISSING_BENEFICIAL_OWNER"


VERIFICATION_TRANSITIONS: states.Table = {
    VerificationStatus.RESOLVE_ERRORS: frozenset({"READY_FOR_VERIFICATION", "IN_PROGRESS"}),
    VerificationStatus.READY_FOR_VERIFICATION: frozenset({"RESOLVE_ERRORS", "IN_PROGRESS"}),
    VerificationStatus.IN_PROGRESS: frozenset({"PENDING_MANUAL_REVIEW", "APPROVED", "REJECTED"}),
    # To READY_FOR_VERIFICATION when facts under review were changed: a reviewer must not approve facts that they have
    # not seen.
    VerificationStatus.PENDING_MANUAL_REVIEW: frozenset(
        {"APPROVED", "REJECTED", "RESOLVE_ERRORS", "READY_FOR_VERIFICATION"}
    ),
    VerificationStatus.APPROVED: frozenset(),
    # Back to the reviewers: overturning a rejection needs two people.
    VerificationStatus.REJECTED: frozenset({"PENDING_MANUAL_REVIEW"}),
}
"""The allowed transitions of a verification's status."""

FINAL = frozenset({VerificationStatus.APPROVED, VerificationStatus.REJECTED})


def _newest_first(*columns: str, name: str) -> models.Index:
    return models.Index("platform", *columns, models.F("created_at").desc(), models.F("id").desc(), name=name)


class Verification(WithPublicId):
    """One verification of a customer. A customer has at most one open verification."""

    platform = models.ForeignKey(Platform, on_delete=models.PROTECT, related_name="+", db_index=False)
    customer = models.ForeignKey(Customer, on_delete=models.PROTECT, related_name="verifications", db_index=False)
    status = models.CharField(max_length=32, choices=VerificationStatus.choices)
    errors = models.JSONField(default=list)
    """Problems to be resolved, or the reasons of a rejection, as the API shows them."""
    findings = models.JSONField(default=list)
    """The part of `errors` found by a reviewer: each stands until the resource that it names changes."""
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    submitted_at = models.DateTimeField(null=True, blank=True)
    """When it was last submitted complete."""
    decided_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedManager()

    class Meta:
        indexes = (
            _newest_first(name="verification_newest_first"),
            _newest_first("status", name="verification_by_status"),
            _newest_first("customer", name="verification_of_customer"),
            # The queue of the reviewers: oldest first.
            models.Index(
                fields=["submitted_at"],
                condition=models.Q(status="PENDING_MANUAL_REVIEW"),
                name="verification_review_queue",
            ),
            models.Index(
                fields=["platform", "submitted_at"],
                condition=models.Q(status="PENDING_MANUAL_REVIEW"),
                name="verification_platform_queue",
            ),
            models.Index(
                fields=["decided_at"], condition=models.Q(decided_at__isnull=False), name="verification_by_decision"
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["customer"],
                condition=~models.Q(status__in=["APPROVED", "REJECTED"]),
                name="verification_one_open",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=VerificationStatus.values), name="verification_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["APPROVED", "REJECTED"], decided_at__isnull=False)
                | (~models.Q(status__in=["APPROVED", "REJECTED"]) & models.Q(decided_at=None)),
                name="verification_decided_when_final",
            ),
        )


class VerificationStatusChange(StatusChange):
    """One change of a verification's status."""

    verification = models.ForeignKey(Verification, on_delete=models.PROTECT, related_name="status_changes")
    from_status = models.CharField(max_length=32, blank=True)
    to_status = models.CharField(max_length=32, choices=VerificationStatus.choices)
    reason = models.CharField(max_length=1000, blank=True)
    """The reviewer's reason. Staff only."""
    salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    """What the reason's hash in the audit log is salted with; rows of former releases have none."""
    errors = models.JSONField(default=list)
    """The errors of the verification from then on."""
    grounds = models.JSONField(default=list, db_default=[])
    """Of a rejection by people, each with `resourceId` and `ground`, a `RejectionGround`. Staff only."""

    class Meta(StatusChange.Meta):
        constraints = (known(VerificationStatus, name="verification_change_known"),)
        indexes = (
            # Changes of a period; the newest decisions of a person, of all people, and of the service.
            models.Index(fields=["at"], name="verification_change_time"),
            models.Index(
                fields=["actor_id", "id"], condition=models.Q(cause="review"), name="verification_decision_of"
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(
                    cause="review", actor_kind="STAFF", to_status__in=["APPROVED", "REJECTED", "RESOLVE_ERRORS"]
                ),
                name="verification_decision_people",
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(to_status__in=["APPROVED", "REJECTED"]) & ~models.Q(actor_kind="STAFF"),
                name="verification_decision_service",
            ),
        )
