"""Accounts of staff: what takes two administrators, what one can do, and what nobody can do to themselves."""

import io
import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from platforms.backoffice.actions import Role
from platforms.base import clock
from platforms.models import AuditEntry, Proposal, SecondFactor
from tests.backoffice.conftest import list_of, page_of

NEW = "an entirely fresh password"


@pytest.fixture
def ada(hire):
    return hire("ada", Role.ADMINISTRATOR)


@pytest.fixture
def bob(hire):
    return hire("bob", Role.ADMINISTRATOR)


@pytest.fixture
def carl(hire):
    return hire("carl", Role.SUPPORT)


def account(name: str) -> User:
    user: User = User.objects.get(username=name)
    return user


def do(office, what: str, name: str = "", **entered):
    args = [account(name).pk] if name else []
    form = {"_form_submitted": "True", "reason": "she starts on Monday"} | entered
    return office.post(reverse(f"admin:auth_user_{what}", args=args), **form)


def approve(office):
    proposal = Proposal.objects.get(status="OPEN")
    address = reverse("admin:platforms_proposal_approve", args=[proposal.pk])
    return office.post(address, _form_submitted="True", reason="known")


def invited(ada, bob, **changes) -> User:
    entered = {"username": "dora", "email": "dora@example.com", "roles": ["support", "reviewer"]} | changes
    assert "HX-Redirect" in do(ada, "invite", **entered)
    assert "HX-Redirect" in approve(bob)
    return account(entered["username"])


def test_an_account_takes_two_administrators_and_has_no_password(ada, bob):
    assert "Make an account" in ada.text(list_of(User))

    do(ada, "invite", username="dora", email="dora@example.com", roles=["support", "reviewer"])
    assert not User.objects.filter(username="dora").exists()
    approve(bob)

    dora = account("dora")
    assert (dora.is_staff, dora.is_superuser, dora.has_usable_password()) == (True, False, False)
    assert sorted(dora.groups.values_list("name", flat=True)) == ["reviewer", "support"]
    entry = AuditEntry.objects.get(verb="staff.invite")
    assert (entry.actor_id, entry.details["proposedBy"], entry.subject) == ("bob", "ada", "Staff:dora")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"username": "two words"}, "may have letters, digits"),
        ({"username": "p\u0430ypal"}, "may have letters, digits"),
        ({"username": "ADA"}, "somebody has this name"),
        ({"email": "nobody"}, "is not an e-mail address"),
        ({"roles": []}, "This field is required."),
        ({"roles": ["superuser"]}, "Select a valid choice."),
        ({"reason": ""}, "This field is required."),
    ],
)
def test_an_account_that_makes_no_sense_is_not_even_proposed(ada, change, said):
    entered = {"username": "dora", "email": "dora@example.com", "roles": ["support"]} | change

    assert said in do(ada, "invite", **entered).content.decode()
    assert not Proposal.objects.exists()


@pytest.fixture
def mail_server(settings) -> None:
    settings.EMAIL_HOST = "mail.example.com"


def test_a_link_leads_to_a_first_password_once(ada, bob, mail_server):
    dora = invited(ada, bob)
    do(ada, "make_link", "dora")
    (path,) = re.findall(r"http://testserver(\S+)", str(mail.outbox[0].body))
    somebody = Client()

    page = somebody.get(path, follow=True)
    weak = somebody.post(page.redirect_chain[0][0], {"new_password1": "12345", "new_password2": "12345"})
    done = somebody.post(page.redirect_chain[0][0], {"new_password1": NEW, "new_password2": NEW})

    assert "too short" in weak.content.decode()
    assert done["Location"] == "/admin/login/"
    assert Client().post("/admin/login/", {"username": "dora", "password": NEW}).status_code == 302
    assert "no longer good" in Client().get(path, follow=True).content.decode()
    assert path not in ada.text(page_of(dora))
    audited = AuditEntry.objects.filter(subject="Staff:dora").order_by("id")
    seen = [
        "proposal.make",
        "staff.invite",
        "proposal.approve",
        "staff.make_link",
        "staff.password_stored",
        "staff.set_password",
        "staff.sign_in",
    ]
    assert list(audited.values_list("verb", flat=True)) == seen
    assert path not in str(list(audited.values_list("details", flat=True)))


def test_without_mail_nobody_gets_a_link_that_would_make_two_people_of_one(ada, bob, settings):
    dora = invited(ada, bob)

    without_server = do(ada, "make_link", "dora")
    settings.EMAIL_HOST = "mail.example.com"
    User.objects.filter(pk=dora.pk).update(email="")
    without_address = do(ada, "make_link", "dora")

    for reply in (without_server, without_address):
        assert "manage.py set_staff_password" in reply.content.decode()
        assert "/admin/welcome/" not in reply.content.decode()
    assert mail.outbox == []
    assert not AuditEntry.objects.filter(verb="staff.make_link").exists()


@pytest.fixture
def typed(monkeypatch):
    """What somebody types at the prompts of a command, one after the other."""
    entered: list[str] = []
    monkeypatch.setattr("getpass.getpass", lambda _: entered.pop(0))
    return entered


def test_a_password_is_set_on_a_machine_of_the_service_by_its_own_role(ada, bob, hire, typed):
    invited(ada, bob)
    carl = hire("carl", Role.SUPPORT)
    assert carl.get("/admin/").status_code == 200

    for name in ("dora", "carl"):
        typed.extend((NEW, NEW))
        call_command("set_staff_password", name, stdout=io.StringIO())

    assert carl.get("/admin/").status_code == 302
    assert Client().post("/admin/login/", {"username": "dora", "password": NEW}).status_code == 302
    entry = AuditEntry.objects.get(verb="staff.set_password", subject="Staff:dora")
    assert (entry.actor_kind, entry.actor_id, entry.details) == ("OPERATOR", "set_staff_password", {})


@pytest.mark.parametrize(
    ("name", "entered", "reason"),
    [
        ("carl", (NEW, "another one of twelve"), "differ"),
        ("carl", ("12345", "12345"), "too short"),
        ("nobody", (NEW, NEW), "no such account"),
    ],
)
def test_a_password_that_does_not_do_is_not_set(carl, typed, name, entered, reason):
    typed.extend(entered)
    before = account("carl").password

    with pytest.raises(CommandError, match=reason):
        call_command("set_staff_password", name)

    assert account("carl").password == before
    assert not AuditEntry.objects.filter(verb="staff.set_password").exists()


def test_nobody_but_the_person_sees_the_link(ada, bob, mail_server):
    dora = invited(ada, bob)

    do(ada, "make_link", "dora")

    page = ada.text(page_of(dora))
    assert "The link was sent to dora@example.com." in page
    assert "/admin/welcome/" not in page
    message = mail.outbox[0]
    assert message.to == ["dora@example.com"]
    assert "http://testserver/admin/welcome/" in message.body


def test_roles_change_when_a_second_administrator_agrees(ada, bob, carl):
    assert carl.get("/admin/payments/transaction/").status_code == 200

    do(ada, "change_roles", "carl", roles=["reviewer"])
    assert carl.get("/admin/payments/transaction/").status_code == 200
    approve(bob)

    assert carl.get("/admin/payments/transaction/").status_code == 403
    assert carl.get("/admin/compliance/customer/").status_code == 200
    entry = AuditEntry.objects.get(verb="staff.change_roles")
    assert (entry.details["before"], entry.details["roles"]) == (["support"], ["reviewer"])


def test_nobody_gives_themselves_roles_neither_as_first_nor_as_second_person(ada, bob, carl):
    assert "your own account" in do(ada, "change_roles", "ada", roles=["operations"]).content.decode()
    do(ada, "change_roles", "bob", roles=["operations"])

    refused = approve(bob)

    assert "your own account" in refused.content.decode()
    assert [group.name for group in account("bob").groups.all()] == ["administrator"]


def test_an_account_is_closed_at_once_and_opened_again_by_two(ada, bob, carl):
    assert carl.get("/admin/").status_code == 200

    do(ada, "deactivate", "carl")
    assert carl.get("/admin/").status_code == 302

    do(ada, "reactivate", "carl")
    assert not account("carl").is_active
    approve(bob)
    assert account("carl").is_active


def test_superusers_are_changed_at_the_command_line_only(ada, bob, administrator):
    for what, entered in (("change_roles", {"roles": ["support"]}), ("make_link", {})):
        assert "at the command line only" in do(ada, what, "administrator", **entered).content.decode()


def test_a_lost_second_factor_is_reset_by_two(ada, bob, carl):
    assert "has no second factor" in do(ada, "reset_factor", "carl").content.decode()
    SecondFactor.objects.create(
        username="carl", secret="JBSWY3DP", created_at=clock.real_now(), confirmed_at=clock.real_now()
    )

    do(ada, "reset_factor", "carl")
    assert SecondFactor.objects.exists()
    approve(bob)

    assert not SecondFactor.objects.exists()
    entry = AuditEntry.objects.get(verb="second_factor.reset")
    assert (entry.actor_id, entry.details["proposedBy"], entry.details["username"]) == ("bob", "ada", "carl")


@pytest.mark.parametrize("what", ["change_roles", "make_link", "deactivate", "reactivate", "reset_factor"])
def test_an_account_that_is_not_there_is_refused(ada, what):
    reply = ada.post(
        reverse(f"admin:auth_user_{what}", args=[987654]), _form_submitted="True", reason="x", roles=["support"]
    )

    assert "There is no such account" in reply.content.decode() or "has no second factor" in reply.content.decode()
    assert not AuditEntry.objects.exists()


def test_who_is_no_administrator_is_offered_nothing_and_refused(carl, ada):
    assert carl.get(list_of(User)).status_code == 403
    for what in ("change_roles", "make_link", "deactivate", "reactivate", "reset_factor"):
        assert do(carl, what, "ada", roles=["support"]).status_code == 403, what
    assert do(carl, "invite", username="eve", email="eve@example.com", roles=["support"]).status_code == 403
