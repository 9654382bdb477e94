"""Whatever a client sends, the document tells what may come back: generated requests against the whole service."""

import base64
import json
import re
import uuid
from typing import Any

import hypothesis
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck
from pytest_django import DjangoDbBlocker
from schemathesis import checks
from schemathesis.specs.openapi import checks as openapi_checks

from config import wsgi
from platforms.models import Platform
from tests import databases, factories
from tests.compliance.verifications import cases
from tests.conftest import Api, tenant_for_recording
from tests.contract import document
from tests.invitations import hosts
from tests.payments.quotes import asks

pytestmark = pytest.mark.django_db


def _application(environ, start_response):
    """Serve a request, and keep its end from closing the connection in whose transaction the test runs."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    return wsgi.application(environ, start_response)


SCHEMA = schemathesis.openapi.from_dict(document.generated())
RANDOM = schemathesis.openapi.from_dict(document.generated())
RANDOM.config.phases.coverage.enabled = False
SCHEMA.app = RANDOM.app = _application
CHECKS = [
    checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.response_schema_conformance,
    openapi_checks.negative_data_rejection,
    openapi_checks.unsupported_method,
]
"""All of schemathesis' checks but these:

- `positive_data_acceptance`: what fits the document can still be refused for what a document can't say (the currency
  is not the platform's, the balance is too small, the account number has wrong check digits);
- `missing_required_header`, `ignored_auth`: every example is sent with a good token, so that it gets past 401;
  tests/platforms/test_permissions.py calls every endpoint without one;
- `use_after_free`, `ensure_resource_availability`: they look at sequences of requests; tests/journeys has those.
"""


@pytest.fixture(scope="session")
def _known(_acme: Platform, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    with django_db_blocker.unblock():
        tenant = tenant_for_recording(_acme)
        with databases.recorded("known"):
            return _make_known(Api(tenant.client_id, tenant.client_secret))


def _make_known(api: Api) -> dict[str, str]:
    customer = api.customer("Alice Approved")
    internal, external = api.internal_account(customer), api.external_account(customer)
    api.fund(internal, 10_000)
    business = cases.business(api)
    return {
        "customers": customer,
        "beneficial-owners": cases.owner(api, business)["id"],
        "verifications": cases.submit(api, business)["id"],
        "internal-accounts": internal,
        "customers/external-accounts": external,
        "receiver/external-account": external,
        "platform/external-accounts": api.external_account(None),
        "invitations": hosts.invite(api, hosts.address(api, customer))["code"],
        "transactions": api.transfer_out(internal, external, 100).json()["id"],
    }


@pytest.fixture
def known(acme, _known) -> dict[str, str]:
    """Ids that exist, for path parameters, so that requests get past 404; and the header of a good token."""
    databases.put("known")
    acme.platform.rate_limit_per_second = acme.platform.rate_limit_burst = 100_000
    acme.platform.save()
    api = Api(acme.client_id, acme.client_secret)
    accounts = _known["internal-accounts"], _known["customers/external-accounts"]
    return {
        **_known,
        "authorization": api.headers["Authorization"],
        # It lives for five minutes.
        "quotes": asks.quote(api, *accounts, amount=100).json()["id"],
        "tokens": factories.token(acme.platform).token.public_id,
    }


_FEW = hypothesis.settings(
    max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
_LARGE: dict[str, Any] = {"path_regex": "/external-accounts$", "method": "POST"}
"""Requests with a union of 42 types: thousands of combinations for the generator's systematic part to go through,
which tests/payments/account_types does type by type. Here they get random examples alone."""


@SCHEMA.exclude(**_LARGE).parametrize()
@_FEW
def test_any_request_gets_a_documented_reply(case, known):
    _check(case, known)


@RANDOM.include(**_LARGE).parametrize()
@_FEW
def test_any_large_request_gets_a_documented_reply(case, known):
    _check(case, known)


def _check(case, known):
    place = case.path.removeprefix("/2025-10-13/").partition("/{")[0].removeprefix("sandbox/")
    # These words are addresses of their own, not ids.
    hypothesis.assume(not {"internal-accounts", "external-accounts"} & set((case.path_parameters or {}).values()))
    # Every other example is about something that exists.
    if case.path_parameters and place in known and len(json.dumps(str(case.body))) % 2:
        case.path_parameters = dict.fromkeys(case.path_parameters, known[place])
    case.headers = {**(case.headers or {}), "Authorization": known["authorization"]}
    # The generator gives many requests one key; the second would get no further than 422.
    if re.fullmatch("[ -~]{1,255}", case.headers.get("Idempotency-Key", "")):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())

    reply = case.call()

    if reply.status_code == 500 and reply.json()["code"] == "SWITCH_ERROR":
        return  # a generated account number that ends in 109: the sandbox was asked to fail
    case.validate_response(reply, checks=CHECKS)


def test_the_generator_speaks_to_the_service(acme):
    credentials = base64.b64encode(f"{acme.client_id}:{acme.client_secret}".encode()).decode()
    case = SCHEMA["/2025-10-13/config"]["GET"].Case(headers={"Authorization": f"Basic {credentials}"})

    assert case.call().json()["id"] == acme.platform.public_id
