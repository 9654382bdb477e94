"""Decisions at the desk: by the assigned reviewer, about the case as shown; and overturning a rejection."""

import pytest

from compliance.models import (
    BeneficialOwner,
    Document,
    HitState,
    ReviewAssignment,
    ScreeningHit,
    VerificationErrorType,
    VerificationStatusChange,
)
from compliance.providers.base import Finding
from compliance.review_desk import assignments, decisions, notes, screening_hits
from compliance.verification import reviews
from platforms.base import clock, errors
from tests.backoffice.review_desk.conftest import LENA, ROB, claim, do, waiting_person
from tests.support.compliance import cases
from tests.support.compliance.reviewing import told_of
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db
UNREADABLE = VerificationErrorType.UNREADABLE_DOCUMENT


def decide(verb, case, **arguments):
    return do(verb, case, **({"seen": case.seen, "is_lead": False} | arguments))


def status(api, case) -> str:
    return str(api.get(f"/verifications/{case.verification}").json()["verificationStatus"])


def passport_of(case) -> Document:
    holder = case.owner["id"] if case.owner else case.customer
    documents: list[Document] = list(Document.objects.order_by("id"))
    return next(document for document in documents if document.holder_id == holder)


def test_who_has_the_case_decides_and_has_it_no_longer(api, business):
    claim(business)

    decide(decisions.approve, business)

    assert status(api, business) == "APPROVED"
    assert ReviewAssignment.objects.get().assigned_to == ""


@pytest.mark.parametrize("verb", [decisions.approve, decisions.reject, decisions.request_information])
def test_nobody_decides_about_what_somebody_else_has(api, business, verb):
    claim(business)
    findings = {} if verb is decisions.approve else {"findings": ()}

    with pytest.raises(assignments.NotAssigned):
        decide(verb, business, actor=ROB, **findings)

    assert status(api, business) == "PENDING_MANUAL_REVIEW"


def test_a_lead_reviewer_decides_about_any_case(api, business):
    claim(business)

    decide(decisions.approve, business, actor=LENA, is_lead=True)

    assert status(api, business) == "APPROVED"


def test_who_asked_for_more_gets_the_case_back(api, individual):
    claim(individual)
    finding = Finding(passport_of(individual).public_id, UNREADABLE, "Blurred.")

    decide(decisions.request_information, individual, findings=[finding])
    Desk(api).replace(finding.resource_id, name="passport.png", country="GB")
    cases.submit(api, individual.customer)

    assert status(api, individual) == "PENDING_MANUAL_REVIEW"
    assert ReviewAssignment.objects.get().assigned_to == "rita"


def test_a_note_of_a_colleague_is_read_before_a_decision(business):
    claim(business)
    seen = business.seen
    do(notes.add, business, actor=ROB, reason=None, text="I know this registrar: the seal is wrong.")

    with pytest.raises(decisions.CaseChanged, match="Changed since you opened this case: notes"):
        decide(decisions.approve, business, seen=seen)


def test_a_hit_that_came_since_is_seen_before_a_decision(business):
    claim(business)
    seen = business.seen
    BeneficialOwner.objects.update(updated_at=clock.real_now())
    Document.objects.update(updated_at=clock.real_now())

    with pytest.raises(decisions.CaseChanged, match="this case: beneficial owners and documents"):
        decide(decisions.reject, business, seen=seen, findings=())


@pytest.mark.parametrize("seen", ["", "nonsense", "a-b-c-d-e-f"])
def test_a_version_that_is_none_is_refused(business, seen):
    claim(business)

    with pytest.raises(decisions.CaseChanged):
        decide(decisions.approve, business, seen=seen)


# Asking for what is not there: such a finding is resolved by the thing itself.


def test_a_missing_document_is_resolved_when_it_is_uploaded(api, business):
    claim(business)
    register = Finding(
        business.customer,
        VerificationErrorType.MISSING_OWNERSHIP_STRUCTURE_DOCUMENT,
        "The excerpt names no shares.",
        accepted=("SHAREHOLDER_REGISTER",),
    )
    decide(decisions.request_information, business, findings=[register])

    Desk(api).uploaded(business.customer, documentType="TAX_RETURN")
    assert status(api, business) == "RESOLVE_ERRORS"
    Desk(api).uploaded(business.customer, documentType="SHAREHOLDER_REGISTER")

    assert status(api, business) == "READY_FOR_VERIFICATION"


def test_a_missing_owner_is_resolved_when_one_is_added(api, business):
    claim(business)
    missing = Finding(business.customer, VerificationErrorType.MISSING_BENEFICIAL_OWNER, "40 % belong to somebody.")
    decide(decisions.request_information, business, findings=[missing])

    cases.owner(api, business.customer, share=40, roles=("UBO",), firstName="Bea", identifier="123-45-6780")

    left = api.get(f"/verifications/{business.verification}").json()["errors"]
    assert [error["type"] for error in left] == ["MISSING_IDENTITY_DOCUMENT"]


# Overturning a rejection.


def test_a_reopened_verification_waits_again_with_its_customer_owners_and_documents(api, business):
    fraud = Finding(business.owner["id"], VerificationErrorType.APPLICANT_FRAUD, "Another person.")
    do(reviews.reject, business, findings=[fraud])

    do(reviews.reopen, business, reason="The register was out of date.")

    shown = api.get(f"/verifications/{business.verification}").json()
    assert (shown["verificationStatus"], shown["errors"]) == ("PENDING_MANUAL_REVIEW", [])
    assert api.get(f"/customers/{business.customer}").json()["kybStatus"] == "PENDING"
    assert api.get(f"/beneficial-owners/{business.owner['id']}").json()["kycStatus"] == "PENDING"
    assert set(Document.objects.values_list("status", flat=True)) == {"SUBMITTED"}
    assert told_of(business.verification)[-2:] == ["VERIFICATION.REJECTED", "VERIFICATION.PENDING_MANUAL_REVIEW"]
    change = VerificationStatusChange.objects.latest("id")
    assert (change.cause, change.from_status) == ("reopening", "REJECTED")
    assert change.reason == "The register was out of date."
    assert business.row.decided_at is None


def test_a_reopened_verification_can_be_approved(api, business):
    do(reviews.reject, business, findings=())
    do(reviews.reopen, business)
    claim(business)

    decide(decisions.approve, business)

    assert api.get(f"/customers/{business.customer}").json()["kybStatus"] == "APPROVED"


@pytest.mark.parametrize("verb", [reviews.approve, None])
def test_only_a_rejection_is_overturned(business, verb):
    if verb is not None:
        do(verb, business)

    with pytest.raises(reviews.NotReopened, match="Only a rejected"):
        do(reviews.reopen, business)


def test_a_rejection_that_was_followed_by_another_attempt_stays(api, individual):
    do(reviews.reject, individual, findings=())
    api.patch(f"/customers/{individual.customer}", {"customerType": "INDIVIDUAL", "fullName": "Bob Somebody 001"})
    cases.submit(api, individual.customer)

    with pytest.raises(reviews.NotReopened, match="another verification"):
        do(reviews.reopen, individual)


def test_whoever_is_on_a_list_is_not_brought_back(api):
    listed = waiting_person(api, "Zebulon Quarrymoor", birthDate="1961-04-12", nationality="AQ")
    hit = ScreeningHit.objects.get()
    do(screening_hits.resolve, hit_id=hit.id, state=HitState.CONFIRMED, reason="The same passport number.")

    with pytest.raises(reviews.NotReopened, match="hit was confirmed"):
        do(reviews.reopen, listed)


def test_what_is_no_longer_complete_has_to_be_submitted_again(api, individual):
    do(reviews.reject, individual, findings=())
    api.delete(f"/documents/{passport_of(individual).public_id}")

    with pytest.raises(reviews.NotReopened, match="no longer complete"):
        do(reviews.reopen, individual)


def test_reopening_needs_a_reason(business):
    do(reviews.reject, business, findings=())

    with pytest.raises(errors.InvalidInput):
        do(reviews.reopen, business, reason=" ")
