"""Worker, web server and database are killed with -9 while transfers run: nothing is lost, nothing doubled."""

import threading
import time
from typing import Any

import pytest

from tests.support import factories, patience
from tests.support.servers.services import FUNDED, Service, read_all
from tests.support.servers.webhook_receiver import Receiver

pytestmark = pytest.mark.service

_BANKS = "/customers/external-accounts"
THREADS = 4
TRANSFERS_PER_THREAD = 40


def test_killing_everything_loses_no_money_and_no_event(service):
    with Receiver() as receiver:
        service.call("PATCH", "/config", {"webhookEndpoint": receiver.url})
        customer = service.call("POST", "/customers", factories.individual(), key="killed customer")["id"]
        account = service.call("GET", f"/customers/internal-accounts?customerId={customer}&currency=USD")["data"][0][
            "id"
        ]
        service.call("POST", f"/sandbox/internal-accounts/{account}/fund", {"amount": FUNDED}, key="killed fund")
        targets = [
            service.call("POST", _BANKS, factories.us_bank_of(customer, suffix), key=f"external-{suffix}")["id"]
            for suffix in ("789", "004")
        ]

        made = run_transfers_under_fire(service, account, targets)
        finish(service)

        payments = {payment["id"]: payment for payment in read_all(service, customer)}
        assert set(made.values()) == set(payments)
        assert len(made) == len(payments) == THREADS * TRANSFERS_PER_THREAD
        assert {payment["status"] for payment in payments.values()} == {"COMPLETED", "REJECTED"}
        sent = sum(p["sentAmount"]["amount"] for p in payments.values() if p["status"] == "COMPLETED")
        accounts = service.call("GET", f"/customers/internal-accounts?customerId={customer}&currency=USD")
        assert accounts["data"][0]["balance"]["amount"] == FUNDED - sent
        for key, transaction_id in made.items():
            assert (
                service.call("POST", "/transfer-out", transfer(key, account, targets), key=key)["id"] == transaction_id
            )
        checked = service.manage("ledger_check")
        assert checked.returncode == 0, checked.stdout
        assert_every_event_arrived(service, receiver)
        service.call("PATCH", "/config", {"webhookEndpoint": ""})


def transfer(key: str, account: str, targets: list[str]) -> dict[str, Any]:
    number = int(key.rpartition("-")[2])
    return {
        "source": {"accountId": account},
        "destination": {"accountId": targets[1] if number % 10 == 0 else targets[0]},
        "amount": 1 + number,
    }


def run_transfers_under_fire(service: Service, account: str, targets: list[str]) -> dict[str, str]:
    """Make transfers in threads while one role after the other is killed; return key → transaction id."""
    made: dict[str, str] = {}
    broken: list[BaseException] = []

    def pay(thread: int) -> None:
        try:
            for number in range(TRANSFERS_PER_THREAD):
                key = f"{thread}-{number}"
                made[key] = service.call("POST", "/transfer-out", transfer(key, account, targets), key=key)["id"]
                time.sleep(0.05)
        except BaseException as error:  # noqa: BLE001 - shown by the test's own thread
            broken.append(error)

    threads = [threading.Thread(target=pay, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    time.sleep(0.7)
    assert service.kill("celery", "worker") > 0
    time.sleep(0.5)
    assert service.kill("config.processes.web") > 0
    time.sleep(1)
    assert service.kill("postgres") > 0
    for thread in threads:
        thread.join()
    assert not broken, broken
    return made


def finish(service: Service) -> None:
    """Bring what a killed worker had claimed due at once, and wait until nothing moves any more."""
    deadline = time.monotonic() + patience.LONG
    while time.monotonic() < deadline:
        if not service.call("GET", "/transactions?status=PENDING")["data"]:
            return
        service.call("POST", "/sandbox/clock/advance", {"seconds": 120})
        time.sleep(1)
    raise AssertionError("payments are still pending")


def assert_every_event_arrived(service: Service, receiver: Receiver) -> None:
    deadline = time.monotonic() + patience.LONG
    missing: set[str] = set()
    while time.monotonic() < deadline:
        with service.database() as connection:
            stored = {f"Webhook:{row[0]}" for row in connection.execute("SELECT id FROM webhooks_event")}
        missing = stored - set(receiver.ids)
        # Those from before the endpoint was set are not sent.
        if not missing - before_endpoint(service):
            return
        service.call("POST", "/sandbox/clock/advance", {"seconds": 1800})
        time.sleep(1)
    raise AssertionError(f"{len(missing)} events never arrived")


def before_endpoint(service: Service) -> set[str]:
    with service.database() as connection:
        rows = connection.execute(
            "SELECT id FROM webhooks_event"
            " WHERE id < (SELECT max(id::text)::uuid FROM webhooks_event WHERE type = 'TEST')"
        )
        return {f"Webhook:{row[0]}" for row in rows}
