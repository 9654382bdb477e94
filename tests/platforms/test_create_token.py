"""`manage.py create_token`: a token for a platform that has none left to make one with."""

import io
import logging

import pytest
from django.core.management import CommandError, call_command

from platforms.http import authentication
from platforms.models import ApiToken, AuditEntry
from tests.conftest import Api
from tests.support import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenant():
    made = factories.tenant("lone")
    yield made
    authentication.forget_cached()


def create(tenant, *arguments):
    out = io.StringIO()
    call_command("create_token", "--platform", tenant.platform.public_id, *arguments, stdout=out)
    return dict(line.rsplit(None, 1) for line in out.getvalue().splitlines())


def test_a_platform_whose_only_token_was_revoked_gets_another(tenant, caplog):
    caplog.set_level(logging.DEBUG)
    ApiToken.objects.filter(platform=tenant.platform).update(revoked_at=tenant.platform.now())
    authentication.forget_cached()
    assert Api(tenant.client_id, tenant.client_secret).get("/config").status_code == 401

    printed = create(tenant)

    api = Api(printed["client id"], printed["client secret"])
    [listed] = api.get("/tokens").json()["data"]
    assert (listed["id"], listed["permissions"]) == (printed["api token id"], ["VIEW", "TRANSACT", "MANAGE"])
    assert api.post("/tokens", {"name": "our own", "permissions": ["MANAGE"]}).status_code == 201
    assert printed["client secret"] not in caplog.text


def test_after_the_hash_key_is_lost_old_tokens_open_nothing_and_a_new_one_does(tenant, settings):
    settings.TOKEN_HASH_KEY = "another-hash-key-0123456789-0123456789-0123456789"
    authentication.forget_cached()
    assert Api(tenant.client_id, tenant.client_secret).get("/config").status_code == 401

    printed = create(tenant)

    assert Api(printed["client id"], printed["client secret"]).get("/config").status_code == 200


def test_it_has_the_permissions_and_the_name_that_are_given_and_a_row_in_the_audit_log(tenant):
    printed = create(tenant, "--permissions", "view, Transact", "--name", "rescue")

    api = Api(printed["client id"], printed["client secret"])
    assert api.post("/tokens", {"name": "x", "permissions": ["VIEW"]}).status_code == 403
    entry = AuditEntry.objects.get(verb="token.create", subject=printed["api token id"])
    assert (entry.actor_kind, entry.actor_id, entry.platform_id) == ("OPERATOR", "create_token", tenant.platform.id)
    assert entry.details == {"permissions": ["VIEW", "TRANSACT"]}
    assert ApiToken.objects.get(client_id=printed["client id"]).name == "rescue"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--platform", "PlatformConfig:0197d6f0-0000-7000-8000-000000000001"], "no platform PlatformConfig:0197"),
        (["--platform", "acme"], "no platform acme"),
        (["--permissions", "VIEW,PAY"], "VIEW, TRANSACT, MANAGE"),
        (["--permissions", ","], "VIEW, TRANSACT, MANAGE"),
        (["--name", ""], "1 to 255"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_made(tenant, arguments, reason):
    before = ApiToken.objects.count()

    with pytest.raises(CommandError, match=reason):
        create(tenant, *arguments)

    assert ApiToken.objects.count() == before


def test_a_platform_with_as_many_tokens_as_it_may_have_is_told_to_revoke_one(tenant, settings):
    settings.TOKENS_PER_PLATFORM = 1

    with pytest.raises(CommandError, match="Revoke one"):
        create(tenant)
