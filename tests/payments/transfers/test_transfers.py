"""POST /transfer-out and /transfer-in: what is accepted, what is refused, what it costs."""

import json

import pytest

from payments.models import ExternalAccount, JournalEntry, Transaction
from tests.support import factories
from tests.support.factories import balance_of
from tests.support.payments import quote_requests
from webhooks.models import Event

_LARGEST = 2**63 - 1


@pytest.fixture
def source(api, alice):
    account = api.internal_account(alice)
    api.fund(account, 10_000)
    return account


@pytest.fixture
def destination(api, alice):
    return api.external_account(alice)


def code_of(reply):
    return reply.status_code, reply.json()["code"]


def test_a_transfer_out_debits_at_once_and_answers_pending(api, alice, source, destination):
    reply = api.transfer_out(source, destination, 2_500)

    body = reply.json()
    assert reply.status_code == 201
    assert body == {
        "id": body["id"],
        "type": "OUTGOING",
        "status": "PENDING",
        "direction": "OUT",
        "pendingReason": "PAYOUT",
        "source": {"sourceType": "ACCOUNT", "accountId": source, "currency": "USD", "customerId": alice},
        "destination": {"destinationType": "ACCOUNT", "accountId": destination, "currency": "USD"},
        "customerId": alice,
        "platformCustomerId": body["platformCustomerId"],
        "sentAmount": {"amount": 2500, "currency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2}},
        "receivedAmount": {
            "amount": 2500,
            "currency": {"code": "USD", "name": "US Dollar", "symbol": "$", "decimals": 2},
        },
        "fees": 0,
        "reconciliationInstructions": {"reference": body["reconciliationInstructions"]["reference"]},
        "createdAt": body["createdAt"],
        "updatedAt": body["createdAt"],
    }
    assert balance_of(source) == 7_500
    assert api.get(f"/transactions/{body['id']}").json() == body


@pytest.mark.parametrize("text", ["@balance@", '"@balance@"', "\\u0001", "chr(1)", "%s", "{0}", "$1"])
def test_no_text_of_a_platform_is_taken_for_a_place_to_fill_in(api, text):
    customer = api.customer(platformCustomerId=text)
    source, destination = api.internal_account(customer), api.external_account(customer)
    api.fund(source, 10_000)

    reply = api.transfer_out(source, destination, 2_500)

    told = [json.loads(event.payload) for event in Event.objects.order_by("id")]
    [payment] = [event["data"] for event in told if event["type"].startswith("OUTGOING_PAYMENT")]
    balances = [event["data"]["balance"]["amount"] for event in told if event["type"].endswith("BALANCE_UPDATED")]
    assert payment["platformCustomerId"] == reply.json()["platformCustomerId"] == text
    assert balances == [10_000, 7_500]


def test_a_transfer_in_credits_only_when_it_has_arrived(api, source, destination, worker):
    created = api.transfer_in(destination, source, 300)
    before = balance_of(source)
    worker.run()
    after = api.get(f"/transactions/{created.json()['id']}").json()

    assert created.status_code == 201
    assert created.json()["status"] == "CREATED"
    assert "reconciliationInstructions" not in created.json()
    assert "sentAmount" not in created.json()
    assert before == 10_000
    assert balance_of(source) == 10_300
    assert after["status"] == "COMPLETED"
    assert after["settledAt"] == after["updatedAt"]
    assert after["receivedAmount"]["amount"] == 300
    assert after["reconciliationInstructions"]["reference"].startswith("TX")


def test_a_balance_that_is_too_small_is_refused_and_nothing_is_made(api, source, destination):
    reply = api.transfer_out(source, destination, 10_001)

    assert code_of(reply) == (400, "INSUFFICIENT_BALANCE")
    assert balance_of(source) == 10_000
    assert Transaction.objects.count() == 0
    assert JournalEntry.objects.filter(purpose="TRANSFER_OUT_SENT").count() == 0


def test_the_last_unit_can_be_sent(api, source, destination):
    assert api.transfer_out(source, destination, 10_000).status_code == 201
    assert balance_of(source) == 0


@pytest.mark.parametrize("amount", [0, -1, 1.5, "100", True, None, 2**63, 10**30, [], {}])
def test_an_amount_that_is_none_is_refused(api, source, destination, amount):
    reply = api.transfer_out(source, destination, amount)

    assert code_of(reply) == (400, "INVALID_INPUT")
    assert [error["field"] for error in reply.json()["details"]["errors"]] == ["amount"]
    assert balance_of(source) == 10_000


def test_all_missing_fields_are_named_at_once(api):
    reply = api.post("/transfer-out", {})

    assert code_of(reply) == (400, "INVALID_INPUT")
    assert {error["field"] for error in reply.json()["details"]["errors"]} == {"source", "destination", "amount"}


@pytest.mark.parametrize(
    ("amount", "accepted"),
    [(99, False), (100, True), (200, True), (201, False)],
)
@pytest.mark.parametrize("direction", ["out", "in"])
def test_the_platforms_limits_bound_an_amount(api, source, destination, direction, amount, accepted):  # noqa: PLR0917 - fixtures and a case
    currencies = api.get("/config").json()["supportedCurrencies"]
    currencies[0] |= {"minAmount": 100, "maxAmount": 200}
    assert api.patch("/config", {"supportedCurrencies": currencies}).status_code == 200

    if direction == "out":
        reply = api.transfer_out(source, destination, amount)
    else:
        reply = api.transfer_in(destination, source, amount)

    assert reply.status_code == (201 if accepted else 400)
    assert accepted or reply.json()["code"] == "AMOUNT_OUT_OF_RANGE"


def test_a_direction_that_the_platform_has_not_enabled_is_refused(api, source, destination):
    currencies = api.get("/config").json()["supportedCurrencies"]
    currencies[0]["enabledTransactionTypes"] = ["INCOMING"]
    api.patch("/config", {"supportedCurrencies": currencies})

    refused = api.transfer_out(source, destination, 1)
    assert code_of(refused) == (400, "INVALID_CURRENCY")
    assert [error["field"] for error in refused.json()["details"]["errors"]] == ["amount"]
    assert api.transfer_in(destination, source, 1).status_code == 201


def test_both_accounts_must_hold_one_currency(api, alice, destination):
    euros = api.internal_account(alice, "EUR")
    api.fund(euros, 500)

    assert code_of(api.transfer_out(euros, destination, 100)) == (400, "CURRENCY_MISMATCH")
    assert code_of(api.transfer_in(destination, euros, 100)) == (400, "CURRENCY_MISMATCH")


@pytest.mark.parametrize(
    "wrong", ["InternalAccount:x", "nonsense", "", "Customer:01a1fbab-0000-7000-8000-000000000000"]
)
def test_an_account_that_is_not_there_is_a_404_of_its_own_kind(api, source, destination, wrong):
    unknown = "01a1fbab-0000-7000-8000-000000000000"
    wrong = wrong or f"InternalAccount:{unknown}"

    assert code_of(api.transfer_out(wrong, destination, 1)) == (404, "INTERNAL_ACCOUNT_NOT_FOUND")
    assert code_of(api.transfer_out(source, f"ExternalAccount:{unknown}", 1)) == (404, "EXTERNAL_ACCOUNT_NOT_FOUND")
    assert code_of(api.transfer_out(source, source, 1)) == (404, "EXTERNAL_ACCOUNT_NOT_FOUND")


def test_another_platforms_accounts_are_not_there(api, rival_api, source, destination):
    outsider = rival_api.customer()
    theirs = rival_api.internal_account(outsider)

    assert code_of(api.transfer_out(theirs, destination, 1)) == (404, "INTERNAL_ACCOUNT_NOT_FOUND")
    assert code_of(rival_api.transfer_out(theirs, destination, 1)) == (404, "EXTERNAL_ACCOUNT_NOT_FOUND")
    assert code_of(rival_api.transfer_in(destination, theirs, 1)) == (404, "EXTERNAL_ACCOUNT_NOT_FOUND")


def test_money_moves_only_for_approved_customers(api, bob):
    account, external = api.internal_account(bob), api.external_account(bob)
    api.fund(account, 100)

    assert code_of(api.transfer_out(account, external, 1)) == (403, "USER_NOT_READY")
    assert code_of(api.transfer_in(external, account, 1)) == (403, "USER_NOT_READY")


def test_no_payment_is_possible_after_a_customer_was_deleted(api, alice, destination):
    account = api.internal_account(alice)
    assert api.delete(f"/customers/{alice}").status_code == 200

    assert code_of(api.transfer_out(account, destination, 1)) == (410, "CUSTOMER_DELETED")
    assert code_of(api.transfer_in(destination, account, 1)) == (410, "CUSTOMER_DELETED")


def test_a_customer_with_money_or_a_payment_under_way_is_not_deleted(api, alice, source, destination, worker):
    assert code_of(api.delete(f"/customers/{alice}")) == (409, "CUSTOMER_HAS_FUNDS")
    api.transfer_out(source, destination, 10_000)
    assert code_of(api.delete(f"/customers/{alice}")) == (409, "CUSTOMER_HAS_FUNDS")
    worker.run()

    assert api.delete(f"/customers/{alice}").status_code == 200


def test_only_some_rails_can_be_pulled_from(api, alice):
    account = api.internal_account(alice, "MXN")
    clabe = {
        "accountType": "MXN_ACCOUNT",
        "clabeNumber": "032180000118359719",
        "beneficiary": factories.beneficiary(),
    }
    external = api.external_account(alice, clabe, "MXN")

    assert code_of(api.transfer_in(external, account, 100)) == (400, "PULL_NOT_SUPPORTED")


def test_money_is_not_pulled_from_another_customers_account(api, source):
    other = api.customer("Somebody Else")
    theirs = api.external_account(other)

    reply = api.transfer_in(theirs, source, 100)

    assert code_of(reply) == (400, "INVALID_INPUT")
    assert reply.json()["details"]["errors"][0]["field"] == "source.accountId"


def test_the_platform_pays_from_its_own_account(api, worker):
    account, external = api.internal_account(None), api.external_account(None)
    api.fund(account, 500)

    reply = api.transfer_out(account, external, 200)
    worker.run()

    assert reply.json()["customerId"] == ""
    assert reply.json()["platformCustomerId"] == ""
    assert api.get(f"/transactions/{reply.json()['id']}").json()["status"] == "COMPLETED"


def test_an_account_whose_check_is_pending_is_not_paid(api, alice, source):
    pending = api.external_account(alice, factories.usd_account("104"))

    assert code_of(api.transfer_out(source, pending, 1)) == (400, "INVALID_BANK_ACCOUNT")


def test_a_deleted_account_is_not_paid_but_its_payments_settle(api, source, destination, worker):
    payment = api.transfer_out(source, destination, 100).json()["id"]
    assert api.delete(f"/customers/external-accounts/{destination}").status_code == 204
    worker.run()

    assert code_of(api.transfer_out(source, destination, 1)) == (404, "EXTERNAL_ACCOUNT_NOT_FOUND")
    assert api.get(f"/transactions/{payment}").json()["status"] == "COMPLETED"
    assert ExternalAccount.objects.get(id=destination.partition(":")[2]).deleted_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_transfer_costs_two_statements(api, source, destination, django_assert_num_queries):
    api.transfer_out(source, destination, 1)

    # token, key and both accounts · payment, history, journal, events, audit and stored reply
    with django_assert_num_queries(2, info="the last one is the database transaction"):
        api.transfer_out(source, destination, 1, key="counted")


def test_reading_a_transaction_costs_one_statement(api, source, destination, django_assert_num_queries):
    payment = api.transfer_out(source, destination, 1).json()["id"]

    with django_assert_num_queries(1):
        api.get(f"/transactions/{payment}")


LONG = "x" * 100


@pytest.mark.parametrize("way", ["/transfer-out", "/transfer-in"])
@pytest.mark.parametrize("wrong", [LONG, " {id} ", "{id}\n", " ", "\u00e9"])
def test_an_id_is_taken_exactly_as_it_was_given(api, source, destination, way, wrong):
    """Whatever is the id of nothing is not found; it never is an error of the field."""
    internal = wrong.replace("{id}", source)
    sides = [{"accountId": internal}, {"accountId": destination}]
    body = dict(zip(("source", "destination"), sides if way == "/transfer-out" else reversed(sides), strict=True))

    assert code_of(api.post(way, body | {"amount": 1})) == (404, "INTERNAL_ACCOUNT_NOT_FOUND")
    assert fields_of(api.post(way, body | {"amount": 0})) == ["amount"]


@pytest.mark.parametrize("amount", [0, 1])
@pytest.mark.parametrize("wrong", ["", None, 7, "{id}\0"])
def test_what_can_be_no_id_is_an_error_of_the_field_whatever_else_is_wrong(api, source, destination, wrong, amount):
    given = wrong.replace("{id}", source) if isinstance(wrong, str) else wrong

    reply = api.transfer_out(given, destination, amount)

    assert fields_of(reply) == (["source.accountId"] if amount else ["amount", "source.accountId"])


def fields_of(reply) -> list[str]:
    assert reply.status_code == 400, reply.content
    return sorted(error["field"] for error in reply.json()["details"]["errors"])


@pytest.mark.parametrize("way", ["/transfer-out", "/transfer-in"])
@pytest.mark.parametrize(
    "said",
    [
        {"currency": "EUR"},
        {"source": {"currency": "EUR"}},
        {"destination": {"currency": "EUR"}},
        {"source": {"currency": "USD"}, "destination": {"currency": "usd"}},
    ],
)
def test_a_body_that_names_another_currency_than_its_accounts_moves_nothing(api, source, destination, way, said):
    ids = {"source": source, "destination": destination}
    if way == "/transfer-in":
        ids = {"source": destination, "destination": source}
    body = {side: {"accountId": key, **said.get(side, {})} for side, key in ids.items()}

    reply = api.post(way, {**said, **body, "amount": 100})

    assert code_of(reply) == (400, "CURRENCY_MISMATCH")
    assert not Transaction.objects.exists()
    assert balance_of(source) == 10_000


@pytest.mark.parametrize("way", ["/transfer-out", "/transfer-in"])
def test_a_body_may_name_the_currency_of_its_accounts(api, source, destination, way):
    sides = [{"accountId": source, "currency": "USD"}, {"accountId": destination, "currency": "USD"}]
    first, second = sides if way == "/transfer-out" else reversed(sides)

    reply = api.post(way, {"source": first, "destination": second, "amount": 100, "currency": "USD"})

    assert reply.status_code == 201


def test_a_transfer_in_that_no_account_can_hold_is_refused(api, alice, worker):
    account = api.internal_account(alice)
    outside = api.external_account(alice)
    quote_requests.change_currency(api, "USD", maxAmount=_LARGEST)

    first = api.transfer_in(outside, account, _LARGEST - 1)
    beyond = api.transfer_in(outside, account, 2)
    fits = api.transfer_in(outside, account, 1)
    worker.run()
    full = api.transfer_in(outside, account, 1)

    assert (first.status_code, fits.status_code) == (201, 201)
    assert code_of(beyond) == code_of(full) == (400, "AMOUNT_OUT_OF_RANGE")
    assert balance_of(account) == _LARGEST
    assert set(Transaction.objects.values_list("status", flat=True)) == {"COMPLETED"}
