"""Documents of beneficial owners, and what documents do to a verification that waits for them."""

import pytest

from compliance.models import Document, DocumentStatus
from tests.support.compliance import sample_documents

pytestmark = pytest.mark.django_db


@pytest.fixture
def business(api) -> str:
    info = {"legalName": "Granite Works Ltd", "country": "GB"}
    reply = api.post("/customers", {"customerType": "BUSINESS", "businessInfo": info})
    assert reply.status_code == 201, reply.content
    return str(reply.json()["id"])


@pytest.fixture
def owner(api, business) -> str:
    person = {
        "firstName": "Olga",
        "lastName": "Owner",
        "birthDate": "1980-05-17",
        "nationality": "GB",
        "address": {"line1": "1 Main Street", "city": "London", "postalCode": "N1 9GU", "country": "GB"},
        "idType": "SSN",
        "identifier": "536-22-8726",
    }
    body = {"customerId": business, "roles": ["UBO"], "ownershipPercentage": 51, "personalInfo": person}
    reply = api.post("/beneficial-owners", body)
    assert reply.status_code == 201, reply.content
    return str(reply.json()["id"])


def test_an_owner_has_documents_of_their_own(desk, api, business, owner):
    theirs, firms = desk.uploaded(owner), desk.uploaded(business, documentType="BUSINESS_LICENSE")

    assert theirs["documentHolder"] == owner
    assert api.get(f"/documents/{theirs['id']}").json() == theirs
    assert [row["id"] for row in api.get("/documents", documentHolder=owner).json()["data"]] == [theirs["id"]]
    assert [row["id"] for row in api.get("/documents", documentHolder=business).json()["data"]] == [firms["id"]]


def test_an_owners_document_is_replaced_and_deleted_like_any_other(desk, api, owner):
    document = desk.uploaded(owner)

    assert desk.replace(document["id"], sample_documents.pdf(), name="a.pdf").json()["documentHolder"] == owner
    assert api.delete(f"/documents/{document['id']}").status_code == 204
    assert api.get("/documents", documentHolder=owner).json()["data"] == []


def test_an_owner_of_another_platform_is_not_found(rival_desk, rival_api, desk, owner):
    document = desk.uploaded(owner)

    reply = rival_desk.upload(owner)

    assert (reply.status_code, reply.json()["code"]) == (404, "BENEFICIAL_OWNER_NOT_FOUND")
    assert rival_api.get("/documents", documentHolder=owner).json()["data"] == []
    assert rival_api.get(f"/documents/{document['id']}").status_code == 404


def test_a_deleted_business_takes_no_documents_of_its_owners(desk, api, business, owner):
    assert api.delete(f"/customers/{business}").status_code == 200

    reply = desk.upload(owner)

    assert (reply.status_code, reply.json()["code"]) == (410, "CUSTOMER_DELETED")


@pytest.fixture
def waiting(api) -> dict[str, str]:
    """A customer whose verification lacks nothing but an identity document."""
    customer = api.customer("Wanda Waiting 003")
    reply = api.post("/verifications", {"customerId": customer})
    assert reply.status_code == 200, reply.content
    verification = reply.json()
    assert [error["type"] for error in verification["errors"]] == ["MISSING_IDENTITY_DOCUMENT"]
    return {"customer": customer, "verification": verification["id"]}


def _status(api, waiting) -> str:
    return str(api.get(f"/verifications/{waiting['verification']}").json()["verificationStatus"])


def test_the_missing_document_makes_a_verification_ready(desk, api, waiting):
    assert _status(api, waiting) == "RESOLVE_ERRORS"

    desk.uploaded(waiting["customer"])

    assert _status(api, waiting) == "READY_FOR_VERIFICATION"


def test_without_it_the_verification_waits_again(desk, api, waiting):
    document = desk.uploaded(waiting["customer"])

    api.delete(f"/documents/{document['id']}")

    assert _status(api, waiting) == "RESOLVE_ERRORS"


def test_a_document_of_another_type_is_not_the_missing_one_until_it_is_called_what_it_is(desk, api, waiting):
    document = desk.uploaded(waiting["customer"], documentType="UTILITY_BILL")
    assert _status(api, waiting) == "RESOLVE_ERRORS"

    desk.replace(document["id"], documentType="PASSPORT")

    assert _status(api, waiting) == "READY_FOR_VERIFICATION"


def test_submitting_a_verification_submits_its_documents(desk, api, waiting):
    document = desk.uploaded(waiting["customer"])

    assert api.post("/verifications", {"customerId": waiting["customer"]}).status_code == 200

    assert Document.objects.get().status == DocumentStatus.SUBMITTED
    reply = api.delete(f"/documents/{document['id']}")
    assert (reply.status_code, reply.json()["code"]) == (409, "DOCUMENT_SUBMITTED")
