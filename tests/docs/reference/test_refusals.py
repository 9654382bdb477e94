"""The guard that every request of the tests passes: what it stops, and what it lets through."""

import pytest
from django.conf import settings

from platforms.base.errors import DomainError
from platforms.http import errors
from tests.support import refusals

BASE = f"/{settings.API_VERSION}"


def refused(rf, method: str, path: str, code: str) -> object:
    """Let the guard see a refusal of an endpoint."""
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path}
    error = type("Refusal", (DomainError,), {"code": code, "message": "It is refused."})()
    return refusals.checked(environ, errors.response(error, rf.get(path)))


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", f"{BASE}/tokens", "QUOTE_NOT_FOUND"),
        ("GET", f"{BASE}/quotes/x", "TOKEN_NOT_FOUND"),
        ("GET", f"{BASE}/tokens", "PAYLOAD_TOO_LARGE"),
        ("POST", f"{BASE}/transfer-out", "PULL_NOT_SUPPORTED"),
    ],
)
def test_a_code_that_the_endpoint_does_not_declare_fails_the_test_that_meets_it(rf, method, path, code):
    with pytest.raises(AssertionError, match=f"does not declare .* {code}"):
        refused(rf, method, path, code)


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", f"{BASE}/quotes/x", "QUOTE_NOT_FOUND"),
        ("POST", f"{BASE}/transfer-out", "INSUFFICIENT_BALANCE"),
        ("POST", f"{BASE}/transfer-out", "IDEMPOTENCY_KEY_REUSED"),
        ("PUT", f"{BASE}/tokens", "METHOD_NOT_ALLOWED"),
        ("GET", f"{BASE}/nothing", "NOT_FOUND"),
        ("GET", "/docs/nothing", "NOT_FOUND"),
    ],
)
def test_what_is_declared_or_comes_before_an_endpoint_passes(rf, method, path, code):
    assert refused(rf, method, path, code)
