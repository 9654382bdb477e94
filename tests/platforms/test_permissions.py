"""What a token may do: every operation with a token in every state, one table."""

import base64
import datetime as dt

import pytest

from platforms.kit import clock
from platforms.models import ApiToken, AuditEntry, Permission
from platforms.operations import api_tokens
from platforms.rest.views import CommandView
from tests import factories
from tests.conftest import Api
from tests.platforms import endpoints
from tests.platforms.endpoints import Endpoint

pytestmark = pytest.mark.django_db
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


def test_the_contracts_permissions_are_those_of_the_views():
    wanted = {str(endpoint): endpoint.permission for endpoint in endpoints.every()}

    assert {name for name, permission in wanted.items() if permission == "TRANSACT"} >= _TRANSACT
    assert {name for name, permission in wanted.items() if permission == "MANAGE"} >= _MANAGE
    assert {name.partition(" ")[0] for name, permission in wanted.items() if permission == "VIEW"} == {"GET"}


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
    writing = [endpoint for endpoint in endpoints.every() if endpoint.view.get_writes]

    assert len(writing) == 3
    assert all(issubclass(endpoint.view, CommandView) for endpoint in writing)


def test_every_permission_is_one_of_three():
    assert Permission.values == ["VIEW", "TRANSACT", "MANAGE"]
