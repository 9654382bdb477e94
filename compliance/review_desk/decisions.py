"""Decisions at the review desk: made by the assigned reviewer, about the case as shown. Effects are in `reviews`."""

import datetime as dt
import uuid
from collections.abc import Sequence

from compliance import queries
from compliance.models import Customer, CustomerStatus, Deciders, HitState, ScreeningHit, Verification
from compliance.providers.base import Finding
from compliance.review_desk import (
    approvals,
    assignments,
    case_files,
    decision_reasons,
    risk_flags,
    rules,
    screening_hits,
)
from compliance.verification import reviews
from platforms import audit
from platforms.base import errors, states
from platforms.database.rows import by_key


class CaseChanged(errors.DomainError):
    """The case was changed since the reviewer opened it: they would decide about facts that they have not seen."""

    code = "INVALID_INPUT"


class HitDecided(errors.DomainError):
    """Somebody has decided the hit already."""

    code = "INVALID_INPUT"
    message = "This hit was decided already. Close this dialog and look at the case again."


def approve(
    *,
    verification_id: uuid.UUID,
    checklist: approvals.Checklist,
    seen: str,
    reason: str,
    is_lead: bool,
    by_two: bool = False,
    actor: audit.Actor,
    now: dt.datetime,
) -> Verification:
    """Approve, where the rules of the platform let these people.

    `seen`: version of the case file shown to the reviewer; a lead reviewer needs no assignment. `by_two`: a proposal of
    `actor.proposed_by`, which `actor` carries out; `is_lead` says whether one of them is a lead reviewer.

    Raises what `reviews.approve` raises, InvalidInput for a short reason, NotAssigned, CaseChanged, and NotReady.
    """
    decision_reasons.checked(reason)
    file = _require(verification_id, seen=seen, is_lead=is_lead, actor=actor)
    names = [name for name in (actor.id, actor.proposed_by) if name]
    # A proposal is tried before anybody is the second person, who may be a lead reviewer.
    is_tried = by_two and not actor.proposed_by
    people = approvals.People(names, has_lead=is_lead or is_tried, by_two=by_two)
    demand = approvals.require(file, checklist=checklist, people=people)
    verification = reviews.approve(verification_id=verification_id, reason=reason, actor=actor, now=now)
    approvals.record(file, demand, checklist=checklist, actor=actor, now=now)
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
    """Reject, for a ground of one person or business at least.

    Raises what `reviews.reject` raises, InvalidInput for a short reason or without a ground, NotAssigned, CaseChanged.
    """
    decision_reasons.checked(reason)
    _require(verification_id, seen=seen, is_lead=is_lead, actor=actor)
    if not any(finding.ground for finding in findings):
        raise errors.InvalidInput.field("findings", "choose the ground of the rejection")
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


def resolve_hit(
    *, hit_id: uuid.UUID, state: HitState, reason: str, is_lead: bool, actor: audit.Actor, now: dt.datetime
) -> ScreeningHit:
    """Decide a screening hit. CONFIRMED rejects the case of its customer too, and so is for its reviewer.

    To clear a hit without a case is the last decision before money moves: it takes a lead reviewer where the rule about
    cleared hits does not leave it to reviewers. Raises NotAssigned, NotReady, HitDecided, and what else
    `screening_hits.resolve` raises.
    """
    if state == HitState.CONFIRMED and not is_lead:
        _require_own_case(hit_id, actor)
    if state == HitState.CLEARED and not is_lead:
        _require_approval_after(hit_id)
    try:
        return screening_hits.resolve(hit_id=hit_id, state=state, reason=reason, actor=actor, now=now)
    except states.ForbiddenTransition:
        raise HitDecided from None


def require_unchanged(file: case_files.CaseFile, *, seen: str) -> None:
    """Raise CaseChanged unless `seen` is the present version of a case."""
    changed = case_files.changed_parts(seen, file.version)
    if changed:
        parts = " and ".join(filter(None, (", ".join(changed[:-1]), changed[-1])))
        raise CaseChanged(f"Changed since you opened this case: {parts}. Look at it again, then decide.")


def _require_own_case(hit_id: uuid.UUID, actor: audit.Actor) -> None:
    customers = ScreeningHit.objects.filter(id=hit_id).values("customer_id")
    rejected = Verification.objects.filter(customer__in=customers, status__in=reviews.UNDER_REVIEW)
    if rejected.exclude(assignment__assigned_to=actor.id).exists():
        raise assignments.NotAssigned


def _require_approval_after(hit_id: uuid.UUID) -> None:
    """Refuse a reviewer to clear the hit of a payee, or of a customer who is approved already."""
    hit: ScreeningHit | None = by_key(ScreeningHit.objects.select_related("customer"), hit_id)
    if hit is None or (hit.customer is not None and hit.customer.status != CustomerStatus.APPROVED):
        return
    rule = rules.in_force(hit.platform_id)[risk_flags.CLEARED[hit.kind]]
    if rule.deciders != Deciders.REVIEWER:
        raise approvals.NotReady(f"{rule.name}: a lead reviewer clears it, because no approval of a case follows.")


def _require(verification_id: uuid.UUID, *, seen: str, is_lead: bool, actor: audit.Actor) -> case_files.CaseFile:
    """Lock the customer, so that nothing changes from here on; refuse other reviewers and changed cases."""
    customer_id = Verification.objects.filter(id=verification_id).values_list("customer_id", flat=True).first()
    if customer_id is None:
        raise queries.VerificationNotFound
    Customer.objects.select_for_update(no_key=True, of=("self",)).get(id=customer_id)
    file = case_files.load(verification_id)
    if not is_lead and file.assigned_to not in {actor.id, actor.proposed_by or actor.id}:
        raise assignments.NotAssigned
    require_unchanged(file, seen=seen)
    return file
