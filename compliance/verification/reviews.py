"""Decisions of reviewers, and of identity vendors, on a submitted verification: approve, reject, ask for more."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Sequence

from compliance import gates, queries
from compliance.models import (
    NOT_PASSED,
    Customer,
    CustomerStatus,
    HitState,
    OwnerStatus,
    ScreeningHit,
    Verification,
    VerificationErrorType,
    VerificationStatus,
    VerificationStatusChange,
)
from compliance.providers.base import Finding
from compliance.screening import screenings
from compliance.verification import completeness, document_statuses, verifications
from platforms import audit
from platforms.base import clock, errors, identifiers
from platforms.encryption import salted

UNDER_REVIEW = frozenset({VerificationStatus.PENDING_MANUAL_REVIEW, VerificationStatus.IN_PROGRESS})
_ABOUT_APPLICANTS = frozenset(kind for kind in VerificationErrorType if kind.startswith("APPLICANT_"))
_ABOUT_DOCUMENTS = frozenset(
    {
        VerificationErrorType.INVALID_DOCUMENT,
        VerificationErrorType.EXPIRED_DOCUMENT,
        VerificationErrorType.POOR_QUALITY_DOCUMENT,
        VerificationErrorType.SUSPECTED_FRAUD_DOCUMENT,
        VerificationErrorType.WRONG_DOCUMENT_TYPE,
        VerificationErrorType.INCOMPLETE_DOCUMENT,
        VerificationErrorType.UNREADABLE_DOCUMENT,
        VerificationErrorType.DOCUMENT_VERIFICATION_FAILED,
    }
)


class NotUnderReview(errors.DomainError):
    """The verification is not waiting for a decision, or no longer."""

    code = "INVALID_INPUT"
    message = "This verification is not waiting for a decision."


class NotReopened(errors.DomainError):
    """The verification can't be reopened."""

    code = "INVALID_INPUT"


def approve(*, verification_id: uuid.UUID, reason: str, actor: audit.Actor, now: dt.datetime) -> Verification:
    """Approve a verification with its customer and the owners whose check is pending.

    Raises VerificationNotFound, CustomerDeleted, NotUnderReview, InvalidInput without a reason, and HitsUnresolved.
    """
    verification, case = _open(verification_id, reason)
    screenings.require_resolved(case.customer)
    for owner in case.owners:
        if owner.kyc_status == OwnerStatus.PENDING:
            verifications.set_owner(owner, OwnerStatus.APPROVED, cause="review", actor=actor, now=now)
    change = verifications.settle(
        verification=verification,
        case=case,
        status=CustomerStatus.APPROVED,
        cause="review",
        reason=reason,
        actor=actor,
        now=now,
    )
    _record("approve", verification, change, actor=actor, now=now)
    return verification


def reject(
    *, verification_id: uuid.UUID, findings: Sequence[Finding], reason: str, actor: audit.Actor, now: dt.datetime
) -> Verification:
    """Reject a verification with its customer, and the owners that a finding about the applicant names.

    `findings` are shown to the platform, `reason` is not; without findings the platform learns only that the applicant
    was rejected. Raises the errors of `approve` except HitsUnresolved, and InvalidInput for a finding about something
    else.
    """
    verification, case = _open(verification_id, reason)
    default = Finding(case.customer.public_id, VerificationErrorType.APPLICANT_REJECTED, NOT_PASSED)
    named = list(findings) or [default]
    _check_findings(named, case)
    refused = {finding.resource_id for finding in named if finding.type in _ABOUT_APPLICANTS}
    for owner in case.owners:
        if owner.public_id in refused:
            verifications.set_owner(owner, OwnerStatus.REJECTED, cause="review", actor=actor, now=now)
    change = verifications.settle(
        verification=verification,
        case=case,
        status=CustomerStatus.REJECTED,
        findings=named,
        cause="review",
        reason=reason,
        actor=actor,
        now=now,
    )
    grounds = sorted({finding.ground for finding in named if finding.ground})
    _record("reject", verification, change, actor=actor, now=now, **({"grounds": grounds} if grounds else {}))
    return verification


def request_information(
    *, verification_id: uuid.UUID, findings: Sequence[Finding], reason: str, actor: audit.Actor, now: dt.datetime
) -> Verification:
    """Send a verification back with problems to be resolved; documents named by a finding can be replaced again.

    Each finding stands until the resource that it names changes. Raises the errors of `reject`, and InvalidInput
    without a finding, or with one that nobody can resolve.
    """
    verification, case = _open(verification_id, reason)
    if not findings:
        raise errors.InvalidInput.field("findings", "must be at least one issue")
    unsolvable = [index for index, finding in enumerate(findings) if finding.type in _ABOUT_APPLICANTS]
    if unsolvable:
        raise errors.InvalidInput((f"findings.{index}", "is a ground for rejection") for index in unsolvable)
    _check_findings(findings, case)
    keys = [identifiers.parse("Document", finding.resource_id) for finding in findings]
    document_statuses.reject(customer_id=case.customer.id, document_ids=[key for key in keys if key], now=now)
    problems = [verifications.as_problem(finding) for finding in findings]
    verification.findings = [{**problem, "at": clock.iso(now)} for problem in problems]
    change = verifications.move(
        verification,
        VerificationStatus.RESOLVE_ERRORS,
        errors=problems,
        cause="review",
        reason=reason,
        actor=actor,
        now=now,
    )
    _record("request_information", verification, change, actor=actor, now=now)
    return verification


def reopen(*, verification_id: uuid.UUID, reason: str, actor: audit.Actor, now: dt.datetime) -> Verification:
    """Return a rejected verification to the reviewers, with its customer and the rejected owners.

    The caller ensures that two people want it. Raises VerificationNotFound, CustomerDeleted, InvalidInput
    without a reason, and NotReopened: not rejected, followed by another, a confirmed hit, or no longer complete.
    """
    verification, case = _case(verification_id, reason)
    _check_reopening(verification, case, now=now)
    document_statuses.submit(customer_id=case.customer.id, now=now)
    for owner in case.owners:
        if owner.kyc_status == OwnerStatus.REJECTED:
            verifications.set_owner(owner, OwnerStatus.PENDING, cause="reopening", actor=actor, now=now)
    verification.findings = []
    change = verifications.settle(
        verification=verification,
        case=case,
        status=CustomerStatus.PENDING,
        cause="reopening",
        reason=reason,
        actor=actor,
        now=now,
    )
    _record("reopen", verification, change, actor=actor, now=now)
    return verification


def _check_reopening(verification: Verification, case: completeness.Case, *, now: dt.datetime) -> None:
    if verification.status != VerificationStatus.REJECTED:
        raise NotReopened("Only a rejected verification can be reopened.")
    later = Verification.objects.filter(customer=case.customer, created_at__gt=verification.created_at)
    if later.exists():
        raise NotReopened("The customer has begun another verification since: decide about that one.")
    if ScreeningHit.objects.filter(customer=case.customer, state=HitState.CONFIRMED).exists():
        raise NotReopened("A screening hit was confirmed: this is the person or the business on the list.")
    if completeness.evaluate(dataclasses.replace(case, findings=()), today=now.date()):
        raise NotReopened("What was submitted then is no longer complete: the platform has to submit it again.")


def _open(verification_id: uuid.UUID, reason: str) -> tuple[Verification, completeness.Case]:
    """Lock the customer of a verification under review and return the facts that the decision is about."""
    verification, case = _case(verification_id, reason)
    if verification.status not in UNDER_REVIEW:
        raise NotUnderReview
    return verification, case


def _case(verification_id: uuid.UUID, reason: str) -> tuple[Verification, completeness.Case]:
    if not reason.strip():
        raise errors.InvalidInput.field("reason", "is needed")
    found = Verification.objects.filter(id=verification_id).values_list("customer_id", flat=True).first()
    if found is None:
        raise queries.VerificationNotFound
    locked = Customer.objects.select_for_update(no_key=True, of=("self",)).select_related("platform")
    customer = locked.get(id=found)
    gates.require_live(deleted_at=customer.deleted_at)
    verification = Verification.objects.get(id=verification_id)
    return verification, verifications.case_of(customer, verification)


def _check_findings(findings: Sequence[Finding], case: completeness.Case) -> None:
    shown = {document.public_id for document in case.documents}
    people = {case.customer.public_id, *(owner.public_id for owner in case.owners)}
    problems = []
    for index, finding in enumerate(findings):
        wanted = shown if finding.type in _ABOUT_DOCUMENTS else people
        if finding.resource_id not in wanted:
            problems.append((f"findings.{index}.resourceId", "does not belong to this verification"))
        if not finding.reason.strip():
            problems.append((f"findings.{index}.reason", "is needed"))
    if problems:
        raise errors.InvalidInput(problems)


def _record(
    verb: str,
    verification: Verification,
    change: VerificationStatusChange | None,
    *,
    actor: audit.Actor,
    now: dt.datetime,
    **details: Sequence[str],
) -> None:
    # The reason is in the history row: it may describe the person. The log has its salted hash.
    assert change is not None, "a decision changes the status"
    details |= salted.proof("VerificationStatusChange", change.pk, change.reason, salt=change.salt)
    customer_id = identifiers.public("Customer", verification.customer_id)
    audit.record(verification, f"verification.{verb}", actor=actor, now=now, customer=customer_id, **details)
