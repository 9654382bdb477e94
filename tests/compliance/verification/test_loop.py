"""From the first POST to the decision, over the API."""

import pytest

from compliance.models import CustomerStatusChange, VerificationStatusChange
from tests.support.compliance import cases
from tests.support.compliance.reviewing import told_of
from tests.support.compliance.sending import Desk
from tests.support.compliance.stories import created
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def steps_of(verification):
    rows = VerificationStatusChange.objects.filter(verification=verification["id"].partition(":")[2])
    return list(rows.values_list("from_status", "to_status"))


def status_of(api, customer: str):
    shown = api.get(f"/customers/{customer}").json()
    return shown.get("kybStatus") or shown["kycStatus"]


def test_an_empty_business_is_told_all_that_it_lacks(api):
    customer = created(api, customerType="BUSINESS")["id"]

    verification = cases.submit(api, customer)

    everything = ["STATE_REGISTRY_EXCERPT", "ARTICLES_OF_INCORPORATION", "ARTICLES_OF_ASSOCIATION"]
    assert verification["verificationStatus"] == "RESOLVE_ERRORS"
    assert cases.kinds(verification) == [
        ("MISSING_FIELD", "customer.businessInfo.legalName"),
        ("MISSING_FIELD", "customer.businessInfo.country"),
        ("MISSING_FIELD", "customer.businessInfo.registrationNumber"),
        ("MISSING_FIELD", "customer.businessInfo.taxId"),
        ("MISSING_FIELD", "customer.businessInfo.incorporatedOn"),
        ("MISSING_FIELD", "customer.businessInfo.entityType"),
        ("MISSING_FIELD", "customer.address.line1"),
        ("MISSING_FIELD", "customer.address.postalCode"),
        ("MISSING_FIELD", "customer.address.country"),
        ("MISSING_BENEFICIAL_OWNER", ""),
        ("MISSING_LEGAL_PRESENCE_DOCUMENT", ""),
        ("MISSING_COMPANY_DETAILS_DOCUMENT", ""),
        ("MISSING_CONTROL_STRUCTURE_DOCUMENT", ""),
        ("MISSING_OWNERSHIP_STRUCTURE_DOCUMENT", ""),
        ("MISSING_PROOF_OF_ADDRESS_DOCUMENT", ""),
    ]
    assert {error["resourceId"] for error in verification["errors"]} == {customer}
    assert set(everything) < set(verification["errors"][11]["acceptedDocumentTypes"])
    assert verification["errors"][14]["acceptedDocumentTypes"] == ["PROOF_OF_ADDRESS"]


def test_a_verification_is_shown_to_the_letter(api):
    customer = cases.business(api, taxId=None)
    cases.papers(api, customer, cases.owner(api, customer))

    reply = api.post("/verifications", {"customerId": customer})

    shown = reply.json()
    assert reply.status_code == 200
    assert shown == {
        "id": shown["id"],
        "customerId": customer,
        "verificationStatus": "RESOLVE_ERRORS",
        "errors": [
            {
                "resourceId": customer,
                "type": "MISSING_FIELD",
                "field": "customer.businessInfo.taxId",
                "reason": "The customer's businessInfo.taxId is missing: PATCH /customers/{customerId} takes it.",
            }
        ],
        "createdAt": shown["createdAt"],
        "updatedAt": shown["createdAt"],
    }
    assert api.get(f"/verifications/{shown['id']}").json() == shown
    event = Event.objects.get(resource=shown["id"])
    assert event.type == "VERIFICATION.RESOLVE_ERRORS"
    assert f'"customerId":"{customer}"' in event.payload


def test_what_was_missing_is_supplied_and_submitted_again(api):
    customer = cases.business(api, taxId=None, address=None)
    first = cases.submit(api, customer)

    person = cases.owner(api, customer)
    cases.papers(api, customer, person)
    api.patch(f"/customers/{customer}", {"customerType": "BUSINESS", "address": cases.ADDRESS})
    almost = api.get(f"/verifications/{first['id']}").json()
    api.patch(f"/customers/{customer}", {"customerType": "BUSINESS", "businessInfo": {"taxId": "12-3456789"}})
    ready = api.get(f"/verifications/{first['id']}").json()
    done = cases.submit(api, customer)

    assert cases.kinds(almost) == [("MISSING_FIELD", "customer.businessInfo.taxId")]
    assert (ready["verificationStatus"], ready["errors"]) == ("READY_FOR_VERIFICATION", [])
    assert (done["id"], done["verificationStatus"], done["errors"]) == (first["id"], "APPROVED", [])
    assert steps_of(first) == [
        ("", "RESOLVE_ERRORS"),
        ("RESOLVE_ERRORS", "READY_FOR_VERIFICATION"),
        ("READY_FOR_VERIFICATION", "IN_PROGRESS"),
        ("IN_PROGRESS", "APPROVED"),
    ]
    assert told_of(first["id"]) == [
        "VERIFICATION.RESOLVE_ERRORS",
        "VERIFICATION.READY_FOR_VERIFICATION",
        "VERIFICATION.IN_PROGRESS",
        "VERIFICATION.APPROVED",
    ]
    assert told_of(customer) == ["CUSTOMER.KYB_APPROVED"]
    assert status_of(api, customer) == "APPROVED"


def test_a_document_taken_away_makes_a_ready_verification_incomplete(api):
    customer = cases.business(api)
    person = cases.owner(api, customer)
    first = cases.submit(api, customer)
    cases.papers(api, customer, person)
    [proof] = [
        row
        for row in api.get("/documents", documentHolder=customer).json()["data"]
        if row["documentType"] == "PROOF_OF_ADDRESS"
    ]
    assert api.get(f"/verifications/{first['id']}").json()["verificationStatus"] == "READY_FOR_VERIFICATION"

    assert api.delete(f"/documents/{proof['id']}").status_code == 204

    shown = api.get(f"/verifications/{first['id']}").json()
    assert shown["verificationStatus"] == "RESOLVE_ERRORS"
    assert cases.kinds(shown) == [("MISSING_PROOF_OF_ADDRESS_DOCUMENT", "")]


@pytest.mark.parametrize(
    ("number", "last_name", "verification", "customer_status"),
    [
        ("5523041", "Marsh", "APPROVED", "APPROVED"),
        ("5523001", "Marsh", "PENDING_MANUAL_REVIEW", "PENDING"),
        ("5523002", "Marsh", "REJECTED", "REJECTED"),
        ("5523041", "Marsh001", "PENDING_MANUAL_REVIEW", "PENDING"),
        ("5523041", "Marsh002", "REJECTED", "REJECTED"),
        ("5523001", "Marsh002", "REJECTED", "REJECTED"),
    ],
)
def test_endings_choose_the_outcome(api, number, last_name, verification, customer_status):
    customer, person = cases.complete_business(api, registrationNumber=number, last_name=last_name)

    shown = cases.submit(api, customer)

    assert shown["verificationStatus"] == verification
    assert status_of(api, customer) == customer_status
    assert told_of(customer) == [f"CUSTOMER.KYB_{customer_status}"]
    assert told_of(shown["id"]) == ["VERIFICATION.IN_PROGRESS", f"VERIFICATION.{verification}"]
    rejected = [key for key, ending in ((customer, number), (person["id"], last_name)) if ending.endswith("002")]
    assert [(error["resourceId"], error["type"]) for error in shown["errors"]] == [
        (key, "APPLICANT_REJECTED") for key in rejected
    ]


def test_a_rejection_is_final_and_another_attempt_begins_anew(api):
    customer, _ = cases.complete_business(api, registrationNumber="5523002")
    rejected = cases.submit(api, customer)
    api.patch(f"/customers/{customer}", {"customerType": "BUSINESS", "businessInfo": {"registrationNumber": "5523041"}})

    approved = cases.submit(api, customer)

    assert approved["id"] != rejected["id"]
    assert approved["verificationStatus"] == "APPROVED"
    assert api.get(f"/verifications/{rejected['id']}").json() == rejected
    assert status_of(api, customer) == "APPROVED"


@pytest.mark.parametrize("number", ["5523041", "5523001"])
def test_an_answer_is_not_asked_for_twice(api, number):
    customer, _ = cases.complete_business(api, registrationNumber=number)
    first = cases.submit(api, customer)
    events = Event.objects.count()

    assert cases.submit(api, customer) == first
    assert Event.objects.count() == events


def test_an_approved_business_that_becomes_another_is_verified_anew(api):
    customer, _ = cases.complete_business(api)
    first = cases.submit(api, customer)

    api.patch(f"/customers/{customer}", {"customerType": "BUSINESS", "businessInfo": {"legalName": "Basalt Inc"}})

    assert status_of(api, customer) == "UNVERIFIED"
    second = cases.submit(api, customer)
    assert second["id"] != first["id"]
    assert second["verificationStatus"] == "APPROVED"
    changes = CustomerStatusChange.objects.filter(customer_id=customer.partition(":")[2])
    assert list(changes.values_list("to_status", flat=True)) == ["UNVERIFIED", "APPROVED", "UNVERIFIED", "APPROVED"]


def test_an_approved_business_keeps_its_approval_when_other_facts_change(api):
    customer, _ = cases.complete_business(api)
    cases.submit(api, customer)

    api.patch(f"/customers/{customer}", {"customerType": "BUSINESS", "businessInfo": {"doingBusinessAs": "Granite"}})

    assert status_of(api, customer) == "APPROVED"


def test_what_is_under_review_goes_back_when_its_facts_change(api):
    customer, person = cases.complete_business(api, registrationNumber="5523001")
    verification = cases.submit(api, customer)

    api.patch(f"/beneficial-owners/{person['id']}", {"ownershipPercentage": 90})

    shown = api.get(f"/verifications/{verification['id']}").json()
    assert shown["verificationStatus"] == "READY_FOR_VERIFICATION"
    assert cases.submit(api, customer)["verificationStatus"] == "PENDING_MANUAL_REVIEW"


def test_submitted_documents_stay_until_they_are_rejected(api):
    customer, _ = cases.complete_business(api, registrationNumber="5523001")
    [document] = api.get("/documents", documentHolder=customer, limit=1).json()["data"]
    assert api.get(f"/documents/{document['id']}").status_code == 200

    cases.submit(api, customer)

    assert api.delete(f"/documents/{document['id']}").json()["code"] == "DOCUMENT_SUBMITTED"


@pytest.mark.parametrize(
    ("ending", "verification", "customer_status"),
    [
        ("", "APPROVED", "APPROVED"),
        (" 001", "PENDING_MANUAL_REVIEW", "PENDING"),
        (" 002", "REJECTED", "REJECTED"),
        (" 003", "APPROVED", "APPROVED"),
    ],
)
def test_an_individual_is_verified_by_facts_and_an_identity_document(api, ending, verification, customer_status):
    customer = api.customer(f"Carol{ending}", birthDate="1990-01-31")
    lacking = cases.submit(api, customer)
    Desk(api).uploaded(customer)

    shown = cases.submit(api, customer)

    assert cases.kinds(lacking) == [("MISSING_IDENTITY_DOCUMENT", "")]
    assert lacking["errors"][0]["acceptedDocumentTypes"] == ["PASSPORT", "DRIVERS_LICENSE", "NATIONAL_ID"]
    assert (shown["id"], shown["verificationStatus"]) == (lacking["id"], verification)
    assert status_of(api, customer) == customer_status


def test_an_individual_of_whom_nothing_is_known_lacks_everything(api):
    customer = created(api, fullName="Dora 003")["id"]

    assert cases.kinds(cases.submit(api, customer)) == [
        ("MISSING_FIELD", "customer.birthDate"),
        ("MISSING_FIELD", "customer.nationality"),
        ("MISSING_FIELD", "customer.address.line1"),
        ("MISSING_FIELD", "customer.address.postalCode"),
        ("MISSING_FIELD", "customer.address.country"),
        ("MISSING_IDENTITY_DOCUMENT", ""),
    ]


def test_a_regulated_platform_s_customer_lacks_nothing(bank_api):
    customer = created(bank_api, customerType="BUSINESS")["id"]

    shown = cases.submit(bank_api, customer)

    assert (shown["verificationStatus"], shown["errors"]) == ("APPROVED", [])
    assert cases.submit(bank_api, customer) == shown
    assert status_of(bank_api, customer) == "APPROVED"


def test_in_production_people_decide(production_api):
    customer, person = cases.complete_business(production_api)

    shown = cases.submit(production_api, customer)

    assert person["kycStatus"] == "PENDING"
    assert shown["verificationStatus"] == "PENDING_MANUAL_REVIEW"
    assert status_of(production_api, customer) == "PENDING"


def test_money_of_a_business_moves_once_it_is_approved(api):
    customer, _ = cases.complete_business(api)
    internal, external = api.internal_account(customer), api.external_account(customer)
    api.fund(internal, 1000)

    before = api.transfer_out(internal, external, 10)
    cases.submit(api, customer)
    after = api.transfer_out(internal, external, 10)

    assert (before.status_code, before.json()["code"]) == (403, "USER_NOT_READY")
    assert after.status_code == 201
    api.patch(f"/customers/{customer}", {"customerType": "BUSINESS", "businessInfo": {"taxId": "12-3456780"}})
    assert api.transfer_out(internal, external, 10).json()["code"] == "USER_NOT_READY"


def test_an_owner_who_is_like_an_entry_of_a_list_waits_for_a_person(api):
    customer = cases.business(api)
    person = cases.owner(
        api, customer, firstName="Zebulon", lastName="Quarrymoor", birthDate="1961-04-12", nationality="AQ"
    )
    cases.papers(api, customer, person)

    assert cases.submit(api, customer)["verificationStatus"] == "PENDING_MANUAL_REVIEW"
    assert status_of(api, customer) == "PENDING"
