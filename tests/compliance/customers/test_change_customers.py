"""PATCH and DELETE /customers/{customerId}, decisions, and the gates that follow."""

import datetime as dt
import uuid

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from compliance import gates
from compliance.models import Customer, CustomerStatusChange
from compliance.verification import reviews
from payments.models import InternalAccount
from platforms import audit
from platforms.base import clock, identifiers
from platforms.models import AuditEntry
from platforms.operations import config
from tests.support.compliance import cases
from tests.support.compliance.sending import Desk
from tests.support.compliance.stories import created, events_of, patched, refusal

ADDRESS = {"line1": "1 Main Street", "line2": "Flat 2", "postalCode": "N1 9GU", "country": "GB"}


def key_of(customer) -> uuid.UUID:
    key = identifiers.parse("Customer", customer["id"])
    assert key is not None
    return key


def accounts_of(customer) -> set[str]:
    return set(InternalAccount.objects.filter(customer_id=key_of(customer)).values_list("currency", flat=True))


def approve(api, customer) -> None:
    """Have a reviewer approve a person's verification."""
    Desk(api).uploaded(customer["id"])
    verification = identifiers.parse("Verification", cases.submit(api, customer["id"])["id"])
    assert verification
    with transaction.atomic():
        reviews.approve(verification_id=verification, reason="seen", actor=audit.SYSTEM, now=clock.real_now())


def test_a_change_keeps_what_it_does_not_name(api, domain):
    before = created(api, nationality="GB", birthDate="1990-01-01", address=ADDRESS)

    after = patched(api, before, umaAddress=f"$new@{domain}", address={k: ADDRESS[k] for k in ADDRESS if k != "line2"})

    assert after.pop("updatedAt") > before.pop("updatedAt")
    assert after == before | {
        "umaAddress": f"$new@{domain}",
        "address": {"line1": "1 Main Street", "postalCode": "N1 9GU", "country": "GB"},
    }
    entry = AuditEntry.objects.get(subject=before["id"], verb="customer.update")
    assert entry.details == {"fields": ["address", "uma_address"]}


def test_a_change_of_nothing_changes_nothing(api):
    before = created(api, address=ADDRESS)

    after = patched(api, before, address=ADDRESS, fullName=before["fullName"], currencies=before["currencies"])

    assert after == before
    assert not AuditEntry.objects.filter(subject=before["id"], verb="customer.update").exists()


def test_a_customer_can_be_sent_back_as_it_was_shown(api):
    before = created(api, region="US", address=ADDRESS)

    assert patched(api, before, **{name: before[name] for name in before if name != "customerType"}) == before


def test_type_region_and_platform_customer_id_never_change(api):
    customer = created(api, region="US")
    path = f"/customers/{customer['id']}"

    mistyped = api.patch(path, {"customerType": "BUSINESS"})
    moved = api.patch(path, {"customerType": "INDIVIDUAL", "region": "GB", "platformCustomerId": "other"})

    assert refusal(mistyped) == (400, "INVALID_INPUT", ["customerType"])
    assert refusal(moved) == (400, "INVALID_INPUT", ["region", "platformCustomerId"])


def test_business_facts_are_changed_one_by_one(api):
    before = created(api, customerType="BUSINESS", businessInfo={"legalName": "Granite", "country": "US"})

    after = patched(api, before, businessInfo={"taxId": "47-1", "country": "MX", "incorporatedOn": "2010-01-01"})

    assert after["businessInfo"] == {
        "legalName": "Granite",
        "country": "MX",
        "taxId": "47-1",
        "incorporatedOn": "2010-01-01",
    }
    assert after["kybStatus"] == "UNVERIFIED"


def test_a_business_without_facts_must_first_tell_its_name(api):
    business = created(api, customerType="BUSINESS")

    reply = api.patch(f"/customers/{business['id']}", {"customerType": "BUSINESS", "businessInfo": {"taxId": "1"}})

    assert refusal(reply) == (400, "INVALID_INPUT", ["businessInfo.legalName"])


def test_a_taken_address_can_not_be_changed_to_and_ones_own_can(api, domain):
    created(api, umaAddress=f"$taken@{domain}")
    customer = created(api, umaAddress=f"$mine@{domain}")

    reply = api.patch(f"/customers/{customer['id']}", {"customerType": "INDIVIDUAL", "umaAddress": f"$TAKEN@{domain}"})

    assert refusal(reply)[:2] == (409, "UMA_ADDRESS_EXISTS")
    assert patched(api, customer, umaAddress=f"$MINE@{domain}") == customer


def test_an_address_of_the_platforms_former_domain_may_stay(api, acme):
    customer = created(api)
    with transaction.atomic():
        config.update(
            platform_id=acme.platform.id,
            changes={"umaDomain": "moved.example.com"},
            actor=audit.SYSTEM,
            now=clock.real_now(),
        )

    after = patched(api, customer, umaAddress=customer["umaAddress"], nationality="GB")

    assert after["umaAddress"] == customer["umaAddress"]


def test_a_changed_name_is_checked_again(api):
    customer = created(api, fullName="Alice Archer")

    pending = patched(api, customer, fullName="Alice 001")
    rejected = patched(api, customer, fullName="Alice 002")
    unverified = patched(api, customer, fullName="Alice 003")
    approved = patched(api, customer, fullName="Alice Archer")

    statuses_shown = [reply["kycStatus"] for reply in (pending, rejected, unverified, approved)]
    assert statuses_shown == ["PENDING", "REJECTED", "UNVERIFIED", "APPROVED"]
    assert events_of(customer) == [
        "CUSTOMER.KYC_APPROVED",
        "CUSTOMER.KYC_PENDING",
        "CUSTOMER.KYC_REJECTED",
        "CUSTOMER.KYC_APPROVED",
    ]
    history = CustomerStatusChange.objects.filter(customer_id=key_of(customer))
    assert list(history.values_list("from_status", "to_status", "cause")) == [
        ("", "APPROVED", "creation"),
        ("APPROVED", "PENDING", "identity_changed"),
        ("PENDING", "REJECTED", "identity_changed"),
        ("REJECTED", "UNVERIFIED", "identity_changed"),
        ("UNVERIFIED", "APPROVED", "identity_changed"),
    ]


def test_a_check_with_the_same_outcome_tells_nobody(api):
    customer = created(api, fullName="Alice Archer")

    patched(api, customer, fullName="Alice Baker", birthDate="1990-01-01")

    assert events_of(customer) == ["CUSTOMER.KYC_APPROVED"]


def test_a_regulated_platforms_customer_stays_approved_under_any_name(bank_api):
    customer = created(bank_api)

    assert patched(bank_api, customer, fullName="Alice 002")["kycStatus"] == "APPROVED"


def test_in_production_an_approved_person_with_a_new_name_waits_again(production_api):
    customer = created(production_api, birthDate="1990-01-31", nationality="GB", address=ADDRESS)
    approve(production_api, customer)

    assert patched(production_api, customer, address=ADDRESS | {"line2": "Flat 3"})["kycStatus"] == "APPROVED"
    assert patched(production_api, customer, fullName="Somebody Else")["kycStatus"] == "PENDING"


def test_a_currency_given_later_opens_its_account(api):
    customer = created(api, currencies=["USD"])
    assert accounts_of(customer) == {"USD"}

    after = patched(api, customer, currencies=["EUR", "USD"])

    assert after["currencies"] == ["EUR", "USD"]
    assert accounts_of(customer) == {"EUR", "USD"}


def test_currencies_given_together_cost_as_many_statements_as_one(api, django_assert_num_queries):
    one, many = created(api, currencies=["USD"]), created(api, currencies=["USD"])
    with CaptureQueriesContext(connection) as captured:
        patched(api, one, currencies=["USD", "EUR"])

    with django_assert_num_queries(len(captured)):
        patched(api, many, currencies=["USD", "EUR", "GBP", "MXN", "INR"])
    assert accounts_of(many) == {"USD", "EUR", "GBP", "MXN", "INR"}


def test_a_currency_with_money_in_it_can_not_be_taken_away(api):
    customer = created(api, currencies=["USD", "EUR"])
    api.fund(api.internal_account(customer["id"], "EUR"), 100)

    reply = api.patch(f"/customers/{customer['id']}", {"customerType": "INDIVIDUAL", "currencies": ["USD"]})

    assert refusal(reply) == (400, "INVALID_INPUT", ["currencies"])
    assert patched(api, customer, currencies=["EUR"])["currencies"] == ["EUR"]


def test_a_currency_removed_and_added_again_keeps_its_account(api):
    customer = created(api, currencies=["USD", "EUR"])
    before = api.internal_account(customer["id"], "EUR")

    patched(api, customer, currencies=["USD"])
    after = patched(api, customer, currencies=["USD", "EUR"])

    assert after["currencies"] == ["USD", "EUR"]
    assert api.internal_account(customer["id"], "EUR") == before


def test_a_platforms_new_currency_reaches_every_live_customer(api, acme):
    live, gone = created(api, currencies=["USD"]), created(api, currencies=["USD"])
    api.delete(f"/customers/{gone['id']}")

    shown = api.get("/config").json()["supportedCurrencies"]
    ghana = {
        "currencyCode": "GHS",
        "minAmount": 1,
        "maxAmount": 10**6,
        "requiredCounterpartyFields": [],
        "enabledTransactionTypes": ["OUTGOING"],
    }
    kept = [{name: row[name] for name in ghana} for row in shown if row["currencyCode"] in {"USD", "EUR"}]
    reply = api.patch("/config", {"supportedCurrencies": [*kept, ghana]})

    assert reply.status_code == 200, reply.content
    assert api.get(f"/customers/{live['id']}").json()["currencies"] == ["USD", "GHS"]
    assert api.get(f"/customers/{gone['id']}").json()["currencies"] == ["USD"]
    assert accounts_of(live) == {"USD", "GHS"}


def test_a_currency_the_platform_drops_leaves_its_customers(api):
    customer = created(api, currencies=["USD", "EUR"])
    shown = api.get("/config").json()["supportedCurrencies"]
    wanted = ("currencyCode", "minAmount", "maxAmount", "requiredCounterpartyFields", "enabledTransactionTypes")
    kept = [{name: row[name] for name in wanted} for row in shown if row["currencyCode"] != "EUR"]

    reply = api.patch("/config", {"supportedCurrencies": kept})

    assert reply.status_code == 200, reply.content
    assert api.get(f"/customers/{customer['id']}").json()["currencies"] == ["USD"]


def test_a_deleted_customer_can_be_read_and_nothing_else(api):
    before = created(api)
    path = f"/customers/{before['id']}"

    deleted = api.delete(path)

    assert deleted.status_code == 200
    shown = deleted.json()
    assert shown == before | {"isDeleted": True, "updatedAt": shown["updatedAt"]}
    assert api.get(path).json() == shown
    assert refusal(api.delete(path))[:2] == (410, "CUSTOMER_DELETED")
    assert refusal(api.patch(path, {"customerType": "INDIVIDUAL"}))[:2] == (410, "CUSTOMER_DELETED")
    assert [row["id"] for row in api.get("/customers").json()["data"]] == []
    assert [row["id"] for row in api.get("/customers", isIncludingDeleted="true").json()["data"]] == [before["id"]]


def test_a_deleted_customers_address_is_never_given_out_again(api, domain):
    customer = created(api, umaAddress=f"$gone@{domain}")
    api.delete(f"/customers/{customer['id']}")

    reply = api.post("/customers", {"customerType": "INDIVIDUAL", "umaAddress": f"$gone@{domain}"})

    assert refusal(reply)[:2] == (409, "UMA_ADDRESS_EXISTS")


def test_a_customer_with_money_is_not_deleted(api):
    customer = created(api)
    api.fund(api.internal_account(customer["id"]), 100)

    reply = api.delete(f"/customers/{customer['id']}")

    assert refusal(reply)[:2] == (409, "CUSTOMER_HAS_FUNDS")
    assert api.get(f"/customers/{customer['id']}").json()["isDeleted"] is False


def test_another_platforms_customer_does_not_exist(api, rival_api):
    customer = created(api)
    own_shape = customer["id"].removeprefix("Customer:")
    paths = [
        (rival_api, customer["id"]),
        (api, "Customer:01890000-0000-7000-8000-000000000000"),
        (api, f"Token:{own_shape}"),
        (api, own_shape),
        (api, customer["id"].upper()),
        (api, "Customer:"),
        (api, "nobody"),
    ]

    for caller, name in paths:
        replies = [
            caller.get(f"/customers/{name}"),
            caller.patch(f"/customers/{name}", {"customerType": "INDIVIDUAL", "fullName": "Eve"}),
            caller.delete(f"/customers/{name}"),
        ]
        assert [refusal(reply)[:2] for reply in replies] == [(404, "USER_NOT_FOUND")] * 3

    assert rival_api.get("/customers").json() == {"data": [], "hasMore": False, "totalCount": 0}
    assert api.get(f"/customers/{customer['id']}").json() == customer


def test_whoever_was_deleted_is_not_live():
    long_ago = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)

    gates.require_live(deleted_at=None)
    with pytest.raises(gates.CustomerDeleted):
        gates.require_live(deleted_at=long_ago)


def test_history_can_not_be_rewritten(api):
    customer = created(api)

    for statement in (
        "UPDATE compliance_customerstatuschange SET cause = 'x'",
        "DELETE FROM compliance_customerstatuschange",
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert CustomerStatusChange.objects.filter(customer_id=key_of(customer)).count() == 1


@pytest.mark.parametrize(
    "broken",
    [
        {"kyc_status": "SURE"},
        {"kyc_status": None},
        {"kyb_status": "APPROVED"},
        {"customer_type": "BUSINESS"},
        {"customer_type": "ROBOT"},
        {"uma_address": "$Shouting@example.com"},
    ],
)
def test_the_database_refuses_what_no_rule_allows(api, broken):
    customer = created(api)

    with pytest.raises(DatabaseError), transaction.atomic():
        Customer.objects.filter(id=key_of(customer)).update(**broken)


def test_reading_one_costs_one_statement(api, costs):
    customer = created(api)

    with costs.of():
        api.get(f"/customers/{customer['id']}")
