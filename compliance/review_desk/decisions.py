"""Decisions at the review desk: made by the assigned reviewer, about the case as shown. Effects are in `reviews`."""

import datetime as dt
import uuid
from collections.abc import Sequence

from compliance import queries
from compliance.models import Customer, Verification
from compliance.providers.base import Finding
from compliance.review_desk import assignments, case_files
from compliance.verification import reviews
from platforms import audit
from platforms.base import errors


class CaseChanged(errors.DomainError):
    """The case was changed since the reviewer opened it: they would decide about facts that they have not seen."""

    code = "INVALID_INPUT"


def approve(
    *, verification_id: uuid.UUID, seen: str, reason: str, is_lead: bool, actor: audit.Actor, now: dt.datetime
) -> Verification:
    """Approve. `seen`: version of the case file shown to the reviewer; a lead reviewer needs no assignment.

    Raises what `reviews.approve` raises, NotAssigned, and CaseChanged.
    """
    _require(verification_id, seen=seen, is_lead=is_lead, actor=actor)
    verification = reviews.approve(verification_id=verification_id, reason=reason, actor=actor, now=now)
    assignments.end(verification=verification)
    return verification


def reject(
    *,
    verification_id: uuid.UUID,
    findings: Sequence[Finding],
    seen: str,
    reason: str,
    is_lead: bool,
    actor: audit.Actor,
    now: dt.datetime,
) -> Verification:
    """Reject. Raises what `reviews.reject` raises, NotAssigned, and CaseChanged."""
    _require(verification_id, seen=seen, is_lead=is_lead, actor=actor)
    verification = reviews.reject(
        verification_id=verification_id, findings=findings, reason=reason, actor=actor, now=now
    )
    assignments.end(verification=verification)
    return verification


def request_information(
    *,
    verification_id: uuid.UUID,
    findings: Sequence[Finding],
    seen: str,
    reason: str,
    is_lead: bool,
    actor: audit.Actor,
    now: dt.datetime,
) -> Verification:
    """Ask for more. The case stays assigned to the reviewer for when it is submitted again.

    Raises what `reviews.request_information` raises, NotAssigned, and CaseChanged.
    """
    _require(verification_id, seen=seen, is_lead=is_lead, actor=actor)
    return reviews.request_information(
        verification_id=verification_id, findings=findings, reason=reason, actor=actor, now=now
    )


def _require(verification_id: uuid.UUID, *, seen: str, is_lead: bool, actor: audit.Actor) -> None:
    """Lock the customer, so that nothing changes from here on; refuse other reviewers and changed cases."""
    found = Verification.objects.filter(id=verification_id).values_list("customer_id", flat=True).first()
    if found is None:
        raise queries.VerificationNotFound
    Customer.objects.select_for_update(no_key=True, of=("self",)).get(id=found)
    file = case_files.load(verification_id)
    if not is_lead and file.assigned_to != actor.id:
        raise assignments.NotAssigned
    changed = case_files.changed_parts(seen, file.version)
    if changed:
        what = " and ".join(filter(None, (", ".join(changed[:-1]), changed[-1])))
        raise CaseChanged(f"Changed since you opened this case: {what}. Look at it again, then decide.")
