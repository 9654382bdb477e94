"""What a token may do: every operation with a token in every state, one table."""

import base64
import datetime as dt

import pytest

from platforms.base import clock
from platforms.models import ApiToken, AuditEntry, Permission
from platforms.operations import api_tokens
from tests.conftest import Api
from tests.support import endpoints, factories
from tests.support.endpoints import Endpoint

pytestmark = pytest.mark.django_db
_ID = "Thing:0197d6f0-0000-7000-8000-000000000001"

# Contract, section 1. Written down by hand, every endpoint: the views can't be asked what they should be.
_PERMISSIONS = {
    "VIEW": {
        "GET /beneficial-owners",
        "GET /beneficial-owners/{beneficial_owner_id}",
        "GET /config",
        "GET /versions",
        "GET /customers",
        "GET /customers/bulk/jobs/{job_id}",
        "GET /customers/external-accounts",
        "GET /customers/external-accounts/{account_id}",
        "GET /customers/internal-accounts",
        "GET /customers/{customer_id}",
        "GET /discoveries",
        "GET /documents",
        "GET /documents/{document_id}",
        "GET /events",
        "GET /events/{event_id}",
        "GET /exchange-rates",
        "GET /idempotency-keys/{key}",
        "GET /invitations/{invitation_code}",
        "GET /platform/external-accounts",
        "GET /platform/external-accounts/{account_id}",
        "GET /customers/internal-accounts/{account_id}",
        "GET /customers/internal-accounts/{account_id}/entries",
        "GET /customers/internal-accounts/{account_id}/statement",
        "GET /platform/internal-accounts",
        "GET /platform/internal-accounts/{account_id}",
        "GET /platform/internal-accounts/{account_id}/entries",
        "GET /platform/internal-accounts/{account_id}/statement",
        "GET /quotes/{quote_id}",
        "GET /proofs/roots",
        "GET /proofs/roots/{day}",
        "GET /customers/internal-accounts/{account_id}/proof",
        "GET /platform/internal-accounts/{account_id}/proof",
        "GET /transactions/{transaction_id}/proof",
        "GET /reports",
        "GET /reports/balances",
        "GET /reports/fees",
        "GET /reports/payments",
        "GET /reports/settlement",
        "GET /sandbox/outcomes",
        "GET /tokens",
        "GET /tokens/{token_id}",
        "GET /transactions",
        "GET /transactions/{transaction_id}",
        "GET /uma-providers",
        "GET /verifications",
        "GET /verifications/{verification_id}",
        "GET /webhook-endpoints",
        "GET /webhook-endpoints/{endpoint_id}",
        "GET /webhook-secrets",
    },
    "TRANSACT": {
        "GET /receiver/external-account/{account_id}",
        "GET /receiver/uma/{receiver_uma_address}",
        "POST /crypto/estimate-withdrawal-fee",
        "POST /idempotency-keys/{key}/void",
        "POST /payee-verifications",
        "POST /quotes",
        "POST /quotes/{quote_id}/execute",
        "DELETE /sandbox/outcomes/{outcome_id}",
        "POST /sandbox/clock/advance",
        "POST /sandbox/internal-accounts/{account_id}/fund",
        "POST /sandbox/outcomes",
        "POST /sandbox/send",
        "POST /sandbox/uma/receive",
        "POST /sandbox/webhooks/listen",
        "POST /sandbox/webhooks/test",
        "POST /sandbox/webhooks/{webhook_id}/answer",
        "POST /transactions/{transaction_id}/approve",
        "POST /transactions/{transaction_id}/cancel",
        "POST /transactions/{transaction_id}/reject",
        "POST /transfer-in",
        "POST /transfer-out",
        "POST /transfers/batch",
    },
    "MANAGE": {
        "DELETE /customers/external-accounts/{account_id}",
        "DELETE /customers/{customer_id}",
        "DELETE /documents/{document_id}",
        "DELETE /platform/external-accounts/{account_id}",
        "DELETE /tokens/{token_id}",
        "DELETE /webhook-endpoints/{endpoint_id}",
        "DELETE /webhook-secrets/{secret_id}",
        "GET /customers/kyc-link",
        "POST /customers/{customer_id}/kyc-link",
        "PATCH /beneficial-owners/{beneficial_owner_id}",
        "PATCH /config",
        "PATCH /customers/{customer_id}",
        "PATCH /webhook-endpoints/{endpoint_id}",
        "PATCH /tokens/{token_id}",
        "POST /beneficial-owners",
        "POST /customers",
        "POST /customers/bulk/csv",
        "POST /customers/external-accounts",
        "POST /documents",
        "POST /events/redeliver",
        "POST /events/{event_id}/redeliver",
        "POST /invitations",
        "POST /invitations/{invitation_code}/cancel",
        "POST /invitations/{invitation_code}/claim",
        "POST /platform/external-accounts",
        "POST /tokens",
        "POST /verifications",
        "POST /webhook-endpoints",
        "POST /webhook-secrets",
        "PUT /documents/{document_id}",
    },
}


def test_every_endpoint_asks_for_the_permission_of_the_table():
    asked: dict[str, set[str]] = {permission: set() for permission in Permission.values}
    for endpoint in endpoints.every():
        asked[endpoint.permission].add(str(endpoint))

    assert asked == _PERMISSIONS


def _by_permission(endpoint: Endpoint, held: str) -> int | None:
    return 403 if endpoint.permission not in {"VIEW", held} else None


_STATES = {
    "VIEW": lambda endpoint: _by_permission(endpoint, "VIEW"),
    "TRANSACT": lambda endpoint: _by_permission(endpoint, "TRANSACT"),
    "MANAGE": lambda endpoint: _by_permission(endpoint, "MANAGE"),
    "unknown": lambda _: 401,
    "with another's secret": lambda _: 401,
    "expired": lambda _: 401,
    "expired a moment ago": lambda endpoint: 401 if endpoint.writes else None,
    "revoked": lambda _: 401,
    "revoked a moment ago": lambda endpoint: 401 if endpoint.writes else None,
    "from a wrong address": lambda _: 403,
    "of the other environment": lambda endpoint: 403 if endpoint.path.startswith("/sandbox/") else None,
    "of a rival": lambda _: None,
}
"""The states of a token, and the refusal of each endpoint; None where the token lets the request pass.

A moment ago is as long as a process may remember a token: what it reads meanwhile is answered, what it writes is not.
"""


def _made(state: str, acme: factories.Tenant, rival: factories.Tenant) -> Api:
    """Return a caller whose token is in a state."""
    if state in Permission.values:
        return _api(factories.token(acme.platform, (state,)))
    if state == "from a wrong address":
        return _api(factories.token(acme.platform, allowed_ips=["203.0.113.0/24"]))
    if state.startswith(("expired", "revoked")):
        return _ended(state, acme)
    live = factories.tenant("live", environment="PRODUCTION")
    credentials = {
        "unknown": ("f" * 32, "wrong"),
        "with another's secret": (acme.client_id, rival.client_secret),
        "of a rival": (rival.client_id, rival.client_secret),
        "of the other environment": (live.client_id, live.client_secret),
    }
    return Api(*credentials[state])


def _ended(state: str, acme: factories.Tenant) -> Api:
    created = factories.token(acme.platform)
    api = _api(created)
    _end(api, state)
    return api


def _end(api: Api, state: str) -> None:
    """End a token; where that was a moment ago this process remembers it as it was: another process has ended it."""
    client_id = base64.b64decode(api.headers["Authorization"].removeprefix("Basic ")).decode().partition(":")[0]
    rows = ApiToken.objects.filter(client_id=client_id)
    what = "revoked_at" if state.startswith("revoked") else "expires_at"
    if state.endswith("a moment ago"):
        rows.update(**{what: None})
        assert api.get("/config").status_code == 200
    rows.update(**{what: clock.real_now() - dt.timedelta(seconds=1)})


def _api(created: api_tokens.NewToken) -> Api:
    return Api(created.token.client_id, created.client_secret)


def test_every_operation_is_refused_to_a_token_in_a_state_that_does_not_allow_it(acme, rival):
    wrong = {}
    for state, refusal in _STATES.items():
        api = _made(state, acme, rival)
        refused = [endpoint for endpoint in endpoints.every() if refusal(endpoint)]
        before = AuditEntry.objects.count()
        for endpoint in refused:
            if state.endswith("a moment ago"):
                _end(api, state)
            reply = endpoint.call(api, _ID)
            code = "UNAUTHORIZED" if refusal(endpoint) == 401 else "FORBIDDEN"
            if (reply.status_code, reply.json()["code"]) != (refusal(endpoint), code):
                wrong[f"{endpoint} {state}"] = reply.content
        if AuditEntry.objects.count() != before:
            wrong[state] = "something was changed"
        if state.endswith("a moment ago"):
            _end(api, state)
        for endpoint in [each for each in endpoints.every() if each not in refused]:
            # Nothing of what is sent makes sense: with the token all is well.
            reply = endpoint.call(api, _ID)
            if reply.status_code in {401, 403} or (reply.status_code >= 500 and reply.status_code != 501):
                wrong[f"{endpoint} {state}"] = reply.content

    assert wrong == {}


def test_who_writes_by_get_re_reads_the_token_as_every_command_does():
    """`writes` is what the table of states above goes by."""
    assert {str(endpoint) for endpoint in endpoints.every() if endpoint.method == "get" and endpoint.writes} == {
        "GET /customers/kyc-link",
        "GET /receiver/external-account/{account_id}",
        "GET /receiver/uma/{receiver_uma_address}",
    }


def test_every_permission_is_one_of_three():
    assert Permission.values == ["VIEW", "TRANSACT", "MANAGE"]
