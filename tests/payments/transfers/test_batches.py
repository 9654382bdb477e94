"""POST /transfers/batch: each transfer by itself, or all or none; what is refused, what it costs."""

import json
import uuid

import pytest

from payments.ledger import check, holds
from payments.models import InternalAccount, JournalEntry, Transaction
from platforms.base import clock
from platforms.http import authentication
from tests.conftest import Api
from tests.support import factories
from tests.support.factories import balance_of
from tests.support.payments import lightning_invoices, quote_requests
from webhooks.models import Event

_LARGEST = 2**63 - 1
_UNKNOWN = "01a1fbab-0000-7000-8000-000000000000"


@pytest.fixture
def source(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 10_000)
    return account


@pytest.fixture
def destination(api, alice):
    return api.external_account(alice)


def out(source, destination, amount):
    sides = {"source": {"accountId": source}, "destination": {"accountId": destination}}
    return {"type": "OUT", **sides, "amount": amount}


def into(source, destination, amount):
    return {**out(source, destination, amount), "type": "IN"}


def batch(api, transfers, mode="EACH", key=None):
    return api.post("/transfers/batch", {"mode": mode, "transfers": transfers}, key=key)


def results(reply):
    assert reply.status_code == 200, reply.content
    return reply.json()["results"]


def codes(reply):
    return [result["error"]["code"] if "error" in result else result["status"] for result in results(reply)]


def balances_told():
    told = [json.loads(event.payload) for event in Event.objects.order_by("id")]
    return [event["data"]["balance"]["amount"] for event in told if event["type"].endswith("BALANCE_UPDATED")]


def test_each_result_is_the_transaction_as_it_is_read(api, source, destination, worker):
    reply = batch(api, [out(source, destination, 100), into(destination, source, 7), out(source, destination, 300)])

    assert reply.json().keys() == {"mode", "results"}
    assert reply.json()["mode"] == "EACH"
    assert [result["status"] for result in results(reply)] == [201, 201, 201]
    assert [result["transaction"]["status"] for result in results(reply)] == ["PENDING", "CREATED", "PENDING"]
    for result in results(reply):
        assert api.get(f"/transactions/{result['transaction']['id']}").json() == result["transaction"]
    assert balance_of(source) == 9_600
    assert balances_told() == [10_000, 9_900, 9_600]
    worker.run()
    assert balance_of(source) == 9_607
    assert check.run().faults == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": 0},
        {"amount": 2**63},
        {"amount": "5"},
        {"amount": None},
        {"amount": 1.5},
        {"source": None},
        {"source": {}},
        {"source": {"accountId": 5}},
        {"source": {"accountId": f"InternalAccount:{_UNKNOWN}"}},
        {"destination": {"accountId": f"ExternalAccount:{_UNKNOWN}"}},
        {"destination": {"accountId": f"InternalAccount:{_UNKNOWN}"}},
        {"destination": {"accountId": "nonsense\x00"}},
        {"currency": "EUR"},
        {"currency": "XXX"},
        {"amount": 10_001},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", ["OUT", "IN"])
def test_a_refused_transfer_has_the_error_of_its_own_endpoint(api, source, destination, wrong, kind):
    sides = (source, destination) if kind == "OUT" else (destination, source)
    quote_requests.change_currency(api, "USD", maxAmount=10_000 if kind == "IN" else _LARGEST)
    sent = {**out(*sides, 5), **wrong}
    alone = api.post(f"/transfer-{kind.lower()}", {name: value for name, value in sent.items() if name != "type"})

    reply = batch(api, [{**sent, "type": kind}, out(source, destination, 5)])

    assert alone.status_code >= 400
    assert results(reply)[0] == {"status": alone.status_code, "error": alone.json()}
    assert results(reply)[1]["status"] == 201
    assert balance_of(source) == 9_995


@pytest.mark.parametrize("item", [None, 5, "OUT", [], True])
def test_a_transfer_that_is_no_object_is_refused_alone(api, source, destination, item):
    reply = batch(api, [item, out(source, destination, 5)])

    assert codes(reply) == ["INVALID_INPUT", 201]


@pytest.mark.parametrize("kind", [None, "out", "", 5, [], {}, "BOTH"])
def test_a_type_that_is_none_is_named_with_the_other_wrong_fields(api, source, destination, kind):
    [result] = results(batch(api, [{**out(source, destination, 0), "type": kind}]))

    assert {error["field"] for error in result["error"]["details"]["errors"]} == {"type", "amount"}


def test_a_type_that_is_left_out_is_missed(api, source, destination):
    sent = {name: value for name, value in out(source, destination, 5).items() if name != "type"}

    assert codes(batch(api, [sent])) == ["INVALID_INPUT"]
    assert balance_of(source) == 10_000


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "mode"),
        ({"mode": "each"}, "mode"),
        ({"mode": None}, "mode"),
        ({"mode": "EACH"}, "transfers"),
        ({"mode": "EACH", "transfers": None}, "transfers"),
        ({"mode": "EACH", "transfers": []}, "transfers"),
        ({"mode": "EACH", "transfers": {}}, "transfers"),
        ({"mode": "EACH", "transfers": "OUT"}, "transfers"),
        ({"mode": "EACH", "transfers": 5}, "transfers"),
        ({"mode": "EACH", "transfers": [{}] * 101}, "transfers"),
    ],
    ids=str,
)
def test_a_malformed_batch_is_refused_as_a_whole(api, body, field):
    reply = api.post("/transfers/batch", body)

    assert (reply.status_code, reply.json()["code"]) == (400, "INVALID_INPUT")
    assert field in {error["field"] for error in reply.json()["details"]["errors"]}


def test_what_no_transfer_has_is_tolerated_as_elsewhere(api, source, destination):
    sent = {**out(source, destination, 5), "memo": "invoice 5"}

    [result] = results(batch(api, [sent]))

    assert result["status"] == 201
    assert "memo" not in result["transaction"]


def test_each_takes_what_the_balance_allows_in_the_order_of_the_list(api, source, destination):
    amounts = [4_000, 7_000, 5_000, 2_000, 1_000, 1]

    reply = batch(api, [out(source, destination, amount) for amount in amounts])

    short = "INSUFFICIENT_BALANCE"
    assert codes(reply) == [201, short, 201, short, 201, short]
    assert balance_of(source) == 0
    assert balances_told() == [10_000, 6_000, 1_000, 0]
    assert check.run().faults == []


def test_the_same_transfer_twice_is_two_transfers(api, source, destination):
    reply = batch(api, [out(source, destination, 5)] * 2)

    assert len({result["transaction"]["id"] for result in results(reply)}) == 2
    assert balance_of(source) == 9_990


def test_accounts_in_any_order_have_their_own_balances(api, alice, source, destination):
    own = api.internal_account(None)
    api.fund(own, 500)
    outside = api.external_account(None)

    reply = batch(api, [out(source, destination, 1), out(own, outside, 2), out(source, destination, 3)] * 2)

    assert codes(reply) == [201] * 6
    assert (balance_of(source), balance_of(own)) == (9_992, 496)
    assert check.run().faults == []


def test_all_is_made_where_nothing_is_refused(api, source, destination):
    reply = batch(
        api, [out(source, destination, 9_999), into(destination, source, 5), out(source, destination, 1)], "ALL"
    )

    assert codes(reply) == [201, 201, 201]
    assert balance_of(source) == 0


@pytest.mark.parametrize(
    "refused",
    [
        ("source", "destination", 10_001),
        ("source", "destination", 0),
        ("nobody", "destination", 5),
        ("source", "source", 5),
    ],
    ids=str,
)
def test_all_is_not_made_where_one_is_refused(api, source, destination, refused):
    names = {"source": source, "destination": destination, "nobody": f"InternalAccount:{_UNKNOWN}"}
    bad = out(names[refused[0]], names[refused[1]], refused[2])
    events = Event.objects.count()

    reply = batch(api, [out(source, destination, 5), bad, into(destination, source, 5)], "ALL")

    before, _, after = results(reply)
    assert before == after == {"status": 424, "error": before["error"]}
    assert before["error"]["code"] == "BATCH_REFUSED"
    assert codes(reply)[1] != "BATCH_REFUSED"
    assert balance_of(source) == 10_000
    assert (Transaction.objects.count(), Event.objects.count()) == (0, events)
    assert not JournalEntry.objects.filter(purpose="TRANSFER_OUT_SENT").exists()


def test_all_names_every_transfer_that_the_balance_refuses(api, source, destination):
    reply = batch(api, [out(source, destination, amount) for amount in (6_000, 6_000, 4_000, 1)], "ALL")

    assert codes(reply) == ["BATCH_REFUSED", "INSUFFICIENT_BALANCE", "BATCH_REFUSED", "INSUFFICIENT_BALANCE"]


@pytest.mark.parametrize("mode", ["EACH", "ALL"])
def test_a_repeated_batch_gets_its_first_reply(api, source, destination, mode):
    sent = [out(source, destination, 6_000), out(source, destination, 6_000), into(destination, source, 1)]

    first = batch(api, sent, mode, key="payroll")
    api.fund(source, 10_000)
    again = batch(api, sent, mode, key="payroll")
    other = batch(api, [*sent[:2], into(destination, source, 2)], mode, key="payroll")

    assert again.content == first.content
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (other.status_code, other.json()["code"]) == (422, "IDEMPOTENCY_KEY_REUSED")
    assert Transaction.objects.count() == (2 if mode == "EACH" else 0)


def test_accounts_of_another_platform_are_not_there(api, rival_api, source, destination):
    theirs = rival_api.internal_account(rival_api.customer())

    reply = batch(api, [out(theirs, destination, 1), into(destination, theirs, 1), out(source, destination, 1)])

    assert codes(reply) == ["INTERNAL_ACCOUNT_NOT_FOUND", "INTERNAL_ACCOUNT_NOT_FOUND", 201]
    assert codes(batch(rival_api, [out(source, destination, 1)])) == ["INTERNAL_ACCOUNT_NOT_FOUND"]


def test_a_held_account_pays_and_is_paid_nothing(api, source, destination):
    own = api.internal_account(None)
    api.fund(own, 500)
    held = InternalAccount.objects.get(id=source.partition(":")[2])
    holds.hold({held.ledger_account_id}, now=clock.real_now())

    reply = batch(api, [out(source, destination, 1), into(destination, source, 1), out(own, destination, 1)])

    assert codes(reply) == ["FORBIDDEN", "FORBIDDEN", 201]
    assert results(reply)[0]["error"]["details"] == {"reason": "ACCOUNT_HELD"}


def test_customers_and_currencies_are_asked_for_each(api, alice, bob, source, destination):
    euros = api.internal_account(alice, "EUR")
    api.fund(euros, 500)
    unready = api.internal_account(bob)
    api.fund(unready, 500)
    clabe = api.external_account(alice, quote_requests.clabe(), "MXN")
    pesos = api.internal_account(alice, "MXN")
    quote_requests.change_currency(api, "EUR", enabledTransactionTypes=["INCOMING"])
    iban = {"accountType": "EUR_ACCOUNT", "iban": "DE89370400440532013000", "beneficiary": factories.beneficiary()}

    sent = [
        out(unready, api.external_account(bob), 1),
        out(euros, destination, 1),
        out(euros, api.external_account(alice, iban, "EUR"), 1),
        into(clabe, pesos, 1),
        out(source, destination, 1),
    ]

    expected = ["USER_NOT_READY", "CURRENCY_MISMATCH", "INVALID_CURRENCY", "PULL_NOT_SUPPORTED", 201]
    assert codes(batch(api, sent)) == expected


def test_money_that_an_account_could_not_hold_is_not_collected(api, alice, destination):
    account = api.internal_account(alice)
    quote_requests.change_currency(api, "USD", maxAmount=_LARGEST)

    reply = batch(
        api, [into(destination, account, _LARGEST - 1), into(destination, account, 2), into(destination, account, 1)]
    )

    assert codes(reply) == [201, "AMOUNT_OUT_OF_RANGE", 201]


@pytest.fixture
def invoice(api, alice):
    """Bitcoin of Alice, and two accounts that are one invoice."""
    bitcoin = api.internal_account(alice, "BTC")
    api.fund(bitcoin, 100_000)
    info = lightning_invoices.account(lightning_invoices.text(satoshis=2_500))
    return bitcoin, *(api.external_account(holder, info, "BTC") for holder in (alice, None))


def test_an_invoice_is_paid_once_in_a_batch_and_once_at_all(api, invoice):
    bitcoin, first, second = invoice

    reply = batch(api, [out(bitcoin, first, 2_500), out(bitcoin, second, 2_500), out(bitcoin, first, 2_500)])
    again = batch(api, [out(bitcoin, second, 2_500)])

    assert codes(reply) == [201, "INVALID_BANK_ACCOUNT", "INVALID_BANK_ACCOUNT"]
    assert results(again)[0]["error"] == results(reply)[1]["error"]
    assert balance_of(bitcoin) == 97_500


def test_all_pays_no_invoice_twice(api, invoice):
    bitcoin, first, second = invoice

    reply = batch(api, [out(bitcoin, first, 2_500), out(bitcoin, second, 2_500)], "ALL")

    assert codes(reply) == ["BATCH_REFUSED", "INVALID_BANK_ACCOUNT"]
    assert balance_of(bitcoin) == 100_000


def test_an_invoice_that_a_refused_transfer_names_stays_to_be_paid(api, alice, invoice):
    bitcoin, first, second = invoice
    empty = api.internal_account(None, "BTC")

    reply = batch(api, [out(empty, second, 2_500), out(bitcoin, first, 2_500)])

    assert codes(reply) == ["INSUFFICIENT_BALANCE", 201]


def test_a_batch_counts_as_so_many_requests_as_it_has_transfers(db):
    authentication.forget_cached()
    tenant = factories.tenant("tight")
    tenant.platform.rate_limit_per_second, tenant.platform.rate_limit_burst = 1, 50
    tenant.platform.save()
    limited = Api(tenant.client_id, tenant.client_secret)
    nowhere = out(f"InternalAccount:{_UNKNOWN}", f"ExternalAccount:{_UNKNOWN}", 1)

    first = batch(limited, [nowhere] * 100, key="large")
    refused = limited.get("/config")

    # The bucket held 50, so it owes 50, which take as many seconds to come back.
    assert first.status_code == 200
    assert (refused.status_code, refused.json()["code"]) == (429, "RATE_LIMITED")
    assert int(refused.headers["Retry-After"]) > 1
    authentication.forget_cached()


@pytest.mark.django_db(transaction=True)
def test_a_batch_costs_as_many_statements_as_one_transfer_out_in_it(api, source, destination, costs):
    batch(api, [out(source, destination, 1)])
    with costs.of("one"):
        batch(api, [out(source, destination, 1)], key=str(uuid.uuid4()))
    with costs.of("a hundred"):
        batch(api, [out(source, destination, 1)] * 100, key=str(uuid.uuid4()))
