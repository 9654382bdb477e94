"""The /tokens endpoints."""

import datetime as dt
import re

import pytest
from django.test import Client

from platforms.base import clock, identifiers
from platforms.models import ApiToken, AuditEntry, Platform
from tests.conftest import Api
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.any_clock]


@pytest.fixture
def api_with(acme):
    def make(*permissions):
        created = factories.token(acme.platform, permissions)
        return Api(created.token.client_id, created.client_secret), created.token

    return make


def test_a_created_token_shows_its_secret_once(api):
    reply = api.post("/tokens", {"name": "Backend", "permissions": ["TRANSACT", "VIEW"]})

    assert reply.status_code == 201
    shown = reply.json()
    assert re.fullmatch(r"Token:[0-9a-f-]{36}", shown["id"])
    assert re.fullmatch(r"[0-9a-f]{32}", shown["clientId"])
    assert len(shown["clientSecret"]) >= 43
    assert (shown["name"], shown["permissions"], shown["allowedIps"]) == ("Backend", ["VIEW", "TRANSACT"], [])
    assert shown["createdAt"] == shown["updatedAt"]
    assert "clientSecret" not in api.get(f"/tokens/{shown['id']}").json()
    assert all("clientSecret" not in token for token in api.get("/tokens").json()["data"])
    assert Api(shown["clientId"], shown["clientSecret"]).get("/config").status_code == 200


def test_a_token_takes_an_end_and_addresses(acme, api):
    end = acme.platform.now() + dt.timedelta(days=1)
    body = {
        "name": "x",
        "permissions": ["VIEW"],
        "expiresAt": end.isoformat(),
        "allowedIps": ["203.0.113.9", "198.51.100.77/24", "2001:db8::/48"],
    }

    shown = api.post("/tokens", body).json()

    assert shown["expiresAt"] == clock.iso(end)
    assert shown["allowedIps"] == ["203.0.113.9/32", "198.51.100.0/24", "2001:db8::/48"]
    assert api.get(f"/tokens/{shown['id']}").json()["expiresAt"] == clock.iso(end)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("permissions", []),
        ("permissions", ["ADMIN"]),
        ("permissions", "VIEW"),
        ("permissions", [["VIEW"]]),
        ("permissions", ["VIEW"] * 4),
        ("expiresAt", "2020-01-01T00:00:00Z"),
        ("expiresAt", "soon"),
        ("expiresAt", 1),
        ("expiresAt", "0001-01-01T00:00:00+23:00"),
        ("allowedIps", ["example.com"]),
        ("allowedIps", ["1.2.3.4/33"]),
        ("allowedIps", [7]),
        ("allowedIps", ["::1"] * 51),
        ("name", ""),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(api, field, value):
    reply = api.post("/tokens", {"name": "x", "permissions": ["VIEW"], field: value})

    assert reply.status_code == 400
    assert {problem["field"].split(".")[0] for problem in reply.json()["details"]["errors"]} == {field}
    assert not ApiToken.objects.filter(name="x").exists()


def test_a_token_grants_no_more_than_it_has(api_with):
    manager, _ = api_with("MANAGE")

    refused = manager.post("/tokens", {"name": "x", "permissions": ["MANAGE", "TRANSACT"]})
    granted = manager.post("/tokens", {"name": "y", "permissions": ["VIEW", "MANAGE"]})

    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    assert granted.status_code == 201
    assert not ApiToken.objects.filter(name="x").exists()


def bounded(tenant, **bounds) -> Api:
    created = factories.token(tenant.platform, **bounds)
    made = Api(created.token.client_id, created.client_secret)
    made._client = Client(REMOTE_ADDR="203.0.113.7")
    return made


def test_a_token_without_bounds_of_its_own_gets_those_of_the_one_that_makes_it(acme):
    end = acme.platform.now() + dt.timedelta(days=3)
    maker = bounded(acme, expires_at=end, allowed_ips=["203.0.113.0/24", "2001:db8::/48"])

    plain: dict[str, object] = {"name": "x", "permissions": ["VIEW"]}
    for body in (plain, plain | {"allowedIps": []}):
        shown = maker.post("/tokens", body).json()
        assert (shown["expiresAt"], shown["allowedIps"]) == (clock.iso(end), ["203.0.113.0/24", "2001:db8::/48"])


@pytest.mark.parametrize(
    ("days", "ips", "status"),
    [
        (3, ["203.0.113.0/24"], 201),
        (2, ["203.0.113.9", "2001:db8:0:5::/64"], 201),
        (4, ["203.0.113.9"], 403),
        (2, ["203.0.112.0/23"], 403),
        (2, ["203.0.113.9", "198.51.100.1"], 403),
        (2, ["0.0.0.0/0"], 403),
        (2, ["::/0"], 403),
        (2, ["::ffff:203.0.113.9"], 403),
    ],
)
def test_a_token_is_made_within_the_bounds_of_the_one_that_makes_it(acme, days, ips, status):
    end = acme.platform.now() + dt.timedelta(days=3)
    maker = bounded(acme, expires_at=end, allowed_ips=["203.0.113.0/24", "2001:db8::/48"])
    wanted = end + dt.timedelta(days=days - 3)

    body = {"name": "bound", "permissions": ["VIEW"], "allowedIps": ips, "expiresAt": clock.iso(wanted)}
    reply = maker.post("/tokens", body)

    assert reply.status_code == status, reply.content
    assert ApiToken.objects.filter(name="bound").count() == (status == 201)
    if status == 403:
        assert reply.json()["code"] == "FORBIDDEN"
        assert reply.json()["message"].partition(":")[0] == ("expiresAt" if days == 4 else "allowedIps")


def test_a_platform_has_only_so_many_live_tokens(acme, api, settings):
    settings.TOKENS_PER_PLATFORM = 3
    new = {"name": "x", "permissions": ["VIEW"]}
    ended = factories.token(acme.platform, expires_at=acme.platform.now() + dt.timedelta(days=1)).token
    made = api.post("/tokens", new).json()

    refused = api.post("/tokens", new, key="k")
    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    assert "3 live tokens" in refused.json()["message"]
    # Neither one that has ended nor one that was revoked counts; the refusal is not kept under its key.
    ApiToken.objects.filter(id=ended.id).update(expires_at=acme.platform.now())
    assert api.post("/tokens", new, key="k").status_code == 201
    assert api.post("/tokens", new).status_code == 403
    assert api.delete(f"/tokens/{made['id']}").status_code == 204
    assert api.post("/tokens", new).status_code == 201


def test_a_token_can_not_delete_itself(api_with):
    manager, token = api_with("MANAGE")

    reply = manager.delete(f"/tokens/{token.public_id}")

    assert reply.status_code == 400
    assert manager.get("/config").status_code == 200


def test_a_deleted_token_is_gone(acme, api):
    token = factories.token(acme.platform).token

    replies = [api.delete(f"/tokens/{token.public_id}") for _ in range(2)]

    assert [reply.status_code for reply in replies] == [204, 404]
    assert replies[0].content == b""
    assert api.get(f"/tokens/{token.public_id}").status_code == 404
    assert token.public_id not in [row["id"] for row in api.get("/tokens").json()["data"]]


def test_another_platforms_token_does_not_exist(rival, api):
    token = ApiToken.objects.get(client_id=rival.client_id)

    replies = [api.get(f"/tokens/{token.public_id}"), api.delete(f"/tokens/{token.public_id}")]

    assert [reply.status_code for reply in replies] == [404, 404]
    assert {reply.json()["code"] for reply in replies} == {"TOKEN_NOT_FOUND"}
    assert ApiToken.objects.get(id=token.id).revoked_at is None


@pytest.mark.parametrize(
    "form", ["Customer:{key}", "token:{key}", "{key}", "Token:{upper}", "Token:{key}x", "Token:{hex}", "Token:"]
)
def test_an_id_of_another_form_is_not_found(acme, api, form):
    key = ApiToken.objects.get(client_id=acme.client_id).id

    reply = api.get(f"/tokens/{form.format(key=key, upper=str(key).upper(), hex=key.hex)}")

    assert reply.status_code == 404
    assert reply.json()["code"] == "TOKEN_NOT_FOUND"


def test_ids_are_in_the_order_of_time():
    keys = [identifiers.new_key() for _ in range(100)]

    assert keys == sorted(keys)
    assert {key.version for key in keys} == {7}


def test_tokens_are_found_by_name(acme, api):
    api.post("/tokens", {"name": "needle", "permissions": ["VIEW"]})

    page = api.get("/tokens", name="needle").json()

    assert [token["name"] for token in page["data"]] == ["needle"]
    assert api.get("/tokens", name="nothing").json() == {"data": [], "hasMore": False, "totalCount": 0}


def test_creation_and_deletion_are_audited_without_the_secret(api):
    created = api.post("/tokens", {"name": "x", "permissions": ["VIEW"]}).json()
    api.delete(f"/tokens/{created['id']}")

    entries = AuditEntry.objects.filter(subject=created["id"]).order_by("id")
    assert [entry.verb for entry in entries] == ["token.create", "token.revoke"]
    assert created["clientSecret"] not in str([entry.details for entry in entries])


def _wanted(end: dt.datetime) -> dict[str, object]:
    return {"name": "x", "permissions": ["VIEW"], "expiresAt": clock.iso(end)}


def test_a_token_lives_by_the_clock_of_its_platform(acme, api):
    """A platform that was moved, seen from itself, is like any other."""
    soon = acme.platform.now() + dt.timedelta(days=10)
    assert api.post("/tokens", _wanted(acme.platform.now() - dt.timedelta(days=1))).status_code == 400
    made = api.post("/tokens", _wanted(soon)).json()
    used = Api(made["clientId"], made["clientSecret"])
    assert used.get("/config").status_code == 200

    shown = used.get(f"/tokens/{made['id']}").json()
    assert shown["createdAt"] <= shown["lastUsedAt"] < made["expiresAt"]

    assert api.post("/sandbox/clock/advance", {"seconds": 11 * 86_400}).status_code == 200
    assert used.get("/config").status_code == 401
    assert used.post("/tokens", _wanted(soon)).status_code == 401


@pytest.mark.parametrize(("path", "sent"), [("/tokens", {"name": "x", "permissions": ["VIEW"]}), ("/transfer-out", {})])
def test_a_token_that_another_process_has_moved_past_its_end_writes_nothing(acme, settings, path, sent):
    settings.TOKEN_CACHE_SECONDS = 60
    created = factories.token(acme.platform, expires_at=acme.platform.now() + dt.timedelta(days=10))
    used = Api(created.token.client_id, created.client_secret)
    assert used.get("/config").status_code == 200

    Platform.objects.filter(id=acme.platform.id).update(clock_offset=acme.platform.clock_offset + dt.timedelta(days=11))

    assert used.post(path, sent).status_code == 401
