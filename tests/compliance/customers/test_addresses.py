"""Postal codes are asked for where addresses have them; Kosovo is a country."""

import pytest

from platforms.base import countries
from tests.support import factories
from tests.support.compliance import bulk_files, cases
from tests.support.compliance.sending import Desk
from tests.support.compliance.stories import created, patched, refusal

pytestmark = pytest.mark.django_db
LINES = {"line1": "14 Queen's Road", "city": "Central"}
CUSTOMERS = [{"customerType": "INDIVIDUAL", "fullName": "Ada Wong"}, {"customerType": "BUSINESS"}]


@pytest.mark.parametrize("customer", CUSTOMERS, ids=["individual", "business"])
@pytest.mark.parametrize("code", [{}, {"postalCode": ""}, {"postalCode": "  "}, {"postalCode": None}])
@pytest.mark.parametrize("country", ["HK", "AE", "IE", "ZW"])
def test_an_address_without_a_postal_code_is_taken_where_there_are_none(api, customer, code, country):
    reply = api.post("/customers", customer | {"address": LINES | {"country": country} | code})

    shown = reply.json()
    assert (reply.status_code, shown["address"]) == (201, LINES | {"postalCode": "", "country": country})
    assert patched(api, shown, address=shown["address"]) == shown


@pytest.mark.parametrize("customer", CUSTOMERS, ids=["individual", "business"])
@pytest.mark.parametrize("country", ["GB", "US", "NG", "XK", None, "Hong Kong", 5])
def test_elsewhere_it_is_asked_for(api, customer, country):
    address = LINES if country is None else LINES | {"country": country}
    fields = ["address.postalCode", *(["address.country"] if country in {None, "Hong Kong", 5} else [])]

    for missing in (address, address | {"postalCode": " "}):
        assert refusal(api.post("/customers", customer | {"address": missing})) == (400, "INVALID_INPUT", fields)


def test_a_postal_code_that_is_given_is_kept_and_checked_everywhere(api):
    address = LINES | {"postalCode": "999077", "country": "HK"}

    assert created(api, address=address)["address"] == address
    for wrong in ("x" * 33, 999077, "\u3164"):
        reply = api.post("/customers", {"customerType": "INDIVIDUAL", "address": address | {"postalCode": wrong}})
        assert refusal(reply)[2] == ["address.postalCode"], wrong


def test_every_country_without_them_is_one():
    assert countries.WITHOUT_POSTAL_CODES < countries.CODES
    assert len(countries.WITHOUT_POSTAL_CODES) > 60
    assert countries.WITHOUT_POSTAL_CODES.isdisjoint({"US", "GB", "DE", "BR", "MX", "IN", "NG", "PH", "KE", "XK"})


def test_an_owner_s_address_needs_none_either(api):
    address = {"line1": "14 Queen's Road", "country": "HK"}

    owner = cases.owner(api, cases.business(api), address=address)

    assert owner["personalInfo"]["address"] == address | {"postalCode": ""}


def test_a_row_of_a_file_needs_none_either(api):
    here = {"postalCode": "", "country": "HK"}

    shown = bulk_files.imported(api, bulk_files.text(bulk_files.ADA | here, bulk_files.GRANITE | here))

    assert (shown["progress"]["successful"], shown["errors"]) == (2, [])


@pytest.mark.parametrize(("country", "is_missing"), [("HK", False), ("GB", True)])
def test_a_verification_does_not_ask_for_one_where_there_are_none(api, country, is_missing):
    address = {"line1": "14 Queen's Road", "country": country}
    customer = created(api, address=address | {"postalCode": "1"}) if is_missing else created(api, address=address)
    if is_missing:
        # As a release that did not know the rule may have stored it.
        from compliance.models import Customer

        Customer.objects.update(address=address)
    Desk(api).uploaded(customer["id"])

    missing = [error["field"] for error in cases.submit(api, customer["id"])["errors"] if "address" in error["field"]]

    assert missing == (["customer.address.postalCode"] if is_missing else [])


def test_kosovo_is_a_country_wherever_one_is_taken(api):
    address = {"line1": "Rruga B 1", "city": "Prishtina", "postalCode": "10000", "country": "XK"}
    info = {"legalName": "Guri", "country": "XK", "countriesOfOperation": ["XK"]}

    person = created(api, nationality="XK", region="XK", address=address)
    business = created(api, customerType="BUSINESS", fullName=None, businessInfo=info, address=address)
    owner = cases.owner(
        api,
        business["id"],
        nationality="XK",
        address=address,
        idType="NON_US_TAX_ID",
        identifier="1170000001",
        countryOfIssuance="XK",
    )
    document = Desk(api).uploaded(person["id"], country="XK")
    home = {"nationality": "XK", "countryOfResidence": "XK", "address": address}
    holder = factories.beneficiary("Ada Krasniqi") | home
    account = {"accountType": "EUR_ACCOUNT", "iban": "XK051212012345678906", "beneficiary": holder}
    body = {"customerId": person["id"], "currency": "EUR", "accountInfo": account}

    assert (person["nationality"], person["region"]) == ("XK", "XK")
    assert owner["personalInfo"]["countryOfIssuance"] == "XK"
    assert document["country"] == "XK"
    assert api.post("/customers/external-accounts", body).status_code == 201
    assert api.get("/discoveries", country="XK").status_code == 200
    assert api.get("/customers", region="XK").json()["totalCount"] == 1
    assert countries.name("XK") == "Kosovo"
