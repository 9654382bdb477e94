"""Callers whose every reply is held against the OpenAPI document."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import BASE, Api
from tests.support import api_document
from tests.support.compliance.sending import Desk
from tests.support.processes import listening


class CheckedApi(Api):
    """An API client that fails the test as soon as a reply is not what the document promises."""

    def get(self, path: str, **query: Any) -> Any:
        return self._checked("get", path, super().get(path, **query))

    def _send(self, method: str, path: str, body: Any, key: str | None, headers: dict[str, str]) -> Any:
        return self._checked(method, path, super()._send(method, path, body, key, headers))

    @staticmethod
    def _checked(method: str, path: str, reply: Any) -> Any:
        found = api_document.problems(method, BASE + path.partition("?")[0], reply.status_code, reply.content)
        assert found == []
        return reply


class CheckedDesk(Desk):
    """The same for files."""

    def send(self, method: str, path: str, body: bytes, **options: Any) -> Any:
        return CheckedApi._checked(method.lower(), path, super().send(method, path, body, **options))


@pytest.fixture(autouse=True)
def _no_listener_stays(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget that acme answers approvals: it is the same platform in the next test, which would wait for an answer."""
    tenant = request.getfixturevalue("acme") if "acme" in request.fixturenames else None
    yield
    if tenant is not None:
        listening.forget(tenant.platform)


@pytest.fixture
def api(acme) -> CheckedApi:
    return CheckedApi(acme.client_id, acme.client_secret)


@pytest.fixture
def rival_api(rival) -> CheckedApi:
    return CheckedApi(rival.client_id, rival.client_secret)
