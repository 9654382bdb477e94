"""POST /customers."""

import json
import re

import pytest

from compliance.models import Customer, CustomerStatusChange
from platforms.models import AuditEntry
from tests.conftest import Api
from tests.support import factories
from tests.support.compliance.stories import created, events_of
from webhooks.models import Event

BUSINESS = {
    "legalName": "Granite Tools Ltd",
    "doingBusinessAs": "Granite",
    "country": "US",
    "registrationNumber": "5523041",
    "incorporatedOn": "2011-04-02",
    "entityType": "LLC",
    "taxId": "47-1234567",
    "countriesOfOperation": ["US", "MX"],
    "businessType": "WHOLESALE_TRADE",
    "purposeOfAccount": "SUPPLIER_PAYMENTS",
    "sourceOfFunds": "Sales of tools",
    "expectedMonthlyTransactionCount": "COUNT_10_TO_100",
    "expectedMonthlyTransactionVolume": "VOLUME_10K_TO_100K",
    "expectedRecipientJurisdictions": ["MX"],
}
ADDRESS = {
    "line1": "12 Quarry Road",
    "line2": "Floor 3",
    "city": "Austin",
    "state": "TX",
    "postalCode": "73301",
    "country": "US",
}


def test_an_individual_is_shown_as_it_was_given(api, domain):
    given = {
        "customerType": "INDIVIDUAL",
        "platformCustomerId": "alice-1",
        "region": "US",
        "currencies": ["EUR", "USD"],
        "umaAddress": f"$alice@{domain}",
        "fullName": "Alice Archer",
        "birthDate": "1988-02-29",
        "nationality": "GB",
        "address": ADDRESS,
    }

    reply = api.post("/customers", given)

    assert reply.status_code == 201
    shown = reply.json()
    assert re.fullmatch(r"Customer:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", shown.pop("id"))
    assert shown.pop("createdAt") == shown.pop("updatedAt")
    assert shown == given | {"kycStatus": "APPROVED", "isDeleted": False}


def test_a_business_is_shown_as_it_was_given(api):
    given = {"customerType": "BUSINESS", "platformCustomerId": "granite", "address": ADDRESS, "businessInfo": BUSINESS}

    shown = created(api, **given)

    assert {name: shown[name] for name in given} == given
    assert shown["kybStatus"] == "UNVERIFIED"
    assert shown["beneficialOwners"] == []
    assert "kycStatus" not in shown
    assert "fullName" not in shown


def test_what_is_left_out_is_chosen_by_the_service(api, domain):
    reply = api.post("/customers", {"customerType": "INDIVIDUAL"})

    assert reply.status_code == 201
    shown = reply.json()
    assert shown["currencies"] == list(factories.CURRENCIES)
    assert re.fullmatch(rf"\$[a-z0-9]{{16}}@{re.escape(domain)}", shown["umaAddress"])
    assert shown["platformCustomerId"]
    assert set(shown) == {
        "id", "platformCustomerId", "customerType", "currencies", "umaAddress", "kycStatus", "createdAt", "updatedAt",
        "isDeleted",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "status", "events"),
    [
        ("Pat Pending 001", "PENDING", ["CUSTOMER.KYC_PENDING"]),
        ("Rex Rejected002", "REJECTED", ["CUSTOMER.KYC_REJECTED"]),
        ("Una Unverified 003", "UNVERIFIED", []),
        ("Ann Approved", "APPROVED", ["CUSTOMER.KYC_APPROVED"]),
        ("001 Ann", "APPROVED", ["CUSTOMER.KYC_APPROVED"]),
        ("Ann 004", "APPROVED", ["CUSTOMER.KYC_APPROVED"]),
        ("Pat 001  ", "PENDING", ["CUSTOMER.KYC_PENDING"]),
    ],
)
def test_a_sandbox_names_ending_decides(api, name, status, events):
    customer = created(api, fullName=name)

    assert customer["kycStatus"] == status
    assert events_of(customer) == events


def test_a_regulated_platforms_customers_are_approved_at_once(bank_api):
    person = created(bank_api, fullName="Rex Rejected 002")
    business = created(bank_api, customerType="BUSINESS", businessInfo={"legalName": "Granite"})

    assert person["kycStatus"] == "APPROVED"
    assert business["kybStatus"] == "APPROVED"
    assert events_of(person) == ["CUSTOMER.KYC_APPROVED"]
    assert events_of(business) == ["CUSTOMER.KYB_APPROVED"]


def test_in_production_a_person_decides_whatever_the_name(production_api):
    customer = created(production_api, fullName="Rex 002")

    assert customer["kycStatus"] == "PENDING"
    assert events_of(customer) == ["CUSTOMER.KYC_PENDING"]


def test_the_event_carries_the_customer_as_its_get_shows_it(api):
    customer = created(api)

    payload = json.loads(Event.objects.get(resource=customer["id"]).payload)

    assert payload["data"] == customer == api.get(f"/customers/{customer['id']}").json()


def test_a_status_in_the_request_is_ignored(api):
    person = created(api, fullName="Pat 001", kycStatus="APPROVED")
    business = created(api, customerType="BUSINESS", kybStatus="APPROVED")

    assert person["kycStatus"] == "PENDING"
    assert business["kybStatus"] == "UNVERIFIED"


def test_creation_leaves_history_and_audit_without_personal_data(api):
    customer = created(api, fullName="Alice Archer", birthDate="1990-01-01")

    change = CustomerStatusChange.objects.get(customer_id=customer["id"].split(":")[1])
    entry = AuditEntry.objects.get(subject=customer["id"])
    assert (change.from_status, change.to_status, change.cause) == ("", "APPROVED", "creation")
    assert (change.actor_kind, change.actor_id) == (entry.actor_kind, entry.actor_id)
    assert entry.verb == "customer.create"
    assert entry.details == {"customerType": "INDIVIDUAL"}


def test_a_uma_address_is_unique_over_all_platforms_without_regard_to_case(api, domain):
    created(api, umaAddress=f"$Alice+1@{domain.upper()}")

    again = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": f"$alice+1@{domain}"})
    shouted = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": f"$ALICE+1@{domain}"})

    assert (again.status_code, again.json()["code"]) == (409, "UMA_ADDRESS_EXISTS")
    assert (shouted.status_code, shouted.json()["code"]) == (409, "UMA_ADDRESS_EXISTS")
    assert Customer.objects.get().uma_address == f"$alice+1@{domain}"


def test_a_platform_customer_id_need_not_be_unique(api):
    first, second = created(api, platformCustomerId="same"), created(api, platformCustomerId="same")

    assert first["id"] != second["id"]


def test_a_key_makes_one_customer_and_one_reply(api):
    body = {"customerType": "INDIVIDUAL", "fullName": "Alice"}

    first = api.post("/customers", body, key="k1")
    second = api.post("/customers", body, key="k1")

    assert first.content == second.content
    assert second.headers["Idempotent-Replayed"] == "true"
    assert Customer.objects.count() == 1


def test_a_token_without_manage_may_only_look(acme, api):
    customer = created(api)
    token = factories.token(acme.platform, permissions=("VIEW", "TRANSACT"))
    looker = Api(token.token.client_id, token.client_secret)

    assert looker.get(f"/customers/{customer['id']}").status_code == 200
    assert looker.get("/customers").status_code == 200
    for reply in (
        looker.post("/customers", {"customerType": "INDIVIDUAL"}),
        looker.patch(f"/customers/{customer['id']}", {"customerType": "INDIVIDUAL"}),
        looker.delete(f"/customers/{customer['id']}"),
    ):
        assert (reply.status_code, reply.json()["code"]) == (403, "FORBIDDEN")


def test_what_creation_costs(api, costs):
    api.get("/customers")  # the token is cached from here on

    # The command is opened, platform and currencies read; customer, two for its accounts, history, event and audit
    # in one.
    with costs.of():
        api.post("/customers", {"customerType": "INDIVIDUAL", "fullName": "Alice"})
