"""POST /quotes/{id}/execute and `immediatelyExecute`; reading a quote in each of its states."""

import pytest

from compliance.models import Customer
from payments.models import Quote, Transaction
from platforms.base import clock
from tests.support import factories
from tests.support.payments import quote_requests, rate_entries

pytestmark = pytest.mark.django_db


def test_executing_debits_at_once_and_answers_processing(api, dollars, ask):
    quote = ask().json()

    reply = api.post(f"/quotes/{quote['id']}/execute")

    assert (reply.status_code, reply.json()) == (200, {**quote, "status": "PROCESSING"})
    assert factories.balance_of(dollars) == 900_00
    assert api.get(f"/quotes/{quote['id']}").json() == reply.json()


def test_a_quote_is_executed_once(api, dollars, quote_id):
    api.post(f"/quotes/{quote_id}/execute")

    reply = api.post(f"/quotes/{quote_id}/execute")

    assert quote_requests.code_of(reply) == (409, "QUOTE_NOT_PENDING")
    assert reply.json()["details"] == {"transactionStatus": "PROCESSING"}
    assert factories.balance_of(dollars) == 900_00


def test_a_quote_that_is_done_is_not_executed_again(api, worker, quote_id):
    api.post(f"/quotes/{quote_id}/execute")
    worker.run()

    reply = api.post(f"/quotes/{quote_id}/execute")

    assert quote_requests.code_of(reply) == (409, "QUOTE_NOT_PENDING")
    assert reply.json()["details"] == {"transactionStatus": "COMPLETED"}


def test_an_expired_quote_is_not_executed(api, dollars, worker, quote_id):
    api.post("/sandbox/clock/advance", {"seconds": 300})

    before_the_sweep = api.post(f"/quotes/{quote_id}/execute")
    worker.run()
    after_it = api.post(f"/quotes/{quote_id}/execute")

    assert quote_requests.code_of(before_the_sweep) == quote_requests.code_of(after_it) == (409, "QUOTE_EXPIRED")
    assert factories.balance_of(dollars) == 1_000_00
    assert api.get(f"/quotes/{quote_id}").json()["status"] == "EXPIRED"


def test_a_quote_is_good_until_its_last_second(api, quote_id):
    api.post("/sandbox/clock/advance", {"seconds": 295})

    assert api.post(f"/quotes/{quote_id}/execute").status_code == 200


def test_a_balance_that_is_too_small_leaves_the_quote_pending(api, dollars, ask):
    quote = ask(amount=1_000_01).json()["id"]

    poor = api.post(f"/quotes/{quote}/execute")

    assert quote_requests.code_of(poor) == (400, "INSUFFICIENT_BALANCE")
    assert factories.balance_of(dollars) == 1_000_00
    assert api.get(f"/quotes/{quote}").json()["status"] == "PENDING"
    api.fund(dollars, 1)
    assert api.post(f"/quotes/{quote}/execute").status_code == 200
    assert factories.balance_of(dollars) == 0


def test_fees_are_part_of_what_is_debited(api, acme, dollars, ask):
    rate_entries.schedule(acme, source_currency="USD", fixed_fee=150, variable_rate="0.015")
    quote = ask(amount=1_000_00).json()

    api.post(f"/quotes/{quote['id']}/execute")

    assert quote["feesIncluded"] == 1_50 + 15_00
    assert factories.balance_of(dollars) == 0


def test_another_platforms_quote_is_not_there(rival_api, quote_id):
    for reply in (rival_api.get(f"/quotes/{quote_id}"), rival_api.post(f"/quotes/{quote_id}/execute")):
        assert quote_requests.code_of(reply) == (404, "QUOTE_NOT_FOUND")


def test_a_quote_that_is_paid_in_real_time_is_not_executed(api, alice, pesos):
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()["id"]

    reply = api.post(f"/quotes/{quote}/execute")

    assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
    assert quote_requests.fields_of(reply) == ["quoteId"]


def test_a_customer_with_an_open_quote_can_not_leave(api, alice, pesos, worker):
    quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()["id"]

    assert quote_requests.code_of(api.delete(f"/customers/{alice}")) == (409, "CUSTOMER_HAS_FUNDS")
    api.post("/sandbox/clock/advance", {"seconds": 301})
    worker.run()
    assert api.get(f"/quotes/{quote}").json()["status"] == "EXPIRED"
    assert api.delete(f"/customers/{alice}").status_code == 200


def test_a_customer_that_is_no_longer_approved_pays_nothing(api, alice, quote_id):
    Customer.objects.filter(id=alice.partition(":")[2]).update(kyc_status="REJECTED")

    reply = api.post(f"/quotes/{quote_id}/execute")

    assert quote_requests.code_of(reply) == (403, "USER_NOT_READY")
    assert api.get(f"/quotes/{quote_id}").json()["status"] == "PENDING"


def test_a_quote_shows_where_its_payment_stands(api, alice, dollars, worker):
    for suffix, status in (("789", "COMPLETED"), ("002", "FAILED"), ("006", "FAILED")):
        destination = api.external_account(alice, quote_requests.clabe(suffix), "MXN")
        quote = quote_requests.quote(api, dollars, destination).json()
        api.post(f"/quotes/{quote['id']}/execute")
        worker.run()

        assert api.get(f"/quotes/{quote['id']}").json() == {**quote, "status": status}


def test_an_internal_account_may_be_debited_with_the_quote(api, dollars, ask, worker):
    reply = ask(immediatelyExecute=True)

    assert (reply.status_code, reply.json()["status"]) == (201, "PROCESSING")
    assert factories.balance_of(dollars) == 900_00
    worker.run()
    assert api.get(f"/quotes/{reply.json()['id']}").json()["status"] == "COMPLETED"


def test_an_external_account_may_be_collected_from_with_the_quote(api, alice, pesos, worker):
    source = api.external_account(alice, factories.usd_account("789"))

    reply = quote_requests.quote(api, source, pesos, immediatelyExecute=True)

    assert (reply.status_code, reply.json()["status"]) == (201, "PROCESSING")
    worker.run()
    assert api.get(f"/quotes/{reply.json()['id']}").json()["status"] == "COMPLETED"


def test_what_is_paid_in_real_time_is_not_executed_with_the_quote(api, alice, pesos, traces):
    before = traces()

    reply = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos, immediatelyExecute=True)

    assert quote_requests.code_of(reply) == (400, "INVALID_INPUT")
    assert quote_requests.fields_of(reply) == ["immediatelyExecute"]
    assert traces() == before


def test_a_poor_account_executes_nothing_and_leaves_no_quote(ask, traces):
    before = traces()

    reply = ask(amount=1_000_01, immediatelyExecute=True)

    assert quote_requests.code_of(reply) == (400, "INSUFFICIENT_BALANCE")
    assert traces() == before


def test_a_quote_and_its_execution_are_replayed_byte_for_byte(api, dollars, pesos, worker):
    body = quote_requests.body(dollars, pesos)
    quoted = api.post("/quotes", body, key="quote")
    path = f"/quotes/{quoted.json()['id']}/execute"
    executed = api.post(path, key="execute")
    worker.run()
    api.post("/sandbox/clock/advance", {"seconds": 3600})

    for first, again in (
        (quoted, api.post("/quotes", body, key="quote")),
        (executed, api.post(path, key="execute")),
    ):
        assert (again.status_code, again.content) == (first.status_code, first.content)
        assert again["Idempotent-Replayed"] == "true"
    assert (Quote.objects.count(), factories.balance_of(dollars)) == (1, 900_00)
    assert quote_requests.code_of(api.post("/quotes", {**body, "description": "x"}, key="quote")) == (
        422,
        "IDEMPOTENCY_KEY_REUSED",
    )
    assert quote_requests.code_of(api.post("/quotes", body, key="execute")) == (422, "IDEMPOTENCY_KEY_REUSED")


def test_a_refusal_is_replayed_too(api, dollars, ask):
    first = ask(amount=2_000_00, immediatelyExecute=True)
    quote = ask(amount=2_000_00).json()["id"]
    poor = api.post(f"/quotes/{quote}/execute", key="once")
    api.fund(dollars, 5_000_00)

    again = api.post(f"/quotes/{quote}/execute", key="once")

    assert quote_requests.code_of(first) == quote_requests.code_of(poor) == (400, "INSUFFICIENT_BALANCE")
    assert again.content == poor.content
    assert api.post(f"/quotes/{quote}/execute", key="twice").status_code == 200


def test_a_quote_lives_by_the_platforms_clock(api, ask):
    api.post("/sandbox/clock/advance", {"seconds": 86_400})

    quote = ask().json()

    payment = Transaction.objects.get()
    assert (payment.created_at - clock.real_now()).total_seconds() > 86_000
    assert api.post(f"/quotes/{quote['id']}/execute").status_code == 200
