"""Every kind of error that a verification can show, and how each goes away."""

import datetime as dt

import pytest

from compliance.models import VerificationErrorType
from compliance.providers.base import Finding
from compliance.verification import reviews
from platforms.base import clock
from tests.support import factories
from tests.support.compliance import cases, sample_documents
from tests.support.compliance.reviewing import review, shown
from tests.support.compliance.sending import Desk

pytestmark = pytest.mark.django_db
CATEGORIES = {
    "LEGAL_PRESENCE": {"CERTIFICATE_OF_INCORPORATION"},
    "COMPANY_DETAILS": {"CERTIFICATE_OF_INCORPORATION", "GOOD_STANDING_CERTIFICATE", "INCUMBENCY_CERTIFICATE"},
    "CONTROL_STRUCTURE": {"INCUMBENCY_CERTIFICATE"},
    "OWNERSHIP_STRUCTURE": {"SHAREHOLDER_REGISTER", "INCUMBENCY_CERTIFICATE"},
    "PROOF_OF_ADDRESS": {"PROOF_OF_ADDRESS"},
}
"""What a business needs, with the documents of this test that serve each need."""
ABOUT_DOCUMENTS = [
    "INVALID_DOCUMENT",
    "EXPIRED_DOCUMENT",
    "POOR_QUALITY_DOCUMENT",
    "SUSPECTED_FRAUD_DOCUMENT",
    "WRONG_DOCUMENT_TYPE",
    "INCOMPLETE_DOCUMENT",
    "UNREADABLE_DOCUMENT",
    "DOCUMENT_VERIFICATION_FAILED",
]
ABOUT_APPLICANTS = ["APPLICANT_SANCTIONED", "APPLICANT_FRAUD", "APPLICANT_CRIMINAL_RECORD", "APPLICANT_REJECTED"]


@pytest.fixture
def under_review(api):
    customer, _ = cases.complete_business(api, registrationNumber="5523001")
    return customer, cases.submit(api, customer)


@pytest.mark.parametrize(
    "held",
    [
        {"CERTIFICATE_OF_INCORPORATION"},
        {"INCUMBENCY_CERTIFICATE"},
        {"SHAREHOLDER_REGISTER", "PROOF_OF_ADDRESS"},
        {"GOOD_STANDING_CERTIFICATE", "CERTIFICATE_OF_INCORPORATION", "INCUMBENCY_CERTIFICATE"},
    ],
    ids=lambda held: ", ".join(sorted(held)),
)
def test_each_category_of_documents_is_asked_for_until_one_is_there(api, held):
    customer = cases.business(api)
    person = cases.owner(api, customer)
    Desk(api).uploaded(person["id"])
    for document_type in sorted(held):
        Desk(api).uploaded(customer, documentType=document_type)

    lacking = [kind for kind, _ in cases.kinds(cases.submit(api, customer))]

    assert lacking == [f"MISSING_{category}_DOCUMENT" for category, serve in CATEGORIES.items() if not serve & held]


@pytest.mark.parametrize(
    ("share", "roles", "is_asked"),
    [
        (25, ["UBO"], True),
        (24.999999, ["UBO"], False),
        (0, ["CONTROL_PERSON"], True),
        (0, ["DIRECTOR"], True),
        (0, ["COMPANY_OFFICER"], False),
    ],
)
def test_owners_of_a_quarter_and_those_in_control_prove_who_they_are(api, share, roles, is_asked):
    customer, _ = cases.complete_business(api)
    person = cases.owner(api, customer, share=share, roles=roles)

    asked = [error["resourceId"] for error in cases.submit(api, customer)["errors"]]

    assert asked == ([person["id"]] if is_asked else [])


@pytest.mark.parametrize("roles", [["UBO"], ["COMPANY_OFFICER", "TRUSTEE"], ["GENERAL_PARTNER"]])
def test_somebody_must_be_in_control(api, roles):
    customer = cases.business(api)
    person = cases.owner(api, customer, share=10, roles=roles)
    cases.papers(api, customer, person)

    lacking = cases.submit(api, customer)
    api.patch(f"/beneficial-owners/{person['id']}", {"roles": ["CONTROL_PERSON"]})

    assert cases.kinds(lacking) == [("MISSING_BENEFICIAL_OWNER", "")]
    assert shown(api, lacking)["verificationStatus"] == "READY_FOR_VERIFICATION"


@pytest.mark.parametrize(
    ("entity_type", "roles", "papers"),
    [
        ("SOLE_PROPRIETORSHIP", ["UBO"], ["CERTIFICATE_OF_INCORPORATION"]),
        ("PARTNERSHIP", ["GENERAL_PARTNER"], ["STATE_REGISTRY_EXCERPT"]),
        ("NON_PROFIT", ["TRUSTEE"], ["CERTIFICATE_OF_INCORPORATION", "INFORMATION_STATEMENT"]),
        ("OTHER", ["TRUSTEE"], ["STATE_REGISTRY_EXCERPT"]),
        ("CORPORATION", ["DIRECTOR"], ["STATE_REGISTRY_EXCERPT"]),
    ],
)
def test_the_legal_form_decides_what_is_needed(api, entity_type, roles, papers):
    customer = cases.business(api, entityType=entity_type)
    Desk(api).uploaded(cases.owner(api, customer, roles=roles)["id"])
    for document_type in [*papers, "PROOF_OF_ADDRESS"]:
        Desk(api).uploaded(customer, documentType=document_type)

    assert cases.submit(api, customer)["errors"] == []


@pytest.mark.parametrize(
    ("country", "entity_type", "tax_id", "is_right"),
    [
        ("US", "LLC", "12-3456789", True),
        ("US", "LLC", "123456789", True),
        ("US", "LLC", "123-45-6789", False),
        ("US", "SOLE_PROPRIETORSHIP", "123-45-6789", True),
        ("US", "LLC", "00-1234567", False),
        ("BR", "LLC", "16.727.230/0001-97", True),
        ("BR", "LLC", "16.727.230/0001-98", False),
        ("DE", "LLC", "whatever they write", True),
    ],
)
def test_a_tax_number_has_the_form_of_its_country(api, country, entity_type, tax_id, is_right):
    customer, _ = cases.complete_business(api, country=country, entityType=entity_type, taxId=tax_id)

    found = cases.kinds(cases.submit(api, customer))

    assert found == ([] if is_right else [("INVALID_FIELD", "customer.businessInfo.taxId")])


@pytest.mark.parametrize(("days", "found"), [(1, [("INVALID_FIELD", "customer.birthDate")]), (0, [])])
def test_an_individual_is_of_age(within_an_hour, api, days, found):
    born = factories.born(clock.real_now().date(), years=18) + dt.timedelta(days)
    customer = api.customer("Young Carol", birthDate=born.isoformat())
    Desk(api).uploaded(customer)

    assert cases.kinds(cases.submit(api, customer)) == found


@pytest.mark.parametrize("document_type", ["DRIVERS_LICENSE", "NATIONAL_ID"])
@pytest.mark.parametrize(
    ("sides", "lacking"),
    [(["FRONT"], "BACK"), (["BACK"], "FRONT"), ([None], "FRONT and BACK"), (["FRONT", "BACK"], None)],
)
def test_a_card_is_shown_from_both_sides(api, document_type, sides, lacking):
    customer = api.customer("Carol")
    desk = Desk(api)
    documents = [
        desk.uploaded(customer, documentType=document_type, **({"side": side} if side else {})) for side in sides
    ]

    errors = cases.submit(api, customer)["errors"]

    expected = {
        "resourceId": documents[0]["id"],
        "type": "INCOMPLETE_DOCUMENT",
        "field": "side",
        "acceptedDocumentTypes": [document_type],
        "reason": f"Both sides of this document are needed. Missing: {lacking}.",
    }
    assert errors == ([expected] if lacking else [])


@pytest.mark.parametrize("kind", ABOUT_DOCUMENTS)
def test_a_document_that_a_reviewer_refuses_is_replaced_and_submitted_again(api, under_review, kind):
    customer, verification = under_review
    document = api.get("/documents", documentHolder=customer).json()["data"][0]["id"]
    finding = Finding(document, VerificationErrorType(kind), "Send another one.", accepted=("PROOF_OF_ADDRESS",))

    review(reviews.request_information, verification, findings=[finding])
    asked = shown(api, verification)
    again = cases.submit(api, customer)
    replaced = Desk(api).replace(document, sample_documents.jpeg(), name="proof.jpg")
    ready = shown(api, verification)

    assert (asked["verificationStatus"], again["verificationStatus"]) == ("RESOLVE_ERRORS", "RESOLVE_ERRORS")
    assert asked["errors"] == again["errors"]
    assert asked["errors"] == [
        {
            "resourceId": document,
            "type": kind,
            "acceptedDocumentTypes": ["PROOF_OF_ADDRESS"],
            "reason": "Send another one.",
        }
    ]
    assert replaced.status_code == 200
    assert (ready["verificationStatus"], ready["errors"]) == ("READY_FOR_VERIFICATION", [])
    assert cases.submit(api, customer)["verificationStatus"] == "PENDING_MANUAL_REVIEW"


@pytest.mark.parametrize("kind", ABOUT_APPLICANTS)
def test_a_reviewer_rejects_with_a_ground(api, under_review, kind):
    customer, verification = under_review

    review(reviews.reject, verification, findings=[Finding(customer, VerificationErrorType(kind), "Ground.")])

    assert shown(api, verification)["verificationStatus"] == "REJECTED"
    assert shown(api, verification)["errors"] == [{"resourceId": customer, "type": kind, "reason": "Ground."}]
    assert api.get(f"/customers/{customer}").json()["kybStatus"] == "REJECTED"


def test_a_field_that_a_reviewer_doubts_is_open_until_the_customer_changes(api, under_review):
    customer, verification = under_review
    doubt = Finding(customer, VerificationErrorType.INVALID_FIELD, "Not in the register.", field="customer.address")

    review(reviews.request_information, verification, findings=[doubt])
    cases.owner(api, customer, share=1, roles=["COMPANY_OFFICER"])
    still = shown(api, verification)
    api.patch(f"/customers/{customer}", {"customerType": "BUSINESS", "address": cases.ADDRESS | {"line1": "2 Way"}})

    assert cases.kinds(still) == [("INVALID_FIELD", "customer.address")]
    assert shown(api, verification)["verificationStatus"] == "READY_FOR_VERIFICATION"


def test_every_type_of_the_reference_is_shown_somewhere_in_this_folder():
    fields = ["MISSING_FIELD", "INVALID_FIELD", "MISSING_IDENTITY_DOCUMENT", "MISSING_BENEFICIAL_OWNER"]
    missing = [f"MISSING_{category}_DOCUMENT" for category in CATEGORIES]

    assert len(VerificationErrorType) == 21
    assert {*fields, *missing, *ABOUT_DOCUMENTS, *ABOUT_APPLICANTS} == set(VerificationErrorType)
