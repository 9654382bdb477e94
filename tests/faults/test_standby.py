"""A primary and a standby of it: lists are read from the standby, and it takes over when the primary is gone.

Real servers and a real web process; the tests go on where the one before has ended.
"""

import dataclasses
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from bench import child, programs
from config.launch import environment
from tests.support import patience
from tests.support.servers import clusters

pytestmark = pytest.mark.service

BASE = "/2025-10-13"
_STAFF = """
import json, logging, sys
import django
django.setup()
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from payments.models import InternalAccount, Transaction
from platforms.database import replica

# Of a busy machine's replica nobody would read that is some milliseconds behind.
replica._PAUSES, replica._ANSWER_SECONDS = (0.1,) * 3000, 300.0
logging.getLogger("requests").setLevel(logging.WARNING)
client, there, told = Client(), [], {}
staff = User.objects.create_superuser("staff", "staff@example.com")
client.force_login(staff, "django.contrib.auth.backends.ModelBackend")
account = InternalAccount.objects.filter(customer__isnull=False, currency="USD").earliest("id")
row = Transaction.objects.latest("created_at")

def note(execute, sql, parameters, many, context):
    there.append(sql)
    return execute(sql, parameters, many, context)

def ask(name, method, path, **sent):
    del there[:]
    with connections["replica"].execute_wrapper(note):
        reply = getattr(client, method)(f"/admin/payments/{path}", sent)
        content = reply.getvalue()
    tables = sorted({table for sql in there for table in ("payments_transaction", "payments_posting") if table in sql})
    told[name] = [reply.status_code, tables, str(row.id)[:8] in content.decode()]

ask("list", "get", "transaction/")
ask("export", "post", "transaction/export/")
ask("object", "get", f"transaction/{row.id}/change/")
ask("statement", "get", f"ledgeraccount/{account.ledger_account_id}/statement/")
ask("exported statement", "post", f"ledgeraccount/{account.ledger_account_id}/export/", form="csv")
json.dump(told, sys.stdout)
"""
_LAST_STATEMENTS = f"SELECT query FROM pg_stat_activity WHERE usename = '{environment.SERVICE}'"


@dataclasses.dataclass
class Pair:
    """Two servers, a web process, and a platform with a customer."""

    primary: clusters.Server
    standby: clusters.Server
    web: programs.Web
    owner: dict[str, Any]

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=patience.LONG)
        try:
            headers = {**self.owner["headers"], "Content-Type": "application/json", "Idempotency-Key": key}
            connection.request(
                method, path, json.dumps(body), {name: value for name, value in headers.items() if value}
            )
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read() or b"{}"), dict(reply.getheaders())
        finally:
            connection.close()

    def pay(self, key: str = "") -> tuple[int, Any, dict[str, str]]:
        holder = self.owner["holders"][0]
        body = {
            "source": {"accountId": holder["USD"]},
            "destination": {"accountId": holder["external"]},
            "amount": 1,
        }
        return self.ask("POST", f"{BASE}/transfer-out", body, key)

    def newest(self) -> str:
        status, page, _ = self.ask("GET", f"{BASE}/transactions?limit=1")
        assert status == 200, page
        return str(page["data"][0]["id"]) if page["data"] else ""

    def lists_on(self, server: clusters.Server) -> bool:
        """Tell whether a connection of the service has last read a list there."""
        return any("payments_transaction" in str(query) for (query,) in server.execute(_LAST_STATEMENTS))

    def use(self) -> str:
        return str(self.ask("GET", "/readyz")[1]["checks"].get("replica"))


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    with clusters.folder() as root:
        primary = clusters.with_tables(root)
        owner = child.call("tenants", primary.url("postgres"), count=1, currencies=["USD"])
        standby = clusters.Server(root / "two")
        standby.follow(primary)
        variables = {
            "DATABASE_URL": clusters.url_of_both(primary, standby),
            "DATABASE_REPLICA_URL": standby.url(),
            "WEB_WORKERS": "1",
        }
        with programs.web("standby", variables=variables) as web:
            yield Pair(primary, standby, web, owner)
        standby.end()
        primary.end()


def test_lists_are_read_from_the_replica_and_show_what_was_just_written(pair):
    for _ in range(20):
        status, made, _ = pair.pay()
        assert status == 201, made
        assert pair.newest() == made["id"]

    patience.until(lambda: pair.newest() and pair.lists_on(pair.standby))
    patience.until(lambda: pair.use() == "ok")
    # What decides is asked of the primary alone: nothing that the service does there failed for writing.
    assert pair.standby.execute("SELECT pg_is_in_recovery()") == [(True,)]


def test_lists_and_exports_of_the_back_office_are_read_from_the_replica_and_single_objects_are_not(pair):
    # Other tests of this file may run in another process, on other servers.
    assert pair.pay()[0] == 201
    addresses = {"DATABASE_URL": pair.primary.url("postgres"), "DATABASE_REPLICA_URL": pair.standby.url("postgres")}
    done = subprocess.run(
        [sys.executable, "-c", _STAFF],
        cwd=environment.PROJECT,
        env={**os.environ, **addresses, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {name: [status, tables] for name, (status, tables, _) in told.items()} == {
        "list": [200, ["payments_transaction"]],
        "export": [200, ["payments_transaction"]],
        "object": [200, []],
        "statement": [200, []],
        "exported statement": [200, ["payments_posting"]],
    }
    # What is read there is what there is.
    assert all(is_shown for name, (_, _, is_shown) in told.items() if name in {"list", "export"})


def test_a_replica_that_is_late_is_not_read(pair):
    pair.standby.execute("SELECT pg_wal_replay_pause()")
    try:
        status, made, _ = pair.pay()
        assert status == 201, made
        assert pair.newest() == made["id"]
        patience.until(lambda: pair.use() == "late")
    finally:
        pair.standby.execute("SELECT pg_wal_replay_resume()")
    patience.until(lambda: pair.use() == "ok")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_replica_that_is_gone_costs_nobody_an_answer(pair, how):
    _, first, _ = pair.pay()
    patience.until(lambda: pair.newest() == first["id"])
    pair.standby.end(how)

    assert pair.newest()
    patience.until(lambda: pair.use() == "late")
    status, made, _ = pair.pay()
    assert (status, pair.newest()) == (201, made["id"])

    pair.standby.start()
    patience.until(lambda: pair.use() == "ok")


def test_a_standby_takes_over_and_no_acknowledged_payment_is_lost(pair):
    """With synchronous replication, as docs/operator/database.md asks for."""
    pair.primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    pair.primary.execute("SELECT pg_reload_conf()")
    patience.until(lambda: pair.primary.execute("SELECT sync_state FROM pg_stat_replication") == [("sync",)])
    clients = _Clients(pair)
    with clients:
        patience.until(lambda: len(clients.made) > 20)
        pair.primary.end(signal.SIGKILL)
        patience.until(lambda: len(clients.refused) > 2)
        pair.standby.execute("SELECT pg_promote()")
        before = len(clients.made)
        patience.until(lambda: len(clients.made) > before + 20)

    assert {status for status, *_ in clients.refused} == {503}
    assert {headers["retry-after"] for _, _, headers in clients.refused} == {"1"}
    kept = {str(key) for (key,) in pair.standby.execute("SELECT id FROM payments_transaction")}
    assert {made.removeprefix("Transaction:") for made in clients.made.values()} <= kept
    # A key that was refused and asked again made one payment.
    assert len(set(clients.made.values())) == len(clients.made)
    # What was the replica is the primary now: lists are read there, as such.
    assert pair.newest() in clients.made.values()
    patience.until(lambda: pair.use() == "late")


class _Clients:
    """A client that pays, each time until it succeeds."""

    def __init__(self, pair: Pair) -> None:
        self.made: dict[str, str] = {}
        self.refused: list[tuple[int, Any, dict[str, str]]] = []
        self._pair, self._stop = pair, threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            key = os.urandom(8).hex()
            while key not in self.made and not self._stop.is_set():
                status, reply, headers = self._pair.pay(key)
                if status == 201:
                    self.made[key] = reply["id"]
                else:
                    self.refused.append((status, reply, headers))
                    time.sleep(0.05)
