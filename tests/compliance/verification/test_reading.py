"""Lists, permissions, other platforms, and how many statements it all takes."""

import pytest

from tests.conftest import Api
from tests.support import factories
from tests.support.compliance import cases
from tests.support.compliance.stories import created

pytestmark = pytest.mark.django_db


def test_verifications_are_listed_newest_first_and_filtered(api):
    first = cases.submit(api, cases.business(api))
    approved = cases.submit(api, cases.complete_business(api)[0])
    last = cases.submit(api, created(api, fullName="Carol")["id"])

    everything = api.get("/verifications").json()
    page = api.get("/verifications", limit=1).json()

    assert everything == {"data": [last, approved, first], "hasMore": False, "totalCount": 3}
    assert api.get("/verifications", limit=1, cursor=page["nextCursor"]).json()["data"] == [approved]
    assert api.get("/verifications", verificationStatus="APPROVED").json()["data"] == [approved]
    assert api.get("/verifications", customerId=first["customerId"]).json()["data"] == [first]
    assert api.get("/verifications", customerId="Customer:nobody").json()["data"] == []


def test_another_platform_sees_nothing(api, rival_api):
    verification = cases.submit(api, cases.business(api))

    assert rival_api.get(f"/verifications/{verification['id']}").json()["code"] == "VERIFICATION_NOT_FOUND"
    assert rival_api.get("/verifications").json()["data"] == []
    assert rival_api.get("/verifications", customerId=verification["customerId"]).json()["data"] == []


@pytest.mark.parametrize("permission", ["VIEW", "TRANSACT"])
def test_only_who_may_manage_writes(acme, api, permission):
    customer = cases.business(api)
    owner = cases.owner(api, customer, share=1)
    verification = cases.submit(api, customer)
    token = factories.token(acme.platform, (permission,))
    reader = Api(token.token.client_id, token.client_secret)

    writes = [
        reader.post("/beneficial-owners", cases.owner_body(customer, share=1)),
        reader.patch(f"/beneficial-owners/{owner['id']}", {"ownershipPercentage": 2}),
        reader.post("/verifications", {"customerId": customer}),
    ]
    reads = [
        reader.get("/beneficial-owners", customerId=customer),
        reader.get(f"/beneficial-owners/{owner['id']}"),
        reader.get("/verifications"),
        reader.get(f"/verifications/{verification['id']}"),
    ]

    assert [(reply.status_code, reply.json()["code"]) for reply in writes] == [(403, "FORBIDDEN")] * 3
    assert [reply.status_code for reply in reads] == [200] * 4


def test_a_key_gives_the_first_reply_again(api):
    customer, _ = cases.complete_business(api)
    body = {"customerId": customer}

    first = api.post("/verifications", body, key="verify-granite")
    again = api.post("/verifications", body, key="verify-granite")

    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.content == first.content


@pytest.mark.parametrize("owners", [1, 5])
def test_an_incomplete_submission_costs_the_same_however_many_owners_there_are(api, costs, owners):
    customer = cases.business(api)
    for _ in range(owners):
        cases.owner(api, customer, share=10)
    api.get("/config")

    # Customer, newest verification, owners, documents; verification, history, event, audit.
    costs.call(lambda: api.post("/verifications", {"customerId": customer}))


def test_a_complete_submission_costs_the_same_however_many_owners_there_are(api, statements, costs):
    customers = [cases.complete_business(api)[0] for _ in range(2)]
    for _ in range(4):
        cases.papers(api, customers[1], cases.owner(api, customers[1], share=10))

    counts = []
    for key in customers:
        api.get("/config")  # the token is remembered for two seconds
        counts.append(statements(lambda: api.post("/verifications", {"customerId": key})))  # noqa: B023

    # As above, and the documents, the screening, the customer with history and event, the decision.
    assert counts[0] == counts[1]
    costs(counts[0])


def test_what_waits_for_nothing_costs_one_statement(api, statements):
    customer = cases.business(api)
    body = {"customerType": "BUSINESS", "address": cases.ADDRESS | {"line2": "Suite 5"}}
    without = statements(
        lambda: api.patch(
            f"/customers/{customer}", {"customerType": "BUSINESS", "address": cases.ADDRESS | {"line2": "Suite 4"}}
        )
    )
    cases.submit(api, customer)

    # Owners, documents, and the verification, whose errors stay as they were, is not written.
    assert statements(lambda: api.patch(f"/customers/{customer}", body)) == without + 2


@pytest.mark.parametrize("rows", [1, 4])
def test_lists_take_page_and_total(api, costs, rows):
    customer = cases.business(api)
    for _ in range(rows):
        cases.owner(api, customer, share=10)
        cases.submit(api, cases.business(api))

    costs.call(lambda: api.get("/verifications"), "verifications")
    costs.call(lambda: api.get("/beneficial-owners", customerId=customer), "owners")
    # The owners of all businesses of the page come with one statement more.
    costs.call(lambda: api.get("/customers"), "customers")
