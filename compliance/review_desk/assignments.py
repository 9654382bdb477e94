"""Assignments of waiting verifications: claim, release, reassign, escalate.

A verification is claimed by a conditional update, so of two concurrent claims one succeeds. The customer is not locked:
the assignment has no effect on the decision.
"""

import datetime as dt
import uuid

from django.db.models import Q, QuerySet

from compliance import gates, queries
from compliance.models import Customer, NoteKind, ReviewAssignment, Verification, VerificationStatus
from compliance.review_desk import notes
from compliance.review_desk.queue_filters import Filters
from compliance.verification.reviews import NotUnderReview
from platforms import audit
from platforms.base import clock, errors
from platforms.database.rows import by_key

_NONE = Filters()


class AlreadyClaimed(errors.DomainError):
    """Another reviewer has this verification."""

    code = "INVALID_INPUT"


class NotAssigned(errors.DomainError):
    """Only the assigned reviewer may do this, or a lead reviewer."""

    code = "FORBIDDEN"
    message = "This verification is not assigned to you. Claim it first."


class LeadWanted(errors.DomainError):
    """The verification was escalated to the lead reviewers."""

    code = "FORBIDDEN"
    message = "This verification was escalated: a lead reviewer takes it."


def claim(*, verification_id: uuid.UUID, is_lead: bool, actor: audit.Actor, now: dt.datetime) -> ReviewAssignment:
    """Claim a waiting verification that nobody has; one's own is returned unchanged.

    Raises VerificationNotFound, CustomerDeleted, NotUnderReview, AlreadyClaimed, and LeadWanted unless `is_lead`.
    """
    verification = _waiting(verification_id)
    _prepare(verification)
    if not _take(verification, is_lead=is_lead, actor=actor, now=now):
        current = ReviewAssignment.objects.get(verification=verification)
        if current.assigned_to == actor.id:
            return current
        if not current.assigned_to:
            raise LeadWanted
        raise AlreadyClaimed(f"{current.assigned_to} has this verification.")
    audit.record(verification, "verification.claim", actor=actor, now=now)
    return ReviewAssignment.objects.get(verification=verification)


def claim_next(
    *, is_lead: bool, filters: Filters = _NONE, actor: audit.Actor, now: clock.RealTime
) -> Verification | None:
    """Claim the unassigned verification that has waited longest of those that fit; None when there is none.

    Verifications being claimed by others at this moment are skipped, not waited for. `now` is real time; the audit row
    has the platform's time.
    """
    rows = filters.narrow(unassigned(is_lead=is_lead)).select_for_update(skip_locked=True, no_key=True, of=("self",))
    for verification in rows.select_related("platform").order_by("submitted_at", "id")[:1]:
        moment = clock.of(verification.platform, now)
        _prepare(verification)
        if _take(verification, is_lead=is_lead, actor=actor, now=moment):
            audit.record(verification, "verification.claim", actor=actor, now=moment)
            return verification
    return None


def unassigned(*, is_lead: bool) -> QuerySet[Verification]:
    """Return the waiting verifications that a reviewer may claim; escalated ones are for lead reviewers."""
    rows: QuerySet[Verification] = Verification.objects.filter(
        status=VerificationStatus.PENDING_MANUAL_REVIEW, customer__deleted_at=None
    )
    rows = rows.filter(Q(assignment=None) | Q(assignment__assigned_to=""))
    return rows if is_lead else rows.filter(assignment__escalated_at=None)


def release(
    *, verification_id: uuid.UUID, reason: str, is_lead: bool, actor: audit.Actor, now: dt.datetime
) -> Verification:
    """Release a verification to the queue. Raises VerificationNotFound, NotAssigned and InvalidInput."""
    verification = _found(verification_id)
    held = ReviewAssignment.objects.filter(verification=verification).exclude(assigned_to="")
    if not (held if is_lead else held.filter(assigned_to=actor.id)).update(assigned_to="", assigned_at=None):
        raise NotAssigned
    note = notes.write(verification=verification, kind=NoteKind.RELEASE, text=reason, actor=actor, now=now)
    audit.record(verification, "verification.release", actor=actor, now=now, **notes.proof(note))
    return verification


def reassign(
    *, verification_id: uuid.UUID, assigned_to: str, reason: str, actor: audit.Actor, now: dt.datetime
) -> Verification:
    """Reassign a waiting verification to another reviewer; this ends an escalation.

    For lead reviewers. `assigned_to`: a user name that the caller has checked. Raises VerificationNotFound,
    CustomerDeleted, NotUnderReview and InvalidInput.
    """
    if not assigned_to:
        raise errors.InvalidInput.field("assigned_to", "is needed")
    verification = _waiting(verification_id)
    _prepare(verification)
    ReviewAssignment.objects.filter(verification=verification).update(
        assigned_to=assigned_to, assigned_at=now, escalated_by="", escalated_at=None
    )
    text = f"To {assigned_to}: {reason}" if reason.strip() else ""
    note = notes.write(verification=verification, kind=NoteKind.REASSIGNMENT, text=text, actor=actor, now=now)
    audit.record(
        verification, "verification.reassign", actor=actor, now=now, assigned_to=assigned_to, **notes.proof(note)
    )
    return verification


def escalate(*, verification_id: uuid.UUID, reason: str, actor: audit.Actor, now: dt.datetime) -> Verification:
    """Escalate one's own verification to the lead reviewers.

    Raises VerificationNotFound, CustomerDeleted, NotUnderReview, NotAssigned, and InvalidInput without a reason.
    """
    verification = _waiting(verification_id)
    own = ReviewAssignment.objects.filter(verification=verification, assigned_to=actor.id)
    if not own.update(assigned_to="", assigned_at=None, escalated_by=actor.id, escalated_at=now):
        raise NotAssigned
    note = notes.write(verification=verification, kind=NoteKind.ESCALATION, text=reason, actor=actor, now=now)
    audit.record(verification, "verification.escalate", actor=actor, now=now, **notes.proof(note))
    return verification


def record_reading(*, verification: Verification, actor: audit.Actor, now: dt.datetime) -> None:
    """Record that a person is about to be shown a case with its personal data."""
    audit.record(verification, "verification.read", actor=actor, now=now)


def record_reading_of_payments(*, verification: Verification, actor: audit.Actor, now: dt.datetime) -> None:
    """Record that the reviewer of a case is about to be shown what its customer has and pays, in sum."""
    customer = verification.customer
    audit.record(customer, "customer.read_payments", actor=actor, now=now, verification=verification.public_id)


def record_opening(*, copy: Customer, verification: Verification, actor: audit.Actor, now: dt.datetime) -> None:
    """Record that the reviewer of a case opens another customer, for whom one of its files was submitted too."""
    audit.record(copy, "customer.open_duplicate", actor=actor, now=now, verification=verification.public_id)


def end(*, verification: Verification) -> None:
    """Delete the assignment of a decided verification: its history has the name of who decided."""
    ReviewAssignment.objects.filter(verification=verification).update(
        assigned_to="", assigned_at=None, escalated_by="", escalated_at=None
    )


def _prepare(verification: Verification) -> None:
    """Make the row that the conditional update needs."""
    ReviewAssignment.objects.bulk_create([ReviewAssignment(verification=verification)], ignore_conflicts=True)


def _take(verification: Verification, *, is_lead: bool, actor: audit.Actor, now: dt.datetime) -> bool:
    free = ReviewAssignment.objects.filter(verification=verification, assigned_to="")
    if not is_lead:
        free = free.filter(escalated_at=None)
    return bool(free.update(assigned_to=actor.id, assigned_at=now))


def _found(verification_id: uuid.UUID) -> Verification:
    found: Verification | None = by_key(Verification.objects.select_related("customer"), verification_id)
    if found is None:
        raise queries.VerificationNotFound
    return found


def _waiting(verification_id: uuid.UUID) -> Verification:
    verification = _found(verification_id)
    gates.require_live(deleted_at=verification.customer.deleted_at)
    if verification.status != VerificationStatus.PENDING_MANUAL_REVIEW:
        raise NotUnderReview
    return verification
