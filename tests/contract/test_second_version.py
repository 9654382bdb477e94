"""How a change that would break clients is made: a second version beside the first, which answers as before."""

import json

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings

from platforms.http import middleware
from tests.support.contract import frozen, promises, second_version

pytestmark = pytest.mark.django_db
FIRST, SECOND = "2025-10-13", second_version.VERSION
_TOKEN = {"name": "Reports", "permissions": ["VIEW"]}


@pytest.fixture
def both(settings, monkeypatch):
    """Mount the second version beside the first."""
    monkeypatch.setattr(middleware, "_plain", {})
    settings.ROOT_URLCONF = "tests.support.contract.second_version"


@pytest.fixture
def call(acme_api):
    """Return a function that calls a version of the API."""

    def send(method, version, path, body=None, **headers):
        return Client(raise_request_exception=False).generic(
            method,
            f"/{version}{path}",
            b"" if body is None else json.dumps(body),
            content_type="application/json",
            headers={**acme_api.headers, **headers},
        )

    return send


@pytest.fixture
def acme_api(api, alice):
    api.fund(api.internal_account(alice), 25_00)
    return api


def document(version):
    """The document that a version shows."""
    with patched_settings({"SCHEMA_PATH_PREFIX": f"/{version}", "VERSION": version}):
        return SchemaGenerator().get_schema(request=None, public=True)


_READS = (
    "/config",
    "/customers",
    "/customers/internal-accounts?currency=USD",
    "/tokens",
    "/tokens/Token:x",
    "/nothing",
)


def test_the_first_version_answers_to_the_byte_as_before(call, settings, monkeypatch):
    before = {path: call("GET", FIRST, path).content for path in _READS}

    monkeypatch.setattr(middleware, "_plain", {})
    settings.ROOT_URLCONF = "tests.support.contract.second_version"

    assert call("GET", SECOND, "/config").status_code == 200
    assert {path: call("GET", FIRST, path).content for path in _READS} == before
    assert call("POST", FIRST, "/tokens", _TOKEN).status_code == 201


@pytest.mark.usefixtures("both")
def test_the_first_version_shows_the_document_it_showed():
    served, promised = document(FIRST), frozen.read(frozen.FILE)

    assert promises.breaches(promised, served) == []
    assert promises.breaches(served, promised) == []


@pytest.mark.usefixtures("both")
def test_the_second_version_differs_in_what_it_changes_and_in_nothing_else():
    assert promises.breaches(frozen.read(frozen.FILE), document(SECOND)) == [
        "GET /customers/internal-accounts 200 .data [] .balance .amount is gone",
        "GET /customers/internal-accounts 200 .data [] .balance .currency is gone",
        "POST /tokens request .expiresAt is required",
    ]


@pytest.mark.usefixtures("both")
def test_the_second_version_answers_in_its_own_way(call):
    shown = call("GET", SECOND, "/customers/internal-accounts?currency=USD").json()["data"]
    assert {"value": "25.00", "currencyCode": "USD"} in [account["balance"] for account in shown]
    refused = call("POST", SECOND, "/tokens", _TOKEN)
    assert (refused.status_code, refused.json()["details"]["errors"][0]["field"]) == (400, "expiresAt")


@pytest.mark.usefixtures("both")
def test_what_one_version_makes_the_other_shows(call):
    made = call("POST", SECOND, "/tokens", {**_TOKEN, "expiresAt": "2099-01-01T00:00:00Z"}).json()["id"]

    assert call("GET", FIRST, f"/tokens/{made}").json() == call("GET", SECOND, f"/tokens/{made}").json()
    assert [version for version in (FIRST, SECOND) if call("GET", version, "/tokens").status_code != 200] == []


@pytest.mark.usefixtures("both")
def test_a_key_belongs_to_the_version_that_it_was_used_with(call):
    body = {**_TOKEN, "expiresAt": "2099-01-01T00:00:00Z"}
    call("POST", FIRST, "/tokens", body, **{"Idempotency-Key": "k"})

    assert call("POST", SECOND, "/tokens", body, **{"Idempotency-Key": "k"}).status_code == 422
