"""Decisions about a hit: a different person with a similar name, or a true match."""

import datetime as dt
import uuid

from compliance import signals
from compliance.models import (
    HIT_TRANSITIONS,
    BeneficialOwner,
    Customer,
    CustomerStatus,
    HitState,
    ListKind,
    OwnerStatus,
    ScreeningHit,
    Verification,
    VerificationErrorType,
)
from compliance.providers.base import Finding
from compliance.review_desk import assignments
from compliance.verification import customer_statuses, reviews, verifications
from platforms import audit
from platforms.base import errors, states

_SHORTEST_REASON = 10
_LONGEST_REASON = 1000


class HitNotFound(errors.NotFound):
    """There is no such hit."""

    message = "There is no such hit."


def resolve(*, hit_id: uuid.UUID, state: HitState, reason: str, actor: audit.Actor, now: dt.datetime) -> ScreeningHit:
    """Decide an open hit. CONFIRMED rejects its customer at once, so that no money moves; CLEARED changes no status.

    CONFIRMED also rejects the owner whom it is about, and the verification under review, whose case is over then: the
    platform is told that the applicant is sanctioned, or for a list of another kind that the check was not passed.
    A payee's account is told by the signal `payee_decided`: its app ends the account for good, or lets it be paid.

    `state` is CLEARED or CONFIRMED, `reason` 10 to 1000 characters. Raises HitNotFound, InvalidInput, and
    ForbiddenTransition for a hit that is decided already.
    """
    about_whom = ScreeningHit.objects.filter(id=hit_id).values_list("customer_id", "subject").first()
    if about_whom is None:
        raise HitNotFound
    customer_id, subject = about_whom
    # The customer before the hit: the lock order of all operations. Without a customer, all hits of the payee.
    customer = None if customer_id is None else Customer.objects.select_for_update(no_key=True).get(id=customer_id)
    together = {"id": hit_id} if customer is not None else {"customer": None, "subject": subject}
    locked = {hit.id: hit for hit in ScreeningHit.objects.select_for_update().filter(**together).order_by("id")}
    hit: ScreeningHit = locked[hit_id]
    states.require(HIT_TRANSITIONS, hit.state, state)
    if not _SHORTEST_REASON <= len(reason.strip()) <= _LONGEST_REASON:
        raise errors.InvalidInput.field(
            "reason", f"must say why, in {_SHORTEST_REASON} to {_LONGEST_REASON} characters"
        )
    hit.state, hit.reason, hit.decided_at = state, reason.strip(), now
    hit.decided_by_kind, hit.decided_by_id = actor.kind, actor.id
    hit.save()
    about = {"account": subject} if customer is None else {"customer": customer.public_id}
    audit.record(hit, "screening_hit.resolve", actor=actor, now=now, state=state, **about)
    if customer is None:
        is_listed = state == HitState.CONFIRMED
        signals.payee_decided.send(sender=ScreeningHit, account=subject, is_listed=is_listed, actor=actor, now=now)
    elif state == HitState.CONFIRMED and not customer.is_deleted:
        _reject(customer, hit, actor=actor, now=now)
    return hit


def _reject(customer: Customer, hit: ScreeningHit, *, actor: audit.Actor, now: dt.datetime) -> None:
    owner = _owner(customer, hit)
    rows = Verification.objects.filter(customer=customer, status__in=reviews.UNDER_REVIEW)
    verification: Verification | None = rows.first()
    if verification is not None:
        finding = _finding(owner.public_id if owner else customer.public_id, hit)
        reviews.reject(verification_id=verification.id, findings=[finding], reason=hit.reason, actor=actor, now=now)
        assignments.end(verification=verification)
        return
    if owner is not None:
        verifications.set_owner(owner, OwnerStatus.REJECTED, cause="screening", actor=actor, now=now)
    if customer.status == CustomerStatus.REJECTED:
        return
    before = customer.status
    customer_statuses.assign(customer, CustomerStatus.REJECTED)
    customer.updated_at = now
    customer.save(update_fields=["kyc_status", "kyb_status", "updated_at"])
    customer_statuses.announce(customer, before=before, cause="screening", actor=actor, now=now)


def _owner(customer: Customer, hit: ScreeningHit) -> BeneficialOwner | None:
    """Return the owner whom a hit is about; None when it is about the customer itself."""
    owners: list[BeneficialOwner] = list(BeneficialOwner.objects.filter(customer=customer))
    return next((owner for owner in owners if owner.public_id == hit.subject), None)


def _finding(resource_id: str, hit: ScreeningHit) -> Finding:
    """Return what the platform is told. Not every list is one of sanctions, and none is named: that would be a hint."""
    is_sanction = hit.kind == ListKind.SANCTION
    kind = VerificationErrorType.APPLICANT_SANCTIONED if is_sanction else VerificationErrorType.APPLICANT_REJECTED
    return Finding(resource_id, kind, reviews.NOT_PASSED)
