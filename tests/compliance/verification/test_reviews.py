"""What reviewers do with a verification: approve, reject, ask for more; and what they can't."""

import pytest

from compliance.models import BeneficialOwnerStatusChange, VerificationErrorType, VerificationStatusChange
from compliance.providers.base import Finding
from compliance.verification import reviews
from platforms.base import errors
from platforms.models import AuditEntry
from tests.support.compliance import cases
from tests.support.compliance.reviewing import REVIEWER, review, shown, told_of

pytestmark = pytest.mark.django_db
DOCUMENT = VerificationErrorType.INVALID_DOCUMENT
FRAUD = VerificationErrorType.APPLICANT_FRAUD


def waiting(api):
    """A business with an owner whose check is pending, and its verification under review."""
    customer, person = cases.complete_business(api, last_name="Marsh001")
    verification = cases.submit(api, customer)
    assert verification["verificationStatus"] == "PENDING_MANUAL_REVIEW"
    return customer, person, verification


def test_an_approval_reaches_the_customer_and_the_owners_who_waited(api):
    customer, person, verification = waiting(api)

    review(reviews.approve, verification)

    assert shown(api, verification)["verificationStatus"] == "APPROVED"
    assert api.get(f"/customers/{customer}").json()["kybStatus"] == "APPROVED"
    assert api.get(f"/beneficial-owners/{person['id']}").json()["kycStatus"] == "APPROVED"
    assert told_of(verification["id"])[-1] == "VERIFICATION.APPROVED"
    assert told_of(customer) == ["CUSTOMER.KYB_PENDING", "CUSTOMER.KYB_APPROVED"]
    change = VerificationStatusChange.objects.latest("id")
    assert (change.cause, change.reason, change.actor_kind, change.actor_id) == (
        "review",
        "Seen by me.",
        "STAFF",
        "rita",
    )
    assert BeneficialOwnerStatusChange.objects.latest("id").cause == "review"
    assert AuditEntry.objects.get(verb="verification.approve").subject == verification["id"]


def test_an_owner_who_was_approved_by_a_person_is_not_asked_about_again(api):
    customer, person, verification = waiting(api)
    review(reviews.approve, verification)
    api.patch(f"/customers/{customer}", {"customerType": "BUSINESS", "businessInfo": {"legalName": "Basalt Inc"}})

    assert cases.submit(api, customer)["verificationStatus"] == "APPROVED"
    assert api.get(f"/beneficial-owners/{person['id']}").json()["kycStatus"] == "APPROVED"


def test_a_rejection_names_the_owner_it_is_about(api):
    customer, person, verification = waiting(api)

    review(reviews.reject, verification, findings=[Finding(person["id"], FRAUD, "Another person.")])

    assert api.get(f"/customers/{customer}").json()["kybStatus"] == "REJECTED"
    assert api.get(f"/beneficial-owners/{person['id']}").json()["kycStatus"] == "REJECTED"
    assert told_of(verification["id"])[-1] == "VERIFICATION.REJECTED"


def test_a_rejection_without_a_ground_says_only_that(api):
    customer, _, verification = waiting(api)

    review(reviews.reject, verification, findings=[])

    assert shown(api, verification)["errors"] == [
        {"resourceId": customer, "type": "APPLICANT_REJECTED", "reason": "The identity check was not passed."}
    ]


@pytest.mark.parametrize("verb", [reviews.approve, reviews.reject, reviews.request_information])
def test_what_is_decided_is_not_decided_again(api, verb):
    customer, _, verification = waiting(api)
    review(reviews.approve, verification)
    arguments = {} if verb is reviews.approve else {"findings": [Finding(customer, FRAUD, "Too late.")]}

    with pytest.raises(reviews.NotUnderReview):
        review(verb, verification, **arguments)


@pytest.mark.parametrize("verb", [reviews.approve, reviews.reject, reviews.request_information])
def test_a_reviewer_gives_a_reason(api, verb):
    _, _, verification = waiting(api)
    arguments: dict[str, object] = {} if verb is reviews.approve else {"findings": []}

    with pytest.raises(errors.InvalidInput) as refused:
        verb(verification_id=verification["id"].partition(":")[2], reason=" ", actor=REVIEWER, now=None, **arguments)

    assert refused.value.problems == [{"field": "reason", "reason": "is needed"}]


def test_findings_are_about_this_verification(api):
    _, person, verification = waiting(api)
    elsewhere = cases.business(api)
    findings = [
        Finding(elsewhere, VerificationErrorType.INVALID_FIELD, "Not ours."),
        Finding(person["id"], DOCUMENT, "Not a document."),
        Finding(person["id"], VerificationErrorType.INVALID_FIELD, ""),
    ]

    with pytest.raises(errors.InvalidInput) as refused:
        review(reviews.request_information, verification, findings=findings)

    assert [problem["field"] for problem in refused.value.problems] == [
        "findings.0.resourceId",
        "findings.1.resourceId",
        "findings.2.reason",
    ]


@pytest.mark.parametrize("grounds", [[], [FRAUD]])
def test_more_is_asked_for_only_with_something_to_resolve(api, grounds):
    customer, _, verification = waiting(api)

    with pytest.raises(errors.InvalidInput):
        review(reviews.request_information, verification, findings=[Finding(customer, kind, "x") for kind in grounds])

    assert shown(api, verification)["verificationStatus"] == "PENDING_MANUAL_REVIEW"
