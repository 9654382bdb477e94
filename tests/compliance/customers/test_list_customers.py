"""GET /customers: filters and pages."""

import pytest

from compliance.models import Customer
from platforms.base import identifiers
from tests.support.compliance.stories import created, patched, refusal


def names(reply) -> list[str]:
    assert reply.status_code == 200, reply.content
    return [row["platformCustomerId"] for row in reply.json()["data"]]


@pytest.fixture
def crowd(api, domain):
    """Four customers, oldest first; the last is deleted."""
    rows = [
        created(api, platformCustomerId="ann", region="US", currencies=["USD"], umaAddress=f"$ann@{domain}"),
        created(api, platformCustomerId="granite", customerType="BUSINESS", region="MX", currencies=["MXN", "USD"]),
        created(api, platformCustomerId="bea", region="US", currencies=["EUR"]),
        created(api, platformCustomerId="gone", region="US", currencies=["USD"]),
    ]
    assert api.delete(f"/customers/{rows[3]['id']}").status_code == 200
    return rows


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, ["bea", "granite", "ann"]),
        ({"isIncludingDeleted": "false"}, ["bea", "granite", "ann"]),
        ({"isIncludingDeleted": "true"}, ["gone", "bea", "granite", "ann"]),
        ({"platformCustomerId": "ann"}, ["ann"]),
        ({"platformCustomerId": "Ann"}, []),
        ({"customerType": "BUSINESS"}, ["granite"]),
        ({"customerType": "INDIVIDUAL"}, ["bea", "ann"]),
        ({"region": "US"}, ["bea", "ann"]),
        ({"region": "GB"}, []),
        ({"currency": "USD"}, ["granite", "ann"]),
        ({"currency": "KES"}, []),
        ({"currency": "USD", "region": "US"}, ["ann"]),
        ({"currency": "USD", "region": "US", "isIncludingDeleted": "true"}, ["gone", "ann"]),
        ({"customerType": "BUSINESS", "region": "US"}, []),
        ({"createdAfter": "2999-01-01T00:00:00Z"}, []),
        (
            {"createdBefore": "2999-01-01T00:00:00Z", "createdAfter": "2020-01-01T00:00:00+02:00"},
            ["bea", "granite", "ann"],
        ),
    ],
)
def test_filters_narrow_the_list_together(api, crowd, filters, found):
    reply = api.get("/customers", **filters)

    assert names(reply) == found
    assert reply.json()["totalCount"] == len(found)


def test_a_uma_address_is_found_without_regard_to_case(api, crowd, domain):
    assert names(api.get("/customers", umaAddress=f"$ANN@{domain}")) == ["ann"]
    assert names(api.get("/customers", umaAddress=f"$an@{domain}")) == []


def test_date_filters_include_both_ends(api, crowd):
    middle = crowd[1]["createdAt"]

    assert names(api.get("/customers", createdAfter=middle)) == ["bea", "granite"]
    assert names(api.get("/customers", createdBefore=middle)) == ["granite", "ann"]
    assert names(api.get("/customers", createdAfter=middle, createdBefore=middle)) == ["granite"]


def test_a_change_moves_a_customer_in_time_but_not_in_the_list(api, crowd):
    changed = patched(api, crowd[0], nationality="GB")

    assert names(api.get("/customers", updatedAfter=changed["updatedAt"])) == ["ann"]
    assert names(api.get("/customers", updatedBefore=crowd[1]["updatedAt"])) == ["granite"]
    assert names(api.get("/customers")) == ["bea", "granite", "ann"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"limit": "0"}, "limit"),
        ({"limit": "101"}, "limit"),
        ({"limit": "many"}, "limit"),
        ({"cursor": "x"}, "cursor"),
        ({"customerType": "ROBOT"}, "customerType"),
        ({"createdAfter": "yesterday"}, "createdAfter"),
        ({"updatedBefore": "2025-13-01T00:00:00Z"}, "updatedBefore"),
        ({"isIncludingDeleted": "maybe"}, "isIncludingDeleted"),
        ({"platformCustomerId": ""}, "platformCustomerId"),
        ({"umaAddress": "x" * 321}, "umaAddress"),
        ({"status": "APPROVED"}, "status"),
        ({"region": ["US", "MX"]}, "region"),
    ],
)
def test_a_bad_query_is_refused_by_name(api, query, field):
    assert refusal(api.get("/customers", **query)) == (400, "INVALID_INPUT", [field])


def test_pages_neither_skip_nor_repeat_while_customers_arrive(api):
    for number in range(7):
        created(api, platformCustomerId=f"c{number}")

    seen: list[str] = []
    page = api.get("/customers", limit=3).json()
    seen += [row["platformCustomerId"] for row in page["data"]]
    while page["hasMore"]:
        created(api, platformCustomerId=f"late{len(seen)}")
        page = api.get("/customers", limit=3, cursor=page["nextCursor"]).json()
        seen += [row["platformCustomerId"] for row in page["data"]]

    assert seen == ["c6", "c5", "c4", "c3", "c2", "c1", "c0"]
    assert "nextCursor" not in page


def test_customers_of_one_moment_are_paged_too(api, acme):
    rows = [
        Customer(
            platform=acme.platform,
            platform_customer_id=str(number),
            customer_type="INDIVIDUAL",
            kyc_status="APPROVED",
            currencies=["USD"],
            uma_address=f"$u{number}@x",
            created_at=acme.platform.created_at,
            updated_at=acme.platform.created_at,
            id=identifiers.new_key(),
        )
        for number in range(5)
    ]
    Customer.objects.bulk_create(rows)

    first = api.get("/customers", limit=2).json()
    second = api.get("/customers", limit=2, cursor=first["nextCursor"]).json()
    third = api.get("/customers", limit=2, cursor=second["nextCursor"]).json()

    shown = [row["platformCustomerId"] for page in (first, second, third) for row in page["data"]]
    assert shown == ["4", "3", "2", "1", "0"]
    assert third["hasMore"] is False


def test_a_cursor_belongs_to_its_filters_and_its_platform(api, rival_api):
    for _ in range(2):
        created(api, region="US")
    cursor = api.get("/customers", limit=1, region="US").json()["nextCursor"]

    assert names(api.get("/customers", limit=1, region="US", cursor=cursor)) != []
    for reply in (
        api.get("/customers", limit=1, cursor=cursor),
        api.get("/customers", limit=1, region="US", isIncludingDeleted="true", cursor=cursor),
        rival_api.get("/customers", limit=1, region="US", cursor=cursor),
        api.get("/customers", limit=1, region="US", cursor=cursor[:-2] + "AA"),
    ):
        assert refusal(reply) == (400, "INVALID_INPUT", ["cursor"])


@pytest.mark.parametrize("businesses", [0, 1, 3])
def test_a_page_costs_two_statements_and_one_for_the_owners_of_all_businesses(api, costs, businesses):
    for _ in range(3):
        created(api)
    for _ in range(businesses):
        created(api, customerType="BUSINESS", businessInfo={"legalName": "Granite"})

    with costs.of("with businesses" if businesses else "without"):
        reply = api.get("/customers", limit=100)
    assert len(reply.json()["data"]) == 3 + businesses
