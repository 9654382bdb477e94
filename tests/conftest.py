"""The fixed cast: platforms acme and rival, customers alice (approved) and bob (pending); api, worker, clock."""

import base64
import json
import logging
import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import setting_changed
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations
from django.dispatch import receiver
from django.test import Client, override_settings
from hypothesis import settings as hypothesis_settings

from config import environment
from payments.providers import registry
from platforms.kit import shared_connections
from tests import factories

BASE = "/2025-10-13"

# No deadlines: how long an example takes says more of the machine than of the code. Whoever works on the code meets new
# examples in every run; a change is judged twice by the same ones.
hypothesis_settings.register_profile("new_examples", deadline=None, print_blob=True)
hypothesis_settings.register_profile(
    "same_examples", parent=hypothesis_settings.get_profile("new_examples"), derandomize=True
)
hypothesis_settings.load_profile("same_examples" if os.environ.get("SAME_EXAMPLES") else "new_examples")


@receiver(setting_changed)
def _other_providers(setting: str, **_kwargs: object) -> None:
    """Make adapters anew when a test chooses others, and again when it ends: the registry remembers them."""
    if setting == "PROVIDERS":
        registry._adapter.cache_clear()


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


class Worker:
    """The Celery worker's work, done here and now."""

    def run(self) -> int:
        from payments import tasks

        return tasks.advance_due_payments()


@pytest.fixture(scope="session", autouse=True)
def _clean_up_past_the_append_only_triggers() -> Iterator[None]:
    """Let a transactional test be cleaned up.

    Such a test really commits, and Django empties the tables after it. The journal, the histories and the audit log
    refuse that, as they must. The clean-up, and nothing else, runs with triggers off: `LOCAL` ends with the database
    transaction of the clean-up. It takes the superuser that the test cluster gives.
    """
    plain = DatabaseOperations.sql_flush

    def sql_flush(self: DatabaseOperations, *args: Any, **options: Any) -> list[str]:
        statements = plain(self, *args, **options)
        return ["SET LOCAL session_replication_role = replica", *statements] if statements else []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", sql_flush)
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_connection_outlives_the_database(django_db_setup: None) -> Iterator[None]:
    yield
    shared_connections.close_idle()


@pytest.fixture(scope="session", autouse=True)
def _documents_in_a_temporary_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    documents = environment.document_storage(tmp_path_factory.mktemp("storage").as_uri())
    with override_settings(STORAGES={**settings.STORAGES, "documents": documents}):
        yield


@pytest.fixture(autouse=True)
def _quiet_request_log() -> None:
    logging.getLogger("requests").setLevel(logging.WARNING)


@pytest.fixture
def ended_connections(db: None) -> Iterator[None]:
    """End the connections of a live server's threads, which wait for a next request that never comes."""
    yield
    shared_connections.close_idle()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture
def acme(db: None) -> factories.Tenant:
    return factories.tenant("acme")


@pytest.fixture
def rival(db: None) -> factories.Tenant:
    return factories.tenant("rival")


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
def alice(api: Api) -> str:
    """An approved customer of acme."""
    return api.customer("Alice Approved")


@pytest.fixture
def bob(api: Api) -> str:
    """A customer of acme whose identity is still being checked."""
    return api.customer("Bob Pending 001")
