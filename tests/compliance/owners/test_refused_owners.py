"""What POST and PATCH /beneficial-owners and POST /verifications refuse, and how."""

import datetime as dt

import pytest

from compliance.models import BeneficialOwner
from platforms.base import clock
from tests.support import factories
from tests.support.compliance import cases
from tests.support.compliance.stories import refusal

pytestmark = pytest.mark.django_db
# Three days short of it: the suite may run past midnight, and past the end of a February.
ALMOST_18 = (factories.born(clock.real_now().date(), years=18) + dt.timedelta(3)).isoformat()

BAD_PEOPLE = [
    ({"firstName": "", "lastName": "   "}, ["firstName", "lastName"]),
    ({"firstName": "\u3164"}, ["firstName"]),
    ({"lastName": "\u115f\u0301"}, ["lastName"]),
    ({"firstName": 7}, ["firstName"]),
    ({"lastName": ["Marsh"]}, ["lastName"]),
    ({"lastName": "x" * 256}, ["lastName"]),
    ({"lastName": "Marsh\u0000"}, ["lastName"]),
    ({"middleName": None}, ["middleName"]),
    ({"birthDate": "1980-13-01"}, ["birthDate"]),
    ({"birthDate": "06.05.1980"}, ["birthDate"]),
    ({"birthDate": 1980}, ["birthDate"]),
    ({"birthDate": "1899-12-31"}, ["birthDate"]),
    ({"birthDate": "2999-01-01"}, ["birthDate"]),
    ({"birthDate": ALMOST_18}, ["birthDate"]),
    ({"nationality": "USA"}, ["nationality"]),
    ({"nationality": "XX"}, ["nationality"]),
    ({"firstName": "\u200b"}, ["firstName"]),
    ({"middleName": "A\u202e"}, ["middleName"]),
    ({"lastName": "-"}, ["lastName"]),
    ({"email": "ana"}, ["email"]),
    ({"email": "ana@example.com\nBcc: x@example.com"}, ["email"]),
    ({"email": 5}, ["email"]),
    ({"phoneNumber": "14155550123"}, ["phoneNumber"]),
    ({"phoneNumber": "+0155550123"}, ["phoneNumber"]),
    ({"phoneNumber": "+1 415 555 0123"}, ["phoneNumber"]),
    ({"phoneNumber": "+1415555012345678"}, ["phoneNumber"]),
    ({"address": "1 Granite Way"}, ["address"]),
    ({"address": {}}, ["address.line1", "address.postalCode", "address.country"]),
    ({"address": cases.ADDRESS | {"country": "us"}}, ["address.country"]),
    ({"idType": "PASSPORT"}, ["idType"]),
    ({"idType": None}, ["idType"]),
    ({"identifier": ""}, ["identifier"]),
    ({"identifier": 123456789}, ["identifier"]),
    ({"identifier": "123-45-678"}, ["identifier"]),
    ({"identifier": "000-12-3456"}, ["identifier"]),
    ({"identifier": "666-12-3456"}, ["identifier"]),
    ({"identifier": "900-70-0000"}, ["identifier"]),
    ({"idType": "ITIN"}, ["identifier"]),
    ({"idType": "ITIN", "identifier": "900-20-0000"}, ["identifier"]),
    ({"idType": "EIN", "identifier": "00-1234567"}, ["identifier"]),
    ({"idType": "NON_US_TAX_ID", "identifier": "x" * 65}, ["identifier"]),
    ({"idType": "NON_US_TAX_ID", "countryOfIssuance": "US"}, ["countryOfIssuance"]),
    ({"countryOfIssuance": "MX"}, ["countryOfIssuance"]),
    ({"countryOfIssuance": "Mexico"}, ["countryOfIssuance"]),
    ({"birthDate": ALMOST_18, "identifier": "1"}, ["birthDate", "identifier"]),
]
BAD_FACTS = [
    ({"roles": []}, ["roles"]),
    ({"roles": "UBO"}, ["roles"]),
    ({"roles": None}, ["roles"]),
    ({"roles": ["UBO", "BOSS"]}, ["roles.1"]),
    ({"roles": ["UBO", "UBO"]}, ["roles.1"]),
    ({"ownershipPercentage": -0.01}, ["ownershipPercentage"]),
    ({"ownershipPercentage": 100.0001}, ["ownershipPercentage"]),
    ({"ownershipPercentage": "60"}, ["ownershipPercentage"]),
    ({"ownershipPercentage": True}, ["ownershipPercentage"]),
    ({"ownershipPercentage": None}, ["ownershipPercentage"]),
    ({"ownershipPercentage": 1e300}, ["ownershipPercentage"]),
    ({"personalInfo": None}, ["personalInfo"]),
    ({"personalInfo": "Ana Marsh"}, ["personalInfo"]),
    ({"roles": ["BOSS"], "ownershipPercentage": 101}, ["roles.0", "ownershipPercentage"]),
]
MISSING = ["customerId", "roles", "ownershipPercentage", "personalInfo"]
MISSING_OF_A_PERSON = ["firstName", "lastName", "birthDate", "nationality", "address", "idType", "identifier"]
GOOD_NUMBERS = [
    ("SSN", "123456789"),
    ("ITIN", "900-70-0000"),
    ("EIN", "12-3456789"),
    ("NON_US_TAX_ID", "GOMA850101ABC"),
]


@pytest.fixture
def customer(api) -> str:
    return cases.business(api)


def below(path: str, names: list[str]) -> list[str]:
    return [f"{path}.{name}" for name in names]


@pytest.mark.parametrize(("person", "fields"), BAD_PEOPLE)
def test_a_bad_person_is_refused_and_nothing_is_kept(api, customer, person, fields):
    body = cases.owner_body(customer)

    reply = api.post("/beneficial-owners", body | {"personalInfo": body["personalInfo"] | person})

    assert refusal(reply) == (400, "INVALID_INPUT", below("personalInfo", fields))
    assert not BeneficialOwner.objects.exists()


@pytest.mark.parametrize(("facts", "fields"), BAD_FACTS)
def test_a_bad_owner_is_refused_and_nothing_is_kept(api, customer, facts, fields):
    reply = api.post("/beneficial-owners", cases.owner_body(customer) | facts)

    assert refusal(reply) == (400, "INVALID_INPUT", fields)
    assert not BeneficialOwner.objects.exists()


def test_bad_changes_are_refused_and_nothing_changes(api, customer):
    owner = cases.owner(api, customer)
    changes = [({"personalInfo": person}, below("personalInfo", fields)) for person, fields in BAD_PEOPLE]

    for body, fields in [*changes, *BAD_FACTS]:
        reply = api.patch(f"/beneficial-owners/{owner['id']}", body)
        assert refusal(reply) == (400, "INVALID_INPUT", fields), body

    assert api.get(f"/beneficial-owners/{owner['id']}").json() == owner


def test_a_wrong_address_is_told_what_an_e_mail_address_is(api, customer):
    reply = api.post("/beneficial-owners", cases.owner_body(customer, email="a@b"))

    assert reply.json()["details"]["errors"] == [
        {"field": "personalInfo.email", "reason": "must be an e-mail address such as ada@example.com"}
    ]


def test_everything_that_is_missing_is_named_at_once(api, customer):
    person = {"customerId": customer, "roles": ["UBO"], "ownershipPercentage": 1, "personalInfo": {}}

    assert refusal(api.post("/beneficial-owners", {})) == (400, "INVALID_INPUT", MISSING)
    assert refusal(api.post("/beneficial-owners", person))[2] == below("personalInfo", MISSING_OF_A_PERSON)


@pytest.mark.parametrize(("id_type", "identifier"), GOOD_NUMBERS)
def test_a_right_number_is_taken(api, customer, id_type, identifier):
    shown = cases.owner(api, customer, idType=id_type, identifier=identifier)["personalInfo"]

    assert (shown["idType"], shown["identifier"]) == (id_type, identifier)


def test_an_individual_has_no_owners(api, alice):
    reply = api.post("/beneficial-owners", cases.owner_body(alice))

    assert reply.json()["details"]["errors"] == [
        {"field": "customerId", "reason": "must be a business: an individual has no beneficial owners"}
    ]


@pytest.mark.parametrize("path", ["/beneficial-owners", "/verifications"])
@pytest.mark.parametrize(
    ("customer_id", "expected"),
    [
        ("Customer:0197d6f0-0000-7000-8000-000000000001", (404, "USER_NOT_FOUND", [])),
        ("Quote:0197d6f0-0000-7000-8000-000000000001", (404, "USER_NOT_FOUND", [])),
        ("nobody", (404, "USER_NOT_FOUND", [])),
        (None, (400, "INVALID_INPUT", ["customerId"])),
        ("", (400, "INVALID_INPUT", ["customerId"])),
        (7, (400, "INVALID_INPUT", ["customerId"])),
        ({"id": 1}, (400, "INVALID_INPUT", ["customerId"])),
    ],
)
def test_a_wrong_customer_is_refused(api, path, customer_id, expected):
    body = cases.owner_body("") | {"customerId": customer_id}

    assert refusal(api.post(path, body)) == expected


def test_an_owner_does_not_move_to_another_business(api, customer):
    owner = cases.owner(api, customer)
    other = cases.business(api)

    replies = [api.patch(f"/beneficial-owners/{owner['id']}", {"customerId": key}) for key in (customer, other)]

    assert [reply.status_code for reply in replies] == [200, 400]
    assert refusal(replies[1])[2] == ["customerId"]


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("/verifications", {"verificationStatus": "DONE"}, "verificationStatus"),
        ("/verifications", {"limit": 101}, "limit"),
        ("/verifications", {"cursor": "x"}, "cursor"),
        ("/verifications", {"status": "APPROVED"}, "status"),
        ("/beneficial-owners", {"customerId": "Customer:x", "limit": 0}, "limit"),
        ("/beneficial-owners", {"customerId": "Customer:x", "role": "UBO"}, "role"),
    ],
)
def test_a_wrong_question_is_refused(api, path, query, field):
    assert refusal(api.get(path, **query)) == (400, "INVALID_INPUT", [field])
