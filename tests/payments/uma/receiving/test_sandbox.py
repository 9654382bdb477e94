"""POST /sandbox/uma/receive, and every way that an incoming payment can fail: all reached through HTTP."""

import pytest
from django.conf import settings as configured
from django.db import connections

from payments.ledger import check
from payments.models import IncomingUmaPayment, JournalEntry, Transaction
from platforms.models import AuditEntry
from tests.support import factories, threads
from tests.support.payments import quote_requests
from tests.support.servers.webhook_receiver import Answer
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


def receive(api, receiver, sender="success.usd", *, amount=25_00, currency="USD", key=None, **changes):
    named = {"customerId": receiver} if receiver.startswith("Customer:") else {"receiverUmaAddress": receiver}
    body = {
        "senderUmaAddress": f"${sender}@{configured.SANDBOX_UMA_DOMAIN}",
        **named,
        "receivingCurrencyCode": currency,
        "receivingCurrencyAmount": amount,
    }
    return api.post("/sandbox/uma/receive", body | changes, key=key)


def ended(api, reply):
    assert reply.status_code == 200, reply.content
    shown = api.get(f"/transactions/{reply.json()['id']}").json()
    return shown["status"], shown.get("failureReason")


def test_a_payment_comes_in(api, alice, address, dollars, worker):
    reply = receive(api, address)

    assert reply.status_code == 200, reply.content
    assert reply.json()["source"] == {
        "sourceType": "UMA_ADDRESS",
        "umaAddress": f"$success.usd@{configured.SANDBOX_UMA_DOMAIN}",
    }
    assert (reply.json()["status"], reply.json()["receivedAmount"]["amount"]) == ("PENDING", 25_00)
    worker.run()
    assert ended(api, reply) == ("COMPLETED", None)
    assert factories.balance_of(dollars) == 25_00
    told = list(Event.objects.filter(resource=reply.json()["id"]).values_list("type", flat=True))
    assert told == ["INCOMING_PAYMENT.COMPLETED"]
    assert IncomingUmaPayment.objects.get().called_back_at is not None
    assert check.run().faults == []


def test_the_audit_log_names_who_had_it_sent(api, acme, address):
    reply = receive(api, address)

    row = AuditEntry.objects.get(verb="sandbox.uma_receive")
    own = AuditEntry.objects.exclude(actor_kind="SYSTEM").filter(subject=reply.json()["id"])
    assert (row.subject, row.actor_kind, row.actor_id) == (reply.json()["id"], "TOKEN", row.actor_id)
    assert row.actor_id
    assert row.request_id == reply["X-Request-Id"]
    assert list(own) == [row]


def test_the_receiver_may_be_named_by_its_identifier(api, alice, worker):
    assert receive(api, alice).json()["customerId"] == alice


def test_every_currency_comes_in(api, alice, worker):
    for currency in ("EUR", "MXN", "BTC", "USDC"):
        receive(api, alice, f"success.{currency.lower()}", currency=currency, amount=5_000)
    worker.run()

    for currency in ("EUR", "MXN", "BTC", "USDC"):
        assert factories.balance_of(api.internal_account(alice, currency)) == 5_000
    assert check.run().faults == []


# The eight reasons.


def test_a_lookup_that_is_not_genuine_fails_the_payment(api, alice):
    assert ended(api, receive(api, alice, "fail.lookup.usd")) == ("FAILED", "LNURLP_FAILED")


def test_a_pay_request_that_is_not_genuine_fails_the_payment(api, alice):
    assert ended(api, receive(api, alice, "fail.payreq.usd")) == ("FAILED", "PAY_REQUEST_FAILED")


def test_a_platform_that_refuses_the_request_fails_the_payment(api, alice, listening):
    listening.default = Answer(422, b"{}")

    assert ended(api, receive(api, alice)) == ("FAILED", "PAY_REQUEST_FAILED")


def test_a_platform_that_answers_nonsense_fails_the_payment(api, alice, listening):
    listening.default = Answer(500)

    assert ended(api, receive(api, alice)) == ("FAILED", "PAYMENT_APPROVAL_WEBHOOK_ERROR")


def test_a_platform_that_says_nothing_fails_the_payment(api, alice, listening):
    listening.default = Answer(200, delay=6)

    assert ended(api, receive(api, alice)) == ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT")


def test_a_fact_that_nobody_tells_fails_the_payment(api, alice):
    assert ended(api, receive(api, alice, "fail.payee.data.usd")) == ("FAILED", "MISSING_MANDATORY_PAYEE_DATA")


def test_a_payment_that_never_comes_expires(api, alice, worker):
    reply = receive(api, alice, "fail.unpaid.usd")
    api.post("/sandbox/clock/advance", {"seconds": 301})

    worker.run()

    assert ended(api, reply) == ("EXPIRED", "QUOTE_EXPIRED")
    told = list(Event.objects.filter(resource=reply.json()["id"]).values_list("type", flat=True))
    assert told == ["INCOMING_PAYMENT.FAILED"]


def test_a_receiver_who_loses_the_approval_meanwhile_fails_the_payment(api, alice, worker):
    reply = receive(api, alice)
    # A name that the sandbox rejects.
    api.patch(f"/customers/{alice}", {"customerType": "INDIVIDUAL", "fullName": "Alice Rejected 002"})

    worker.run()

    assert ended(api, reply) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert check.run().faults == []


def test_a_bank_that_does_not_take_the_money_fails_the_payment_and_leaves_it_with_the_customer(api, alice, worker):
    body = {
        "currency": "MXN",
        "customerId": alice,
        "accountInfo": quote_requests.clabe("002"),
        "defaultUmaDepositAccount": True,
    }
    assert api.post("/customers/external-accounts", body).status_code == 201
    reply = receive(api, alice, "success.mxn", currency="MXN", amount=500_00)

    worker.run()

    assert ended(api, reply) == ("FAILED", "OFFRAMP_FAILED")
    assert factories.balance_of(api.internal_account(alice, "MXN")) == 500_00
    assert check.run().faults == []


# What is refused before anything is played.


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"senderUmaAddress": "$somebody@elsewhere.example.com"}, 400, "INVALID_UMA_ADDRESS"),
        ({"senderUmaAddress": "nonsense"}, 400, "INVALID_UMA_ADDRESS"),
        ({"receiverUmaAddress": "$nobody@acme.example.com"}, 404, "USER_NOT_FOUND"),
        ({"customerId": "Customer:0197d6f0-0000-7000-8000-000000000001"}, 404, "USER_NOT_FOUND"),
        ({"customerId": "nonsense"}, 404, "USER_NOT_FOUND"),
        ({"receivingCurrencyCode": "JPY"}, 400, "INVALID_CURRENCY"),
        ({"receivingCurrencyAmount": 0}, 400, "INVALID_INPUT"),
        ({"receivingCurrencyAmount": 10**16}, 400, "AMOUNT_OUT_OF_RANGE"),
    ],
)
def test_what_makes_no_sense_is_refused(api, address, changes, status, code):
    reply = receive(api, address, **changes)

    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert not Transaction.objects.exists()


def test_somebody_must_be_paid(api, address):
    body = {"senderUmaAddress": f"$a@{configured.SANDBOX_UMA_DOMAIN}", "receivingCurrencyCode": "USD"}

    reply = api.post("/sandbox/uma/receive", {**body, "receivingCurrencyAmount": 1})

    assert reply.json()["details"]["errors"][0]["field"] == "receiverUmaAddress"


def test_a_customer_who_is_not_approved_is_not_paid(api, bob):
    reply = receive(api, bob)

    assert (reply.status_code, reply.json()["code"]) == (403, "USER_NOT_READY")


def test_another_platforms_customer_is_not_found(rival_api, address):
    assert receive(rival_api, address).status_code == 404


def test_the_same_key_gives_the_same_payment(api, alice):
    body = {
        "senderUmaAddress": f"$success.usd@{configured.SANDBOX_UMA_DOMAIN}",
        "customerId": alice,
        "receivingCurrencyCode": "USD",
        "receivingCurrencyAmount": 100,
    }

    replies = [api.post("/sandbox/uma/receive", body, key="once") for _ in range(2)]

    assert replies[0].content == replies[1].content
    assert Transaction.objects.count() == 1


def test_one_key_at_one_moment_plays_one_payment(api, alice):
    """The play comes before the request's own transaction: without a lock each of these would be a payment."""

    replies = threads.at_once([lambda: receive(api, alice, key="at once")] * 6)

    assert {reply.status_code for reply in replies} == {200}
    assert len({reply.content for reply in replies}) == 1
    assert Transaction.objects.count() == 1


def test_who_waits_too_long_for_the_same_key_may_try_again(api, acme, alice):
    other = connections.create_connection("default")
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s || 'held', 1))", [str(acme.platform.id)])
        reply = receive(api, alice, key="held")
    finally:
        other.close()

    assert (reply.status_code, reply.json()["code"]) == (409, "IDEMPOTENCY_KEY_IN_USE")
    assert not Transaction.objects.exists()
    assert receive(api, alice, key="held").status_code == 200


def test_somebody_on_a_list_of_sanctions_does_not_pay(api, alice):
    assert ended(api, receive(api, alice, "zebulon.quarrymoor.usd")) == ("FAILED", "PAY_REQUEST_FAILED")
    assert not JournalEntry.objects.exists()
