"""How long a sign-on lasts, whose second factor counts, and who still signs in with a password."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from platforms.base import clock
from platforms.models import AuditEntry, Proposal, SecondFactor
from tests.sign_on.conftest import ANNA, Person

pytestmark = [pytest.mark.service, pytest.mark.django_db]
PASSWORD = "correct horse battery staple"
WITH_FACTOR = ANNA | {"shown": {"amr": ["pwd", "mfa"]}, "groups": ["pay-admins"]}


def aged(person: Person, minutes: int, *, key: str = "told_by_provider_at") -> None:
    session = person.ours.session
    session[key] = (clock.real_now() - dt.timedelta(minutes=minutes)).timestamp()
    session.save()


@pytest.fixture
def factor(settings):
    settings.STAFF_SECOND_FACTOR = True
    settings.OIDC_SECOND_FACTOR = [("amr", "mfa"), ("acr", "two")]


def test_after_an_hour_a_page_asks_the_provider_again(provider):
    anna = Person("anna")
    anna.sign_on()
    aged(anna, 61)

    asked = anna.ours.get("/admin/payments/transaction/")
    written = anna.ours.post("/admin/search")

    assert asked["Location"] == "/admin/sign-on/?next=%2Fadmin%2Fpayments%2Ftransaction%2F"
    assert written.status_code != 302
    assert anna.sign_on("?next=/admin/payments/transaction/").status_code == 302
    assert anna.ours.get("/admin/payments/transaction/").status_code == 200


def test_after_two_hours_nothing_goes_on_without_it(provider):
    anna = Person("anna")
    anna.sign_on()
    aged(anna, 121)

    assert anna.ours.post("/admin/search")["Location"].startswith("/admin/sign-on/?next=")
    dialog = anna.ours.get("/admin/", headers={"HX-Request": "true"})
    assert dialog["HX-Redirect"] == "/admin/sign-on/"


def test_a_session_has_its_end_whatever_the_provider_says(provider):
    anna = Person("anna")
    anna.sign_on()
    aged(anna, 13 * 60, key="signed_in_at")

    assert anna.ours.get("/admin/")["Location"].startswith("/admin/login/")
    anna.sign_on()
    assert anna.ours.get("/admin/").status_code == 200


def test_another_person_in_the_same_browser_gets_her_own_session(provider):
    anna = Person("anna")
    anna.sign_on()
    bert = Person("bert")
    bert.ours = anna.ours

    bert.sign_on()

    assert "bert@example.com" in bert.ours.get("/admin/").content.decode()
    assert bert.ours.get("/admin/payments/transaction/").status_code == 403


def test_the_provider_s_second_factor_is_enough_where_it_says_so(provider, factor):
    provider.say(people={"anna": WITH_FACTOR, "bert": ANNA | {"email": "bert@example.com"}})
    anna, bert = Person("anna"), Person("bert")

    anna.sign_on()
    bert.sign_on()

    assert anna.ours.get("/admin/").status_code == 200
    assert not SecondFactor.objects.exists()
    assert bert.ours.get("/admin/")["Location"].startswith("/admin/second-factor/set-up/")


def test_the_level_of_a_provider_that_has_levels_is_asked_for(provider, factor):
    assert "acr_values=two" in Person("anna").sent()


def test_a_word_of_the_second_factor_ends_with_the_setting(provider, factor, settings):
    provider.say(people={"anna": WITH_FACTOR})
    anna = Person("anna")
    anna.sign_on()
    settings.OIDC_SECOND_FACTOR = []
    anna.sign_on()

    assert anna.ours.get("/admin/")["Location"].startswith("/admin/second-factor/set-up/")


def test_what_takes_two_people_asks_the_provider_again_after_a_quarter_of_an_hour(provider, factor):
    provider.say(people={"anna": WITH_FACTOR})
    anna = Person("anna")
    anna.sign_on()
    form = {
        "_form_submitted": "True",
        "username": "dora",
        "email": "dora@example.com",
        "roles": ["support"],
        "reason": "She starts on Monday.",
    }
    aged(anna, 16, key="second_factor_at")

    refused = anna.ours.post(reverse("admin:auth_user_invite"), form)
    assert 'href="/admin/sign-on/?fresh=1"' in refused.content.decode()
    assert 'name="code"' not in refused.content.decode()
    asked = anna.sent("?fresh=1")
    assert "prompt=login" in asked
    assert "max_age=900" in asked
    assert anna.sign_on("?fresh=1").status_code == 302

    done = anna.ours.post(reverse("admin:auth_user_invite"), form)

    assert "HX-Redirect" in done, done.content.decode()
    assert Proposal.objects.get().proposed_by == "anna@example.com"


def test_a_provider_that_has_not_asked_again_does_not_count_as_fresh(provider, factor):
    provider.say(people={"anna": WITH_FACTOR})
    anna = Person("anna")
    old = int((clock.real_now() - dt.timedelta(hours=3)).timestamp())
    for auth_time in (old, None):
        back = anna.back("?fresh=1")
        provider.say(lie={"claims": {"auth_time": auth_time}})
        assert anna.ours.get(back).status_code == 403
        provider.say(lie=None)


@pytest.fixture
def rescue(db) -> User:
    return User.objects.create_superuser("rescue", "rescue@example.com", PASSWORD)


def by_password(name: str = "rescue") -> Client:
    client = Client()
    client.post("/admin/login/", {"username": name, "password": PASSWORD})
    return client


def test_passwords_are_for_named_accounts_alone(provider, rescue, settings):
    assert by_password().get("/admin/").status_code == 302
    assert AuditEntry.objects.latest("id").verb == "staff.sign_in_refused"

    settings.OIDC_PASSWORD_ACCOUNTS = ["rescue"]

    assert by_password().get("/admin/").status_code == 200


def test_a_break_glass_account_is_in_the_audit_log_and_in_the_service_s(provider, rescue, settings, caplog):
    settings.OIDC_PASSWORD_ACCOUNTS = ["rescue"]

    by_password()

    assert AuditEntry.objects.filter(subject="Staff:rescue").latest("id").verb == "staff.break_glass"
    assert "a break-glass account has signed in with its password" in caplog.text


def test_sessions_by_password_end_when_the_sign_on_begins_and_others_when_it_ends(provider, rescue, settings):
    issuer, settings.OIDC_ISSUER = settings.OIDC_ISSUER, ""
    old = by_password()
    assert old.get("/admin/").status_code == 200
    settings.OIDC_ISSUER = issuer
    assert old.get("/admin/").status_code == 302
    anna = Person("anna")
    anna.sign_on()
    settings.OIDC_ISSUER = ""
    assert anna.ours.get("/admin/").status_code == 302


def test_five_wrong_passwords_lock_a_name_that_has_none_here_too(provider):
    client = Client()
    for _ in range(5):
        reply = client.post("/admin/login/", {"username": "anna", "password": "wrong"})

    assert reply.status_code == 429
