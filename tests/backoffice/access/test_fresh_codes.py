"""What takes two people asks both for a code, unless they have just shown one."""

import base64
import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django_otp.oath import totp

from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import Proposal, SecondFactor
from tests.backoffice.conftest import BackOffice

SECRET = base64.b32encode(b"twenty bytes of test").decode()


def code(*, later: int = 0) -> str:
    return f"{totp(base64.b32decode(SECRET), drift=later):06d}"


def shown(office: BackOffice, name: str, *, minutes_ago: float) -> SecondFactor:
    """Let somebody have signed in with a second factor some time ago."""
    factor = SecondFactor.objects.create(
        username=name, secret=SECRET, created_at=clock.real_now(), confirmed_at=clock.real_now()
    )
    session = office.client.session
    at = clock.real_now() - dt.timedelta(minutes=minutes_ago)
    session["second_factor"], session["second_factor_at"] = str(factor.id), at.timestamp()
    session.save()
    return factor


@pytest.fixture
def carl(hire) -> User:
    hire("carl", Role.SUPPORT)
    found: User = User.objects.get(username="carl")
    return found


@pytest.fixture
def ada(hire, settings) -> BackOffice:
    settings.STAFF_SECOND_FACTOR = True
    office: BackOffice = hire("ada", Role.ADMINISTRATOR)
    return office


def change_roles(office: BackOffice, carl: User, **entered: str):
    address = reverse("admin:auth_user_change_roles", args=[carl.pk])
    return office.post(address, _form_submitted="True", roles=["reviewer"], reason="moves to compliance", **entered)


def approve(office: BackOffice, **entered: str):
    address = reverse("admin:platforms_proposal_approve", args=[Proposal.objects.get().pk])
    return office.post(address, _form_submitted="True", reason="agreed", **entered)


def test_somebody_who_has_just_shown_a_code_is_not_asked_again(ada, carl):
    shown(ada, "ada", minutes_ago=14)

    assert 'name="code"' not in ada.text(reverse("admin:auth_user_change_roles", args=[carl.pk]))
    assert "HX-Redirect" in change_roles(ada, carl)


def test_an_older_one_has_to_be_followed_by_a_new_one(ada, carl):
    shown(ada, "ada", minutes_ago=16)

    assert 'name="code"' in ada.text(reverse("admin:auth_user_change_roles", args=[carl.pk]))
    without = change_roles(ada, carl)
    wrong = change_roles(ada, carl, code="000000")
    assert not Proposal.objects.exists()
    right = change_roles(ada, carl, code=code())

    assert "This field is required." in without.content.decode()
    assert "not right" in wrong.content.decode()
    assert "HX-Redirect" in right
    assert "code" not in Proposal.objects.get().arguments


def test_a_refused_dialog_does_not_ask_twice_for_a_code(ada, carl):
    shown(ada, "ada", minutes_ago=16)
    change_roles(ada, carl, code=code())

    again = change_roles(ada, carl)

    assert "This is proposed already" in again.content.decode()
    assert 'name="code"' not in ada.text(reverse("admin:auth_user_change_roles", args=[carl.pk]))


def test_the_second_person_is_asked_as_well(ada, carl, hire):
    shown(ada, "ada", minutes_ago=1)
    change_roles(ada, carl)
    bob = hire("bob", Role.ADMINISTRATOR)
    shown(bob, "bob", minutes_ago=60)

    assert "This field is required." in approve(bob).content.decode()
    assert Proposal.objects.get().status == "OPEN"
    assert "HX-Redirect" in approve(bob, code=code())

    assert [group.name for group in carl.groups.all()] == ["reviewer"]


def test_what_one_person_does_alone_asks_for_none(ada, carl):
    shown(ada, "ada", minutes_ago=60)

    reply = ada.post(
        reverse("admin:auth_user_deactivate", args=[carl.pk]), _form_submitted="True", reason="left the company"
    )

    assert "HX-Redirect" in reply


def test_wrong_codes_in_a_dialog_are_counted_too(ada, carl):
    factor = shown(ada, "ada", minutes_ago=16)

    for _ in range(5):
        change_roles(ada, carl, code="000000")
    blocked = change_roles(ada, carl, code=code())

    factor.refresh_from_db()
    assert factor.failures == 5
    assert "Too many wrong codes" in blocked.content.decode()
    assert not Proposal.objects.exists()
