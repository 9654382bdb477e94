"""GET /transactions: filters, order, paging, totals."""

import datetime as dt

import pytest

from payments.models import Transaction
from payments.reporting import transaction_counts
from platforms.base import clock


@pytest.fixture
def payments(api, alice, worker):
    """Five payments out and one in, oldest first; the second is to the platform's own account."""
    account = api.internal_account(alice)
    external = api.external_account(alice)
    api.fund(account, 10_000)
    made = [api.transfer_out(account, external, amount).json() for amount in (10, 20, 30, 40, 50)]
    made.append(api.transfer_in(external, account, 60).json())
    return made


def ids(reply):
    assert reply.status_code == 200, reply.content
    return [entry["id"] for entry in reply.json()["data"]]


def made_ids(payments, *positions):
    return [payments[position]["id"] for position in positions]


def test_the_newest_come_first_unless_asked_otherwise(api, payments):
    assert ids(api.get("/transactions")) == made_ids(payments, 5, 4, 3, 2, 1, 0)
    assert ids(api.get("/transactions", sortOrder="asc")) == made_ids(payments, 0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_pages_join_without_gap_or_overlap_while_rows_are_added(api, alice, payments, order):
    whole = ids(api.get("/transactions", sortOrder=order))
    first = api.get("/transactions", sortOrder=order, limit=2).json()
    api.transfer_out(api.internal_account(alice), api.external_account(alice), 1)
    second = api.get("/transactions", sortOrder=order, limit=2, cursor=first["nextCursor"]).json()
    third = api.get("/transactions", sortOrder=order, limit=2, cursor=second["nextCursor"]).json()

    paged = [entry["id"] for page in (first, second, third) for entry in page["data"]]
    assert paged == whole
    assert first["hasMore"] is second["hasMore"] is True
    assert third["hasMore"] is (order == "asc")
    assert ("nextCursor" in third) is third["hasMore"]


def test_filters_narrow_and_combine(api, alice, payments, worker):
    account, external = payments[0]["source"]["accountId"], payments[0]["destination"]["accountId"]
    platform_customer = payments[0]["platformCustomerId"]
    worker.run()
    reference = api.get(f"/transactions/{payments[2]['id']}").json()["reconciliationInstructions"]["reference"]

    assert ids(api.get("/transactions", type="INCOMING")) == made_ids(payments, 5)
    assert len(ids(api.get("/transactions", status="COMPLETED"))) == 6
    assert ids(api.get("/transactions", status="FAILED")) == []
    assert len(ids(api.get("/transactions", customerId=alice))) == 6
    assert len(ids(api.get("/transactions", platformCustomerId=platform_customer))) == 6
    assert ids(api.get("/transactions", platformCustomerId="nobody")) == []
    assert len(ids(api.get("/transactions", senderAccountIdentifier=account))) == 5
    assert ids(api.get("/transactions", receiverAccountIdentifier=account)) == made_ids(payments, 5)
    assert ids(api.get("/transactions", reference=reference)) == made_ids(payments, 2)
    assert ids(api.get("/transactions", senderAccountIdentifier=account, type="INCOMING")) == []
    assert len(ids(api.get("/transactions", receiverAccountIdentifier=external, customerId=alice))) == 5
    assert ids(api.get("/transactions", customerId="Customer:nobody")) == []


def test_a_page_whose_rows_have_left_the_list_has_the_total(api, payments):
    first = api.get("/transactions", limit=4, status="PENDING").json()
    Transaction.objects.filter(id=payments[0]["id"].partition(":")[2]).update(status="COMPLETED")

    page = api.get("/transactions", limit=4, status="PENDING", cursor=first["nextCursor"]).json()

    assert page == {"data": [], "hasMore": False, "totalCount": 4}


def test_dates_include_both_ends(api, payments):
    third, fourth = payments[2]["createdAt"], payments[3]["createdAt"]

    assert ids(api.get("/transactions", startDate=third, endDate=fourth)) == made_ids(payments, 3, 2)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"status": "DONE"}, "status"),
        ({"type": "SIDEWAYS"}, "type"),
        ({"startDate": "yesterday"}, "startDate"),
        ({"endDate": "0000-00-00T00:00:00Z"}, "endDate"),
        ({"startDate": "9999-12-31T23:59:59-23:59"}, "startDate"),
        ({"sortOrder": "up"}, "sortOrder"),
        ({"limit": "0"}, "limit"),
        ({"limit": "101"}, "limit"),
        ({"limit": "ten"}, "limit"),
        ({"cursor": "abc"}, "cursor"),
        ({"cursor": "é"}, "cursor"),
        ({"color": "red"}, "color"),
    ],
)
def test_a_query_that_makes_no_sense_is_a_400_that_names_the_parameter(api, query, field):
    reply = api.get("/transactions", **query)

    assert reply.status_code == 400
    assert reply.json()["code"] == "INVALID_INPUT"
    assert [error["field"] for error in reply.json()["details"]["errors"]] == [field]


def test_a_cursor_belongs_to_its_list_and_filters(api, rival_api, payments):
    cursor = api.get("/transactions", limit=2).json()["nextCursor"]

    assert api.get("/transactions", limit=2, cursor=cursor).status_code == 200
    assert api.get("/transactions", limit=2, cursor=cursor, type="OUTGOING").status_code == 400
    assert api.get("/transactions", limit=2, cursor=cursor, sortOrder="asc").status_code == 400
    assert api.get("/customers/internal-accounts", limit=2, cursor=cursor).status_code == 400
    assert rival_api.get("/transactions", limit=2, cursor=cursor).status_code == 400
    assert api.get("/transactions", limit=2, cursor=cursor[:-4] + "AAAA").status_code == 400


def test_other_platforms_payments_are_not_seen(rival_api, payments):
    assert rival_api.get("/transactions").json() == {"data": [], "hasMore": False, "totalCount": 0}
    assert rival_api.get(f"/transactions/{payments[0]['id']}").json()["code"] == "TRANSACTION_NOT_FOUND"


def test_the_total_is_exact_before_and_after_tallying(api, alice, payments, monkeypatch):
    def totals():
        return [api.get("/transactions", **query).json()["totalCount"] for query in ({}, {"type": "INCOMING"})]

    before = totals()
    monkeypatch.setattr(transaction_counts, "SETTLE_TIME", -dt.timedelta(seconds=1))
    first = transaction_counts.advance()
    tallied = totals()
    # Made after the mark, which lies a second ahead here.
    Transaction.objects.filter(id=payments[0]["id"].partition(":")[2]).get()
    monkeypatch.setattr(transaction_counts, "SETTLE_TIME", -dt.timedelta(seconds=2))
    again = transaction_counts.advance()

    assert before == tallied == totals() == [6, 1]
    assert (first, again) == (6, 0)


def test_a_list_costs_one_statement_however_long(api, payments, costs):
    with costs.of("one"):
        api.get("/transactions", limit=1)
    with costs.of("many"):
        api.get("/transactions", limit=100)
    with costs.of("by status"):
        api.get("/transactions", status="PENDING")


def test_times_are_shown_in_utc(api, payments):
    created = api.get("/transactions").json()["data"][0]["createdAt"]

    assert created.endswith("Z")
    assert abs(dt.datetime.fromisoformat(created) - clock.real_now()) < dt.timedelta(minutes=1)
