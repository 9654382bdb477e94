"""What a worker does for an incoming payment when the network, the bank or the worker itself fails."""

import datetime as dt
import json
from typing import Any

import pytest
from django.db.models import F

from payments.ledger import check
from payments.models import IncomingUmaPayment, NextAction, SuspenseItem, Transaction
from payments.providers import registry
from payments.providers.sandbox.lightning_node import SandboxSettlement
from payments.uma.receiving import crediting, sessions
from payments.workflow import leases
from platforms.models import WorkFailure
from tests.payments.uma.receiving.nodes import settled_by_hand
from tests.support import factories
from tests.support.faulty_rails import WorkerDied
from tests.support.payments import quote_requests
from tests.support.servers.webhook_receiver import Answer
from tests.support.uma.senders import payment_of, posted
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def node(adapters):
    """Return a function that puts another node in the place of the sandbox's."""

    def put(name: str):
        adapters(settlement=f"tests.payments.uma.receiving.nodes.{name}")
        return registry.settlement("SANDBOX")

    return put


def paid(sender, amount=10_00, **changes) -> Transaction:
    reply = sender.ask(amount, **changes)
    sender.pay(reply)
    sender.call_back(reply)
    return payment_of(reply)


def let_the_lease_run_out(api):
    seconds = int(leases.LEASE.total_seconds()) + 1
    assert api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200


# A worker that dies.


def test_a_worker_that_dies_after_it_told_the_secret_is_followed_by_one_that_credits(
    api, sender, worker, node, dollars
):
    deadly = node("DeadlyNode")
    payment = paid(sender)

    with pytest.raises(WorkerDied):
        worker.run()

    assert (api.get(f"/transactions/{payment.public_id}").json()["status"], posted(payment)) == (
        "PROCESSING",
        ["UMA_ACCEPTED"],
    )
    assert factories.balance_of(dollars) == 0
    let_the_lease_run_out(api)
    worker.run()
    # The network knows that the money was taken: the secret is not revealed again.
    assert deadly.told == ["settle"]
    assert posted(payment) == ["UMA_ACCEPTED", "UMA_CREDITED"]
    assert factories.balance_of(dollars) == 10_00
    assert check.run().faults == []


def test_a_worker_that_dies_before_it_tells_the_secret_is_followed_by_one_that_does(
    api, sender, worker, dollars, monkeypatch
):
    plain = crediting.accept

    def accept_and_die(**arguments):
        # Within the database transaction the death undoes it, as it does in PostgreSQL.
        plain(**arguments)
        raise WorkerDied

    payment = paid(sender)
    with monkeypatch.context() as patch:
        patch.setattr(crediting, "accept", accept_and_die)
        with pytest.raises(WorkerDied):
            worker.run()
    assert posted(payment) == []

    let_the_lease_run_out(api)
    worker.run()

    assert posted(payment) == ["UMA_ACCEPTED", "UMA_CREDITED"]
    assert factories.balance_of(dollars) == 10_00


def test_a_worker_that_dies_between_the_books_and_the_secret_books_once(api, sender, worker, dollars, monkeypatch):
    def die(*_):
        raise WorkerDied

    payment = paid(sender)
    with monkeypatch.context() as patch:
        patch.setattr(SandboxSettlement, "settle", die)
        with pytest.raises(WorkerDied):
            worker.run()
    assert posted(payment) == ["UMA_ACCEPTED"]

    let_the_lease_run_out(api)
    worker.run()

    assert posted(payment) == ["UMA_ACCEPTED", "UMA_CREDITED"]
    assert check.run().faults == []


def test_a_worker_that_dies_after_it_sent_the_money_back_ends_the_payment_the_same_way(
    api, sender, worker, node, alice
):
    deadly = node("DeadlyNode")
    payment = paid(sender)
    api.patch(f"/customers/{alice}", {"customerType": "INDIVIDUAL", "fullName": "Alice Rejected 002"})

    with pytest.raises(WorkerDied):
        worker.run()
    # Approved again meanwhile: what was decided stays decided, for the money is gone.
    api.patch(f"/customers/{alice}", {"customerType": "INDIVIDUAL", "fullName": "Alice Approved"})
    let_the_lease_run_out(api)
    worker.run()

    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert deadly.told == ["cancel"]
    assert posted(payment) == []


# A network that fails.


def test_without_a_node_there_is_no_invoice_and_no_payment(api, sender, node):
    node("AbsentNode")

    reply = sender.ask()

    assert (reply.status_code, reply.json()["code"]) == (500, "INTERNAL_ERROR")
    shown = api.get("/transactions").json()["data"][0]
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "PAY_REQUEST_FAILED")


def test_a_node_that_is_away_for_a_while_is_asked_again(api, sender, worker, node, dollars):
    payment = paid(sender)
    node("AbsentNode")
    worker.run()
    assert Transaction.objects.get(id=payment.id).status == "PENDING"

    node("DeadlyNode").told.append("settle")
    api.post("/sandbox/clock/advance", {"seconds": 120})
    worker.run()

    assert factories.balance_of(dollars) == 10_00


def test_money_that_went_back_before_it_was_taken_is_not_in_the_books(api, sender, worker, node, dollars):
    node("LateNode")
    payment = paid(sender)

    worker.run()

    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
    assert posted(payment) == ["UMA_ACCEPTED", "UMA_RETURNED"]
    assert factories.balance_of(dollars) == 0
    assert check.run().faults == []


def test_money_that_the_node_took_by_hand_waits_for_a_person(api, sender, worker, dollars):
    payment = paid(sender)
    settled_by_hand(bytes.fromhex(IncomingUmaPayment.objects.get(transaction=payment).payment_hash))

    worker.run()

    _waits_for_a_person(api, payment, dollars, refund=None)


def test_money_of_a_refused_payment_that_the_node_took_all_the_same_waits_for_a_person(
    api, sender, worker, node, dollars
):
    payment = paid(sender)
    body = {"customerType": "INDIVIDUAL", "fullName": "Alice Rejected 002"}
    api.patch(f"/customers/{sender.receiver}", body)
    node("SettledNode")

    worker.run()

    # The refund had begun.
    _waits_for_a_person(api, payment, dollars, refund="FAILED")


def _waits_for_a_person(api, payment, dollars, *, refund):
    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "OFFRAMP_FAILED")
    assert shown.get("refund", {}).get("status") == refund
    assert posted(payment) == ["UMA_ACCEPTED", "SUSPENDED"]
    item = SuspenseItem.objects.get(transaction=payment)
    assert (item.amount, item.currency, item.resolved_at) == (10_00, "USD", None)
    assert factories.balance_of(dollars) == 0
    # The sender's side has its proof, and is told that the money has arrived.
    assert IncomingUmaPayment.objects.get(transaction=payment).called_back_at is not None
    assert check.run().faults == []


# The bank of a customer who wants the money there.


@pytest.fixture
def deposit(api, alice):
    """Return a function that registers a Mexican bank account, by its suffix, as the one for money by UMA."""

    def register(suffix: str) -> str:
        body = {"currency": "MXN", "customerId": alice, "accountInfo": quote_requests.clabe(suffix)}
        reply = api.post("/customers/external-accounts", {**body, "defaultUmaDepositAccount": True})
        assert reply.status_code == 201, reply.content
        return str(reply.json()["id"])

    return register


@pytest.mark.parametrize(
    ("suffix", "status", "kept", "entries"),
    [
        ("789", "COMPLETED", 0, ["UMA_ACCEPTED", "PAYOUT_SETTLED"]),
        ("002", "FAILED", 500_00, ["UMA_ACCEPTED", "UMA_KEPT"]),
        ("003", "COMPLETED", 0, ["UMA_ACCEPTED", "PAYOUT_SETTLED"]),
        ("005", "FAILED", 500_00, ["UMA_ACCEPTED", "PAYOUT_SETTLED", "PAYOUT_RETURNED", "UMA_KEPT"]),
        ("006", "FAILED", 500_00, ["UMA_ACCEPTED", "UMA_KEPT"]),
        ("007", "FAILED", 0, ["UMA_ACCEPTED", "SUSPENDED"]),
    ],
)
def test_money_goes_on_to_the_deposit_account(api, alice, sender, worker, deposit, suffix, status, kept, entries):  # noqa: PLR0917 - fixtures
    bank = deposit(suffix)
    payment = paid(sender, 500_00, receiving_currency="MXN")
    assert payment.destination == {"destinationType": "ACCOUNT", "accountId": bank, "currency": "MXN"}

    worker.run()
    if suffix == "003":
        assert api.get(f"/transactions/{payment.public_id}").json()["status"] == "PROCESSING"
        api.post("/sandbox/clock/advance", {"seconds": 361})
        worker.run()

    shown = api.get(f"/transactions/{payment.public_id}").json()
    assert (shown["status"], shown.get("failureReason")) == (status, "OFFRAMP_FAILED" if status == "FAILED" else None)
    pesos = api.internal_account(alice, "MXN")
    assert factories.balance_of(pesos) == kept
    history = api.get("/transactions", involving=pesos).json()["data"]
    assert [row["id"] for row in history if row["direction"] == "IN"] == [payment.public_id] * (status == "FAILED")
    assert posted(payment) == entries
    assert SuspenseItem.objects.count() == (1 if suffix == "007" else 0)
    assert Transaction.objects.get(id=payment.id).next_action_at is None
    assert check.run().faults == []


def test_another_currency_than_the_deposit_accounts_stays_here(api, sender, worker, deposit, dollars):
    deposit("789")
    paid(sender)

    worker.run()

    assert factories.balance_of(dollars) == 10_00


# The word to the sender's side.


def confirmations(peer) -> list[Any]:
    return [request.json for request in peer.server.received if request.method == "POST"]


@pytest.fixture
def told_at(peer):
    return f"https://{peer.domain}/uma/told"


def test_the_senders_side_is_told_that_the_payment_is_through(sender, worker, peer, told_at, acme):
    paid(sender, utxo_callback=told_at)

    worker.run()

    (said,) = confirmations(peer)
    assert (said["transactionStatus"], said["vaspDomain"]) == ("COMPLETED", acme.platform.uma_domain)
    assert IncomingUmaPayment.objects.get().called_back_at is not None
    assert Transaction.objects.get().next_action_at is None


def test_the_senders_side_is_told_that_the_money_goes_back(api, sender, worker, peer, told_at, alice):  # noqa: PLR0917 - fixtures
    paid(sender, utxo_callback=told_at)
    api.patch(f"/customers/{alice}", {"customerType": "INDIVIDUAL", "fullName": "Alice Rejected 002"})

    worker.run()

    (said,) = confirmations(peer)
    assert (said["transactionStatus"], said["errorCode"]) == ("FAILED", "SENDER_NOT_ACCEPTED")


def test_nobody_is_told_about_an_invoice_that_nobody_paid(api, sender, worker, peer, told_at):
    sender.ask(utxo_callback=told_at)
    api.post("/sandbox/clock/advance", {"seconds": 301})

    worker.run()

    assert confirmations(peer) == []


def test_a_side_that_does_not_listen_is_told_again_and_not_for_ever(api, sender, worker, peer, told_at):
    paid(sender, utxo_callback=told_at)
    peer.server.answers = [Answer(500), Answer(500)]
    worker.run()
    payment = Transaction.objects.get()
    assert (payment.status, payment.next_action) == ("COMPLETED", NextAction.CONFIRM)

    api.post("/sandbox/clock/advance", {"seconds": 60})
    worker.run()
    api.post("/sandbox/clock/advance", {"seconds": 3600})
    worker.run()

    assert len(confirmations(peer)) == 3
    assert IncomingUmaPayment.objects.get().called_back_at is not None


def test_however_often_it_was_silent_it_is_told_again_within_half_an_hour(sender, worker, peer, told_at):
    paid(sender, utxo_callback=told_at)
    peer.server.default = Answer(500)
    worker.run()
    Transaction.objects.update(attempts=10_000, next_action_at=F("created_at"))

    worker.run()

    payment = Transaction.objects.get()
    assert payment.next_action == NextAction.CONFIRM
    assert dt.timedelta(minutes=29) < payment.next_action_at - payment.platform.now() <= dt.timedelta(minutes=30)
    assert not WorkFailure.objects.exists()


def test_after_a_day_of_silence_we_stop(api, sender, worker, peer, told_at):
    paid(sender, utxo_callback=told_at)
    peer.server.default = Answer(500)
    worker.run()

    api.post("/sandbox/clock/advance", {"seconds": int(sessions.CALLBACK_PATIENCE.total_seconds()) + 60})
    worker.run()

    assert Transaction.objects.get().next_action_at is None
    assert IncomingUmaPayment.objects.get().called_back_at is None


def test_the_events_of_a_payment_show_it_as_its_get_does(api, sender, worker):
    payment = paid(sender)

    worker.run()

    told = [event.payload for event in Event.objects.filter(resource=payment.public_id).order_by("id")]
    assert len(told) == 1
    assert json.loads(told[0])["data"] == api.get(f"/transactions/{payment.public_id}").json()


def test_a_node_that_waits_for_the_database_is_cut_off_and_the_connection_replaced(  # noqa: PLR0917 - fixtures
    sender, worker, node, dollars, api, monkeypatch
):
    """The alarm may go off while the database is being waited for."""
    payment = paid(sender)
    monkeypatch.setattr(leases, "STEP_SECONDS", 2.0)
    node("WaitingNode")
    worker.run()
    assert WorkFailure.objects.get(subject=payment.public_id).error == "TookTooLong"

    node("DeadlyNode").told.append("settle")
    api.post("/sandbox/clock/advance", {"seconds": 120})
    worker.run()

    assert factories.balance_of(dollars) == 10_00
