"""What the doctor says of the sign-on, and which settings are refused."""

import re

import pytest
from django.contrib.auth.models import User

from config.doctor import sign_on
from config.launch import environment
from config.variables import faults
from config.variables import sign_on as kinds
from platforms.backoffice.actions import Role
from tests.doctor import findings
from tests.support.servers import watching

pytestmark = [pytest.mark.service, pytest.mark.django_db]
PASSWORD = "correct horse battery staple"
SET = {
    "OIDC_ISSUER": "https://login.example.com",
    "OIDC_CLIENT_ID": "back-office",
    "OIDC_CLIENT_SECRET": "hunter2hunter2",
    "OIDC_ROLES": "pay-support=support",
}


def test_without_a_provider_nothing_is_looked_at(db):
    assert [*sign_on.provider(), *sign_on.accounts()] == []


def test_a_provider_that_answers_is_well(provider, settings):
    assert list(sign_on.provider()) == []

    settings.OIDC_ISSUER = f"{provider.issuer}/"
    [found] = sign_on.provider()
    assert "the document names another issuer" in found.message
    settings.OIDC_ISSUER = "http://127.0.0.1:1"
    [found] = sign_on.provider()
    assert "UNREACHABLE" in found.message


def test_a_provider_that_is_away_is_seen_as_the_page_says(provider, settings, own_heartbeats):
    settings.OIDC_PASSWORD_ACCOUNTS = [watching.PERSON]
    watch = watching.Here()

    settings.OIDC_ISSUER = "http://127.0.0.1:1"

    watch.sees("the provider by which staff [sign on](sign-on.md) is away or slow")


def test_break_glass_accounts_that_would_not_open_are_named(provider, settings):
    assert findings.levels(sign_on.accounts()) == ["WARNING sign-on"]
    settings.STAFF_SECOND_FACTOR = True
    settings.OIDC_PASSWORD_ACCOUNTS = ["anna-glass"]

    def said() -> str:
        return " ".join(found.message for found in sign_on.accounts())

    assert "is not there, or is closed" in said()
    anna = User.objects.create(username="anna-glass", is_staff=True, password="!")
    assert "has no password" in said()
    anna.set_password(PASSWORD)
    anna.save()
    assert "has no e-mail address" in said()
    User.objects.update(email="anna@example.com")
    assert "has no second factor yet" in said()
    User.objects.create(username="anna", email="Anna@example.com", is_staff=True)
    assert "1 e-mail addresses belong to several open accounts" in said()


def test_the_roles_of_the_settings_are_those_of_the_back_office():
    assert set(kinds.STAFF_ROLES) == {role.value for role in Role}


def test_settings_of_the_sign_on_go_together():
    assert faults.of({"ENVIRONMENT": "development", **SET}) == []
    for name in SET:
        left = {key: value for key, value in SET.items() if key != name}
        [sentence] = faults.of({"ENVIRONMENT": "development", **left})
        assert sentence.startswith(f"{name} is not set, and ")


def test_production_signs_on_by_https_alone():
    given = {"ENVIRONMENT": "production", **SET, "OIDC_ISSUER": "http://login.example.com"}

    assert [each for each in faults.of(given, is_complete=False) if "OIDC" in each] == [
        "OIDC_ISSUER must be an https address in production. See docs/operator/sign-on.md."
    ]


def test_the_settings_of_the_operators_page_are_settings():
    page = (environment.PROJECT / "docs" / "operator" / "sign-on.md").read_text()
    shown = dict(re.findall(r"^ {8}(OIDC_\w+)=(.*)$", page, re.MULTILINE))

    assert {*SET, "OIDC_SECOND_FACTOR", "OIDC_PASSWORD_ACCOUNTS"} == shown.keys()
    assert faults.of({"ENVIRONMENT": "development", **shown, "OIDC_CLIENT_SECRET": "hunter2hunter2"}) == []
    assert kinds.roles_of_groups(shown["OIDC_ROLES"])["payments-leads"] == ["lead reviewer", "reviewer"]
    for example in re.findall(r"`(OIDC_ROLES|OIDC_SECOND_FACTOR|acr=\w+|acrs=\w+|amr=\w+)`", page):
        assert example.startswith("OIDC_") or kinds.claims(example)
