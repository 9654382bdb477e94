"""A commit whose wait for the standby was cancelled is done on this server alone: nobody is told that it is done."""

import json
import os
import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from bench import child, load, programs
from platforms.database.driver import Connection
from tests.support import patience
from tests.support.servers import clusters, watching

pytestmark = pytest.mark.service

BASE = "/2025-10-13"
_FAULT = "a commit's wait for a synchronous standby is cancelled (`pg_cancel_backend`), or the server crashes meanwhile"
_WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
_CANCEL = f"SELECT pg_cancel_backend(pid) FROM ({_WAITING}) waiting"


@pytest.fixture(scope="module")
def server() -> Iterator[clusters.Server]:
    with clusters.folder() as root:
        server = clusters.with_tables(root)
        yield server
        server.end()


@pytest.fixture
def lonely(server) -> Iterator[clusters.Server]:
    """The server, whose commits wait for a standby that is away."""
    standbys(server, "away")
    yield server
    standbys(server, "")


def standbys(server: clusters.Server, names: str) -> None:
    server.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
    server.execute("SELECT pg_reload_conf()")
    patience.until(lambda: server.execute("SHOW synchronous_standby_names") == [(names,)])


class Asking(threading.Thread):
    """Something that waits for a commit, in a thread."""

    def __init__(self, ask: Any) -> None:
        super().__init__()
        self._ask = ask
        self.answer: Any = None
        self.error: Any = None
        self.start()

    def run(self) -> None:
        try:
            self.answer = self._ask()
        except psycopg.Error as error:
            self.error = error

    def cancelled(self, server: clusters.Server) -> "Asking":
        """Cancel what it waits for, and return when it has been told."""
        patience.until(lambda: bool(server.execute(_WAITING)) or not self.is_alive())
        server.execute(_CANCEL)
        self.join()
        return self


@pytest.mark.parametrize("is_automatic", [True, False])
def test_a_cancelled_wait_is_an_outage_and_ends_the_connection(lonely, is_automatic):
    link = Connection.connect(lonely.url("postgres"), autocommit=is_automatic)

    def write() -> None:
        link.execute(f"CREATE TABLE automatic_{is_automatic} ()")
        link.commit()

    asking = Asking(write).cancelled(lonely)

    assert (str(asking.error), asking.error.sqlstate, link.closed) == ("a standby may lack the commit", None, True)
    # Anybody sees it.
    assert lonely.execute(f"SELECT count(*) FROM automatic_{is_automatic}") == [(0,)]


class Client:
    """A client of a web process over the server."""

    def __init__(self, web: programs.Web, owner: dict[str, Any]) -> None:
        self._port, self._owner = web.port, owner

    def pay(self, key: str) -> tuple[int, Any]:
        holder = self._owner["holders"][0]
        ends = {"source": {"accountId": holder["USD"]}, "destination": {"accountId": holder["external"]}}
        return self.ask("POST", "/transfer-out", {**ends, "amount": 1}, key)

    def ask(self, method: str, path: str, body: Any = None, key: str = "", *, base: str = BASE) -> tuple[int, Any]:
        headers = self._owner["headers"] | ({"Idempotency-Key": key} if key else {})
        sent = json.dumps(body).encode() if body else b""
        request = load.request(method, f"{base}{path}", body=sent, headers=headers)
        told = load.drive(port=self._port, requests=[request], seconds=patience.LONG, connections=1)
        [status] = told.statuses
        return status, json.loads(told.document)


@pytest.fixture(scope="module")
def client(server) -> Iterator[Client]:
    owner = child.call("tenants", server.url("postgres"), count=1, currencies=["USD"])
    with programs.web("cancelled", variables={**os.environ, "DATABASE_URL": server.url(), "WEB_WORKERS": "1"}) as web:
        yield Client(web, owner)


def test_a_payment_is_acknowledged_only_when_a_standby_has_it(server, client, lonely):
    first = Asking(lambda: client.pay("key")).cancelled(server)
    again = Asking(lambda: client.pay("key")).cancelled(server)
    looked_up = Asking(lambda: client.ask("GET", "/idempotency-keys/key")).cancelled(server)
    voided = Asking(lambda: client.ask("POST", "/idempotency-keys/key/void")).cancelled(server)

    for asking in (first, again, looked_up, voided):
        status, reply = asking.answer
        assert (status, reply["code"]) == (503, "SERVICE_UNAVAILABLE")
    seen = watching.rows()[_FAULT]
    patience.until(lambda: watching.of_readyz(*client.ask("GET", "/readyz", base="")) == seen.readyz)
    [(payment,)] = server.execute("SELECT id FROM payments_transaction")

    standbys(server, "")
    status, reply = client.pay("key")
    assert (status, reply["id"]) == (201, f"Transaction:{payment}")
    assert client.ask("GET", "/idempotency-keys/key")[1]["reply"]["id"] == reply["id"]
    assert server.execute("SELECT count(*) FROM payments_transaction") == [(1,)]


def test_a_connection_to_a_server_that_takes_no_writes_any_more_is_left(server):
    """A pooler keeps it open when the server behind becomes a standby."""
    with Connection.connect(server.url("postgres"), autocommit=True) as link:
        link.execute("SET default_transaction_read_only = on")
        link.execute("SELECT 1")
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            link.execute("CREATE TABLE written ()")
        assert link.closed
