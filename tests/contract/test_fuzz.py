"""Requests made from the document: what it allows is done, or refused for the state of things; nothing ends in a fault.

The examples are the same in every run of the same tests on the same code: Hypothesis takes constants from those modules
of ours that are imported.
"""

import contextlib
import functools
import itertools
import json
import random
import re
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import hypothesis
import inflection
import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections
from hypothesis import HealthCheck
from pytest_django import DjangoDbBlocker
from schemathesis import GenerationMode, checks
from schemathesis.generation.feedback import NO_FEEDBACK
from schemathesis.specs.openapi import checks as openapi_checks

from config import wsgi
from platforms.models import Platform
from tests.conftest import Api, tenant_for_recording
from tests.contract import filling, refusals
from tests.selection import hooks
from tests.support import api_document, databases, endpoints, factories
from tests.support.compliance import bulk_files, cases
from tests.support.compliance.sending import Desk
from tests.support.payments import hosts, quote_requests
from tests.support.payments.spending import dollars, limited

pytestmark = pytest.mark.django_db

SYSTEMATIC, ALLOWED, ANY = 30, 10, 5
"""Cases of each operation: systematic ones of each mode, random ones that fit the document, and ones that do not.

`make test` plays a fifth of them, `make nightly` all."""
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

- `positive_data_acceptance`: `refusals` says more exactly what may be refused;
- `missing_required_header`, `ignored_auth`: every example is sent with a good token, so that it gets past 401;
  tests/platforms/http/test_permissions.py calls every endpoint without one;
- `use_after_free`, `ensure_resource_availability`: they look at sequences of requests; tests/journeys has those.
"""


def _application(environ, start_response):
    """Serve a request, and keep its end from closing the connection in whose transaction the test runs."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    with databases.as_service(), mock.patch.object(connections[DEFAULT_DB_ALIAS], "close_if_unusable_or_obsolete"):
        return wsgi.application(environ, start_response)


@functools.cache
def _schema() -> Any:
    # Made when a test runs: every worker collects all tests.
    schema = schemathesis.openapi.from_dict(api_document.generated())
    schema.app = _application
    # docs/platform-developer/api.md: no text holds a null character.
    schema.config.generation.allow_x00 = False
    return schema


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
    address = hosts.address(api, customer)
    elsewhere = f"$success.usd@{settings.SANDBOX_UMA_DOMAIN}"
    lookup = api.get(f"/receiver/uma/{elsewhere}", customerId=customer)
    return {
        "customer_id": customer,
        "beneficial_owner_id": cases.owner(api, business)["id"],
        "verification_id": cases.submit(api, business)["id"],
        "internal": internal,
        "external": external,
        "of_platform": api.external_account(None),
        "invitation_code": hosts.invite(api, address)["code"],
        "transaction_id": api.transfer_out(internal, external, 100).json()["id"],
        "waiting": limited(api, currencies=dollars(approvalAbove=0)).transfer_out(internal, external, 100).json()["id"],
        "business": business,
        "address": address,
        "usdc": api.internal_account(customer, "USDC"),
        "btc": api.internal_account(customer, "BTC"),
        "invitee": hosts.address(api, api.customer("Bob Approved")),
        "job_id": bulk_files.accepted(api, bulk_files.people(1)),
        "event_id": api.get("/events", limit=1).json()["data"][0]["id"],
        "endpoint_id": api.post("/webhook-endpoints", {"url": "https://acme.example.com/hooks"}).json()["id"],
        "secret_id": api.post("/webhook-secrets", {}, key="known").json()["id"],
        "key": "known",
        "document_id": Desk(api).uploaded(customer)["id"],
        "receiver_uma_address": elsewhere,
        "lookup_id": lookup.json()["lookupId"],
    }


@pytest.fixture
def known(acme, _known) -> dict[str, str]:
    """Ids that exist, so that requests get past 404; and the header of a good token."""
    databases.put("known")
    api = Api(acme.client_id, acme.client_secret)
    unpaid = quote_requests.quote(api, quote_requests.realtime("USD", _known["customer_id"]), _known["external"]).json()
    return {
        **_known,
        "authorization": api.headers["Authorization"],
        # It lives for five minutes.
        "quote_id": quote_requests.quote(api, _known["internal"], _known["external"], amount=100).json()["id"],
        "unpaid_quote_id": unpaid["id"],
        "token_id": factories.token(acme.platform).token.public_id,
    }


@pytest.mark.parametrize("endpoint", endpoints.every(), ids=str)
def test_a_request_made_from_the_document(endpoint, known, pytestconfig):
    operation = _schema()[endpoint.documented][endpoint.method.upper()]
    systematic, allowed, anything = (hooks.some_of(number, pytestconfig) for number in (SYSTEMATIC, ALLOWED, ANY))
    with _how_to_play_it_again(endpoint, "--all " if pytestconfig.getoption("all") else ""):
        for case in _systematic(operation, systematic):
            _check(case, known)
        _random(operation, GenerationMode.POSITIVE, allowed, lambda case: _check(case, known))
        _random(operation, GenerationMode.NEGATIVE, anything, lambda case: _check(case, known))


def _systematic(operation: Any, number: int) -> list[Any]:
    made: list[Any] = []
    for mode in GenerationMode:
        # schemathesis has no documented way to its systematic cases; requirements-dev.lock pins the release.
        # Unions have tens of thousands: some of the first ones.
        all_of_it = operation.schema.iter_coverage_cases(
            operation,
            generation_modes=[mode],
            generation_config=operation.schema.config.generation_for(operation=operation, phase="coverage"),
        )
        first = list(itertools.islice(all_of_it, 20 * number))
        made += random.Random(operation.label).sample(first, min(number, len(first)))
    return made


def _random(operation: Any, mode: GenerationMode, number: int, check: Callable[[Any], None]) -> None:
    @hypothesis.settings(
        max_examples=number, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @hypothesis.given(operation.as_strategy(mode, feedback=NO_FEEDBACK))
    def play(case: Any) -> None:
        check(case)

    play()


@contextlib.contextmanager
def _how_to_play_it_again(endpoint: endpoints.Endpoint, option: str) -> Iterator[None]:
    try:
        yield
    except BaseException as failure:
        test = f"tests/contract/test_fuzz.py::test_a_request_made_from_the_document[{endpoint}]"
        failure.add_note(f"Again: make test ARGS=\"{option}'{test}'\"")
        raise


def _check(case: Any, known: dict[str, str]) -> None:
    # These words are addresses of their own, not ids.
    if {"internal-accounts", "external-accounts", "kyc-link"} & set((case.path_parameters or {}).values()):
        return
    _fill(case, known)

    reply = case.call()

    if reply.status_code == 500 and reply.json()["code"] == "SWITCH_ERROR":
        return  # a generated account number that ends in 109: the sandbox was asked to fail
    takes_less = reply.status_code < 300 and filling.lacks_what_may_be_lacking(case.body)
    excluded = [openapi_checks.negative_data_rejection] if takes_less else None
    case.validate_response(reply, checks=CHECKS, excluded_checks=excluded)
    if reply.status_code >= 400 and case.meta.generation.mode.is_positive:
        name = case.operation.definition.raw["operationId"]
        assert refusals.unexplained(name, reply.json()) == [], case.as_curl_command()


def _fill(case: Any, known: dict[str, str]) -> None:
    """Give a case what no generator can know: a token, a key of its own, ids, and values that fit each other."""
    case.headers = {**(case.headers or {}), "Authorization": known["authorization"]}
    # The generator gives many requests one key; the second would get no further than 422.
    if re.fullmatch("[ -~]{1,255}", case.headers.get("Idempotency-Key", "")):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    fits = case.meta.generation.mode.is_positive
    # Of those that do not fit the document, every other one is about something that exists.
    if case.path_parameters and (fits or len(json.dumps(str(case.body))) % 2):
        of_path = {
            inflection.camelize(name, uppercase_first_letter=False): value
            for name, value in (known | _of_operation(case.path, known)).items()
        }
        case.path_parameters = {name: of_path.get(name, text) for name, text in case.path_parameters.items()}
    if not fits:
        return
    if case.query:
        case.query = filling.filled(case.query, known, case.path)
    if isinstance(case.body, dict):
        case.body = filling.filled(case.body, known, case.path)
        if case.path == "/customers/{customerId}" and case.body.get("customerType") == "BUSINESS":
            case.path_parameters = {"customerId": known["business"]}
    # What is put in fits, too; the generator can't judge files.
    case.meta.generation.mode = GenerationMode.POSITIVE


def _of_operation(path: str, known: dict[str, str]) -> dict[str, str]:
    """What stands in the path of this operation for something else than elsewhere."""
    is_decision = path.rpartition("/")[2] in {"approve", "reject"}
    return {"account_id": known[_account(path)]} | ({"transaction_id": known["waiting"]} if is_decision else {})


def _account(path: str) -> str:
    if "internal-accounts" in path:
        return "internal"
    return "of_platform" if path.startswith("/platform/") else "external"
