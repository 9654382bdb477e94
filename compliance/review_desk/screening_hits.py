"""Decisions about a hit: somebody else, a true match that is rejected or accepted, or undecided for now."""

import datetime as dt
import uuid

from compliance import signals
from compliance.models import (
    HIT_TRANSITIONS,
    NOT_PASSED,
    BeneficialOwner,
    Customer,
    CustomerStatus,
    HitState,
    ListKind,
    OwnerStatus,
    RejectionGround,
    ScreeningHit,
    SourceOfFunds,
    Verification,
    VerificationErrorType,
)
from compliance.providers.base import Finding
from compliance.review_desk import assignments, decision_reasons
from compliance.verification import customer_statuses, reviews, verifications
from platforms import audit
from platforms.base import errors, identifiers, states
from platforms.encryption import salted

_LONGEST_UNTIL_REVIEW = dt.timedelta(days=366)


class HitNotFound(errors.NotFound):
    """There is no such hit."""

    message = "There is no such hit."


class MayNotBeAccepted(errors.DomainError):
    """The hit is one of a list of sanctions: who stands on it may not be a customer."""

    code = "INVALID_INPUT"
    message = (
        "Only a match with a list of politically exposed persons can be accepted. Who is on a list of sanctions is "
        "rejected: choose the true match in Decide."
    )


def resolve(*, hit_id: uuid.UUID, state: HitState, reason: str, actor: audit.Actor, now: dt.datetime) -> ScreeningHit:
    """Decide an open hit. CONFIRMED rejects its customer at once, so that no money moves; CLEARED changes no status.

    CONFIRMED also rejects the owner whom it is about, and the verification under review, whose case is over then: the
    platform is told that the applicant is sanctioned, or for a list of another kind that the check was not passed.
    A payee's account is told by the signal `payee_decided`: its app ends the account for good, or lets it be paid.
    MORE_ASKED decides nothing: it notes what was asked for, and the hit goes on holding up what an open one does.

    `state` is CLEARED, CONFIRMED or MORE_ASKED, `reason` 10 to 1000 characters. Raises HitNotFound, InvalidInput, and
    ForbiddenTransition for a hit that is decided already.
    """
    if state == HitState.ACCEPTED:
        raise errors.InvalidInput.field("state", "a true match is accepted by two people, with the source of funds")
    customer, hit = _locked(hit_id)
    _decide(hit, state, reason, actor=actor, now=now)
    if state == HitState.MORE_ASKED:
        return hit
    if customer is None:
        is_listed = state == HitState.CONFIRMED
        signals.payee_decided.send(sender=ScreeningHit, account=hit.subject, is_listed=is_listed, actor=actor, now=now)
    elif state == HitState.CONFIRMED and not customer.is_deleted:
        _reject(customer, hit, actor=actor, now=now)
    return hit


def accept(
    *,
    hit_id: uuid.UUID,
    source_of_funds: SourceOfFunds,
    review_on: dt.date,
    reason: str,
    actor: audit.Actor,
    now: dt.datetime,
) -> ScreeningHit:
    """Record that it is the politically exposed person on the list, and that they may be a customer all the same.

    It changes no status: the customer, or the business that the person owns, is approved as others are. Two people
    stand behind it: `actor` with its `proposed_by`. `review_on`, after today and within a year, is the day from which
    the match is looked at again; then it is accepted anew, or confirmed. `reason`: 10 to 1000 characters, what was
    compared and what shows the source of funds.

    Raises HitNotFound, InvalidInput, ForbiddenTransition for a hit that is decided otherwise, and MayNotBeAccepted for
    one of a list of sanctions.
    """
    _, hit = _locked(hit_id)
    if hit.kind != ListKind.PEP:
        raise MayNotBeAccepted
    if not now.date() < review_on <= now.date() + _LONGEST_UNTIL_REVIEW:
        raise errors.InvalidInput.field("review_on", "must be a day after today, and within a year")
    hit.source_of_funds, hit.review_on, hit.proposed_by = SourceOfFunds(source_of_funds), review_on, actor.proposed_by
    _decide(hit, HitState.ACCEPTED, reason, actor=actor, now=now)
    return hit


def _locked(hit_id: uuid.UUID) -> tuple[Customer | None, ScreeningHit]:
    """Lock a hit behind its customer, as all operations do; without a customer, behind all hits of the payee."""
    found = ScreeningHit.objects.filter(id=hit_id).values_list("customer_id", "subject").first()
    if found is None:
        raise HitNotFound
    customer_id, subject = found
    customer = None if customer_id is None else Customer.objects.select_for_update(no_key=True).get(id=customer_id)
    together = {"id": hit_id} if customer is not None else {"customer": None, "subject": subject}
    locked = {hit.id: hit for hit in ScreeningHit.objects.select_for_update().filter(**together).order_by("id")}
    return customer, locked[hit_id]


def _decide(hit: ScreeningHit, state: HitState, reason: str, *, actor: audit.Actor, now: dt.datetime) -> None:
    states.require(HIT_TRANSITIONS, hit.state, state)
    hit.state, hit.reason, hit.decided_at = state, decision_reasons.checked(reason), now
    hit.salt = salted.new_salt()
    hit.decided_by_kind, hit.decided_by_id = actor.kind, actor.id
    hit.save()
    about = {"account": hit.subject}
    if hit.customer_id is not None:
        about = {"customer": identifiers.public("Customer", hit.customer_id)}
    verb = "screening_hit.resolve"
    if state == HitState.ACCEPTED:
        verb = "screening_hit.accept"
        about |= {"sourceOfFunds": str(hit.source_of_funds), "reviewOn": str(hit.review_on)}
    about |= salted.proof("ScreeningHit", hit.id, hit.reason, salt=hit.salt)
    audit.record(hit, verb, actor=actor, now=now, state=state, **about)


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
    customer_statuses.change(customer, CustomerStatus.REJECTED, cause="screening", actor=actor, now=now)


def _owner(customer: Customer, hit: ScreeningHit) -> BeneficialOwner | None:
    """Return the owner whom a hit is about; None when it is about the customer itself."""
    owners: list[BeneficialOwner] = list(BeneficialOwner.objects.filter(customer=customer))
    return next((owner for owner in owners if owner.public_id == hit.subject), None)


def _finding(resource_id: str, hit: ScreeningHit) -> Finding:
    """Return what the platform is told. Not every list is one of sanctions, and none is named: that would be a hint."""
    is_sanction = hit.kind == ListKind.SANCTION
    kind = VerificationErrorType.APPLICANT_SANCTIONED if is_sanction else VerificationErrorType.APPLICANT_REJECTED
    ground = RejectionGround.SANCTIONED if is_sanction else RejectionGround.EXPOSED
    return Finding(resource_id, kind, NOT_PASSED, ground=ground)
