"""Two who decide on one proposal at the same moment, two who propose the same, and many who guess one code."""

import base64
import functools
import threading

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django_otp.oath import totp

from platforms import audit
from platforms.backoffice import actions, proposals
from platforms.backoffice.actions import Role
from platforms.backoffice.effects import Effect
from platforms.backoffice.sign_in import second_factors
from platforms.backoffice.sign_in.second_factors import Outcome
from platforms.base import clock
from platforms.models import AuditEntry, Proposal, SecondFactor
from tests.support import races, threads

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = base64.b32encode(b"twenty bytes of test").decode()
ANNA = audit.Actor(kind="STAFF", id="anna")


@pytest.fixture
def paint(own_actions) -> actions.Action:
    def perform(*, actor, now, reason) -> None:
        audit.record(audit.Subject(None, "Fence:1"), "fence.paint", actor=actor, now=now)

    User.objects.create_user(username="anna", is_staff=True).groups.add(Group.objects.get(name=Role.OPERATIONS))
    return actions.Action(
        "fence.paint",
        title="Paint the fence",
        roles=[Role.OPERATIONS],
        perform=perform,
        effect=lambda: Effect(does="Paints the fence."),
        takes_two=True,
    )


def propose(paint, by=ANNA) -> Proposal:
    with transaction.atomic():
        return proposals.propose(
            action=paint, subject="Fence:1", arguments={}, reason="it fades", actor=by, now=clock.real_now()
        )


def decide(operation, proposal, name: str) -> Proposal:
    actor = audit.Actor(kind="STAFF", id=name)
    with transaction.atomic():
        decided: Proposal = operation(proposal_id=proposal.id, reason="seen", actor=actor, now=clock.real_now())
    return decided


def painted() -> int:
    return int(AuditEntry.objects.filter(verb="fence.paint").count())


def test_what_many_approve_at_once_is_done_once(paint):
    proposal = propose(paint)

    results = threads.at_once([functools.partial(decide, proposals.approve, proposal, f"boss{n}") for n in range(6)])

    assert painted() == 1
    refused = [result for result in results if isinstance(result, proposals.ProposalNotOpen)]
    assert len(refused) == 5


def test_a_proposal_is_approved_or_declined_and_never_both(paint):
    for _ in range(5):
        before, proposal = painted(), propose(paint)

        threads.at_once(
            [
                functools.partial(decide, proposals.approve, proposal, "bert"),
                functools.partial(decide, proposals.decline, proposal, "carl"),
            ]
        )

        proposal.refresh_from_db()
        assert (proposal.status, painted() - before) in {("APPROVED", 1), ("DECLINED", 0)}


@pytest.mark.usefixtures("no_row_locks")
def test_control_without_the_lock_only_the_database_lets_but_one_decide(paint, monkeypatch):
    proposal = propose(paint)
    races.halt(monkeypatch, proposals, "_close", threading.Barrier(2))

    results = threads.at_once(
        [functools.partial(decide, proposals.approve, proposal, name) for name in ("bert", "carl")]
    )

    # The database's own check is the second line: it lets one decision through, and with it one execution.
    assert sum(isinstance(result, Proposal) for result in results) == 1
    assert painted() == 1
    assert [type(result).__name__ for result in results if isinstance(result, Exception)] == ["IntegrityError"]


def test_the_same_is_proposed_once_however_many_propose_it(paint):
    actors = [audit.Actor(kind="STAFF", id=f"clerk{n}") for n in range(6)]

    results = threads.at_once([functools.partial(propose, paint, actor) for actor in actors])

    assert Proposal.objects.count() == 1
    assert sum(isinstance(result, proposals.AlreadyProposed) for result in results) == 5


@pytest.fixture
def factor(transactional_db) -> SecondFactor:
    now = clock.real_now()
    made: SecondFactor = SecondFactor.objects.create(username="anna", secret=SECRET, created_at=now, confirmed_at=now)
    return made


def check(code: str) -> Outcome:
    with transaction.atomic():
        return second_factors.check(username="anna", code=code, actor=ANNA, now=clock.real_now())


def test_one_code_shown_many_times_at_once_lets_one_in(factor):
    code = f"{totp(base64.b32decode(SECRET)):06d}"

    results = threads.at_once([functools.partial(check, code)] * 6)

    assert results.count(Outcome.ACCEPTED) == 1


def test_guesses_at_once_are_counted_one_by_one(factor):
    results = threads.at_once([functools.partial(check, "000000")] * 10)

    factor.refresh_from_db()
    assert factor.failures == second_factors.FREE_FAILURES + 1
    assert (results.count(Outcome.WRONG), results.count(Outcome.BLOCKED)) == (5, 5)


@pytest.mark.usefixtures("no_row_locks")
def test_control_without_the_lock_guesses_would_not_be_counted(factor, monkeypatch):
    races.halt(monkeypatch, second_factors, "_count_failure", threading.Barrier(4))

    results = threads.at_once([functools.partial(check, "000000")] * 4)

    factor.refresh_from_db()
    assert results == [Outcome.WRONG] * 4
    assert factor.failures == 1
