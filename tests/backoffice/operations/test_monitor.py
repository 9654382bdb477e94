"""The monitor: a case for work that does not proceed by itself, closed when its cause is gone."""

import contextlib
import datetime as dt
import threading
from concurrent import futures

import pytest
from django.db import connection, transaction

from payments import tasks
from payments.models import (
    CaseKind,
    CaseState,
    LedgerCheckRun,
    NextAction,
    OperationsCase,
    Transaction,
)
from payments.workflow import cases, monitor, overdue
from platforms import audit
from platforms.base import clock
from platforms.models import AuditCheckRun, AuditEntry, Platform, WorkFailure
from tests.support import patience
from tests.support.payments import scenarios
from webhooks.models import EndpointHealth

pytestmark = pytest.mark.django_db(transaction=True)

OLGA = audit.Actor(kind="STAFF", id="olga")


def steps(case: OperationsCase) -> list[tuple[str, str]]:
    return list(case.steps.values_list("kind", "actor_id"))


def close(case: OperationsCase) -> None:
    with transaction.atomic():
        cases.close(case_id=case.id, reason="It is well as it is.", actor=OLGA, now=clock.real_now())


def test_every_step_of_a_payment_has_a_limit_or_ends_by_itself():
    assert set(overdue.LIMITS) | overdue.BY_THEIR_DUE_TIME == set(NextAction)
    assert not set(overdue.LIMITS) & overdue.BY_THEIR_DUE_TIME


def test_a_payment_that_is_slow_but_within_its_limit_is_no_case(api, alice, worker, pass_time, sweep):
    scenarios.transfer_out("005")(api, alice)
    worker.run()
    pass_time(seconds=5)

    assert sweep() == 0


def test_a_payment_that_no_worker_takes_up_is_a_case_until_one_does(api, alice, worker, pass_time, sweep):
    payment = scenarios.transfer_out()(api, alice)
    pass_time(minutes=14)
    assert sweep() == 0
    pass_time(minutes=2)

    sweep()

    case = OperationsCase.objects.get()
    assert (case.kind, case.subject, case.state) == (CaseKind.PAYMENT_STUCK, payment, CaseState.OPEN)
    assert case.cause == "PENDING: no worker has taken up TRANSFER, which is due."
    assert sweep() == 0, "a second round finds nothing new"
    worker.run()
    sweep()
    case.refresh_from_db()
    assert (case.state, case.closed_by, case.resolution) == (CaseState.CLOSED, "service", monitor.GONE)
    assert steps(case) == [("OPENED", "service"), ("CLOSED", "service")]


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"status": "PENDING"}, "PENDING before TRANSFER for longer than it should take."),
        ({"status": "CREATED"}, "CREATED before TRANSFER for longer than it should take."),
        ({"status": "PROCESSING", "next_action": "PAY_OUT"}, "PROCESSING before PAY_OUT for longer than it should"),
        ({"status": "FAILED", "next_action": "GIVE_BACK"}, "FAILED before GIVE_BACK for longer than it should take."),
        ({"status": "PENDING", "next_action_at": None}, "PENDING, and nothing is due: nobody is going to take it up."),
    ],
)
def test_a_payment_that_is_asked_about_again_and_again_is_a_case_beyond_its_limit(api, alice, sweep, changes, cause):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    now = clock.real_now()
    long_ago, soon = now - dt.timedelta(days=3, minutes=1), now + dt.timedelta(minutes=5)
    fields = {"next_action_at": soon, "created_at": long_ago, "updated_at": long_ago, **changes}
    Transaction.objects.filter(id=payment.id).update(**fields)

    sweep()

    case = OperationsCase.objects.get()
    assert case.cause.startswith(cause)
    assert case.since == long_ago


@pytest.mark.parametrize("changes", [{"status": "COMPLETED", "next_action": "PAY_OUT"}, {"next_action": "EXPIRE"}])
def test_what_ends_by_itself_at_its_time_is_no_case(api, alice, sweep, changes):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    now = clock.real_now()
    long_ago = now - dt.timedelta(days=30)
    fields = {"next_action_at": now + dt.timedelta(days=1), "created_at": long_ago, "updated_at": long_ago, **changes}
    Transaction.objects.filter(id=payment.id).update(**fields)

    assert sweep() == 0


def test_money_in_suspense_is_a_case_until_a_person_has_decided(api, alice, worker, sweep):
    item = scenarios.item_of(scenarios.funded(100_00, 100_00)(api, alice))
    worker.run()

    sweep()

    case = OperationsCase.objects.get()
    assert (case.kind, case.subject) == (CaseKind.MONEY_IN_SUSPENSE, f"SuspenseItem:{item.id}")
    type(item).objects.filter(id=item.id).update(way="GIVE_BACK")
    sweep()
    case.refresh_from_db()
    assert case.state == CaseState.CLOSED


def test_broken_books_and_a_broken_audit_log_are_cases_until_a_check_finds_them_well(sweep):
    now, fault = clock.real_now(), {"kind": "X", "subject": "entry 1", "detail": "by 1"}
    LedgerCheckRun.objects.create(started_at=now, finished_at=now, entries=1, postings=2, faults=[fault])
    AuditCheckRun.objects.create(started_at=now, finished_at=now, seals=1, rows=2, faults=[fault])

    sweep()

    assert set(OperationsCase.objects.values_list("kind", "subject", "cause")) == {
        ("BOOKS_BROKEN", "entry 1", "X: by 1"),
        ("AUDIT_LOG_BROKEN", "audit log", "The check found 1 faults."),
    }
    later = clock.real_now()
    LedgerCheckRun.objects.create(started_at=later, finished_at=later, entries=1, postings=2)
    AuditCheckRun.objects.create(started_at=later, finished_at=later, seals=1, rows=2)
    sweep()
    assert not OperationsCase.objects.filter(state=CaseState.OPEN).exists()


def test_an_endpoint_that_was_switched_off_is_a_case_until_the_platform_sets_one(acme, sweep):
    now = clock.real_now()
    EndpointHealth.objects.create(platform=acme.platform, url="https://acme.example.com", disabled_at=now)
    Platform.objects.filter(id=acme.platform.id).update(webhook_endpoint="")

    sweep()

    case = OperationsCase.objects.get()
    assert (case.kind, case.subject) == (CaseKind.ENDPOINT_DISABLED, acme.platform.public_id)
    Platform.objects.filter(id=acme.platform.id).update(webhook_endpoint="https://new.example.com")
    sweep()
    case.refresh_from_db()
    assert case.state == CaseState.CLOSED


def test_what_a_person_has_closed_is_not_opened_again_for_the_same_trouble(api, alice, worker, sweep):
    scenarios.funded(100_00, 100_00)(api, alice)
    worker.run()
    sweep()
    close(OperationsCase.objects.get())

    assert sweep() == 0
    assert OperationsCase.objects.filter(state=CaseState.OPEN).count() == 0


def test_a_new_trouble_of_the_same_payment_is_a_case_of_its_own(api, alice, pass_time, sweep):
    payment = scenarios.payment_of(scenarios.transfer_out()(api, alice))
    pass_time(minutes=20)
    sweep()
    close(OperationsCase.objects.get())
    assert payment.next_action_at is not None
    later = payment.next_action_at + dt.timedelta(minutes=1)
    Transaction.objects.filter(id=payment.id).update(next_action_at=later)

    sweep()

    assert OperationsCase.objects.filter(subject=payment.public_id).count() == 2


def test_many_troubles_become_cases_in_several_rounds_the_oldest_first(api, alice, pass_time, sweep, monkeypatch):
    monkeypatch.setattr(monitor, "MOST", 2)
    play = scenarios.transfer_out()
    made = [play(api, alice) for _ in range(5)]
    pass_time(minutes=20)

    rounds = [sweep() for _ in range(4)]

    assert rounds == [2, 2, 1, 0]
    assert list(OperationsCase.objects.order_by("opened_at", "since").values_list("subject", flat=True)) == made


def test_two_monitors_do_not_get_into_each_others_way(api, alice, pass_time, sweep):
    scenarios.transfer_out()(api, alice)
    pass_time(minutes=20)
    looked, is_done = threading.Event(), threading.Event()

    def sweep_and_wait() -> None:
        """Sweep in another database transaction, which opens a case and is undone."""
        with contextlib.closing(connection), transaction.atomic():
            assert monitor.sweep(kind=CaseKind.PAYMENT_STUCK, now=clock.real_now()).opened == 1
            looked.set()
            is_done.wait(patience.LONG)
            transaction.set_rollback(True)

    with futures.ThreadPoolExecutor(1) as thread:
        other = thread.submit(sweep_and_wait)
        patience.until(lambda: looked.is_set() or other.done())
        meanwhile = sweep()
        is_done.set()
        other.result()

    assert meanwhile == 0
    assert not WorkFailure.objects.exists(), "it waited for the other"
    assert sweep() == 1


def test_a_case_is_never_open_twice(api, alice, pass_time, sweep):
    from django.db import IntegrityError

    scenarios.transfer_out()(api, alice)
    pass_time(minutes=20)
    sweep()
    case = OperationsCase.objects.get()

    case.pk = None
    case.id = None
    with pytest.raises(IntegrityError, match="operations_case_one_open"):
        OperationsCase.objects.create(
            kind=case.kind, subject=case.subject, cause="x", since=case.since, opened_at=case.opened_at
        )


def test_a_case_of_another_kind_about_the_same_payment_stays_open(api, alice, worker, pass_time, sweep):
    payment = scenarios.transfer_out()(api, alice)
    pass_time(minutes=20)
    sweep()
    now = clock.real_now()
    OperationsCase.objects.create(kind=CaseKind.MONEY_IN_SUSPENSE, subject=payment, cause="x", since=now, opened_at=now)
    worker.run()

    with transaction.atomic():
        swept = monitor.sweep(kind=CaseKind.PAYMENT_STUCK, now=clock.real_now())

    assert swept.closed == 1
    assert OperationsCase.objects.get(state=CaseState.OPEN).kind == CaseKind.MONEY_IN_SUSPENSE


def test_what_the_monitor_closes_is_in_the_audit_log(api, alice, worker, pass_time, sweep):
    scenarios.transfer_out()(api, alice)
    pass_time(minutes=20)
    sweep()
    worker.run()
    sweep()

    entry = AuditEntry.objects.get(verb="case.close")
    assert (entry.actor_kind, entry.subject) == ("SYSTEM", OperationsCase.objects.get().public_id)


def test_the_task_tells_how_much_it_has_done(db):
    assert tasks.open_cases() == 0
