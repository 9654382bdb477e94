"""What POST and PATCH /customers refuse, and how: status, code and the fields named."""

import pytest

from compliance.models import Customer
from tests.support.compliance.stories import created, refusal

INDIVIDUAL = {"customerType": "INDIVIDUAL"}
BUSINESS = {"customerType": "BUSINESS"}
ADDRESS = {"line1": "1 Main Street", "postalCode": "N1 9GU", "country": "GB"}

UNSEEN = ("\u3164", "\u115f", "\uffa0 \u1160", "\u2800", "\u0301", "\u200d", "\u00a0\u3000")
"""Texts of letters, marks and blanks that show nothing."""
BAD_FACTS = [
    *((INDIVIDUAL | {"address": ADDRESS | {"line1": text}}, ["address.line1"]) for text in UNSEEN),
    *((INDIVIDUAL | {"platformCustomerId": text}, ["platformCustomerId"]) for text in UNSEEN),
    *((BUSINESS | {"businessInfo": {"legalName": text}}, ["businessInfo.legalName"]) for text in UNSEEN),
    (INDIVIDUAL | {"fullName": ""}, ["fullName"]),
    (INDIVIDUAL | {"fullName": "   "}, ["fullName"]),
    (INDIVIDUAL | {"fullName": None}, ["fullName"]),
    (INDIVIDUAL | {"fullName": 7}, ["fullName"]),
    (INDIVIDUAL | {"fullName": ["Ann"]}, ["fullName"]),
    (INDIVIDUAL | {"fullName": "x" * 256}, ["fullName"]),
    (INDIVIDUAL | {"fullName": "Ann\u0000"}, ["fullName"]),
    *(
        (INDIVIDUAL | {"fullName": name}, ["fullName"])
        for name in (
            "\u200b",
            "\u007f",
            "\uffff",
            "Ada\x07",
            "Ada\nLovelace",
            "Ada \u202eLovelace",
            "12 34",
            "-",
            *UNSEEN,
        )
    ),
    (BUSINESS | {"businessInfo": {"legalName": "\u202e\u200f"}}, ["businessInfo.legalName"]),
    (BUSINESS | {"businessInfo": {"legalName": "x", "doingBusinessAs": "\u2066x"}}, ["businessInfo.doingBusinessAs"]),
    (INDIVIDUAL | {"birthDate": "1990-02-30"}, ["birthDate"]),
    (INDIVIDUAL | {"birthDate": "19900228"}, ["birthDate"]),
    (INDIVIDUAL | {"birthDate": "1990-W05-1"}, ["birthDate"]),
    (INDIVIDUAL | {"birthDate": "1990-01-01T00:00:00Z"}, ["birthDate"]),
    (INDIVIDUAL | {"birthDate": 19900101}, ["birthDate"]),
    (INDIVIDUAL | {"birthDate": "1899-12-31"}, ["birthDate"]),
    (INDIVIDUAL | {"birthDate": "9999-12-31"}, ["birthDate"]),
    (INDIVIDUAL | {"nationality": "USA"}, ["nationality"]),
    (INDIVIDUAL | {"nationality": "us"}, ["nationality"]),
    (INDIVIDUAL | {"nationality": "XX"}, ["nationality"]),
    (INDIVIDUAL | {"address": "1 Main Street"}, ["address"]),
    (INDIVIDUAL | {"address": {}}, ["address.line1", "address.postalCode", "address.country"]),
    (INDIVIDUAL | {"address": ADDRESS | {"country": "England"}}, ["address.country"]),
    (INDIVIDUAL | {"address": ADDRESS | {"city": 5}}, ["address.city"]),
    (INDIVIDUAL | {"address": None}, ["address"]),
    (INDIVIDUAL | {"kycStatus": "SURE"}, ["kycStatus"]),
    (INDIVIDUAL | {"currencies": []}, ["currencies"]),
    (INDIVIDUAL | {"currencies": "USD"}, ["currencies"]),
    (INDIVIDUAL | {"currencies": {"USD": True}}, ["currencies"]),
    (INDIVIDUAL | {"currencies": ["USD", 5]}, ["currencies.1"]),
    (INDIVIDUAL | {"currencies": ["USD", "EUR", "USD"]}, ["currencies.2"]),
    (INDIVIDUAL | {"currencies": ["USD"] * 201}, ["currencies"]),
    (INDIVIDUAL | {"umaAddress": 5}, ["umaAddress"]),
    (INDIVIDUAL | {"fullName": 7, "birthDate": "soon", "nationality": "?"}, ["fullName", "birthDate", "nationality"]),
    (BUSINESS | {"businessInfo": []}, ["businessInfo"]),
    (BUSINESS | {"businessInfo": {"legalName": "x", "country": "Mexico"}}, ["businessInfo.country"]),
    (BUSINESS | {"businessInfo": {"legalName": "x", "entityType": "GMBH"}}, ["businessInfo.entityType"]),
    (BUSINESS | {"businessInfo": {"legalName": "x", "businessType": "TOOLS"}}, ["businessInfo.businessType"]),
    (BUSINESS | {"businessInfo": {"legalName": "x", "purposeOfAccount": 1}}, ["businessInfo.purposeOfAccount"]),
    (BUSINESS | {"businessInfo": {"legalName": "x", "incorporatedOn": "2999-01-01"}}, ["businessInfo.incorporatedOn"]),
    (BUSINESS | {"businessInfo": {"legalName": "x", "incorporatedOn": "1.2.2003"}}, ["businessInfo.incorporatedOn"]),
    (
        BUSINESS | {"businessInfo": {"legalName": "x", "countriesOfOperation": ["US", "ZZ"]}},
        ["businessInfo.countriesOfOperation.1"],
    ),
    (
        BUSINESS | {"businessInfo": {"legalName": "x", "expectedMonthlyTransactionCount": "10"}},
        ["businessInfo.expectedMonthlyTransactionCount"],
    ),
    (
        BUSINESS | {"businessInfo": {"legalName": "x", "expectedMonthlyTransactionVolume": "ALL"}},
        ["businessInfo.expectedMonthlyTransactionVolume"],
    ),
]
NO_TYPES = [
    ({}, ["customerType"]),
    ({"fullName": "Ann"}, ["customerType"]),
]
BAD_TYPES = [
    ({"customerType": None}, ["customerType"]),
    ({"customerType": "individual"}, ["customerType"]),
    ({"customerType": ["INDIVIDUAL"]}, ["customerType"]),
    ({"customerType": {"a": 1}}, ["customerType"]),
    ({"customerType": 1, "currencies": []}, ["customerType", "currencies"]),
]
BAD_NEW = [
    (INDIVIDUAL | {"region": "Texas"}, ["region"]),
    (INDIVIDUAL | {"platformCustomerId": ""}, ["platformCustomerId"]),
    (INDIVIDUAL | {"platformCustomerId": 12}, ["platformCustomerId"]),
    (INDIVIDUAL | {"platformCustomerId": "x" * 256}, ["platformCustomerId"]),
    (BUSINESS | {"businessInfo": {}}, ["businessInfo.legalName"]),
    (BUSINESS | {"businessInfo": {"country": "US"}}, ["businessInfo.legalName"]),
]
BAD_ADDRESSES = [
    "",
    "$",
    "alice",
    "alice@{domain}",
    "$@{domain}",
    "$alice",
    "$alice@",
    "$alice@other.example.com",
    "$alice@sub.{domain}",
    "$ali ce@{domain}",
    "$ali$ce@{domain}",
    "$alice@x@{domain}",
    "$älice@{domain}",
    "$alice\n@{domain}",
    "$" + "a" * 65 + "@{domain}",
    "$alice@{domain}.",
]


@pytest.mark.parametrize(("body", "fields"), BAD_FACTS + NO_TYPES + BAD_TYPES + BAD_NEW)
def test_a_bad_customer_is_refused_and_nothing_is_kept(api, body, fields):
    reply = api.post("/customers", body)

    assert refusal(reply) == (400, "INVALID_INPUT", fields)
    assert not Customer.objects.exists()


@pytest.mark.parametrize(("body", "fields"), BAD_FACTS + BAD_TYPES)
def test_a_bad_change_is_refused_and_nothing_changes(api, body, fields):
    before = created(api, customerType=body["customerType"] if body in (INDIVIDUAL, BUSINESS) else "INDIVIDUAL")
    if body.get("customerType") == "BUSINESS":
        before = created(api, customerType="BUSINESS", businessInfo={"legalName": "Granite"})

    reply = api.patch(f"/customers/{before['id']}", body)

    assert refusal(reply) == (400, "INVALID_INPUT", fields)
    assert api.get(f"/customers/{before['id']}").json() == before


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_a_bad_uma_address_has_a_code_of_its_own(api, domain, address):
    body = INDIVIDUAL | {"umaAddress": address.format(domain=domain)}

    assert refusal(api.post("/customers", body)) == (400, "INVALID_UMA_ADDRESS", ["umaAddress"])


@pytest.mark.parametrize("user", ["a", "a" * 64, "a-b_c.d+e9", "-", "0"])
def test_every_allowed_user_part_is_taken(api, domain, user):
    assert created(api, umaAddress=f"${user}@{domain}")["umaAddress"] == f"${user}@{domain}"


def test_currencies_the_platform_lacks_have_a_code_of_their_own(api):
    reply = api.post("/customers", INDIVIDUAL | {"currencies": ["USD", "JPY", "EUR", "XXX"]})

    assert refusal(reply) == (400, "INVALID_CURRENCY", ["currencies.1", "currencies.3"])


def test_a_body_that_is_no_object_is_refused(api):
    for raw in (b"[]", b"null", b'"INDIVIDUAL"', b"{", b'{"customerType": "INDIVIDUAL", "fullName": "\\ud800"}'):
        assert api.post("/customers", raw).status_code == 400


def test_fields_that_nobody_knows_are_tolerated(api):
    customer = created(api, favouriteColour="green", id="Customer:mine", isDeleted=True)

    assert customer["id"] != "Customer:mine"
    assert customer["isDeleted"] is False
