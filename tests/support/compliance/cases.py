"""Businesses, owners and documents, complete unless a test takes something away."""

from typing import Any

from tests.conftest import Api
from tests.support.compliance.sending import Desk

ADDRESS = {"line1": "1 Granite Way", "city": "Denver", "state": "CO", "postalCode": "80202", "country": "US"}
BUSINESS_INFO = {
    "legalName": "Granite Works LLC",
    "country": "US",
    "registrationNumber": "5523041",
    "incorporatedOn": "2018-03-14",
    "entityType": "LLC",
    "taxId": "12-3456789",
}
PERSON = {
    "firstName": "Ana",
    "lastName": "Marsh",
    "birthDate": "1980-05-06",
    "nationality": "US",
    "address": ADDRESS,
    "idType": "SSN",
    "identifier": "123-45-6789",
}


def without(facts: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name not in names}


def business(api: Api, *, address: dict[str, Any] | None = ADDRESS, **info: Any) -> str:
    """Create a business; facts given as None are left out."""
    facts = {name: value for name, value in (BUSINESS_INFO | info).items() if value is not None}
    body: dict[str, Any] = {"customerType": "BUSINESS", "businessInfo": facts}
    reply = api.post("/customers", body if address is None else body | {"address": address})
    assert reply.status_code == 201, reply.content
    return str(reply.json()["id"])


def owner_body(customer: str, *, share: float = 60, roles: Any = ("UBO", "DIRECTOR"), **person: Any) -> dict[str, Any]:
    return {
        "customerId": customer,
        "roles": list(roles),
        "ownershipPercentage": share,
        "personalInfo": {name: value for name, value in (PERSON | person).items() if value is not None},
    }


def owner(api: Api, customer: str, **facts: Any) -> dict[str, Any]:
    reply = api.post("/beneficial-owners", owner_body(customer, **facts))
    assert reply.status_code == 201, reply.content
    return dict(reply.json())


def papers(api: Api, customer: str, *owners: dict[str, Any]) -> None:
    """Upload everything that a business and its owners need."""
    desk = Desk(api)
    for document_type in ("STATE_REGISTRY_EXCERPT", "PROOF_OF_ADDRESS"):
        desk.uploaded(customer, documentType=document_type, country="US")
    for person in owners:
        desk.uploaded(person["id"])


def complete_business(api: Api, *, last_name: str = "Marsh", **info: Any) -> tuple[str, dict[str, Any]]:
    """Create a business that lacks nothing, and return it with its owner."""
    customer = business(api, **info)
    person = owner(api, customer, lastName=last_name)
    papers(api, customer, person)
    return customer, person


def submit(api: Api, customer: str) -> dict[str, Any]:
    reply = api.post("/verifications", {"customerId": customer})
    assert reply.status_code == 200, reply.content
    return dict(reply.json())


def kinds(verification: dict[str, Any]) -> list[tuple[str, str]]:
    """What each error is about: its type, and its field or else nothing."""
    return [(error["type"], error.get("field", "")) for error in verification["errors"]]
