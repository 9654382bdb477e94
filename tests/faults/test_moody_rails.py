"""Rails that do not answer about one payment: it is put back for longer each time, and others go on."""

import datetime as dt

import pytest

from payments import leases, tasks
from payments.models import OperationsCase
from payments.operations import settlement
from payments.providers import registry
from platforms.kit import clock
from platforms.models import WorkFailure
from tests.backoffice.support import scenarios
from tests.faults.poison import LONGEST_PAUSE, assert_goes_on, assert_put_back, make_due
from tests.faults.rails import (
    MoodyRail,
    be_away,
    break_down,
    never_answer,
    say_nothing_sensible,
    wait_for_the_database,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def moody(settings):
    """The rail that has moods; the fixture is what they are."""
    sandbox_ = {**settings.PROVIDERS["SANDBOX"], "rail": "tests.faults.rails.MoodyRail"}
    settings.PROVIDERS = {**settings.PROVIDERS, "SANDBOX": sandbox_}
    registry._adapter.cache_clear()
    yield MoodyRail.moods
    MoodyRail.moods.clear()
    registry._adapter.cache_clear()


@pytest.mark.parametrize(
    ("mood", "error"),
    [(break_down, "ZeroDivisionError"), (say_nothing_sensible, "KeyError"), (never_answer, "TookTooLong")],
)
def test_a_rail_that_does_not_answer_about_one_payment(api, alice, worker, neighbour, moody, monkeypatch, mood, error):  # noqa: PLR0917 - fixtures and a case
    monkeypatch.setattr(leases, "STEP_SECONDS", 2.0)
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = api.transfer_out(account, api.external_account(alice), 6_66).json()["id"]
    moody[6_66] = mood
    is_done = neighbour()

    worker.run()

    assert is_done()
    key = scenarios.payment_of(payment).pk
    assert_put_back(key, error=error)
    moody.clear()
    assert_goes_on(key, worker, end="COMPLETED")


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
    [first] = settlement.claim_due(limit=1)
    tasks._advance(first)
    make_due(scenarios.payment_of(bad).pk)
    make_due(scenarios.payment_of(good).pk)

    claimed = settlement.claim_due(limit=2)

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


def test_a_connection_that_was_cut_off_in_a_statement_is_replaced(api, alice, worker, moody, monkeypatch, neighbour):  # noqa: PLR0917 - fixtures
    """The alarm may go off while the database is being waited for."""
    monkeypatch.setattr(leases, "STEP_SECONDS", 2.0)
    account = api.internal_account(alice)
    api.fund(account, 100_00)
    payment = scenarios.payment_of(api.transfer_out(account, api.external_account(alice), 6_66).json()["id"])
    moody[6_66] = wait_for_the_database
    is_done = neighbour()

    worker.run()

    assert is_done()
    assert_put_back(payment.pk, error="TookTooLong")
