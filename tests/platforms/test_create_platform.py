"""`manage.py create_platform`: how a tenant comes to be."""

import io
import json

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from payments.models import InternalAccount
from platforms.models import AuditEntry, Platform, UmaDomain
from tests.conftest import Api
from tests.support import factories

pytestmark = pytest.mark.django_db


def create(*arguments, **options):
    out = io.StringIO()
    call_command("create_platform", *arguments, stdout=out, **options)
    return dict(line.rsplit(None, 1) for line in out.getvalue().splitlines() if line.strip())


def test_its_token_works_at_once():
    printed = create("Acme Ltd", "--uma-domain", "pay.acme.example", "--currencies", "usd, EUR")

    api = Api(printed["client id"], printed["client secret"])
    shown = api.get("/config").json()
    assert shown["id"] == printed["platform"]
    assert shown["umaDomain"] == "pay.acme.example"
    assert [row["currencyCode"] for row in shown["supportedCurrencies"]] == ["USD", "EUR"]
    assert InternalAccount.objects.filter(platform__uma_domain="pay.acme.example", customer=None).count() == 2
    assert api.get("/tokens").json()["data"][0]["permissions"] == ["VIEW", "TRANSACT", "MANAGE"]


def test_it_makes_production_and_regulated_platforms():
    create("Bank", "--uma-domain", "bank.example.com", "--environment", "PRODUCTION", "--regulated")

    platform = Platform.objects.get(uma_domain="bank.example.com")
    assert (platform.environment, platform.is_regulated_financial_institution) == ("PRODUCTION", True)
    entry = AuditEntry.objects.get(verb="platform.create")
    assert (entry.actor_kind, entry.actor_id) == ("OPERATOR", "create_platform")


def test_the_demo_platform_of_an_earlier_release_gets_a_name_of_the_sandbox(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    call_command("bootstrap_demo", verbosity=0, stdout=io.StringIO())
    UmaDomain.objects.update(domain="demo.localhost", state="FAILING")
    Platform.objects.update(uma_domain="demo.localhost")

    call_command("bootstrap_demo", verbosity=0, stdout=io.StringIO())

    platform = Platform.objects.get()
    assert platform.uma_domain == f"demo.{settings.SANDBOX_UMA_DOMAIN}"
    assert UmaDomain.objects.get(domain=platform.uma_domain).state == "VERIFIED"


def test_a_demo_platform_that_has_named_another_domain_is_found_at_the_next_start(settings, tmp_path):
    """Before, one more was made for the same domain, which is taken: the service did not start any more."""
    settings.VAR_DIR = tmp_path
    call_command("bootstrap_demo", verbosity=0, stdout=io.StringIO())
    told = json.loads((tmp_path / "sandbox.json").read_text())
    demo = Api(told["clientId"], told["clientSecret"])
    assert demo.patch("/config", {"umaDomain": "bank.example.com"}).status_code == 200

    call_command("bootstrap_demo", verbosity=0, stdout=io.StringIO())

    assert json.loads((tmp_path / "sandbox.json").read_text()) == told
    assert Platform.objects.get().uma_domain == "bank.example.com"


def test_the_demo_password_gets_its_rounds_with_the_first_sign_in(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    call_command("bootstrap_demo", verbosity=0, stdout=io.StringIO())
    told = json.loads((tmp_path / "sandbox.json").read_text())
    staff = User.objects.get(username=told["adminUser"])
    assert staff.password.startswith("pbkdf2_sha256$1$")

    assert staff.check_password(told["adminPassword"])

    staff.refresh_from_db()
    assert staff.password.startswith(f"pbkdf2_sha256${PBKDF2PasswordHasher.iterations}$")
    assert staff.check_password(told["adminPassword"])
    assert not staff.check_password("another")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--uma-domain", "nonsense"], "umaDomain"),
        (["--uma-domain", "a.example.com", "--currencies", "USD,XXX"], "currencies"),
        (["--uma-domain", "taken.example.com"], "another platform has shown"),
        ([], "uma-domain"),
        (["--uma-domain", "a.example.com", "--environment", "TEST"], "environment"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(arguments, reason):
    create("First", "--uma-domain", "taken.example.com")
    factories.domain_checked("taken.example.com", of=Platform.objects.get())

    with pytest.raises(CommandError, match=reason):
        create("Second", *arguments)

    assert not Platform.objects.filter(name="Second").exists()
