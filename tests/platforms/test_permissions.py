"""What a token may do: a matrix over all endpoints, and the wall around the sandbox."""

import re

import pytest

from platforms.models import Permission
from tests import factories
from tests.conftest import Api
from tests.platforms import endpoints

pytestmark = pytest.mark.django_db
ENDPOINTS = endpoints.every()
_ID = "Thing:0197d6f0-0000-7000-8000-000000000001"

# Contract, section 1. Written down by hand: the views can't be asked what they should be.
_TRANSACT = {
    "POST /transfer-in",
    "POST /transfer-out",
    "POST /quotes",
    "POST /quotes/{quote_id}/execute",
    "POST /sandbox/send",
    "POST /sandbox/internal-accounts/{account_id}/fund",
    "POST /sandbox/clock/advance",
    "POST /sandbox/webhooks/test",
    "GET /receiver/external-account/{account_id}",
    "POST /crypto/estimate-withdrawal-fee",
}
_MANAGE = {
    "POST /beneficial-owners",
    "PATCH /beneficial-owners/{owner_id}",
    "POST /verifications",
    "POST /documents",
    "PUT /documents/{document_id}",
    "DELETE /documents/{document_id}",
    "PATCH /config",
    "POST /tokens",
    "DELETE /tokens/{token_id}",
    "POST /customers",
    "PATCH /customers/{customer_id}",
    "DELETE /customers/{customer_id}",
    "POST /customers/external-accounts",
    "DELETE /customers/external-accounts/{account_id}",
    "POST /platform/external-accounts",
    "DELETE /platform/external-accounts/{account_id}",
    "POST /invitations",
    "POST /invitations/{invitation_code}/claim",
    "POST /invitations/{invitation_code}/cancel",
}


@pytest.fixture
def token_with(acme):
    def make(*permissions: str) -> Api:
        created = factories.token(acme.platform, permissions)
        return Api(created.token.client_id, created.client_secret)

    return make


def test_the_contracts_permissions_are_those_of_the_views():
    wanted = {str(endpoint): endpoint.permission for endpoint in ENDPOINTS}

    assert {name for name, permission in wanted.items() if permission == "TRANSACT"} >= _TRANSACT
    assert {name for name, permission in wanted.items() if permission == "MANAGE"} >= _MANAGE
    assert {name.partition(" ")[0] for name, permission in wanted.items() if permission == "VIEW"} == {"GET"}


@pytest.mark.parametrize("held", ["VIEW", "TRANSACT", "MANAGE"])
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=str)
def test_a_token_may_do_what_its_permission_allows_and_nothing_else(token_with, endpoint, held):
    reply = _call(token_with(held), endpoint)

    refused = reply.status_code == 403
    assert refused is (endpoint.permission not in {"VIEW", held}), reply.content
    if refused:
        assert reply.json()["code"] == "FORBIDDEN"


@pytest.mark.parametrize("endpoint", [entry for entry in ENDPOINTS if entry.path.startswith("/sandbox/")], ids=str)
def test_a_production_token_is_refused_by_the_sandbox(endpoint):
    tenant = factories.tenant("live", environment="PRODUCTION")

    reply = _call(Api(tenant.client_id, tenant.client_secret), endpoint)

    assert reply.status_code == 403
    assert reply.json()["code"] == "FORBIDDEN"


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=str)
def test_no_endpoint_answers_without_a_token(endpoint):
    reply = _call(Api("f" * 32, "wrong"), endpoint)

    assert reply.status_code == 401
    assert reply.json()["code"] == "UNAUTHORIZED"


def test_every_permission_is_one_of_three():
    assert Permission.values == ["VIEW", "TRANSACT", "MANAGE"]


def _call(api, endpoint):
    path = re.sub(r"\{\w+\}", _ID, endpoint.path)
    if endpoint.method == "get":
        return api.get(path)
    if endpoint.method == "delete":
        return api.delete(path)
    return getattr(api, endpoint.method)(path, {})
