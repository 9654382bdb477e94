"""What a network address may ask without a token: wrong credentials, and the pages that are open to everybody."""

import base64
import secrets
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from platforms.http import authentication
from tests.conftest import BASE, Api
from tests.support import factories

pytestmark = pytest.mark.django_db
_SOMEBODY = uuid.uuid4()
_PAGES = {
    "identity": "/identity/nobody",
    "identity, its form": "/identity/nobody/you",
    "webhook keys": f"/webhook-keys/{_SOMEBODY}",
    "webhook keys as PEM": f"/webhook-keys/{_SOMEBODY}.pem",
    "OpenAPI document": f"{BASE}/openapi.json",
    "sign-in": "/admin/login/",
    "second factor": "/admin/second-factor/",
    "first password": "/admin/welcome/MQ/set-password/",
}
_UNLIMITED = {
    "healthz": "asked by load balancers, every second",
    "readyz": "asked by load balancers, every second",
    "admin/password_change/": "for those who are signed in",
    "": "one page, the same for everybody, which asks nobody",
    "2025-10-13/mcp": "for tokens alone, which have limits of their own",
    "docs/reference/": "a static page; the document that it shows is limited",
    "docs/reference/<str:subject>/": "the same",
    "docs/try/": "the same",
    "docs": "leads to its form with a slash",
    "docs/reference": "the same",
    "docs/try": "the same",
}
"""Paths outside of the API that may be asked without end, and why."""


def network() -> str:
    """Return a network of 64 bits that nobody has asked from: the buckets outlive the test."""
    return "2001:db8:" + ":".join(secrets.token_hex(2) for _ in range(2))


@pytest.fixture(autouse=True)
def three(settings) -> None:
    """Allow an address three at once, and one more each minute or slower."""
    settings.ADDRESS_RATE_PER_SECOND, settings.ADDRESS_RATE_BURST = 0.01, 3
    settings.STAFF_SIGN_INS_PER_MINUTE = 3


@pytest.mark.parametrize("path", _PAGES.values(), ids=_PAGES.keys())
def test_an_address_may_open_a_page_only_so_often(path):
    ours, others = network(), network()
    method = "post" if path.startswith("/admin/") else "get"

    def ask(address: str):
        return getattr(Client(REMOTE_ADDR=address), method)(path)

    replies = [ask(f"{ours}::{host}") for host in (1, 2, 3, 4)]

    assert 429 not in [reply.status_code for reply in replies[:3]]
    assert replies[3].status_code == 429
    assert int(replies[3]["Retry-After"]) >= 1
    assert ask(f"{others}::1").status_code == replies[0].status_code
    kind = "text/html" if path.startswith(("/identity/", "/admin/")) else "application/json"
    assert replies[3]["Content-Type"].startswith(kind)


@pytest.mark.parametrize("path", [path for path in _PAGES.values() if path.startswith("/admin/")])
def test_a_page_of_staff_is_looked_at_only_so_often_too(path):
    client = Client(REMOTE_ADDR=f"{network()}::1")

    replies = [client.get(path) for _ in range(4)]

    assert 429 not in [reply.status_code for reply in replies[:3]]
    assert (replies[3].status_code, int(replies[3]["Retry-After"]) >= 1) == (429, True)


def test_whoever_asks_too_often_costs_no_statement():
    client = Client(REMOTE_ADDR=f"{network()}::1")
    for _ in range(3):
        client.get("/identity/nobody")

    with CaptureQueriesContext(connection) as captured:
        assert client.get("/identity/nobody").status_code == 429
    assert captured.captured_queries == []


def test_every_page_that_is_open_to_everybody_is_limited():
    open_to_all = dict(_routes(get_resolver().url_patterns, ""))

    missing = {route for route, view in open_to_all.items() if not hasattr(view, "limited_per_address")}

    assert missing == set(_UNLIMITED)


def _routes(patterns, prefix):
    """Yield the routes outside of the API, the UMA protocol (tests/payments/uma) and what only staff see."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from _routes(pattern.url_patterns, route)
            continue
        view = pattern.callback
        is_api = hasattr(view, "endpoints")
        if not is_api and not route.startswith((".well-known/", "uma/", "admin/search")):
            assert isinstance(pattern, URLPattern)
            yield route, view


class _Guesser(Api):
    def __init__(self, address: str, client_id: str = "", client_secret: str = "") -> None:
        super().__init__(client_id or secrets.token_hex(16), client_secret or "wrong")
        self._client = Client(REMOTE_ADDR=address, raise_request_exception=False)

    def status(self) -> int:
        return int(self.get("/config").status_code)


@pytest.mark.parametrize("header", [None, "Bearer x", "Basic !!", "a new one each time"])
def test_wrong_credentials_are_tried_only_so_often(header):
    ours = network()

    def attempt(number: int):
        wrong = "Basic " + base64.b64encode(f"{number:032x}:wrong".encode()).decode()
        sent = {} if header is None else {"Authorization": wrong if header.startswith("a new") else header}
        return Client(REMOTE_ADDR=f"{ours}::{number}").get(f"{BASE}/config", headers=sent)

    replies = [attempt(number) for number in range(1, 6)]

    assert [reply.status_code for reply in replies] == [401, 401, 401, 429, 429]
    assert replies[4].json()["code"] == "RATE_LIMITED"
    assert int(replies[4]["Retry-After"]) >= 1


def test_who_guesses_too_often_is_not_looked_up_and_keeps_out_nobody_who_was_in(acme):
    address = f"{network()}::1"
    ours = _Guesser(address, acme.client_id, acme.client_secret)
    new = factories.token(acme.platform)
    assert ours.status() == 200
    assert [_Guesser(address).status() for _ in range(4)] == [401, 401, 401, 429]

    with CaptureQueriesContext(connection) as captured:
        assert _Guesser(address).status() == 429
    # What a process remembers of a token ends every other second.
    authentication.forget_cached()

    assert captured.captured_queries == []
    assert ours.status() == 200
    # One that this process has never seen waits like a guess, there; from elsewhere it is let in.
    fresh = (new.token.client_id, new.client_secret)
    assert (_Guesser(address, *fresh).status(), _Guesser(f"{network()}::1", *fresh).status()) == (429, 200)


def test_a_revoked_token_is_a_guess_like_any_other(acme):
    address = f"{network()}::1"
    created = factories.token(acme.platform)
    used = _Guesser(address, created.token.client_id, created.client_secret)
    assert used.status() == 200
    assert Api(acme.client_id, acme.client_secret).delete(f"/tokens/{created.token.public_id}").status_code == 204

    assert [used.status() for _ in range(4)] == [401, 401, 401, 429]
