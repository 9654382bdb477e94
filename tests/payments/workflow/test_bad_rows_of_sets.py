"""Answers recorded together: a payment that can't be recorded costs the others nothing, and no answer waits long."""

import threading
from typing import NoReturn

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from payments.ledger import holds
from payments.models import InternalAccount, JournalEntry, Transaction
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import advancing
from platforms.base import clock
from platforms.models import WorkFailure
from tests.support import patience
from tests.support.damaged_rows import assert_goes_on, assert_put_back, make_due
from tests.support.faulty_rails import MoodyRail, WorkerDied
from tests.support.payments import scenarios
from tests.support.processes import held_rows

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
_BAD = 6_66


@pytest.fixture
def moody(adapters):
    adapters(rail="tests.support.faulty_rails.MoodyRail")
    yield MoodyRail.moods
    MoodyRail.moods.clear()


@pytest.fixture
def pay(api, alice):
    """Return a function that pays amounts out, and returns the payments' keys."""
    account, bank = api.internal_account(alice), api.external_account(alice)
    api.fund(account, 1_000_00)

    def transfers_out(*amounts: int) -> list[object]:
        replies = [api.transfer_out(account, bank, amount) for amount in amounts]
        return [scenarios.payment_of(reply.json()["id"]).pk for reply in replies]

    return transfers_out


def status_of(key: object) -> str:
    status: str = Transaction.objects.get(id=key).status
    return status


def test_an_answer_that_no_row_can_hold_fails_alone(api, alice, worker, moody, pay):
    first, bad, last = pay(1_00, _BAD, 2_00)
    moody[_BAD] = lambda: RailOutcome(Verdict.SETTLED, provider_reference="r" * 65)

    worker.run()

    assert [status_of(first), status_of(last)] == ["COMPLETED", "COMPLETED"]
    assert_put_back(bad, error="DataError")
    assert JournalEntry.objects.filter(purpose="TRANSFER_OUT_SETTLED").count() == 2
    moody.clear()
    assert_goes_on(bad, worker, end="COMPLETED")


def test_an_account_that_is_held_during_the_question_keeps_its_payment_alone(api, alice, worker, moody, pay):
    collected = api.transfer_in(api.external_account(alice), api.internal_account(alice), _BAD).json()["id"]
    [other] = pay(1_00)

    def hold() -> RailOutcome:
        account = InternalAccount.objects.get(customer_id=alice.partition(":")[2], currency="USD")
        with transaction.atomic():
            holds.hold([account.ledger_account_id], now=clock.real_now())
        return RailOutcome(Verdict.SETTLED)

    moody[_BAD] = hold

    worker.run()

    assert status_of(other) == "COMPLETED"
    assert status_of(scenarios.payment_of(collected).pk) == "CREATED"
    assert WorkFailure.objects.get().error == "AccountHeld"


def test_answers_before_the_time_limit_of_a_task_are_recorded(worker, moody, pay):
    first, second, begun, last = pay(1_00, 2_00, _BAD, 3_00)

    def run_out_of_time() -> NoReturn:
        raise SoftTimeLimitExceeded

    moody[_BAD] = run_out_of_time

    with pytest.raises(SoftTimeLimitExceeded):
        worker.run()

    statuses = [status_of(key) for key in (first, second, begun, last)]
    assert statuses == ["COMPLETED", "COMPLETED", "PENDING", "PENDING"]
    assert held_rows.are_none()


def test_answers_of_a_worker_that_dies_are_asked_for_again(worker, moody, pay):
    first, second = pay(1_00, _BAD)

    def die() -> NoReturn:
        raise WorkerDied

    moody[_BAD] = die

    with pytest.raises(WorkerDied):
        worker.run()

    assert [status_of(first), status_of(second)] == ["PENDING", "PENDING"]
    assert held_rows.are_none()
    moody.clear()
    make_due(first)
    make_due(second)
    worker.run()
    assert [status_of(first), status_of(second)] == ["COMPLETED", "COMPLETED"]
    assert JournalEntry.objects.filter(purpose="TRANSFER_OUT_SETTLED").count() == 2


def test_answers_of_a_slow_rail_do_not_wait_for_each_other(worker, moody, pay, monkeypatch):
    monkeypatch.setattr(advancing, "LONGEST_SECONDS", 0.0)
    [first, _] = pay(1_00, _BAD)
    seen: list[str] = []

    def look() -> RailOutcome:
        seen.append(status_of(first))
        return RailOutcome(Verdict.SETTLED)

    moody[_BAD] = look

    worker.run()

    assert seen == ["COMPLETED"]


def test_a_payment_locked_by_somebody_else_keeps_the_others_from_nothing(worker, moody, pay):
    """Or two that lock several payments might wait for each other."""
    first, second, _ = pay(1_00, 2_00, _BAD)
    is_locked = threading.Event()
    seen: list[str] = []

    def hold() -> None:
        try:
            with transaction.atomic():
                Transaction.objects.select_for_update().get(id=first)
                is_locked.set()
                patience.until(lambda: status_of(second) == "COMPLETED")
                seen.append(status_of(first))
        finally:
            connection.close()

    holder = threading.Thread(target=hold)

    def lock() -> RailOutcome:
        holder.start()
        is_locked.wait(patience.LONG)
        return RailOutcome(Verdict.SETTLED)

    moody[_BAD] = lock

    worker.run()

    holder.join()
    assert seen == ["PENDING"]
    assert status_of(first) == "COMPLETED"
