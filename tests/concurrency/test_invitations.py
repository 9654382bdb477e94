"""Concurrent ends of an invitation: one succeeds, the others are refused."""

import collections
import datetime as dt
import functools
import threading

import pytest

from invitations import tasks
from invitations.models import Invitation, InvitationStatus
from invitations.operations import invitations
from platforms.base import clock
from tests.invitations.conftest import ada, rita  # noqa: F401 - fixtures
from tests.support import patience, races, threads
from tests.support.payments import hosts
from webhooks.models import Event

pytestmark = pytest.mark.django_db(transaction=True)
_ROUNDS = 12


@pytest.fixture
def no_condition(monkeypatch):
    """Take away the protection: the update that ends an invitation no longer asks whether it is still open."""
    monkeypatch.setattr(invitations, "_open", lambda _: Invitation.objects.get_queryset())


def _claims() -> int:
    return int(Event.objects.filter(type="INVITATION.CLAIMED").count())


def test_of_many_claims_one_wins(api, rival_api, ada, rita):  # noqa: F811
    guests = [hosts.address(api, api.customer("Guest")) for _ in range(4)]
    invitation = hosts.invite(api, ada)
    claims = [functools.partial(hosts.claim, api, invitation["code"], guest) for guest in guests]
    claims += [functools.partial(hosts.claim, rival_api, invitation["code"], rita)] * 4

    replies = threads.at_once(claims)

    assert threads.statuses(replies) == {200: 1, 400: 7}
    assert {reply.json()["code"] for reply in replies if reply.status_code == 400} == {"INVITATION_ALREADY_CLAIMED"}
    winner = next(reply.json() for reply in replies if reply.status_code == 200)
    assert api.get(f"/invitations/{invitation['code']}").json()["inviteeUma"] == winner["inviteeUma"]
    assert _claims() == 1


def test_one_claim_sent_many_times_with_its_key_claims_once(api, rival_api, ada, rita):  # noqa: F811
    invitation = hosts.invite(api, ada)

    replies = threads.at_once([functools.partial(hosts.claim, rival_api, invitation["code"], rita, key="claim")] * 6)

    assert threads.statuses(replies) == {200: 6}
    assert len({reply.content for reply in replies}) == 1
    assert _claims() == 1


@pytest.mark.usefixtures("no_condition")
def test_control_without_the_condition_two_claims_win(api, rival_api, ada, rita):  # noqa: F811
    bob = hosts.address(api, api.customer("Bob Approved"))
    invitation = hosts.invite(api, ada)

    replies = threads.at_once(
        [
            functools.partial(hosts.claim, api, invitation["code"], bob),
            functools.partial(hosts.claim, rival_api, invitation["code"], rita),
        ]
    )

    assert threads.statuses(replies) == {200: 2}
    assert _claims() == 2


def test_a_claim_and_a_cancellation_do_not_both_succeed(api, rival_api, ada, rita):  # noqa: F811
    outcomes: collections.Counter[tuple[int, int]] = collections.Counter()
    for _ in range(_ROUNDS):
        invitation = hosts.invite(api, ada)
        claimed, cancelled = threads.at_once(
            [
                functools.partial(hosts.claim, rival_api, invitation["code"], rita),
                functools.partial(hosts.cancel, api, invitation["code"]),
            ]
        )
        status = api.get(f"/invitations/{invitation['code']}").json()["status"]
        assert status == ("CLAIMED" if claimed.status_code == 200 else "CANCELLED")
        loser = cancelled if claimed.status_code == 200 else claimed
        assert loser.json()["code"] in {"INVITATION_ALREADY_CLAIMED", "INVITATION_CANCELLED"}
        outcomes[claimed.status_code, cancelled.status_code] += 1

    assert set(outcomes) <= {(200, 400), (400, 200)}
    assert _claims() == outcomes[200, 400]


@pytest.mark.usefixtures("no_condition")
def test_control_without_the_condition_a_claimed_one_is_cancelled(api, rival_api, ada, rita):  # noqa: F811
    invitation = hosts.invite(api, ada)

    replies = threads.at_once(
        [
            functools.partial(hosts.claim, rival_api, invitation["code"], rita),
            functools.partial(hosts.cancel, api, invitation["code"]),
        ]
    )

    assert threads.statuses(replies) == {200: 2}


def _expiring(api, inviter) -> str:
    """Return the code of an invitation that a claim of this moment still gets and the sweep already finds overdue."""
    code = str(hosts.invite(api, inviter, expiresAt=clock.iso(clock.real_now() + dt.timedelta(hours=1)))["code"])
    Invitation.objects.get_queryset().filter(code=code).update(
        created_at=clock.real_now() - dt.timedelta(hours=2), expires_at=clock.real_now() + dt.timedelta(milliseconds=15)
    )
    return code


def test_a_claim_and_the_end_of_its_time_do_not_both_happen(api, rival_api, ada, rita):  # noqa: F811
    claimed = 0
    for _ in range(_ROUNDS):
        code = _expiring(api, ada)

        reply, _ = threads.at_once([functools.partial(hosts.claim, rival_api, code, rita), _sweep_until_over(code)])

        row = Invitation.objects.get(code=code)
        if reply.status_code == 200:
            claimed += 1
            assert (row.status, row.ended_at < row.expires_at) == (InvitationStatus.CLAIMED, True)
        else:
            assert (reply.json()["code"], row.status) == ("INVITATION_EXPIRED", InvitationStatus.EXPIRED)

    assert _claims() == claimed


def _sweep_until_over(code: str):
    def run() -> None:
        while Invitation.objects.get(code=code).status == InvitationStatus.PENDING:
            tasks.expire_invitations()

    return run


@pytest.mark.usefixtures("no_condition")
def test_control_without_the_condition_an_expired_one_is_claimed(api, rival_api, ada, rita, monkeypatch):  # noqa: F811
    code = _expiring(api, ada)
    go_on = threading.Event()
    has_looked = races.halt(monkeypatch, invitations, "_end", go_on)

    def expire() -> None:
        assert has_looked.wait(patience.LONG)
        _sweep_until_over(code)()
        go_on.set()

    reply, _ = threads.at_once([functools.partial(hosts.claim, rival_api, code, rita), expire])

    assert reply.status_code == 200
    assert Invitation.objects.get(code=code).status == InvitationStatus.CLAIMED


def test_a_claim_that_comes_as_its_time_ends_is_refused(api, rival_api, ada, rita, monkeypatch):  # noqa: F811
    """The same as the control, with the protection."""
    code = _expiring(api, ada)
    go_on = threading.Event()
    has_looked = races.halt(monkeypatch, invitations, "_end", go_on)

    def expire() -> None:
        assert has_looked.wait(patience.LONG)
        _sweep_until_over(code)()
        go_on.set()

    reply, _ = threads.at_once([functools.partial(hosts.claim, rival_api, code, rita), expire])

    assert (reply.status_code, reply.json()["code"]) == (400, "INVITATION_EXPIRED")
    assert Invitation.objects.get(code=code).status == InvitationStatus.EXPIRED


def test_a_deleted_inviter_leaves_no_open_invitation_behind(api, rival_api, rita):  # noqa: F811
    outcomes = set()
    for _ in range(_ROUNDS):
        customer = api.customer("Ada Lovelace")
        address = hosts.address(api, customer)
        code = hosts.invite(api, address)["code"]

        deleted, claimed, made = threads.at_once(
            [
                functools.partial(api.delete, f"/customers/{customer}"),
                functools.partial(hosts.claim, rival_api, code, rita),
                functools.partial(api.post, "/invitations", {"inviterUma": address}),
            ]
        )

        outcomes.add((deleted.status_code, claimed.status_code, made.status_code))
        assert not Invitation.objects.get_queryset().filter(status=InvitationStatus.PENDING).exists()
        assert Invitation.objects.get(code=code).status == ("CLAIMED" if claimed.status_code == 200 else "CANCELLED")
    assert outcomes <= {(200, claim, make) for claim in (200, 400) for make in (201, 410)}
