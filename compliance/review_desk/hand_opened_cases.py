"""Cases that staff open about approved customers, and decide. No platform learns that there is one."""

import datetime as dt
import uuid

from compliance import gates, queries
from compliance.models import CaseOutcome, Customer, CustomerStatus, HandOpenedCase, Verification
from compliance.review_desk import assignments, decision_reasons
from compliance.verification import customer_statuses, reviews
from platforms import audit
from platforms.base import errors
from platforms.database.rows import by_key
from platforms.encryption import salted

_MUST = "must say what you saw"


class CaseNotFound(errors.NotFound):
    """There is no such case."""

    message = "There is no such case."


class NotOpened(errors.DomainError):
    """A case can't be opened about this customer now."""

    code = "INVALID_INPUT"


class CaseDecided(errors.DomainError):
    """Somebody has decided the case already."""

    code = "INVALID_INPUT"
    message = "This case was decided already. Open a new one if there is something new."


def open_case(*, customer_id: uuid.UUID, reason: str, actor: audit.Actor, now: dt.datetime) -> HandOpenedCase:
    """Open a case about an approved customer, which stays approved. Nothing is emitted.

    `reason`: 10 to 1000 characters. Raises CustomerNotFound, CustomerDeleted, InvalidInput and NotOpened: not approved,
    or a case about it waits already.
    """
    customer = _locked(customer_id)
    gates.require_live(deleted_at=customer.deleted_at)
    if customer.status != CustomerStatus.APPROVED:
        raise NotOpened("Only about an approved customer a case is opened by hand. Decide its verification instead.")
    if HandOpenedCase.objects.filter(customer=customer, decided_at=None).exists():
        raise NotOpened("A case about this customer waits already. Open it in the review queue.")
    case: HandOpenedCase = HandOpenedCase.objects.create(
        platform_id=customer.platform_id,
        customer=customer,
        reason=decision_reasons.checked(reason, must=_MUST),
        salt=salted.new_salt(),
        opened_at=now,
        opened_by=actor.id,
    )
    proof = salted.proof("HandOpenedCase", case.id, case.reason, salt=case.salt)
    audit.record(case, "customer.open_case", actor=actor, now=now, customer=customer.public_id, **proof)
    return case


def decide(
    *, case_id: uuid.UUID, outcome: CaseOutcome, reason: str, actor: audit.Actor, now: dt.datetime
) -> HandOpenedCase:
    """End a case. REJECTED rejects the customer at once, and the verification that is under review meanwhile.

    The platform is then told what it is told of every rejection, without a reason; of IN_ORDER nothing. `reason`: 10 to
    1000 characters. Raises CaseNotFound, CaseDecided, InvalidInput, and CustomerDeleted for a rejection.
    """
    customer_id = HandOpenedCase.objects.filter(id=case_id).values_list("customer_id", flat=True).first()
    if customer_id is None:
        raise CaseNotFound
    customer = _locked(customer_id)
    case: HandOpenedCase = HandOpenedCase.objects.select_for_update(of=("self",)).get(id=case_id)
    if case.decided_at is not None:
        raise CaseDecided
    case.outcome, case.conclusion, case.conclusion_salt = (
        outcome,
        decision_reasons.checked(reason, must=_MUST),
        salted.new_salt(),
    )
    case.decided_at, case.decided_by = now, actor.id
    case.save(update_fields=["outcome", "conclusion", "conclusion_salt", "decided_at", "decided_by"])
    if outcome == CaseOutcome.REJECTED:
        gates.require_live(deleted_at=customer.deleted_at)
        _reject(customer, case.conclusion, actor=actor, now=now)
    proof = salted.proof("HandOpenedCase.conclusion", case.id, case.conclusion, salt=case.conclusion_salt)
    said = {"customer": customer.public_id, "outcome": str(outcome)}
    audit.record(case, "hand_opened_case.decide", actor=actor, now=now, **said, **proof)
    return case


def forget(*, customer_id: uuid.UUID) -> int:
    """Empty the words of the cases about a customer; part of its erasure. Return how many cases there were."""
    cases = list(HandOpenedCase.objects.filter(customer=customer_id).select_for_update(of=("self",)).order_by("id"))
    for case in cases:
        case.reason = case.salt = case.conclusion = case.conclusion_salt = ""
        case.save(update_fields=["reason", "salt", "conclusion", "conclusion_salt"])
    return len(cases)


def _reject(customer: Customer, reason: str, *, actor: audit.Actor, now: dt.datetime) -> None:
    rows = Verification.objects.filter(customer=customer, status__in=reviews.UNDER_REVIEW)
    verification: Verification | None = rows.first()
    if verification is not None:
        reviews.reject(verification_id=verification.id, findings=(), reason=reason, actor=actor, now=now)
        assignments.end(verification=verification)
        return
    customer_statuses.change(customer, CustomerStatus.REJECTED, cause="review", actor=actor, now=now)


def _locked(customer_id: uuid.UUID) -> Customer:
    rows = Customer.objects.select_for_update(no_key=True, of=("self",)).select_related("platform")
    customer: Customer | None = by_key(rows, customer_id)
    if customer is None:
        raise queries.CustomerNotFound
    return customer
