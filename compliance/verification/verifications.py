"""Verifications: submit, check again, decide; the only writer of their status.

The decisions of reviewers are in `reviews`.
"""

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q

from compliance import representations
from compliance.models import (
    OWNER_TRANSITIONS,
    VERIFICATION_TRANSITIONS,
    BeneficialOwner,
    BeneficialOwnerStatusChange,
    Customer,
    CustomerStatus,
    CustomerType,
    Document,
    OwnerStatus,
    Verification,
    VerificationErrorType,
    VerificationStatus,
    VerificationStatusChange,
)
from compliance.models.document import DocumentType
from compliance.models.verification import FINAL
from compliance.providers import base, registry
from compliance.screening import screenings
from compliance.verification import completeness, customer_statuses, document_statuses, locks
from platforms import audit
from platforms.base import identifiers, states
from platforms.encryption import salted
from webhooks.outbox import events

_BEING_DECIDED = frozenset({VerificationStatus.IN_PROGRESS, VerificationStatus.PENDING_MANUAL_REVIEW})
_CAN_BE_RECHECKED = (
    VerificationStatus.RESOLVE_ERRORS,
    VerificationStatus.READY_FOR_VERIFICATION,
    VerificationStatus.PENDING_MANUAL_REVIEW,
)


def submit(*, platform_id: uuid.UUID, customer_id: object, actor: audit.Actor, now: dt.datetime) -> Verification:
    """Begin or continue the verification of a customer: list what is missing, or, when complete, have it decided.

    A verification under review, and the approved one of an approved customer, are returned unchanged.
    Raises CustomerNotFound and CustomerDeleted.
    """
    customer = locks.live_customer(platform_id=platform_id, customer_id=customer_id)
    current = _newest(customer)
    if current is not None and _is_answer(current, customer):
        return current
    if current is not None and current.status in FINAL:
        current = None
    case = case_of(customer, current)
    # The customers of a regulated platform are approved by its own licence: nothing is missing.
    is_exempt = customer.platform.is_regulated_financial_institution
    problems = [] if is_exempt else completeness.evaluate(case, today=now.date())
    status = VerificationStatus.RESOLVE_ERRORS if problems else VerificationStatus.IN_PROGRESS
    verification = current or _begin(customer, now=now)
    _keep_open_findings(verification, case)
    if not problems:
        verification.submitted_at = now
    move(verification, status, errors=problems, cause="submission", actor=actor, now=now)
    if is_exempt:
        settle(
            verification=verification,
            case=case,
            status=CustomerStatus.APPROVED,
            cause="exemption",
            actor=actor,
            now=now,
        )
    elif not problems:
        _have_decided(verification, case, actor=actor, now=now)
    said = {"customer": customer.public_id, "status": verification.status}
    audit.record(verification, "verification.submit", actor=actor, now=now, **said)
    return verification


def recheck(
    *, customer: Customer, facts_changed: bool = False, actor: audit.Actor = audit.SYSTEM, now: dt.datetime
) -> None:
    """Check an open verification again, after its customer, an owner or a document has changed.

    Needs the lock on the customer. `facts_changed`: the facts differ from those that a reviewer has seen, so a
    verification under review goes back and has to be submitted again. Costs one statement when none is open.
    """
    found = Verification.objects.filter(customer=customer, status__in=_CAN_BE_RECHECKED)
    verification: Verification | None = found.first()
    is_reviewed = verification is not None and verification.status == VerificationStatus.PENDING_MANUAL_REVIEW
    if verification is None or (is_reviewed and not facts_changed):
        return
    case = case_of(customer, verification)
    problems = completeness.evaluate(case, today=now.date())
    if problems == verification.errors and not is_reviewed:
        return
    _keep_open_findings(verification, case)
    status = VerificationStatus.RESOLVE_ERRORS if problems else VerificationStatus.READY_FOR_VERIFICATION
    move(verification, status, errors=problems, cause="recheck", actor=actor, now=now)


def move(
    verification: Verification,
    status: VerificationStatus,
    *,
    errors: Sequence[completeness.Problem],
    cause: str,
    actor: audit.Actor,
    now: dt.datetime,
    reason: str = "",
    grounds: Sequence[Mapping[str, str]] = (),
) -> VerificationStatusChange | None:
    """Save a verification with its new status, write its history row and its event, and return that row.

    When only the errors have changed, the row is saved without an event: the errors are in the reply to the request
    that changed them. A transition that the table lacks is a bug.
    """
    before = verification.status
    verification.status, verification.errors, verification.updated_at = status, list(errors), now
    verification.decided_at = now if status in FINAL else None
    if before == status:
        verification.save()
        return None
    if before:
        states.require(VERIFICATION_TRANSITIONS, before, status)
    verification.save(force_insert=not before, force_update=bool(before))
    change: VerificationStatusChange = VerificationStatusChange.objects.create(
        verification=verification,
        from_status=before,
        to_status=status,
        at=now,
        cause=cause,
        reason=reason,
        salt=salted.new_salt() if reason else "",
        errors=verification.errors,
        grounds=[dict(each) for each in grounds],
        actor_kind=actor.kind,
        actor_id=actor.id,
    )
    events.emit(
        platform_id=verification.platform_id,
        type=f"VERIFICATION.{status}",
        resource=verification.public_id,
        data=representations.verification(verification),
        now=now,
    )
    return change


def settle(
    *,
    verification: Verification,
    case: completeness.Case,
    status: CustomerStatus,
    cause: str,
    actor: audit.Actor,
    now: dt.datetime,
    findings: Iterable[base.Finding] = (),
    reason: str = "",
) -> VerificationStatusChange | None:
    """Carry a decision out: set the resulting statuses of the verification and its customer. Return what `move` does.

    `status` APPROVED, REJECTED, or PENDING: a person decides. A rejection lets documents be replaced.
    """
    outcome = {
        CustomerStatus.APPROVED: VerificationStatus.APPROVED,
        CustomerStatus.REJECTED: VerificationStatus.REJECTED,
        CustomerStatus.PENDING: VerificationStatus.PENDING_MANUAL_REVIEW,
    }[status]
    if status == CustomerStatus.REJECTED:
        document_statuses.reject(customer_id=case.customer.id, now=now)
    customer_statuses.change(case.customer, status, cause=cause, actor=actor, now=now)
    named = list(findings)
    problems = [as_problem(finding) for finding in named]
    grounds = [{"resourceId": each.resource_id, "ground": each.ground} for each in named if each.ground]
    return move(
        verification,
        outcome,
        errors=problems,
        cause=cause,
        reason=reason,
        grounds=grounds,
        actor=actor,
        now=now,
    )


def case_of(customer: Customer, verification: Verification | None) -> completeness.Case:
    """Return the facts that a verification is, or would be, based on; two queries."""
    is_business = customer.customer_type == CustomerType.BUSINESS
    owners = list(BeneficialOwner.objects.filter(customer=customer)) if is_business else []
    holds = Q(customer=customer) | Q(beneficial_owner__in=[owner.id for owner in owners])
    shown = list(Document.objects.filter(holds, deleted_at=None).order_by("created_at", "id"))
    return completeness.Case(customer, owners, shown, verification.findings if verification else ())


def latest_case(customer: Customer) -> completeness.Case:
    """Return the facts of a customer with what reviewers have found in its newest verification."""
    return case_of(customer, _newest(customer))


def set_owner(owner: BeneficialOwner, status: str, *, cause: str, actor: audit.Actor, now: dt.datetime) -> None:
    """Save an owner's new status with its history row; the same status again changes nothing."""
    before = owner.kyc_status
    if before == status:
        return
    states.require(OWNER_TRANSITIONS, before, status)
    owner.kyc_status, owner.updated_at = status, now
    owner.save(update_fields=["kyc_status", "updated_at"])
    write_owner_history(owner, before=before, cause=cause, actor=actor, now=now)


def write_owner_history(
    owner: BeneficialOwner, *, before: str, cause: str, actor: audit.Actor, now: dt.datetime
) -> None:
    """Write the history row of an owner's status; `before` is empty for a new owner."""
    BeneficialOwnerStatusChange.objects.create(
        beneficial_owner=owner,
        from_status=before,
        to_status=owner.kyc_status,
        at=now,
        cause=cause,
        actor_kind=actor.kind,
        actor_id=actor.id,
    )


def as_problem(finding: base.Finding) -> completeness.Problem:
    """Return a finding as the API shows it."""
    accepted = [DocumentType(one) for one in finding.accepted]
    return completeness.problem(
        finding.resource_id,
        VerificationErrorType(finding.type),
        finding.reason,
        field=finding.field,
        accepted=accepted,
    )


def _newest(customer: Customer) -> Verification | None:
    rows = Verification.objects.filter(platform_id=customer.platform_id, customer=customer)
    newest: Verification | None = rows.order_by("-created_at", "-id").first()
    return newest


def _is_answer(verification: Verification, customer: Customer) -> bool:
    is_approved = verification.status == VerificationStatus.APPROVED and customer.status == CustomerStatus.APPROVED
    return is_approved or verification.status in _BEING_DECIDED


def _begin(customer: Customer, *, now: dt.datetime) -> Verification:
    return Verification(
        id=identifiers.new_key(), platform_id=customer.platform_id, customer=customer, created_at=now, updated_at=now
    )


def _keep_open_findings(verification: Verification, case: completeness.Case) -> None:
    verification.findings = [dict(finding) for finding in completeness.open_findings(case)]


def _have_decided(verification: Verification, case: completeness.Case, *, actor: audit.Actor, now: dt.datetime) -> None:
    customer = case.customer
    document_statuses.submit(customer_id=customer.id, now=now)
    needs_people = screenings.screen_customer(
        customer=customer, owners=case.owners, cause=screenings.VERIFICATION, actor=actor, now=now
    )
    decision = registry.for_platform(customer.platform.environment).decide(_submission(case))
    status = decision.status
    if needs_people and status == CustomerStatus.APPROVED:
        # A possible match with a watchlist is not approved before a person has looked.
        status = CustomerStatus.PENDING
    if status is None:
        # The reviewer or vendor will decide through `reviews`.
        customer_statuses.change(customer, CustomerStatus.PENDING, cause="verification", actor=actor, now=now)
    else:
        settle(
            verification=verification,
            case=case,
            status=status,
            findings=decision.findings,
            cause="verification",
            actor=actor,
            now=now,
        )


def _submission(case: completeness.Case) -> base.Submission:
    customer = case.customer
    if customer.customer_type == CustomerType.INDIVIDUAL:
        person = base.Individual(customer.full_name, customer.birth_date, customer.nationality, customer.address)
        return base.Submission(customer.public_id, individual=person, platform_id=customer.platform_id)
    owners = tuple(
        base.Owner(owner.public_id, OwnerStatus(owner.kyc_status), owner.personal_info) for owner in case.owners
    )
    business: dict[str, Any] = customer.business_info or {}
    return base.Submission(customer.public_id, business=business, owners=owners, platform_id=customer.platform_id)
