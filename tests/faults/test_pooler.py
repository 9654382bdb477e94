"""The whole service behind PgBouncer, pooling by transaction: a payment, its webhook, reports, and two schedulers."""

import json
import pathlib
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from bench import programs
from config.launch import environment
from tests.support import factories, patience
from tests.support.servers import clusters
from tests.support.servers.programs import BYTE_CODE
from tests.support.servers.services import Service
from tests.support.servers.webhook_receiver import Receiver

pytestmark = pytest.mark.beside

SAMPLE = pathlib.Path(environment.PROJECT) / "docs" / "samples" / "pgbouncer.ini"
PAGE = pathlib.Path(environment.PROJECT) / "docs" / "operator" / "database.md"
POOL = 6
"""Connections to PostgreSQL, for what has ten times as many threads."""


def _role() -> str:
    """Return the statements of the page."""
    text = PAGE.read_text()
    block = text[text.index("<!-- pooled role -->") :].split("```sql\n")[1].split("```")[0]
    assert environment.SERVICE in block
    return block


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[clusters.Server, str]]:
    """A server behind a pooler with the sample's settings, and the address of the pooler's."""
    clusters.pooler_program()
    with clusters.folder() as root:
        server = clusters.with_tables(root)
        for statement in _role().split(";"):
            if statement.strip():
                server.execute(statement)
        port = programs.free_port()
        changes = clusters.on_loopback(server, port) | {"default_pool_size = 20": f"default_pool_size = {POOL}"}
        with clusters.pooling(server, SAMPLE, changes):
            yield server, f"postgresql://{environment.SERVICE}@127.0.0.1:{port}/{environment.DATABASE}"
        server.end()


def test_a_payment_its_webhook_and_the_check_of_the_books_pass_through_a_pooler(servers):
    server, url = servers
    root = server.home.root.parent / "service"
    root.mkdir()
    with Receiver() as receiver:
        service = Service(
            root,
            programs.free_port(),
            DATABASE_URL=url,
            DATABASE_OWNER_URL=server.url(environment.OWNER),
            DATABASE_PREPARE="false",
        )
        try:
            service.call("PATCH", "/config", {"webhookEndpoint": receiver.url})
            payments = _pay(service, 12)
            patience.until(lambda: _statuses(service) == ["COMPLETED"] * len(payments))
            patience.until(
                lambda: set(payments) <= {request.json.get("data", {}).get("id") for request in receiver.received}
            )
            _assert_pooled(server)
            checked = _check_the_books(root, url)
            assert checked.returncode == 0, checked.stdout + checked.stderr
            _assert_one_leads(server, service)
        finally:
            service.stop()
    logs = "".join((root / "log" / f"{role}.log").read_text() for role in ("web", "worker", "beat"))
    assert '"level": "ERROR"' not in logs
    assert "Traceback" not in logs


def _pay(service: Service, count: int) -> list[str]:
    customer = service.call("POST", "/customers", factories.individual(), key="customer")["id"]
    account = service.call("GET", f"/customers/internal-accounts?customerId={customer}&currency=USD")["data"][0]["id"]
    service.call("POST", f"/sandbox/internal-accounts/{account}/fund", {"amount": 1000}, key="fund")
    body = {"customerId": customer, "currency": "USD", "accountInfo": factories.usd_account("789")}
    target = service.call("POST", "/customers/external-accounts", body, key="external")["id"]
    ask = {"source": {"accountId": account}, "destination": {"accountId": target}, "amount": 1}
    return [service.call("POST", "/transfer-out", ask, key=f"payment-{n}")["id"] for n in range(count)]


def _statuses(service: Service) -> list[str]:
    page: list[dict[str, Any]] = service.call("GET", "/transactions?limit=100&type=OUTGOING")["data"]
    return [payment["status"] for payment in page]


def _assert_pooled(server: clusters.Server) -> None:
    """Nothing of the service has come past the pooler, which holds no more connections than it may."""
    found = server.execute(
        "SELECT count(*) FROM pg_stat_activity"
        f" WHERE usename = '{environment.SERVICE}' AND backend_type = 'client backend'"
    )
    assert 0 < int(str(found[0][0])) <= POOL


def _check_the_books(root: pathlib.Path, url: str) -> "subprocess.CompletedProcess[str]":
    secrets = json.loads((root / "secrets.json").read_text())
    variables = {"PATH": "/nowhere", "VAR_DIR": str(root), "DATABASE_URL": url, "DATABASE_PREPARE": "false"}
    command = [sys.executable, "manage.py", "ledger_check"]
    return subprocess.run(
        command,
        cwd=environment.PROJECT,
        env={**secrets, **variables, **BYTE_CODE},
        capture_output=True,
        text=True,
        check=False,
    )


def _assert_one_leads(server: clusters.Server, service: Service) -> None:
    """The lock of a scheduler that is killed is freed through the pooler as well."""
    held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    log = service.root / "log" / "beat.log"
    assert server.execute(held) == [(1,)]
    assert service.kill("config.processes.beat")
    patience.until(lambda: log.read_text().count('"this scheduler leads"') == 2)
    assert server.execute(held) == [(1,)]
