"""Beneficial owners over the API: record, list, read, change."""

import pytest

from compliance.models import BeneficialOwner, BeneficialOwnerStatusChange
from platforms.models import AuditEntry
from tests.support.compliance import cases

pytestmark = pytest.mark.django_db


def history_of(owner):
    rows = BeneficialOwnerStatusChange.objects.filter(beneficial_owner=owner["id"].partition(":")[2])
    return list(rows.values_list("from_status", "to_status", "cause"))


@pytest.fixture
def customer(api) -> str:
    return cases.business(api)


def test_an_owner_is_shown_as_it_was_given(api, customer):
    person = cases.PERSON | {
        "middleName": "Lee",
        "email": "ana@example.com",
        "phoneNumber": "+14155550123",
        "countryOfIssuance": "US",
    }

    reply = api.post("/beneficial-owners", cases.owner_body(customer, share=51.5, **person))

    shown = reply.json()
    assert reply.status_code == 201
    assert shown == {
        "id": shown["id"],
        "customerId": customer,
        "roles": ["UBO", "DIRECTOR"],
        "ownershipPercentage": 51.5,
        "personalInfo": person,
        "kycStatus": "APPROVED",
        "createdAt": shown["createdAt"],
        "updatedAt": shown["createdAt"],
    }
    assert api.get(f"/beneficial-owners/{shown['id']}").json() == shown
    assert api.get(f"/customers/{customer}").json()["beneficialOwners"] == [shown]
    assert api.get("/customers", customerType="BUSINESS").json()["data"][0]["beneficialOwners"] == [shown]
    assert history_of(shown) == [("", "APPROVED", "creation")]
    assert AuditEntry.objects.filter(verb="beneficial_owner.create", subject=shown["id"]).count() == 1


@pytest.mark.parametrize(
    ("names", "outcome"),
    [
        ({"firstName": "Suharto", "lastName": None}, "APPROVED"),
        ({"firstName": None, "lastName": "Suharto"}, "APPROVED"),
        ({"firstName": "Suharto", "lastName": ""}, "APPROVED"),
        ({"firstName": "Suharto 002", "lastName": None}, "REJECTED"),
    ],
)
def test_a_person_with_one_name_needs_no_other(api, customer, names, outcome):
    reply = api.post("/beneficial-owners", cases.owner_body(customer, **names))

    shown = reply.json()
    assert (reply.status_code, shown["kycStatus"]) == (201, outcome)
    assert {name: shown["personalInfo"][name] for name in names} == {name: given or "" for name, given in names.items()}
    again = api.patch(f"/beneficial-owners/{shown['id']}", {"personalInfo": shown["personalInfo"]})
    assert again.json() == shown


def test_a_filler_can_be_taken_out_of_a_name_and_not_both_names(api, customer):
    person = cases.owner(api, customer, firstName="FNU", lastName="Suharto")
    path = f"/beneficial-owners/{person['id']}"

    changed = api.patch(path, {"personalInfo": {"firstName": ""}})
    refused = api.patch(path, {"personalInfo": {"lastName": ""}})

    assert changed.json()["personalInfo"]["firstName"] == ""
    fields = [problem["field"] for problem in refused.json()["details"]["errors"]]
    assert (refused.status_code, fields) == (400, ["personalInfo.firstName", "personalInfo.lastName"])


def test_the_number_of_a_person_is_encrypted_at_rest(api, customer):
    cases.owner(api, customer, identifier="123-45-6789")

    [stored] = BeneficialOwner.objects.raw("SELECT id, personal_info::text AS stored FROM compliance_beneficialowner")

    assert '"lastName": "Marsh"' in stored.stored
    assert "6789" not in stored.stored


@pytest.mark.parametrize(
    ("last_name", "status"),
    [("Marsh", "APPROVED"), ("Marsh001", "PENDING"), ("Marsh 002", "REJECTED"), ("002Marsh", "APPROVED")],
)
def test_the_end_of_the_last_name_chooses_the_outcome(api, customer, last_name, status):
    assert cases.owner(api, customer, lastName=last_name)["kycStatus"] == status


def test_a_person_whose_name_changes_is_checked_again(api, customer):
    owner = cases.owner(api, customer)

    reply = api.patch(f"/beneficial-owners/{owner['id']}", {"personalInfo": {"lastName": "Marsh 002"}})

    assert reply.status_code == 200
    assert reply.json()["kycStatus"] == "REJECTED"
    assert reply.json()["personalInfo"] == cases.PERSON | {"lastName": "Marsh 002"}
    assert history_of(owner)[1:] == [("APPROVED", "REJECTED", "identity_changed")]


def test_a_change_keeps_what_it_does_not_name(api, customer):
    owner = cases.owner(api, customer)

    reply = api.patch(f"/beneficial-owners/{owner['id']}", {"roles": ["TRUSTEE"], "ownershipPercentage": 0})

    shown = reply.json()
    assert shown == owner | {"roles": ["TRUSTEE"], "ownershipPercentage": 0, "updatedAt": shown["updatedAt"]}
    assert shown["updatedAt"] > owner["updatedAt"]
    assert len(history_of(owner)) == 1


def test_a_change_that_changes_nothing_leaves_no_trace(api, customer):
    owner = cases.owner(api, customer)

    assert api.patch(f"/beneficial-owners/{owner['id']}", {"personalInfo": {"firstName": "Ana"}}).json() == owner
    assert not AuditEntry.objects.filter(verb="beneficial_owner.update").exists()


def test_shares_add_up_to_a_hundred_and_no_further(api, customer):
    for _ in range(3):
        cases.owner(api, customer, share=100 / 3)

    refused = api.post("/beneficial-owners", cases.owner_body(customer, share=1))

    assert refused.status_code == 400
    assert refused.json()["details"]["errors"] == [
        {
            "field": "ownershipPercentage",
            "reason": "must be at most 0.000001: the shares of all owners are 100 together",
        }
    ]


def test_a_change_of_a_share_counts_the_others_only(api, customer):
    cases.owner(api, customer, share=40)
    owner = cases.owner(api, customer, share=60)

    assert api.patch(f"/beneficial-owners/{owner['id']}", {"ownershipPercentage": 60.5}).status_code == 400
    assert api.patch(f"/beneficial-owners/{owner['id']}", {"ownershipPercentage": 59}).status_code == 200


def test_owners_are_listed_newest_first_in_pages(api, customer):
    owners = [cases.owner(api, customer, share=10) for _ in range(3)]
    cases.owner(api, cases.business(api), share=10)

    first = api.get("/beneficial-owners", customerId=customer, limit=2).json()
    rest = api.get("/beneficial-owners", customerId=customer, limit=2, cursor=first["nextCursor"]).json()

    assert first["data"] == [owners[2], owners[1]]
    assert (first["hasMore"], first["totalCount"]) == (True, 3)
    assert rest == {"data": [owners[0]], "hasMore": False, "totalCount": 3}


def test_a_list_asks_whose(api):
    assert api.get("/beneficial-owners").json()["details"]["errors"] == [
        {"field": "customerId", "reason": "is required"}
    ]
    assert api.get("/beneficial-owners", customerId="Customer:nobody").json()["data"] == []


def test_a_regulated_platform_knows_its_owners(bank_api):
    assert cases.owner(bank_api, cases.business(bank_api), lastName="Marsh 002")["kycStatus"] == "APPROVED"


def test_another_platform_s_owners_are_not_found(api, rival_api, customer):
    owner = cases.owner(api, customer)
    body = cases.owner_body(customer, share=1)

    replies = [
        rival_api.get(f"/beneficial-owners/{owner['id']}"),
        rival_api.patch(f"/beneficial-owners/{owner['id']}", {"ownershipPercentage": 1}),
        rival_api.post("/beneficial-owners", body),
        rival_api.post("/verifications", {"customerId": customer}),
    ]

    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [
        (404, "BENEFICIAL_OWNER_NOT_FOUND"),
        (404, "BENEFICIAL_OWNER_NOT_FOUND"),
        (404, "USER_NOT_FOUND"),
        (404, "USER_NOT_FOUND"),
    ]
    assert rival_api.get("/beneficial-owners", customerId=customer).json()["data"] == []


def test_a_deleted_customer_gets_no_owners(api, customer):
    owner = cases.owner(api, customer, share=1)
    api.delete(f"/customers/{customer}")

    replies = [
        api.post("/beneficial-owners", cases.owner_body(customer, share=1)),
        api.patch(f"/beneficial-owners/{owner['id']}", {"ownershipPercentage": 2}),
        api.post("/verifications", {"customerId": customer}),
    ]

    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(410, "CUSTOMER_DELETED")] * 3
    assert api.get(f"/beneficial-owners/{owner['id']}").json() == owner
