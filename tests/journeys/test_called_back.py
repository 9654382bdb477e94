"""Payments that had completed and are called back by their sender, or sent back; the books are checked at each step."""

import pytest

from payments.models import JournalEntry, SuspenseItem, Transaction, TransactionStatusChange
from payments.workflow import advancing, claims
from platforms.models import AuditEntry
from tests.backoffice.support_desk.conftest import use_rail  # noqa: F401 - a fixture
from tests.journeys.quote_stories import (
    BACK,
    BACK_DONE,
    BACK_FAILED,
    COMPLETED,
    FAILED,
    PENDING,
    PROCESSING,
    told_about,
)
from tests.payments.uma.receiving.conftest import address, peer, sender  # noqa: F401 - fixtures
from tests.support import factories
from tests.support.payments import quote_requests, scenarios
from tests.support.payments.checking import CheckedApi, CheckedWorker

pytestmark = pytest.mark.django_db(transaction=True)
RAILS = "tests.payments.ledger.rails"


@pytest.fixture
def api(acme):
    return CheckedApi(acme.client_id, acme.client_secret)


@pytest.fixture
def worker():
    return CheckedWorker()


def history(public_id: str) -> list[tuple[str, str]]:
    rows = TransactionStatusChange.objects.filter(transaction_id=public_id.partition(":")[2]).order_by("id")
    return list(rows.values_list("to_status", "cause"))


@pytest.mark.parametrize(
    ("play", "held", "begins"),
    [
        (scenarios.transfer_out(), 100_00, [PENDING]),
        (scenarios.quoted(), 100_00, [PENDING, PROCESSING]),
        (scenarios.collected(), 0, [PENDING, PROCESSING]),
        (scenarios.funded(100_00), 0, [PENDING, PROCESSING]),
    ],
)
def test_a_payment_that_is_called_back_after_it_completed_is_refunded(api, alice, worker, use_rail, play, held, begins):  # noqa: F811, PLR0917 - fixtures and a case
    use_rail(f"{RAILS}.CallingBackRail")
    payment = play(api, alice)

    worker.run()

    shown = api.get(f"/transactions/{payment}").json()
    assert (shown["status"], shown.get("failureReason")) == ("REFUNDED", None)
    assert (shown["refund"]["status"], shown["refund"]["reason"]) == ("COMPLETED", "USER_CANCELLATION")
    assert shown["refund"]["settledAt"]
    assert shown["refund"]["reference"] == f"RF{payment.replace('-', '')[-16:].upper()}"
    assert told_about(payment) == [*begins, COMPLETED, BACK, BACK_DONE]
    assert [status for status, _ in history(payment)][-2:] == ["COMPLETED", "REFUNDED"]
    assert factories.balance_of(api.internal_account(alice)) == held
    assert scenarios.payment_of(payment).next_action_at is None


def test_a_transfer_that_comes_back_after_it_completed_has_failed(api, alice, worker, use_rail):  # noqa: F811 - a fixture
    use_rail(f"{RAILS}.ReturningRail")
    payment = scenarios.transfer_out()(api, alice)

    worker.run()

    shown = api.get(f"/transactions/{payment}").json()
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "BANK_REJECTED")
    assert (shown["refund"]["status"], shown["refund"]["reason"]) == ("COMPLETED", "TRANSACTION_FAILED")
    assert told_about(payment) == [PENDING, COMPLETED, FAILED, BACK, BACK_DONE]
    assert factories.balance_of(api.internal_account(alice)) == 100_00


@pytest.mark.parametrize("play", [scenarios.transfer_out(), scenarios.quoted()])
def test_a_rail_that_says_again_that_it_has_settled_changes_nothing(api, alice, worker, use_rail, play):  # noqa: F811 - fixtures and a case
    use_rail(f"{RAILS}.KeepingRail")
    payment = play(api, alice)

    worker.run()

    assert scenarios.payment_of(payment).status == "COMPLETED"
    assert scenarios.payment_of(payment).next_action_at is None
    assert told_about(payment).count(COMPLETED) == 1
    assert JournalEntry.objects.filter(purpose__endswith="_SETTLED").count() == 1
    assert AuditEntry.objects.filter(verb="transaction.completed").count() == 1


def test_a_transfer_that_is_called_back_for_a_holder_who_has_gone_waits_for_a_person(api, alice, worker, use_rail):  # noqa: F811 - fixtures
    use_rail(f"{RAILS}.CallingBackRail")
    payment = scenarios.transfer_out()(api, alice)
    [claimed] = claims.claim_payments(limit=1)
    advancing.advance(claimed)
    assert api.delete(f"/customers/{alice}").status_code == 200

    worker.run()

    stored = scenarios.payment_of(payment)
    assert (stored.status, stored.failure_reason, scenarios.refund_of(payment)) == (
        "FAILED",
        "ACCOUNT_INVALID",
        "FAILED",
    )
    assert [(item.amount, item.reason) for item in SuspenseItem.objects.all()] == [(100_00, "PAYER_GONE")]
    assert told_about(payment)[-3:] == [BACK, FAILED, BACK_FAILED]


def test_a_payout_that_is_called_back_and_kept_by_the_rail_has_failed(api, alice, worker, use_rail):  # noqa: F811 - fixtures
    use_rail(f"{RAILS}.LosingCallingBackRail")
    payment = scenarios.quoted()(api, alice)

    worker.run()

    assert (scenarios.payment_of(payment).status, scenarios.refund_of(payment)) == ("FAILED", "FAILED")
    assert scenarios.item_of(payment).reason == "PAYOUT_NOT_GIVEN_BACK"
    assert told_about(payment) == [PENDING, PROCESSING, COMPLETED, BACK, FAILED, BACK_FAILED]


def test_money_that_came_by_uma_stays_with_its_holder(api, alice, worker, sender, use_rail):  # noqa: F811 - fixtures
    body = {
        "currency": "MXN",
        "customerId": alice,
        "accountInfo": quote_requests.clabe("789"),
        "defaultUmaDepositAccount": True,
    }
    assert api.post("/customers/external-accounts", body).status_code == 201
    use_rail(f"{RAILS}.CallingBackRail")
    asked = sender.ask(500_00, receiving_currency="MXN")
    worker.run()
    sender.pay(asked)

    assert api.post("/sandbox/clock/advance", {"seconds": 31}).status_code == 200
    worker.run()

    payment = Transaction.objects.get()
    assert (payment.status, payment.failure_reason) == ("FAILED", "OFFRAMP_FAILED")
    assert factories.balance_of(api.internal_account(alice, "MXN")) == payment.received_amount > 0
    assert history(payment.public_id)[-2:] == [("COMPLETED", "rail_settled"), ("FAILED", "rail_cancelled")]
