"""Reviewers at once, and reviewers against customers: real threads and commits, each with a control."""

import functools
import threading

import pytest
from django.db import transaction

from compliance.models import Customer, ReviewAssignment, VerificationStatusChange
from compliance.review_desk import assignments, decisions
from compliance.verification import reviews
from platforms import audit
from platforms.base import clock
from platforms.models.platform import OwnedManager
from tests.backoffice.review_desk.conftest import claim, do, ground, waiting_person
from tests.support import patience
from tests.support.threads import at_once

pytestmark = pytest.mark.usefixtures("transactional_db")
REVIEWERS = [audit.Actor(kind="STAFF", id=f"reviewer-{number}") for number in range(4)]


def decided(case) -> int:
    return VerificationStatusChange.objects.filter(verification=case.key, cause="review").count()


def test_of_reviewers_who_claim_one_case_at_once_one_gets_it(individual):
    results = at_once([functools.partial(claim, individual, actor) for actor in REVIEWERS])

    assert sum(isinstance(result, assignments.AlreadyClaimed) for result in results) == len(REVIEWERS) - 1
    winner = next(result for result in results if isinstance(result, ReviewAssignment))
    assert ReviewAssignment.objects.get().assigned_to == winner.assigned_to


def test_control_without_the_condition_all_believe_that_they_have_it(individual, monkeypatch):
    def take_anyway(verification, *, is_lead, actor, now):
        ReviewAssignment.objects.filter(verification=verification).update(assigned_to=actor.id, assigned_at=now)
        return True

    monkeypatch.setattr(assignments, "_take", take_anyway)

    results = at_once([functools.partial(claim, individual, actor) for actor in REVIEWERS])

    assert all(isinstance(result, ReviewAssignment) for result in results)


def test_reviewers_who_ask_for_the_next_at_once_get_one_each(api):
    waiting = {waiting_person(api, f"Person {number} 001").key for number in range(len(REVIEWERS))}

    def next_for(actor):
        def take():
            # A reviewer who finds all others being claimed at this moment asks again, as a person would.
            return next(filter(None, (do(assignments.claim_next, actor=actor, is_lead=False) for _ in range(20))))

        return take

    taken = at_once([next_for(actor) for actor in REVIEWERS])

    assert {verification.id for verification in taken} == waiting


def _decide(case, verb, seen, **arguments):
    # Two windows of the same reviewer: both may decide, and both have seen the case as it was.
    def run():
        return do(verb, case, seen=seen, is_lead=False, **arguments)

    return run


def test_of_two_decisions_at_once_one_counts(individual):
    claim(individual)
    seen = individual.seen

    results = at_once(
        [
            _decide(individual, decisions.approve, seen),
            _decide(individual, decisions.reject, seen, findings=[ground(individual)]),
        ]
    )

    assert sum(isinstance(result, Exception) for result in results) == 1
    refusal = next(result for result in results if isinstance(result, Exception))
    assert isinstance(refusal, assignments.NotAssigned | decisions.CaseChanged)
    assert decided(individual) == 1


@pytest.fixture
def without_the_lock(monkeypatch):
    monkeypatch.setattr(OwnedManager, "select_for_update", lambda rows, **_: rows.get_queryset(), raising=False)


def test_control_without_the_lock_both_are_carried_out(individual, monkeypatch, without_the_lock):
    claim(individual)
    seen = individual.seen
    both = threading.Barrier(2, timeout=patience.LONG)
    require = decisions._require

    def require_and_wait(*arguments, **named):
        file = require(*arguments, **named)
        both.wait()
        return file

    monkeypatch.setattr(decisions, "_require", require_and_wait)
    monkeypatch.setattr(reviews, "_case", _read_together(reviews._case))

    results = at_once(
        [
            _decide(individual, decisions.approve, seen),
            _decide(individual, decisions.reject, seen, findings=[ground(individual)]),
        ]
    )

    assert not any(isinstance(result, Exception) for result in results), results
    assert decided(individual) == 2


def _read_together(read):
    both = threading.Barrier(2, timeout=patience.LONG)

    def run(*arguments):
        found = read(*arguments)
        both.wait()
        return found

    return run


def _change_the_name(case, *, is_changed, may_commit):
    def change():
        with transaction.atomic():
            key = case.customer.partition(":")[2]
            Customer.objects.filter(id=key).update(full_name="Bob Somebody 001", updated_at=clock.real_now())
            is_changed.set()
            assert may_commit.wait(patience.LONG)

    return change


def test_what_a_customer_changes_while_a_reviewer_decides_is_not_approved_unseen(individual):
    claim(individual)
    seen = individual.seen
    is_changed, may_commit = threading.Event(), threading.Event()

    def approve():
        assert is_changed.wait(patience.LONG)
        # The decision waits for the customer's row, which the change holds.
        threading.Timer(0.3, may_commit.set).start()
        return do(decisions.approve, individual, seen=seen, is_lead=False)

    _, result = at_once([_change_the_name(individual, is_changed=is_changed, may_commit=may_commit), approve])

    assert isinstance(result, decisions.CaseChanged)
    assert decided(individual) == 0


def test_control_without_the_lock_it_is(individual, monkeypatch, without_the_lock):
    claim(individual)
    seen = individual.seen
    is_changed, may_commit = threading.Event(), threading.Event()
    approve_review = reviews.approve

    def approve_once_checked(**arguments):
        may_commit.set()
        return approve_review(**arguments)

    monkeypatch.setattr(reviews, "approve", approve_once_checked)

    def approve():
        assert is_changed.wait(patience.LONG)
        return do(decisions.approve, individual, seen=seen, is_lead=False)

    _, result = at_once([_change_the_name(individual, is_changed=is_changed, may_commit=may_commit), approve])

    assert result.status == "APPROVED"
    assert Customer.objects.get(id=individual.customer.partition(":")[2]).status == "APPROVED"
