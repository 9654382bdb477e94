"""What platforms note on payments, and what every payment says of its rail, its direction, and what it waits for."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from payments.models import Transaction
from tests.support import factories, plans
from tests.support.payments import quote_requests
from tests.support.payments.quote_requests import fields_of
from webhooks.models import Event

_NOTED = {"order": "A-17", "shop.till": "3"}


@pytest.fixture
def source(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 100_000)
    return account


@pytest.fixture
def destination(api, alice):
    return api.external_account(alice)


def send(api, source, destination, *, key=None, **fields):
    sides = {"source": {"accountId": source}, "destination": {"accountId": destination}}
    return api.post("/transfer-out", {**sides, "amount": 100, **fields}, key=key)


def shown(api, reply):
    assert reply.status_code == 201, reply.content
    return api.get(f"/transactions/{reply.json()['id']}").json()


def test_a_transfer_out_carries_what_was_noted_into_reply_list_and_event(api, source, destination):
    reply = send(api, source, destination, metadata=_NOTED, remittanceInformation="  Invoice 42 ")

    payment = shown(api, reply)
    assert payment == reply.json()
    assert (payment["metadata"], payment["remittanceInformation"]) == (_NOTED, "Invoice 42")
    assert api.get("/transactions").json()["data"][0] == payment
    told = json.loads(Event.objects.get(type="OUTGOING_PAYMENT.PENDING").payload)["data"]
    assert (told["metadata"], told["remittanceInformation"]) == (_NOTED, "Invoice 42")


def test_a_transfer_in_a_batch_and_a_quote_carry_it_too(api, source, destination, worker):
    said = {"metadata": _NOTED, "remittanceInformation": "Invoice 42"}
    sides = {"source": {"accountId": destination}, "destination": {"accountId": source}}
    pulled = api.post("/transfer-in", {**sides, "amount": 100, **said})
    out = {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": 100}
    listed = [{"type": "IN", **sides, "amount": 100, **said}, {"type": "OUT", **out, **said}]
    batch = api.post("/transfers/batch", {"mode": "ALL", "transfers": listed}).json()["results"]
    quote = quote_requests.quote(api, source, destination, amount=1_000, **said)
    executed = api.post(f"/quotes/{quote.json()['id']}/execute").json()
    worker.run()

    for reply in (quote.json(), executed, api.get(f"/quotes/{executed['id']}").json()):
        assert {name: reply[name] for name in said} == said
    keys = [pulled.json()["id"], *(each["transaction"]["id"] for each in batch), executed["transactionId"]]
    for key in keys:
        payment = api.get(f"/transactions/{key}").json()
        assert ({name: payment[name] for name in said}, payment["status"]) == (said, "COMPLETED")


def test_nothing_noted_shows_nothing(api, source, destination):
    assert not {"metadata", "remittanceInformation"} & shown(api, send(api, source, destination, metadata={})).keys()


@pytest.mark.parametrize(
    "noted",
    [
        ({"metadata": "order 17"}, "metadata"),
        ({"metadata": None}, "metadata"),
        ({"metadata": ["A"]}, "metadata"),
        ({"metadata": {f"k{number}": "" for number in range(21)}}, "metadata"),
        ({"metadata": {"k" * 41: "v"}}, f"metadata.{'k' * 40}"),
        ({"metadata": {"": "v"}}, "metadata"),
        ({"metadata": {"a b": "v"}}, "metadata.a b"),
        ({"metadata": {"order": 17}}, "metadata.order"),
        ({"metadata": {"order": {"id": "17"}}}, "metadata.order"),
        ({"metadata": {"order": "v" * 501}}, "metadata.order"),
        ({"metadata": {"order": "a\0b"}}, "metadata.order"),
        ({"remittanceInformation": "v" * 141}, "remittanceInformation"),
        ({"remittanceInformation": ""}, "remittanceInformation"),
        ({"remittanceInformation": 17}, "remittanceInformation"),
        ({"remittanceInformation": "one\ntwo"}, "remittanceInformation"),
    ],
)
@pytest.mark.parametrize("path", ["/transfer-out", "/transfer-in", "/quotes"])
def test_what_can_not_be_noted_is_refused_by_name(api, source, destination, noted, path):
    fields, field = noted
    sides = (source, destination) if path != "/transfer-in" else (destination, source)
    body = {"source": {"accountId": sides[0]}, "destination": {"accountId": sides[1]}, "amount": 100}
    if path == "/quotes":
        body = quote_requests.body(source, destination)

    reply = api.post(path, {**body, **fields})

    assert (reply.status_code, reply.json()["code"], fields_of(reply)) == (400, "INVALID_INPUT", [field])
    assert not Transaction.objects.exists()


def test_the_most_that_can_be_noted_is_kept(api, source, destination):
    most = {f"{number:02}" + "k" * 38: "\u20ac" * 500 for number in range(20)}

    assert shown(api, send(api, source, destination, metadata=most))["metadata"] == most


def test_a_key_holds_what_was_noted(api, source, destination):
    first = send(api, source, destination, key="k", metadata={"order": "1", "till": "2"})
    same = send(api, source, destination, key="k", metadata={"till": "2", "order": "1"})
    other = send(api, source, destination, key="k", metadata={"order": "2", "till": "2"})

    assert (same.status_code, same.content) == (201, first.content)
    assert (other.status_code, other.json()["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")


def test_a_list_is_narrowed_by_what_was_noted(api, rival_api, source, destination):
    both, one, none = (
        send(api, source, destination, metadata=noted).json()["id"]
        for noted in ({"order": "1", "till": "2"}, {"order": "1"}, {"order": "10"})
    )

    def found(listing=api, **query):
        reply = listing.get("/transactions", **query)
        assert reply.status_code == 200, reply.content
        return {row["id"] for row in reply.json()["data"]}

    assert found(**{"metadata.order": "1"}) == {both, one}
    assert found(**{"metadata[order]": "1"}) == {both, one}
    assert found(**{"metadata.order": "1", "metadata.till": "2"}) == {both}
    assert found(**{"metadata.order": "1", "status": "COMPLETED"}) == set()
    assert found(**{"metadata.order": "10", "limit": "1"}) == {none}
    assert found(**{"metadata.order": "%"}) == set()
    assert found(rival_api, **{"metadata.order": "1"}) == set()
    page = api.get("/transactions", **{"metadata.order": "1", "limit": "1"}).json()
    assert (page["totalCount"], page["hasMore"]) == (2, True)
    assert found(**{"metadata.order": "1", "limit": "1", "cursor": page["nextCursor"]}) == {both}
    other = api.get("/transactions", **{"metadata.order": "2", "limit": "1", "cursor": page["nextCursor"]})
    assert fields_of(other) == ["cursor"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("metadata=order", "metadata"),
        ("metadata.=1", "metadata"),
        ("metadata.a%20b=1", "metadata.a b"),
        ("metadata.order=1&metadata.order=2", "metadata.order"),
        ("metadata.order=1&metadata[order]=2", "metadata.order"),
        (f"metadata.order={'v' * 501}", "metadata.order"),
        ("metadat.order=1", "metadat.order"),
    ],
)
@pytest.mark.parametrize("path", ["/transactions", "/customers", "/customers/external-accounts"])
def test_a_filter_that_can_not_be_meant_is_refused(api, query, field, path):
    reply = api.get(f"{path}?{query}")

    assert (reply.status_code, fields_of(reply)) == (400, [field])


def test_customers_and_external_accounts_are_noted_on_changed_and_found(api, alice):
    bea = api.post("/customers", factories.individual("Bea", metadata={"crm": "7", "kind": "vip"})).json()
    assert bea["metadata"] == {"crm": "7", "kind": "vip"}
    told = [json.loads(each.payload) for each in Event.objects.filter(type__startswith="CUSTOMER.")]
    assert all("metadata" not in each["data"] or each["data"]["metadata"] == bea["metadata"] for each in told)
    path = f"/customers/{bea['id']}"
    assert api.patch(path, {"fullName": "Bea B"}).json()["metadata"] == bea["metadata"]
    assert [row["id"] for row in api.get("/customers", **{"metadata.crm": "7"}).json()["data"]] == [bea["id"]]
    assert api.patch(path, {"metadata": {"crm": "8"}}).json()["metadata"] == {"crm": "8"}
    assert api.get("/customers", **{"metadata.crm": "7"}).json()["data"] == []
    assert "metadata" not in api.patch(path, {"metadata": {}}).json()
    assert fields_of(api.patch(path, {"metadata": {"crm": 8}})) == ["metadata.crm"]

    body = {"currency": "USD", "accountInfo": factories.usd_account(), "metadata": _NOTED}
    for where, holder in (("customers", {"customerId": alice}), ("platform", {})):
        account = api.post(f"/{where}/external-accounts", body | holder).json()
        listed = api.get(f"/{where}/external-accounts", **{"metadata.order": "A-17"}).json()["data"]
        assert (account["metadata"], listed) == (_NOTED, [account])
        assert api.get(f"/{where}/external-accounts", **{"metadata.order": "B"}).json()["data"] == []


def test_an_index_finds_what_was_noted(api, source, destination):
    for number in range(30):
        send(api, source, destination, metadata={"order": f"{number}"})

    sql = "SELECT id FROM payments_transaction WHERE platform_id IS NOT NULL AND metadata @> %s::jsonb"
    with plans.planned("payments_transaction", without=["seqscan"]) as explain:
        assert any("transaction_by_metadata" in line for line in explain(sql, ['{"order": "7"}']))


def test_notes_cost_no_statement(api, source, destination):
    def statements(call, *arguments, **said):
        call(*arguments, **said)
        with CaptureQueriesContext(connection) as counted:
            call(*arguments, **said)
        return len(counted)

    noted = {"metadata": _NOTED, "remittanceInformation": "Invoice 42"}
    assert statements(send, api, source, destination, **noted) == statements(send, api, source, destination)
    narrowed = statements(api.get, "/transactions", **{"metadata.order": "A-17"})
    assert narrowed == statements(api.get, "/transactions") == statements(api.get, "/transactions", limit=1)


@pytest.mark.parametrize("suffix", ["789", "005"])
def test_a_transfer_tells_its_rail_and_what_it_waits_for(api, alice, source, worker, suffix):
    outside = api.external_account(alice, factories.usd_account(suffix))
    payment = shown(api, send(api, source, outside))
    assert (payment["direction"], payment["pendingReason"]) == ("OUT", "PAYOUT")
    assert not {"paymentRail", "expectedSettlementAt"} & payment.keys(), "several rails reach it, and none has answered"
    pulled = api.transfer_in(outside, source, 100).json()
    assert (pulled["direction"], pulled["pendingReason"], pulled["paymentRail"]) == ("IN", "COLLECTION", "ACH")

    worker.run()

    for key in (payment["id"], pulled["id"]):
        later = api.get(f"/transactions/{key}").json()
        assert later["paymentRail"] == "ACH"
        assert ("pendingReason" in later, "expectedSettlementAt" in later) == ((suffix == "005",) * 2)
    if suffix == "005":
        assert later["expectedSettlementAt"] > later["createdAt"]


def test_a_quote_tells_its_rail_and_what_it_waits_for(api, alice, source, worker):
    outside = api.external_account(alice, quote_requests.clabe("003"), "MXN")
    quote = quote_requests.quote(api, source, outside, amount=1_000).json()
    path = f"/transactions/{quote['transactionId']}"
    waiting = api.get(path).json()
    assert (waiting["pendingReason"], waiting["paymentRail"], waiting["quoteId"]) == ("EXECUTION", "SPEI", quote["id"])
    assert waiting["exchangeRate"] == quote["exchangeRate"]
    api.post(f"/quotes/{quote['id']}/execute")
    worker.run()
    paying = api.get(path).json()
    assert (paying["status"], paying["pendingReason"], paying["direction"]) == ("PROCESSING", "PAYOUT", "OUT")
    assert paying["expectedSettlementAt"] > paying["createdAt"]

    realtime = quote_requests.quote(api, quote_requests.realtime("USD", alice), source, amount=1_000).json()
    funded = api.get(f"/transactions/{realtime['transactionId']}").json()
    assert (funded["pendingReason"], funded["direction"]) == ("FUNDING", "IN")
    assert "paymentRail" not in funded
    inside = quote_requests.quote(api, source, api.internal_account(alice, "EUR"), amount=1_000).json()
    assert api.get(f"/transactions/{inside['transactionId']}").json()["direction"] == "BOTH"


def test_a_rail_that_was_asked_for_is_told(api, alice, source, worker):
    outside = api.external_account(alice, factories.usd_account("789"))
    body = quote_requests.body(source, outside, amount=1_000)
    body["destination"]["paymentRail"] = "WIRE"
    quote = api.post("/quotes", {**body, "immediatelyExecute": True}).json()
    worker.run()

    payment = api.get(f"/transactions/{quote['transactionId']}").json()
    assert (payment["status"], payment["paymentRail"]) == ("COMPLETED", "WIRE")
