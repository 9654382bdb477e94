"""The samples for frameworks pay once and take webhooks, against a service that runs."""

import json
import os
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from bench import programs
from config.launch import environment, processes
from tests.support import factories, patience
from tests.support.servers import services

pytestmark = pytest.mark.beside

_PROJECT = pathlib.Path(environment.PROJECT)
_COMMANDS = {
    "Django": [sys.executable, str(_PROJECT / "docs" / "samples" / "django_shop.py"), "runserver", "--noreload"],
}


class Shop:
    """A sample that runs."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        content = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(f"{self.url}/{path}", data=content, timeout=patience.LONG) as reply:
                return reply.status, json.loads(reply.read() or b"null")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null")


@pytest.fixture(scope="module")
def service() -> Iterator[services.Service]:
    with services.running() as started:
        yield started


@pytest.fixture(params=_COMMANDS)
def shop(request, service, tmp_path) -> Iterator[Shop]:
    """A sample in a folder with nothing else, which is the platform's endpoint."""
    made = json.loads((service.root / "sandbox.json").read_text())
    port = programs.free_port()
    process = subprocess.Popen(
        [*_COMMANDS[request.param], str(port)],
        cwd=tmp_path,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(_PROJECT / "clients" / "python" / "src"),
            "PAYMENTS_BASE_URL": made["baseUrl"],
            "PAYMENTS_CLIENT_ID": made["clientId"],
            "PAYMENTS_CLIENT_SECRET": made["clientSecret"],
        },
        start_new_session=True,
    )
    shop = Shop(f"http://127.0.0.1:{port}")
    try:
        patience.until(lambda: process.poll() is not None or is_open(shop))
        assert process.poll() is None
        service.call("PATCH", "/config", {"webhookEndpoint": f"{shop.url}/webhooks"})
        yield shop
    finally:
        processes.end_group(process.pid)
        process.wait()


def is_open(shop: Shop) -> bool:
    try:
        return shop.ask("webhooks", {})[0] == 401
    except OSError:
        return False


def test_a_withdrawal_that_is_asked_for_twice_is_paid_once_and_webhooks_tell_its_end(shop, service):
    customer = service.call("POST", "/customers", factories.individual("Ada Lovelace"))["id"]
    [account] = service.call("GET", f"/customers/internal-accounts?customerId={customer}&currency=USD")["data"]
    info = {"customerId": customer, "currency": "USD", "accountInfo": factories.usd_account()}
    bank = service.call("POST", "/customers/external-accounts", info)["id"]
    service.call("POST", f"/sandbox/internal-accounts/{account['id']}/fund", {"amount": 100_00})
    wanted = {"id": str(uuid.uuid4()), "account": account["id"], "bank": bank, "amount": 25_00}

    assert [shop.ask("withdrawals", wanted)[0] for _ in range(2)] == [200, 200]
    patience.until(lambda: shop.ask(f"withdrawals/{wanted['id']}")[1]["status"] == "COMPLETED")

    [payment] = services.read_all(service, customer)
    assert payment["metadata"] == {"withdrawal": wanted["id"]}
    [event] = service.call("GET", f"/events?resourceId={payment['id']}&type=OUTGOING_PAYMENT.PENDING")["data"]
    service.call("POST", f"/events/{event['id']}/redeliver")
    patience.until(lambda: service.call("GET", f"/events/{event['id']}")["status"] == "DELIVERED")
    assert shop.ask(f"withdrawals/{wanted['id']}")[1]["status"] == "COMPLETED", "the former event was not handled again"


def test_a_withdrawal_that_is_refused_says_why(shop, service):
    wanted = {"id": str(uuid.uuid4()), "account": "InternalAccount:x", "bank": "ExternalAccount:x", "amount": 25_00}

    assert shop.ask("withdrawals", wanted)[0] == 400


def test_a_forged_event_is_refused(shop):
    assert shop.ask("webhooks", {"id": "Webhook:1", "type": "OUTGOING_PAYMENT.COMPLETED"})[0] == 401
