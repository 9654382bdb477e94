"""GET /transactions?involving=: both sides of a payment find it, and each sees it from there."""

import uuid

import pytest

from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.payments.quote_requests import code_of, fields_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def payee(api):
    return api.customer("Grace Hopper")


def paid(api, source, destination, amount=10_00):
    """Pay by a quote; return the payment's id."""
    reply = quote_requests.quote(api, source, destination, amount=amount, immediatelyExecute=True)
    assert reply.status_code == 201, reply.content
    return reply.json()["transactionId"]


def involving(api, whom, **query):
    reply = api.get("/transactions", involving=whom, **query)
    assert reply.status_code == 200, reply.content
    return reply.json()


def seen(api, whom, **query):
    return [(row["id"], row["direction"]) for row in involving(api, whom, **query)["data"]]


def test_payer_and_payee_of_a_quote_both_have_it(api, alice, payee, worker):
    source, destination = api.internal_account(alice), api.internal_account(payee, "MXN")
    api.fund(source, 10_00)
    payment = paid(api, source, destination)
    worker.run()

    assert seen(api, alice) == seen(api, source) == [(payment, "OUT")]
    assert seen(api, payee) == seen(api, destination) == [(payment, "IN")]
    assert seen(api, api.internal_account(alice, "MXN")) == seen(api, api.internal_account(payee)) == []
    row = api.get(f"/transactions/{payment}").json()
    assert row["source"] == {"sourceType": "ACCOUNT", "accountId": source, "currency": "USD", "customerId": alice}
    assert row["destination"]["customerId"] == payee
    assert row["direction"] == "BOTH"
    [entry] = api.get(f"/customers/internal-accounts/{destination}/entries").json()["data"]
    assert (entry["kind"], entry["transactionId"]) == ("PAYMENT_IN", payment)
    assert entry["amount"] == entry["balanceAfter"] == row["receivedAmount"]["amount"]


def test_an_exchange_of_ones_own_is_seen_from_both_accounts_and_once_by_its_customer(api, alice, worker):
    dollars, pesos = api.internal_account(alice), api.internal_account(alice, "MXN")
    api.fund(dollars, 10_00)
    payment = paid(api, dollars, pesos)
    worker.run()

    assert seen(api, alice) == [(payment, "BOTH")]
    assert seen(api, dollars) == [(payment, "OUT")]
    assert seen(api, pesos) == [(payment, "IN")]
    row = api.get(f"/transactions/{payment}").json()
    assert row["source"]["customerId"] == row["destination"]["customerId"] == alice


def test_the_platform_s_side_has_no_customer(api, alice, worker):
    own, account = api.internal_account(None), api.internal_account(alice, "MXN")
    api.fund(own, 10_00)
    payment = paid(api, own, account)
    worker.run()

    assert seen(api, own) == [(payment, "OUT")]
    assert seen(api, alice) == [(payment, "IN")]
    row = api.get(f"/transactions/{payment}").json()
    assert "customerId" not in row["source"]
    assert row["destination"]["customerId"] == alice


def test_transfers_and_accounts_outside(api, alice, worker):
    account, outside = api.internal_account(alice), api.external_account(alice)
    api.fund(account, 10_00)
    sent = api.transfer_out(account, outside, 10_00).json()
    collected = api.transfer_in(outside, account, 5_00).json()

    assert seen(api, alice) == seen(api, account) == [(collected["id"], "IN"), (sent["id"], "OUT")]
    assert sent["source"]["customerId"] == collected["destination"]["customerId"] == alice
    assert "customerId" not in sent["destination"]
    assert "customerId" not in collected["source"]


def test_who_pays_another_from_outside_does_not_get_it(api, alice, payee):
    quote = quote_requests.quote(
        api, quote_requests.realtime("USD", alice), api.internal_account(payee, "MXN"), amount=10_00
    ).json()

    assert seen(api, alice) == [(quote["transactionId"], "OUT")]
    assert seen(api, payee) == [(quote["transactionId"], "IN")]


@pytest.mark.parametrize("order", ["asc", "desc"])
def test_pages_and_filters_work_on_both_sides_together(api, alice, payee, worker, order):
    dollars, other = api.internal_account(alice), api.internal_account(payee)
    for account in (dollars, other):
        api.fund(account, 100_00)
    made = [
        paid(api, *ends)
        for ends in (
            (dollars, api.internal_account(payee, "MXN")),
            (other, api.internal_account(alice, "MXN")),
            (dollars, api.internal_account(alice, "MXN")),
            (other, api.internal_account(payee, "MXN")),
            (other, api.internal_account(alice, "MXN")),
        )
    ]
    expected = [(made[at], way) for at, way in ((0, "OUT"), (1, "IN"), (2, "BOTH"), (4, "IN"))]
    expected = expected if order == "asc" else expected[::-1]

    listed: list[tuple[str, str]] = []
    cursor: dict[str, str] = {}
    while True:
        page = involving(api, alice, limit=1, sortOrder=order, **cursor)
        listed += [(row["id"], row["direction"]) for row in page["data"]]
        assert page["totalCount"] == 4
        if not page["hasMore"]:
            break
        cursor = {"cursor": page["nextCursor"]}
    assert listed == expected
    worker.run()
    assert len(seen(api, alice, status="COMPLETED", updatedAfter="2020-01-01")) == 4
    assert seen(api, alice, status="FAILED") == []
    assert seen(api, alice, customerId=payee) == [(made[4], "IN"), (made[1], "IN")]


def test_another_platform_sees_nothing(api, rival_api, alice, worker):
    account = api.internal_account(alice)
    api.fund(account, 10_00)
    paid(api, account, api.internal_account(alice, "MXN"))

    for whom in (alice, account, f"Customer:{uuid.UUID(int=7)}", "InternalAccount:nobody"):
        assert involving(rival_api, whom) == {"data": [], "hasMore": False, "totalCount": 0}


@pytest.mark.parametrize("whom", ["ExternalAccount:1", "Quote:1", "alice"])
def test_the_id_of_anything_else_is_refused(api, whom):
    reply = api.get("/transactions", involving=whom)

    assert code_of(reply) == (400, "INVALID_INPUT")
    assert fields_of(reply) == ["involving"]


def test_what_a_history_costs(api, alice, payee, costs):
    account = api.internal_account(alice)
    for destination in (alice, payee):
        api.fund(account, 10_00)
        paid(api, account, api.internal_account(destination, "MXN"))
        costs.call(lambda: api.get("/transactions", involving=alice))
    assert factories.balance_of(account) == 0
