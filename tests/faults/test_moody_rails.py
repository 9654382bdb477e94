"""Rails that do not answer about one payment: it is postponed for longer each time, and others go on."""

import datetime as dt
import threading
import time

import pytest

from payments import tasks
from payments.ledger import check
from payments.models import OperationsCase, ProviderMessage, Transaction
from payments.providers import calls
from payments.providers.base import RailOutcome, Verdict
from payments.workflow import advancing, claims, leases
from platforms.base import clock
from platforms.models import WorkFailure
from tests.support import patience
from tests.support.damaged_rows import LONGEST_PAUSE, assert_goes_on, assert_put_back, make_due
from tests.support.faulty_rails import (
    MoodyRail,
    be_away,
    break_down,
    never_answer,
    say_nothing_sensible,
    wait_for_the_database,
)
from tests.support.payments import scenarios
from tests.support.servers import watching

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]


def nobody_is_left_out() -> bool:
    return calls.left_out() == (set(), set())


def answer_after(released: threading.Event) -> RailOutcome:
    released.wait(patience.LONG)
    return RailOutcome(Verdict.SETTLED)


@pytest.fixture
def moody(adapters):
    """The rail that has moods; the fixture is what they are."""
    adapters(rail="tests.support.faulty_rails.MoodyRail")
    yield MoodyRail.moods
    MoodyRail.moods.clear()
    # What has hung in this test is not remembered in the next.
    patience.until(nobody_is_left_out)


@pytest.mark.parametrize(
    ("mood", "error"),
    [(break_down, "ZeroDivisionError"), (say_nothing_sensible, "KeyError"), (never_answer, "TookTooLong")],
)
def test_a_rail_that_does_not_answer_about_one_payment(api, alice, worker, neighbour, moody, monkeypatch, mood, error):  # noqa: PLR0917 - fixtures and a case
    monkeypatch.setattr(leases, "STEP_SECONDS", 2.0)
    monkeypatch.setattr(calls, "PATIENCE_SECONDS", 0.5)
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = api.transfer_out(account, api.external_account(alice), 6_66).json()["id"]
    moody[6_66] = mood
    is_done = neighbour()

    worker.run()

    assert is_done()
    patience.until(WorkFailure.objects.exists)
    key = scenarios.payment_of(payment).pk
    assert_put_back(key, error=error)
    moody.clear()
    patience.until(nobody_is_left_out)
    assert_goes_on(key, worker, end="COMPLETED")


def test_a_rail_that_does_not_answer_is_seen_as_the_page_says(api, alice, worker, moody, own_heartbeats):
    watch = watching.Here()
    moody[100_00] = break_down
    for _ in range(3):
        scenarios.transfer_out()(api, alice)

    worker.run()

    watch.sees("a rail does not answer")


def test_a_reason_that_platforms_do_not_know_is_kept_for_staff(api, alice, worker, moody):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = api.transfer_out(account, api.external_account(alice), 6_66).json()["id"]
    code = f"R{'9' * 70}"
    moody[6_66] = lambda: RailOutcome(Verdict.FAILED, failure_reason=code)

    worker.run()

    shown = api.get(f"/transactions/{payment}").json()
    assert (shown["status"], shown["failureReason"]) == ("FAILED", "BANK_REJECTED")
    assert ProviderMessage.objects.get(transaction=scenarios.payment_of(payment)).reason == code[:64]


def test_what_fails_again_and_again_is_looked_at_less_and_less(api, alice, worker, moody):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = scenarios.payment_of(api.transfer_out(account, api.external_account(alice), 6_66).json()["id"])
    moody[6_66] = break_down
    pauses = []

    for _ in range(12):
        make_due(payment.pk)
        worker.run()
        payment.refresh_from_db()
        assert payment.next_action_at is not None
        pauses.append(payment.next_action_at - WorkFailure.objects.get().last_at)

    assert pauses == [min(dt.timedelta(seconds=2**number), LONGEST_PAUSE) for number in range(1, 13)]


def test_payments_that_failed_come_behind_those_of_the_same_batch_that_did_not(api, alice, worker, moody):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    bank = api.external_account(alice)
    bad, good = (api.transfer_out(account, bank, amount).json()["id"] for amount in (6_66, 1_00))
    moody[6_66] = break_down
    [first] = claims.claim_payments(limit=1)
    advancing.advance(first)
    make_due(scenarios.payment_of(bad).pk)
    make_due(scenarios.payment_of(good).pk)

    claimed = claims.claim_payments(limit=2)

    assert [(f"Transaction:{each.key}", each.has_failed) for each in claimed] == [(good, False), (bad, True)]


def test_a_rail_that_says_it_is_away_is_a_case_after_an_hour(api, alice, worker, moody):
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = scenarios.payment_of(api.transfer_out(account, api.external_account(alice), 6_66).json()["id"])
    moody[6_66] = be_away
    worker.run()

    for minutes, is_case in ((59, False), (61, True)):
        WorkFailure.objects.update(since=clock.real_now() - dt.timedelta(minutes=minutes))
        tasks.open_cases()
        assert OperationsCase.objects.filter(subject=payment.public_id).exists() == is_case

    moody.clear()
    assert_goes_on(payment.pk, worker, end="COMPLETED")


def test_a_rail_that_waits_for_the_database_is_given_up(  # noqa: PLR0917 - fixtures
    api, alice, worker, moody, monkeypatch, neighbour, ended_connections
):
    monkeypatch.setattr(leases, "STEP_SECONDS", 2.0)
    monkeypatch.setattr(calls, "PATIENCE_SECONDS", 0.5)
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = scenarios.payment_of(api.transfer_out(account, api.external_account(alice), 6_66).json()["id"])
    moody[6_66] = wait_for_the_database
    is_done = neighbour()

    worker.run()

    assert is_done()
    patience.until(WorkFailure.objects.exists)
    assert_put_back(payment.pk, error="TookTooLong")


def test_a_rail_that_hangs_delays_nothing_but_what_it_was_told(api, alice, worker, moody, rival_api, monkeypatch):  # noqa: PLR0917 - fixtures
    """Before, the next payment waited until the first was cut off: thirty seconds, and thirty more for each."""
    monkeypatch.setattr(calls, "PATIENCE_SECONDS", 0.5)
    monkeypatch.setattr(calls, "IN_DOUBT_SECONDS", 0.05)
    released = threading.Event()
    moody[6_66] = lambda: answer_after(released)
    account, bank = api.internal_account(alice), api.external_account(alice)
    api.fund(account, 100_00)
    bad = [api.transfer_out(account, bank, 6_66).json()["id"] for _ in range(calls.MOST_OF_PLATFORM + 2)]
    good = api.transfer_out(account, bank, 1_00).json()["id"]
    customer = rival_api.customer("Rita Rival")
    theirs = rival_api.internal_account(customer)
    rival_api.fund(theirs, 10_00)
    other = rival_api.transfer_out(theirs, rival_api.external_account(customer), 1_00).json()["id"]
    began = time.monotonic()
    try:
        worker.run()
        assert time.monotonic() - began < leases.STEP_SECONDS / 2
        patience.until(lambda: _status(rival_api, other) == "COMPLETED")
        # No more are asked than are allowed to be unanswered; others of the platform wait, as if never claimed.
        unanswered = Transaction.objects.filter(sent_amount=6_66)
        assert sorted(unanswered.values_list("attempts", flat=True)) == [0, 0, *[1] * calls.MOST_OF_PLATFORM]
        assert not WorkFailure.objects.exists()
    finally:
        released.set()

    def are_done() -> bool:
        worker.run()
        return {_status(api, payment) for payment in (*bad, good)} == {"COMPLETED"}

    patience.until(are_done)
    assert check.run().faults == []


def _status(api, payment: str) -> str:
    return str(api.get(f"/transactions/{payment}").json()["status"])


def test_a_platform_whose_calls_hang_is_left_alone_for_longer_each_time(api, alice, worker, moody, monkeypatch):
    monkeypatch.setattr(leases, "STEP_SECONDS", 0.1)
    released = threading.Event()
    moody[6_66] = lambda: answer_after(released)
    account, bank = api.internal_account(alice), api.external_account(alice)
    api.fund(account, 100_00)
    bad = scenarios.payment_of(api.transfer_out(account, bank, 6_66).json()["id"])
    try:
        for failures in (1, 2):
            make_due(bad.pk)
            patience.until(lambda: worker.run() == 1)
            patience.until(WorkFailure.objects.filter(failures=failures).exists)
            assert calls.left_out()[0] == {bad.platform_id}
            assert calls._calls._hung[calls.RAIL, bad.platform_id][0] == failures
    finally:
        released.set()
    moody.clear()
    make_due(bad.pk)
    monkeypatch.setattr(leases, "STEP_SECONDS", 30.0)
    patience.until(lambda: worker.run() == 1)
    patience.until(lambda: _status(api, bad.public_id) == "COMPLETED")
    assert calls.left_out() == (set(), set())
