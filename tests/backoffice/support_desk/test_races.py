"""Two people at once, and people against workers: money moves once. Controls show each race unprotected."""

import functools
import threading

import pytest
from django.db import transaction

from payments.ledger import check
from payments.models import JournalEntry, SuspenseItem, Transaction
from payments.workflow import advancing, claims, leases, staff_actions, suspense
from platforms import audit
from platforms.base import clock
from tests.concurrency.conftest import no_row_locks  # noqa: F401 - a fixture
from tests.support import factories, threads
from tests.support.payments import scenarios
from tests.support.races import halt

pytestmark = pytest.mark.django_db(transaction=True)
SAM = audit.Actor(kind="STAFF", id="sam")


def resolving(item: SuspenseItem, way: str, account: str = "") -> object:
    with transaction.atomic(durable=True):
        return suspense.resolve(
            item_id=item.pk, way=way, account=account, reason="found", actor=SAM, real_now=clock.real_now()
        )


def failing(payment: Transaction, *, later=None) -> object:
    with transaction.atomic(durable=True):
        return staff_actions.fail_and_refund(
            transaction_id=payment.pk,
            failure_reason="TIMED_OUT",
            reason="the bank does not know it",
            actor=SAM,
            real_now=clock.real_now() + (later or leases.LEASE * 0),
        )


def asking_again(payment: Transaction, *, later) -> object:
    with transaction.atomic(durable=True):
        return staff_actions.retry(
            transaction_id=payment.pk, reason="asked", actor=SAM, real_now=clock.real_now() + later
        )


@pytest.fixture
def item(api, alice, worker) -> SuspenseItem:
    """100.00 USD that Alice paid once more than wanted."""
    public_id = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    return scenarios.item_of(public_id)


def test_of_many_resolutions_at_once_one_happens(api, alice, item):
    works = [
        functools.partial(resolving, item, "CREDIT_HOLDER"),
        functools.partial(resolving, item, "WRITE_OFF", "PLATFORM_FUNDS"),
        functools.partial(resolving, item, "WRITE_OFF", "WRITTEN_OFF"),
        functools.partial(resolving, item, "CREDIT_HOLDER"),
    ]

    results = threads.at_once(works)

    refused = [result for result in results if isinstance(result, suspense.ItemNotOpen)]
    assert len(refused) == 3, results
    assert JournalEntry.objects.filter(purpose__startswith="SUSPENSE_").count() == 1
    assert check.run().faults == []


def test_control_without_row_locks_money_leaves_suspense_twice(api, alice, item, monkeypatch, no_row_locks):  # noqa: F811 - the fixture
    halt(monkeypatch, suspense, "_take", threading.Barrier(2))

    threads.at_once(
        [
            functools.partial(resolving, item, "WRITE_OFF", "WRITTEN_OFF"),
            functools.partial(resolving, item, "CREDIT_HOLDER"),
        ]
    )

    assert JournalEntry.objects.filter(purpose__startswith="SUSPENSE_").count() == 2
    assert check.run().faults != []


def test_a_resolution_is_carried_out_by_a_rail_once_however_many_workers_hold_it(api, alice, item, worker):
    resolving(item, "GIVE_BACK")
    with transaction.atomic():
        [claimed] = claims.claim_movements(limit=1)

    threads.at_once([functools.partial(advancing.advance, claimed)] * 4)
    worker.run()

    assert JournalEntry.objects.filter(purpose="SUSPENSE_GIVEN_BACK").count() == 1
    assert check.run().faults == []


@pytest.fixture
def payment(api, alice) -> Transaction:
    """100.00 USD on their way to Alice's bank."""
    return scenarios.payment_of(scenarios.transfer_out()(api, alice))


def test_a_payment_in_a_workers_hands_can_not_be_failed(api, alice, payment):
    [claimed] = claims.claim_payments(limit=1)

    with pytest.raises(staff_actions.ClaimedByWorker):
        failing(payment)
    advancing.advance(claimed)

    assert scenarios.payment_of(payment.public_id).status == "COMPLETED"
    assert factories.balance_of(api.internal_account(alice)) == 0
    assert check.run().faults == []


@pytest.mark.parametrize("do", ["fail", "ask again"])
def test_a_worker_may_claim_it_after_staff_have_read_the_time(api, alice, payment, do):
    """Who waits for the lock of the payment has an older time than the worker that had it: the claim counts."""
    before = -leases.LEASE / 100
    [claimed] = claims.claim_payments(limit=1)

    with pytest.raises(staff_actions.ClaimedByWorker):
        if do == "fail":
            failing(payment, later=before)
        else:
            asking_again(payment, later=before)
    advancing.advance(claimed)

    assert scenarios.payment_of(payment.public_id).status == "COMPLETED"
    assert check.run().faults == []


def test_control_without_that_check_money_goes_out_and_comes_back(api, alice, payment, monkeypatch):
    monkeypatch.setattr(staff_actions, "require_idle", lambda *_, **__: None)
    [claimed] = claims.claim_payments(limit=1)

    failing(payment)
    ask, _ = advancing.question(claimed)
    outcome = ask()

    assert outcome is not None
    assert outcome.verdict == "SETTLED"  # by the rail it has gone, and here it is too
    assert factories.balance_of(api.internal_account(alice)) == 100_00


def test_failing_and_an_outcome_at_once_leave_one_end(api, alice, payment):
    """The lease has run out, so staff may fail it while a slow worker still brings its outcome."""
    [claimed] = claims.claim_payments(limit=1)

    results = threads.at_once(
        [
            functools.partial(failing, payment, later=leases.LEASE),
            functools.partial(advancing.advance, claimed),
        ]
    )

    status = scenarios.payment_of(payment.public_id).status
    assert status in {"COMPLETED", "FAILED"}, results
    assert factories.balance_of(api.internal_account(alice)) == (100_00 if status == "FAILED" else 0)
    ends = JournalEntry.objects.filter(purpose__in=["TRANSFER_OUT_SETTLED", "TRANSFER_OUT_RETURNED"])
    assert ends.count() == 1
    assert check.run().faults == []


def test_asking_again_while_workers_are_at_it_pays_once(api, alice, worker, payment):
    def retrying() -> object:
        with transaction.atomic(durable=True):
            return staff_actions.retry(
                transaction_id=payment.pk, reason="the customer called", actor=SAM, real_now=clock.real_now()
            )

    threads.at_once([retrying, worker.run, retrying, worker.run])
    worker.run()

    assert scenarios.payment_of(payment.public_id).status == "COMPLETED"
    assert JournalEntry.objects.filter(purpose="TRANSFER_OUT_SETTLED").count() == 1
    assert check.run().faults == []
