"""The samples for frameworks pay once and take webhooks, against a service that runs."""

import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bench import programs
from clients import node
from config.launch import environment, processes
from tests.clients import packages
from tests.support import factories, patience
from tests.support.servers import services

pytestmark = pytest.mark.beside

_PROJECT = pathlib.Path(environment.PROJECT)
_HERE = pathlib.Path(__file__).parent
_SAMPLES = _PROJECT / "docs" / "samples"


def _django(folder: pathlib.Path) -> list[str]:
    return [sys.executable, str(_SAMPLES / "django_shop.py"), "runserver", "--noreload"]


def _fastapi(folder: pathlib.Path) -> list[str]:
    return [sys.executable, str(_SAMPLES / "fastapi_shop.py")]


def _express(folder: pathlib.Path) -> list[str]:
    """Put the sample where the client and Express are installed, as `npm install` leaves them."""
    made = packages.pack_typescript(folder)
    installed = node.installed(*(_HERE / "express" / name for name in ("package.json", "package-lock.json")))
    for path in (installed / "node_modules").iterdir():
        if not path.name.startswith("."):
            place = made.program / "node_modules" / path.name
            place.unlink(missing_ok=True)  # a tool with which the client was built
            place.symlink_to(path)
    shutil.copy(_SAMPLES / "express_shop.mjs", made.program)
    return [str(node.NODE), str(made.program / "express_shop.mjs")]


_COMMANDS: dict[str, Callable[[pathlib.Path], list[str]]] = {
    "Django": _django,
    "FastAPI": _fastapi,
    "Express": _express,
}


class Shop:
    """A sample that runs."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        content = None if body is None else json.dumps(body).encode()
        try:
            headers = {"Content-Type": "application/json"}
            request = urllib.request.Request(f"{self.url}/{path}", data=content, headers=headers)
            with urllib.request.urlopen(request, timeout=patience.LONG) as reply:
                return reply.status, json.loads(reply.read() or b"null")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read() or b"null")


@pytest.fixture(scope="module")
def service() -> Iterator[services.Service]:
    with services.running() as started:
        yield started


@pytest.fixture(scope="module")
def commands(tmp_path_factory) -> Callable[[str], list[str]]:
    """A function that returns the command which starts a sample: what it needs is put in place once."""
    return functools.cache(lambda name: _COMMANDS[name](tmp_path_factory.mktemp(name)))


@pytest.fixture(params=_COMMANDS)
def shop(request, service, commands, tmp_path) -> Iterator[Shop]:
    """A sample in a folder with nothing else, which is the platform's endpoint."""
    command = commands(request.param)
    made = json.loads((service.root / "sandbox.json").read_text())
    port = programs.free_port()
    process = subprocess.Popen(
        [*command, str(port)],
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
