"""Who is calling: HTTP Basic with a token's client id, or its id, and its secret."""

import base64
import datetime as dt
import ipaddress
import time

import pytest
from django.test import Client

from platforms.base import clock
from platforms.http import addresses, authentication
from platforms.models import ApiToken
from tests.conftest import BASE, Api
from tests.support import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def call():
    """GET /config with an Authorization header as given, and from an address."""

    def get(header: str | None, address: str = "127.0.0.1"):
        headers = {} if header is None else {"Authorization": header}
        return Client().get(f"{BASE}/config", headers=headers, REMOTE_ADDR=address)

    return get


def basic(text: str | bytes) -> str:
    return "Basic " + base64.b64encode(text if isinstance(text, bytes) else text.encode()).decode()


def test_the_client_id_and_the_secret_authenticate(acme, call):
    assert call(basic(f"{acme.client_id}:{acme.client_secret}")).status_code == 200


def test_the_tokens_id_and_the_secret_authenticate(acme, call):
    created = factories.token(acme.platform)

    assert call(basic(f"{created.token.public_id}:{created.client_secret}")).status_code == 200


@pytest.mark.parametrize("scheme", ["basic", "BASIC", "bAsIc"])
def test_the_name_of_the_scheme_has_no_case(acme, call, scheme):
    header = basic(f"{acme.client_id}:{acme.client_secret}").replace("Basic", scheme)

    assert call(header).status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Basic",
        "Basic ",
        "Basic !!!!",
        "Basic YQ",
        basic("no colon"),
        basic(":"),
        basic("Token:"),
        basic("Token:0197d6f0-0000-7000-8000-000000000001:secret"),
        basic("Customer:0197d6f0-0000-7000-8000-000000000001:secret"),
        basic("f" * 32 + ":secret"),
        basic("f" * 100_00 + ":secret"),
        basic("nul\0nul:secret"),
        basic(b"\xff\xfe:\xff"),
        "Bearer abc",
        "Digest username=x",
        "Basic ÿÿÿ",
    ],
)
def test_anything_else_is_refused_with_401_and_a_challenge(call, header):
    reply = call(header)

    assert reply.status_code == 401
    assert reply.json()["code"] == "UNAUTHORIZED"
    assert reply.json()["status"] == 401
    assert reply.headers["WWW-Authenticate"].startswith("Basic ")
    assert reply.headers["X-Request-Id"]


def test_a_wrong_secret_is_refused(acme, call):
    assert call(basic(f"{acme.client_id}:{acme.client_secret}x")).status_code == 401


def test_the_secret_of_another_token_is_refused(acme, rival, call):
    assert call(basic(f"{acme.client_id}:{rival.client_secret}")).status_code == 401


def test_a_revoked_token_is_refused_at_once(acme, api):
    created = factories.token(acme.platform)
    used = Api(created.token.client_id, created.client_secret)
    before = used.get("/config").status_code

    deleted = api.delete(f"/tokens/{created.token.public_id}")

    assert (before, deleted.status_code) == (200, 204)
    assert used.get("/config").status_code == 401
    assert used.post("/tokens", {"name": "x", "permissions": ["VIEW"]}).status_code == 401


def test_a_token_revoked_by_another_process_writes_nothing_from_that_moment(acme, settings):
    settings.TOKEN_CACHE_SECONDS = 60
    created = factories.token(acme.platform)
    used = Api(created.token.client_id, created.client_secret)
    assert used.get("/config").status_code == 200

    ApiToken.objects.filter(id=created.token.id).update(revoked_at=clock.real_now())

    assert used.post("/tokens", {"name": "x", "permissions": ["VIEW"]}).status_code == 401
    assert not ApiToken.objects.filter(name="x").exists()


def test_a_token_expires(acme, settings):
    settings.TOKEN_CACHE_SECONDS = 60
    end = clock.real_now() + dt.timedelta(seconds=2)
    created = factories.token(acme.platform, expires_at=end)
    used = Api(created.token.client_id, created.client_secret)
    before = used.get("/config").status_code
    while (left := end - clock.real_now()) >= dt.timedelta():
        time.sleep(left.total_seconds() + 0.001)

    assert before == 200
    assert used.get("/config").status_code == 401
    assert used.post("/tokens", {"name": "x", "permissions": ["VIEW"]}).status_code == 401


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("203.0.113.7", 200),
        ("198.51.100.1", 200),
        ("2001:db8::5", 200),
        ("203.0.114.1", 403),
        ("2001:db9::5", 403),
        ("127.0.0.1", 403),
        ("not-an-address", 403),
    ],
)
def test_a_token_works_only_from_its_addresses(acme, call, address, status):
    created = factories.token(acme.platform, allowed_ips=["203.0.113.0/24", "198.51.100.1/32", "2001:db8::/32"])

    reply = call(basic(f"{created.token.client_id}:{created.client_secret}"), address)

    assert reply.status_code == status


def test_a_forwarded_address_counts_only_when_a_named_proxy_says_it(acme, settings):
    created = factories.token(acme.platform, allowed_ips=["203.0.113.0/24"])
    headers = {
        "Authorization": basic(f"{created.token.client_id}:{created.client_secret}"),
        "X-Forwarded-For": "198.51.100.9, 203.0.113.7",
    }

    def call(sender: str) -> int:
        return Client().get(f"{BASE}/config", headers=headers, REMOTE_ADDR=sender).status_code

    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    unnamed = call("10.0.0.1")
    settings.TRUSTED_PROXIES = [ipaddress.ip_network("10.0.0.0/24")]

    assert (unnamed, call("10.0.0.1"), call("10.0.1.1")) == (403, 200, 403)


@pytest.mark.parametrize(
    ("sender", "forwarded", "seen"),
    [
        ("198.51.100.1", "203.0.113.7", "198.51.100.1"),
        ("10.0.0.1", "203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.8, 203.0.113.7", "203.0.113.7"),
        ("10.0.0.1", "203.0.113.7, 10.0.0.2,10.0.0.3", "203.0.113.7"),
        ("10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"),
        ("10.0.0.1", "203.0.113.7, nonsense", ""),
        ("10.0.0.1", "203.0.113.7,", ""),
        ("10.0.0.1", "", "10.0.0.1"),
        ("::ffff:10.0.0.1", "::ffff:203.0.113.7", "203.0.113.7"),
        ("fd00::1", "2001:db8::5", "2001:db8::5"),
        ("[fd00::1]", "[2001:db8::5]", "2001:db8::5"),
        ("", "203.0.113.7", ""),
    ],
)
def test_the_address_is_the_last_that_is_no_named_proxys(rf, settings, sender, forwarded, seen):
    settings.TRUSTED_PROXIES = [ipaddress.ip_network("10.0.0.0/24"), ipaddress.ip_network("fd00::/64")]

    request = rf.get("/", REMOTE_ADDR=sender, headers={"X-Forwarded-For": forwarded} if forwarded else {})

    assert addresses.client_ip(request) == seen


def test_the_use_of_a_token_is_noted_once_a_minute(acme, api):
    api.get("/config")
    first = ApiToken.objects.get(client_id=acme.client_id).last_used_at
    api.get("/config")

    assert first is not None
    assert ApiToken.objects.get(client_id=acme.client_id).last_used_at == first


def test_the_secret_is_stored_as_a_keyed_hash_only(acme, settings):
    token = ApiToken.objects.get(client_id=acme.client_id)
    stored = bytes(token.secret_hash)

    assert acme.client_secret.encode() not in stored
    assert len(stored) == 32
    settings.TOKEN_HASH_KEY = "another key"
    row = authentication.row_of(token_id=token.id, platform_id=token.platform_id)
    assert stored != authentication.hash_secret(acme.client_secret, row=row)


def test_a_token_outlives_a_new_hash_key_and_goes_over_to_it_when_it_is_used(acme, call, settings):
    used, unused = basic(f"{acme.client_id}:{acme.client_secret}"), factories.token(acme.platform)
    settings.TOKEN_HASH_KEY, settings.TOKEN_HASH_KEY_FALLBACKS = "a new key", [settings.TOKEN_HASH_KEY]

    assert call(used).status_code == 200
    assert call(basic(f"{acme.client_id}:{acme.client_secret}x")).status_code == 401
    authentication.forget_cached()
    settings.TOKEN_HASH_KEY_FALLBACKS = []

    assert call(used).status_code == 200
    assert call(basic(f"{unused.token.client_id}:{unused.client_secret}")).status_code == 401


def test_a_hash_opens_its_own_row_of_its_own_platform_and_no_other(acme, rival, call, settings):
    """Before, who could write to the database put the hash of a token of their own into another's row."""
    old = settings.TOKEN_HASH_KEY
    copied = ApiToken.objects.get(client_id=rival.client_id).secret_hash
    victim = ApiToken.objects.get(client_id=acme.client_id)
    stolen = basic(f"{acme.client_id}:{rival.client_secret}")
    ApiToken.objects.filter(id=victim.id).update(secret_hash=copied)
    assert call(stolen).status_code == 200, "under a key of earlier releases it does"

    settings.TOKEN_HASH_KEY = f"{authentication.BOUND}{'k' * 60}"
    theirs, ours = factories.token(rival.platform), factories.token(acme.platform)
    for token, secret in ((ours.token, theirs.client_secret), (theirs.token, ours.client_secret)):
        ApiToken.objects.filter(id=token.id).update(secret_hash=theirs.token.secret_hash)
        assert call(basic(f"{token.client_id}:{secret}")).status_code == 401
    own = basic(f"{theirs.token.client_id}:{theirs.client_secret}")
    assert call(own).status_code == 200
    authentication.forget_cached()
    ApiToken.objects.filter(id=theirs.token.id).update(platform=acme.platform)
    assert call(own).status_code == 401, "nor does the row open another platform"
    authentication.forget_cached()
    assert call(stolen).status_code == 401

    settings.TOKEN_HASH_KEY_FALLBACKS = [old]
    authentication.forget_cached()
    genuine = basic(f"{rival.client_id}:{rival.client_secret}")
    assert call(genuine).status_code == 200
    row = authentication.row_of(
        token_id=ApiToken.objects.get(client_id=rival.client_id).id, platform_id=rival.platform.id
    )
    stored = bytes(ApiToken.objects.get(client_id=rival.client_id).secret_hash)
    assert stored == authentication.hash_secret(rival.client_secret, row=row), "it has gone over, and is bound"
