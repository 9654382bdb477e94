"""Shared fixtures: platforms acme and rival, customers alice (approved) and bob (pending); api, worker, clock."""

import base64
import contextlib
import copy
import gc
import json
import logging
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import BaseCommand
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import Client, TransactionTestCase, override_settings
from django.test.client import ClientHandler
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from banks.rail import routes
from config.celery import Task
from config.management.commands import migrate
from config.superusers.management.commands import createsuperuser
from config.variables import values
from payments.providers import asking, calls
from platforms.base.isolation import isolation
from platforms.database import prepared
from platforms.database.postgresql import base
from platforms.management.commands import bootstrap_demo
from platforms.models import Platform
from tests.selection import hooks
from tests.selection.hooks import (  # noqa: F401 - hooks of pytest
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_configure_node,
    pytest_ignore_collect,
    pytest_pycollect_makeitem,
    pytest_terminal_summary,
)
from tests.support import databases, factories, patience, refusals
from tests.support.backoffice import browser
from tests.support.backoffice.declared_actions import own_actions  # noqa: F401 - a fixture
from tests.support.processes.adapters import adapters  # noqa: F401 - a fixture
from tests.support.processes.heartbeats import own_heartbeats  # noqa: F401 - a fixture
from tests.support.processes.worker import Worker
from tests.support.servers import name_server
from tests.support.statements import costs, statements  # noqa: F401 - fixtures

BASE = "/2025-10-13"
MOVED = 400
"""Days: more than a year, so that no date can be right by accident."""

# No deadlines: how long an example takes says more of the machine than of the code. Whoever works on the code meets new
# examples in every run; a change is judged twice by the same ones.
hypothesis_settings.register_profile("new_examples", deadline=None, print_blob=True)
hypothesis_settings.register_profile(
    "same_examples", parent=hypothesis_settings.get_profile("new_examples"), derandomize=True
)
hypothesis_settings.load_profile("same_examples" if os.environ.get("SAME_EXAMPLES") else "new_examples")


class Api:
    """A platform's client of the API, over Django's whole request cycle."""

    def __init__(self, client_id: str, client_secret: str) -> None:
        credentials = base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()
        self.headers = {"Authorization": f"Basic {credentials}"}
        self._client = Client(raise_request_exception=False)

    def get(self, path: str, **query: Any) -> Any:
        return self._client.get(f"{BASE}{path}", query, headers=self.headers)

    def post(self, path: str, body: Any = None, *, key: str | None = None, **headers: str) -> Any:
        return self._send("post", path, body, key, headers)

    def patch(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        return self._send("patch", path, body, key, {})

    def put(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        return self._send("put", path, body, key, {})

    def delete(self, path: str, *, key: str | None = None) -> Any:
        return self._send("delete", path, None, key, {})

    def _send(self, method: str, path: str, body: Any, key: str | None, headers: dict[str, str]) -> Any:
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        sent = {**self.headers, **headers, **({"Idempotency-Key": key} if key else {})}
        send = getattr(self._client, method)
        return send(f"{BASE}{path}", data=content, content_type="application/json", headers=sent)

    # The steps that most stories begin with.

    def customer(self, name: str = "Ada Lovelace", **fields: Any) -> str:
        reply = self.post("/customers", factories.individual(name, **fields))
        assert reply.status_code == 201, reply.content
        return str(reply.json()["id"])

    def internal_account(self, customer: str | None, currency: str = "USD") -> str:
        if customer is None:
            reply = self.get("/platform/internal-accounts", currency=currency)
        else:
            reply = self.get("/customers/internal-accounts", customerId=customer, currency=currency)
        return str(reply.json()["data"][0]["id"])

    def external_account(self, customer: str | None, info: dict[str, Any] | None = None, currency: str = "USD") -> str:
        body: dict[str, Any] = {"currency": currency, "accountInfo": info or factories.usd_account()}
        if customer is not None:
            body["customerId"] = customer
        reply = self.post("/customers/external-accounts", body)
        assert reply.status_code == 201, reply.content
        return str(reply.json()["id"])

    def fund(self, account: str, amount: int) -> None:
        reply = self.post(f"/sandbox/internal-accounts/{account}/fund", {"amount": amount})
        assert reply.status_code == 200, reply.content

    def transfer_out(self, source: str, destination: str, amount: int, *, key: str | None = None) -> Any:
        body = {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": amount}
        return self.post("/transfer-out", body, key=key)

    def transfer_in(self, source: str, destination: str, amount: int, *, key: str | None = None) -> Any:
        body = {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": amount}
        return self.post("/transfer-in", body, key=key)


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_keepdb: bool,  # noqa: FBT001 - a fixture
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Do what pytest-django's fixture of this name does, with one migration for all workers."""
    worker = getattr(request.config, "workerinput", {"workerid": "alone", "testrunuid": f"{os.getpid()}"})
    run = worker["testrunuid"][:8]
    with django_db_blocker.unblock():
        stack = contextlib.ExitStack()
        stack.enter_context(databases.a_copy_for(worker["workerid"], run=run, is_kept=django_db_keepdb))
    yield
    with django_db_blocker.unblock():
        stack.close()


@pytest.fixture(scope="session", autouse=True)
def _emptied_in_our_way() -> Iterator[None]:
    """After a test that commits, Django would empty every table and load again what migrations load.

    And it would close the connection. A new one reads the catalog again, which takes longer than many a test; the one
    there is is brought back to its beginning instead.
    """

    def empty(_case: TransactionTestCase) -> None:
        databases.begin_anew()
        databases.empty()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda _case: False)
        yield


_OF_THE_OWNER = (migrate.Command, createsuperuser.Command, bootstrap_demo.Command)


@pytest.fixture(scope="session", autouse=True)
def _with_the_rights_of_the_service() -> Iterator[None]:
    """Whatever the service does, it does as its own role of the database: requests, tasks and commands."""

    def as_service(run: Any) -> Any:
        def wrapped(self: Any, *args: Any, **options: Any) -> Any:
            if isinstance(self, _OF_THE_OWNER):
                return run(self, *args, **options)
            with databases.as_service():
                return run(self, *args, **options)

        return wrapped

    connection_created.connect(databases.choose_role)
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in ((ClientHandler, "__call__"), (Task, "__call__"), (BaseCommand, "execute")):
            patch.setattr(owner, name, as_service(getattr(owner, name)))
        patch.setattr(BaseDatabaseWrapper, "cursor", databases.cursor_of_oneself)
        yield
    connection_created.disconnect(databases.choose_role)


@pytest.fixture(scope="session", autouse=True)
def _refusals_are_declared() -> Iterator[None]:
    """Whoever asks the API in a test, it refuses with no code that the endpoint does not declare."""
    answer = ClientHandler.__call__
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "__call__", lambda self, environ: refusals.checked(environ, answer(self, environ)))
        yield


@pytest.fixture(scope="session", autouse=True)
def _statements_without_a_limit() -> None:
    """The limit of a role's statements comes with its program, which some tests import, and costs statements."""
    base.limit_statements(0)


@pytest.fixture(scope="session", autouse=True)
def _others_are_waited_for() -> Iterator[None]:
    """A machine that stands still for a moment must not move the work of a test into another thread, or end it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calls, "PATIENCE_SECONDS", patience.LONG)
        patch.setattr(calls, "IN_DOUBT_SECONDS", patience.LONG)
        patch.setattr(asking, "RATES_PATIENCE_SECONDS", patience.LONG)
        patch.setattr(isolation, "_ANSWER_SECONDS", patience.LONG)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_connection_and_no_browser_outlives_the_tests(django_db_setup: None) -> Iterator[None]:
    yield
    prepared.close_idle()
    browser.end()


@pytest.fixture(scope="session")
def _name_server() -> Iterator[name_server.NameServer]:
    with name_server.serving() as server:
        yield server


@pytest.fixture
def names(_name_server: name_server.NameServer) -> Iterator[name_server.NameServer]:
    """The name server that the service asks: what a test tells it is forgotten afterwards."""
    yield _name_server
    _name_server.records.clear()
    _name_server.silent.clear()
    _name_server.asked.clear()


@pytest.fixture(scope="session", autouse=True)
def _settings_of_tests(
    tmp_path_factory: pytest.TempPathFactory, _name_server: name_server.NameServer
) -> Iterator[None]:
    documents = values.document_storage(tmp_path_factory.mktemp("storage").as_uri())
    with override_settings(
        STORAGES={**settings.STORAGES, "documents": documents},
        # A good hash takes a quarter of a second. The second one is the service's own.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS],
        # On a busy machine a token is not read twice in a test that counts statements.
        TOKEN_CACHE_SECONDS=3600,
        # All tests come from one address, and those of a worker from one platform, at the pace of a machine: on a quick
        # one a single test asks more often than the service allows.
        RATE_LIMIT_PER_SECOND=100_000,
        RATE_LIMIT_BURST=100_000,
        RATE_LIMIT_PLATFORM_FACTOR=10_000,
        ADDRESS_RATE_PER_SECOND=100_000,
        ADDRESS_RATE_BURST=100_000,
        STAFF_SIGN_INS_PER_MINUTE=100_000,
        DNS_SERVERS=[_name_server.address],
        # Each client of a test has middleware of its own; to list two hundred static files for it takes 10 ms.
        WHITENOISE_AUTOREFRESH=True,
    ):
        yield


@pytest.fixture(autouse=True)
def _routes_are_read_anew() -> Iterator[None]:
    """The routes of one test are not those of the next: a process remembers them for some seconds."""
    yield
    routes.forget()


@pytest.fixture(autouse=True)
def _quiet_request_log() -> None:
    logging.getLogger("requests").setLevel(logging.WARNING)


@pytest.fixture
def within_an_hour() -> None:
    """Let no hour, and so no day, end during the test: one that is nearly over is waited out."""
    left = 3600 - time.time() % 3600
    if left < 20:
        time.sleep(left)


@pytest.fixture
def ended_connections(db: None) -> Iterator[None]:
    """End the connections of a live server's threads, which wait for a next request that never comes."""
    yield
    prepared.close_idle()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep Python's garbage collector off what stays to the end: thousands of tests, and all modules."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what is marked `any_clock` as time goes, or on a platform whose clock was moved by 400 days; nightly both."""
    if metafunc.definition.get_closest_marker("any_clock") and "days_ahead" in metafunc.fixturenames:
        days = hooks.one_of([0, MOVED], metafunc.definition.nodeid, metafunc.config)
        metafunc.parametrize("days_ahead", days, indirect=True, ids=["moved" if each else "" for each in days])


@pytest.fixture
def days_ahead(request: pytest.FixtureRequest) -> int:
    """How far acme's clock was moved before the test."""
    return int(getattr(request, "param", 0))


@pytest.fixture(scope="session")
def _acme(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Platform:
    with django_db_blocker.unblock(), databases.recorded("acme"):
        return factories.platform("acme")


@pytest.fixture(scope="session")
def _rival(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Platform:
    with django_db_blocker.unblock(), databases.recorded("rival"):
        return factories.platform("rival")


def tenant_for_recording(platform: Platform, *, days_ahead: int = 0) -> factories.Tenant:
    """Put a platform with a token into the database, for what is to be recorded next.

    The token has been used once: from then on no request changes its row, which shall be in no recording.
    """
    databases.put(platform.name)
    tenant = factories.with_token(copy.deepcopy(platform), days_ahead=days_ahead)
    assert Api(tenant.client_id, tenant.client_secret).get("/config").status_code == 200
    return tenant


def _customer(platform: Platform, recording: str, name: str) -> str:
    tenant = tenant_for_recording(platform)
    with databases.recorded(recording):
        return Api(tenant.client_id, tenant.client_secret).customer(name)


@pytest.fixture(scope="session")
def _alice(_acme: Platform, django_db_blocker: DjangoDbBlocker) -> str:
    with django_db_blocker.unblock():
        return _customer(_acme, "alice", "Alice Approved")


@pytest.fixture(scope="session")
def _bob(_acme: Platform, django_db_blocker: DjangoDbBlocker) -> str:
    with django_db_blocker.unblock():
        return _customer(_acme, "bob", "Bob Pending 001")


@pytest.fixture
def acme(_acme: Platform, db: None, days_ahead: int) -> factories.Tenant:
    """The same platform in all tests of a worker. Its token is this test's: limits and caches go by tokens."""
    databases.put("acme")
    return factories.with_token(copy.deepcopy(_acme), days_ahead=days_ahead)


@pytest.fixture
def rival(_rival: Platform, db: None) -> factories.Tenant:
    databases.put("rival")
    return factories.with_token(copy.deepcopy(_rival))


@pytest.fixture
def api(acme: factories.Tenant) -> Api:
    return Api(acme.client_id, acme.client_secret)


@pytest.fixture
def rival_api(rival: factories.Tenant) -> Api:
    return Api(rival.client_id, rival.client_secret)


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def alice(_alice: str, api: Api, days_ahead: int) -> str:
    """An approved customer of acme, made in its time."""
    if days_ahead:
        return api.customer("Alice Approved")
    databases.put("alice")
    return _alice


@pytest.fixture
def bob(_bob: str, api: Api, days_ahead: int) -> str:
    """A customer of acme whose identity is still being checked."""
    if days_ahead:
        return api.customer("Bob Pending 001")
    databases.put("bob")
    return _bob
