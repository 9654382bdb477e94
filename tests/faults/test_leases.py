"""Leases of a batch: renewed while it is worked on, released when time is over, expired when the worker dies."""

import datetime as dt
import threading
import time
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from payments.models import SuspenseItem, Transaction
from payments.providers import calls, registry
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import advancing, claims, leases, suspense
from platforms.base import clock, jobs
from platforms.models import Platform, WorkFailure
from tests.support import damaged_rows, factories, patience, threads
from tests.support.payments import quote_requests, scenarios
from tests.support.processes import held_rows, outlasted_leases

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
_LEASE = leases.LEASE.total_seconds()
_SHORT = dt.timedelta(seconds=2)
"""A lease that a test outlasts; it is renewed 25 times as often as need be."""
STATEMENTS_OF_A_SET = 14
"""From the claim of payments to the claim that finds no more, however many they are."""


@pytest.fixture
def rail(adapters):
    adapters(rail="tests.support.processes.outlasted_leases.SlowRail")
    return registry.rail("SANDBOX")


@pytest.fixture
def pass_time(monkeypatch):
    """Return a function that moves on every clock that leases are measured by."""
    return outlasted_leases.clock(monkeypatch)


@pytest.fixture
def woken(monkeypatch):
    names: list[str] = []
    monkeypatch.setattr(jobs, "notify", names.append)
    return names


def transfers(api, alice, count: int) -> list[str]:
    account, bank = api.internal_account(alice), api.external_account(alice)
    api.fund(account, count * 1_00)
    return [api.transfer_out(account, bank, 1_00).json()["id"] for _ in range(count)]


def statuses() -> set[str]:
    return set(Transaction.objects.values_list("status", flat=True))


def claimed_by_another() -> list[object]:
    """Return what a second worker finds to do at this moment."""

    def look() -> list[object]:
        with transaction.atomic():
            return [*claims.claim_payments(limit=100), *claims.claim_movements(limit=100)]

    [found] = threads.at_once([look])
    assert isinstance(found, list), found
    return found


def test_a_rail_that_takes_two_seconds_a_call_is_told_of_each_payment_once(  # noqa: PLR0917 - fixtures
    api, alice, worker, rail, pass_time, monkeypatch
):
    monkeypatch.setattr(advancing, "RUN_SECONDS", 1000.0)
    monkeypatch.setattr(advancing, "BATCH", 45)
    transfers(api, alice, 45)
    taken: list[Any] = []

    def wait() -> None:
        pass_time(2.0)
        taken.extend(claimed_by_another())

    rail.during = wait

    worker.run()

    assert taken == []
    assert len(rail.told) == len(set(rail.told)) == 45
    assert statuses() == {"COMPLETED"}


def test_money_out_of_suspense_keeps_its_lease_too(api, alice, worker, rail, pass_time, monkeypatch):  # noqa: PLR0917 - fixtures
    monkeypatch.setattr(advancing, "RUN_SECONDS", 1000.0)
    monkeypatch.setattr(leases, "LEASE", dt.timedelta(seconds=42))
    pesos = api.external_account(alice, quote_requests.clabe(), "MXN")
    for _ in range(3):
        quote = quote_requests.quote(api, quote_requests.realtime("USD", alice), pesos).json()
        for _ in range(2):
            body = {"quoteId": quote["id"], "currencyCode": "USD", "currencyAmount": 100_00}
            assert api.post("/sandbox/send", body).status_code == 200
    worker.run()
    rail.told.clear()
    for item in SuspenseItem.objects.all():
        with transaction.atomic(durable=True):
            suspense.resolve(
                item_id=item.pk,
                way="GIVE_BACK",
                account="",
                reason="found",
                actor=factories.OPERATOR,
                real_now=clock.real_now(),
            )
    taken: list[Any] = []

    def wait() -> None:
        pass_time(20.0)
        taken.extend(claimed_by_another())

    rail.during = wait

    worker.run()

    assert taken == []
    assert len(rail.told) == len(set(rail.told)) == 3
    assert not SuspenseItem.objects.filter(resolved_at=None).exists()


def test_a_step_that_outlasts_its_lease_keeps_it(api, alice, worker, rail, monkeypatch):
    """The thread beside the worker renews it: here the clocks are real."""
    monkeypatch.setattr(advancing, "RUN_SECONDS", 1000.0)
    monkeypatch.setattr(leases, "LEASE", _SHORT)
    monkeypatch.setattr(leases, "RENEWAL_SECONDS", _SHORT.total_seconds() / 25)
    transfers(api, alice, 2)
    taken: list[Any] = []

    def outlast() -> None:
        until = time.monotonic() + 1.5 * _SHORT.total_seconds()
        while time.monotonic() < until:
            taken.extend(claimed_by_another())
            time.sleep(0.1)

    rail.during = outlast

    assert worker.run() == 2

    assert taken == []
    assert len(rail.told) == 2
    assert statuses() == {"COMPLETED"}


def test_a_call_that_goes_on_after_its_batch_keeps_its_lease(api, alice, worker, rail, monkeypatch):
    """The caller of the rail has gone on with other work; another thread waits for the answer."""
    monkeypatch.setattr(leases, "LEASE", _SHORT)
    monkeypatch.setattr(leases, "RENEWAL_SECONDS", _SHORT.total_seconds() / 25)
    monkeypatch.setattr(calls, "PATIENCE_SECONDS", 0.05)
    transfers(api, alice, 1)
    answered = threading.Event()
    rail.during = lambda: answered.wait(patience.LONG)

    try:
        assert worker.run() == 1
        assert statuses() == {"PENDING"}
        until = time.monotonic() + 1.5 * _SHORT.total_seconds()
        while time.monotonic() < until:
            assert claimed_by_another() == []
            time.sleep(0.1)
    finally:
        answered.set()

    patience.until(held_rows.are_none)
    assert leases._held._thread is None
    assert statuses() == {"COMPLETED"}
    assert len(rail.told) == 1


def test_a_call_that_is_given_up_is_released(api, alice, worker, rail, monkeypatch):
    monkeypatch.setattr(leases, "STEP_SECONDS", 0.3)
    monkeypatch.setattr(calls, "PATIENCE_SECONDS", 0.05)
    transfers(api, alice, 1)
    answered = threading.Event()
    rail.during = lambda: answered.wait(patience.LONG)

    try:
        assert worker.run() == 1
        assert held_rows.count() == 1
        patience.until(held_rows.are_none)
        payment = Transaction.objects.get()
        assert payment.status == "PENDING"
        assert WorkFailure.objects.get().error == "TookTooLong"
        assert payment.next_action_at < clock.real_now() + leases.LEASE
    finally:
        answered.set()
        patience.until(lambda: calls.left_out() == (set(), set()))


def test_what_never_returns_is_left_to_others_and_becomes_a_case(api, alice, worker, pass_time):
    """Before, its lease was renewed for as long as the process lived."""
    transfers(api, alice, 1)
    with transaction.atomic():
        [claimed] = claims.claim_payments(limit=1)
    claims.PAYMENTS.hold([claimed], since=time.monotonic())
    try:
        for _ in range(int(leases.LONGEST_SECONDS / 3)):
            pass_time(3.0)
            held_rows.renew()
            assert claimed_by_another() == []
        assert not WorkFailure.objects.exists()

        for _ in range(4):
            pass_time(3.0)
            held_rows.renew()

        [taken] = claimed_by_another()
        assert isinstance(taken, claims.ClaimedPayment)
        assert (taken.key, taken.has_failed) == (claimed.key, True)
        assert not claims.PAYMENTS.begin(claimed, lambda _: pytest.fail("it is another's"))
        case = damaged_rows.case_of(f"Transaction:{claimed.key}")
        assert "NeverReturned" in case.cause
        # It returns at last, and has done its work.
        claims.PAYMENTS.stop_renewing(claimed)
        advancing.conclude(claimed, time.monotonic(), lambda: RailOutcome(Verdict.SETTLED))
    finally:
        claims.PAYMENTS.stop_renewing(claimed)
    assert statuses() == {"COMPLETED"}
    assert not WorkFailure.objects.exists()


def test_a_renewal_that_comes_late_leaves_what_was_written_down(api, alice):
    """A step that is done may leave the row due again, under the same number of attempts."""
    transfers(api, alice, 2)
    with transaction.atomic():
        claimed = claims.claim_payments(limit=50)
    soon = clock.real_now() + dt.timedelta(seconds=1)
    Transaction.objects.filter(id=claimed[0].key).update(next_action_at=soon)

    claims.PAYMENTS.hold(claimed, since=time.monotonic())
    held_rows.renew()
    for each in claimed:
        claims.PAYMENTS.stop_renewing(each)

    assert Transaction.objects.get(id=claimed[0].key).next_action_at == soon
    assert Transaction.objects.get(id=claimed[1].key).next_action_at > soon + leases.LEASE / 2


def test_a_renewal_whose_reply_is_lost_is_renewed_by_the_next_one(api, alice, monkeypatch):
    """The connection may end between the commit and its reply: the due time is then one that nobody has told."""
    transfers(api, alice, 2)
    with transaction.atomic():
        claimed = claims.claim_payments(limit=50)
    claims.PAYMENTS.hold(claimed, since=time.monotonic())
    change = leases.Queue.change

    def lose_the_reply(*given, **named):
        change(*given, **named)
        raise OperationalError

    for _ in range(2):
        with monkeypatch.context() as patched, pytest.raises(OperationalError):
            patched.setattr(leases.Queue, "change", lose_the_reply)
            held_rows.renew()
    stored = [Transaction.objects.get(id=each.key).next_action_at for each in claimed]

    held_rows.renew()
    renewed = [Transaction.objects.get(id=each.key).next_action_at for each in claimed]
    for each in claimed:
        claims.PAYMENTS.stop_renewing(each)

    assert all(after > before for before, after in zip(stored, renewed, strict=True))


def test_what_another_has_taken_meanwhile_is_left_to_it(api, alice, worker, rail, pass_time, monkeypatch):  # noqa: PLR0917 - fixtures
    """A worker paused for longer than its lease finds its batch claimed by another."""
    monkeypatch.setattr(advancing, "RUN_SECONDS", 1000.0)
    transfers(api, alice, 5)
    taken: list[Any] = []

    def stand_still() -> None:
        if not taken:
            pass_time(_LEASE + 1)
            taken.extend(claimed_by_another())

    rail.during = stand_still

    worker.run()

    assert len(taken) == 5
    assert len(rail.told) == 1
    assert sorted(Transaction.objects.values_list("status", flat=True)) == ["COMPLETED", *["PENDING"] * 4]


def test_what_another_takes_before_a_claim_is_heard_of_is_left_to_it(api, alice, worker, rail, pass_time, monkeypatch):  # noqa: PLR0917 - fixtures
    """A worker may stand still between the commit of its claim and its own next line: that is part of the lease."""
    monkeypatch.setattr(advancing, "RUN_SECONDS", 1000.0)
    transfers(api, alice, 3)
    taken: list[Any] = []
    plain = claims.claim_payments

    def stand_still() -> None:
        pass_time(_LEASE + 1)
        taken.extend(claimed_by_another())

    def claim(**options: Any) -> list[claims.ClaimedPayment]:
        monkeypatch.setattr(claims, "claim_payments", plain)
        transaction.on_commit(stand_still)
        return plain(**options)

    monkeypatch.setattr(claims, "claim_payments", claim)

    worker.run()

    assert len(taken) == 3
    assert rail.told == []
    assert statuses() == {"PENDING"}


def test_a_run_ends_in_time_and_the_next_one_goes_on(api, alice, worker, rail, pass_time, woken):  # noqa: PLR0917 - fixtures
    transfers(api, alice, 5)
    rail.during = lambda: pass_time(advancing.RUN_SECONDS / 2)
    woken.clear()

    assert worker.run() == 2

    assert woken[-1] == "payments.advance_due_payments"
    left = Transaction.objects.filter(status="PENDING")
    now = Platform.objects.get(id=left[0].platform_id).now()
    assert [(payment.attempts, payment.next_action_at <= now) for payment in left] == [(0, True)] * 3
    assert worker.run() == 2
    assert worker.run() == 1
    assert statuses() == {"COMPLETED"}
    assert len(rail.told) == len(set(rail.told))


def test_what_a_dead_worker_held_is_taken_up_when_its_lease_is_over(api, alice, worker, rail, pass_time):
    transfers(api, alice, 3)
    with transaction.atomic():
        assert len(claims.claim_payments(limit=50)) == 3

    pass_time(_LEASE - 1)
    assert worker.run() == 0
    pass_time(2)
    assert worker.run() == 3

    assert statuses() == {"COMPLETED"}


def test_the_time_limit_of_a_task_ends_it_and_nothing_stays_claimed(api, alice, worker, rail, woken):
    transfers(api, alice, 3)

    def run_out_of_time() -> None:
        raise SoftTimeLimitExceeded

    rail.during = run_out_of_time

    with pytest.raises(SoftTimeLimitExceeded):
        worker.run()

    begun, *others = Transaction.objects.order_by("-attempts")
    now = clock.real_now()
    assert begun.next_action_at < now + leases.LEASE / 2
    assert [(payment.attempts, payment.next_action_at <= now) for payment in others] == [(0, True)] * 2
    rail.during = lambda: None
    Transaction.objects.update(next_action_at=now)
    worker.run()
    assert statuses() == {"COMPLETED"}


def test_the_time_limit_in_money_out_of_suspense(api, alice, worker, rail):
    payment = scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    item = scenarios.item_of(payment)
    with transaction.atomic(durable=True):
        suspense.resolve(
            item_id=item.pk,
            way="GIVE_BACK",
            account="",
            reason="found",
            actor=factories.OPERATOR,
            real_now=clock.real_now(),
        )

    def run_out_of_time() -> None:
        raise SoftTimeLimitExceeded

    rail.during = run_out_of_time

    with pytest.raises(SoftTimeLimitExceeded):
        worker.run()

    item.refresh_from_db()
    assert item.next_attempt_at is not None
    assert item.next_attempt_at < clock.real_now() + leases.LEASE / 2


def test_leases_cost_nothing_while_nothing_is_slow(api, alice, worker):
    counts = {}
    # The first run meets the platform's shared accounts.
    for number in (1, 3, 13):
        transfers(api, alice, number)
        with CaptureQueriesContext(connection) as seen:
            assert worker.run() == number
        counts[number] = len(seen)

    assert counts[13] == counts[3] == STATEMENTS_OF_A_SET
