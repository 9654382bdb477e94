"""Two instances of the service, each with its own processes and its own database, pay each other by UMA."""

import pathlib
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from bench import programs
from config.launch import environment, processes
from tests.support import factories, patience
from tests.support.servers.services import Service
from tests.support.servers.shared_network import Network

pytestmark = pytest.mark.service

_FUNDED, _SENT = 500_00, 100_00


class Bank:
    """An instance with one customer, who has dollars."""

    def __init__(self, service: Service, domain: str) -> None:
        self.service, self.domain = service, domain
        # A name of its own sandbox: the service needs nobody to show that it is.
        service.call("PATCH", "/config", {"umaDomain": domain})
        made = service.call("POST", "/customers", factories.individual(f"Customer of {domain}"), key="customer")
        self.customer, self.address = made["id"], made["umaAddress"]
        self.account = self.accounts()["id"]
        service.call("POST", f"/sandbox/internal-accounts/{self.account}/fund", {"amount": _FUNDED}, key="fund")

    def accounts(self) -> dict[str, Any]:
        path = f"/customers/internal-accounts?customerId={self.customer}&currency=USD"
        return dict(self.service.call("GET", path)["data"][0])

    @property
    def balance(self) -> int:
        return int(self.accounts()["balance"]["amount"])

    def pay(self, address: str) -> str:
        """Send a hundred dollars to an address and return the transaction."""
        found = self.service.call("GET", f"/receiver/uma/{address}?customerId={self.customer}")
        body = {
            "lookupId": found["lookupId"],
            "source": {"sourceType": "ACCOUNT", "accountId": self.account},
            "destination": {"destinationType": "UMA_ADDRESS", "umaAddress": address, "currency": "USD"},
            "lockedCurrencySide": "RECEIVING",
            "lockedCurrencyAmount": _SENT,
        }
        quote = self.service.call("POST", "/quotes", body, key=f"pay {address}")
        self.service.call("POST", f"/quotes/{quote['id']}/execute", key=f"execute {quote['id']}")
        return str(quote["transactionId"])

    def wait_for(self, transaction: str) -> dict[str, Any]:
        """Return a transaction once it has ended."""
        deadline = time.monotonic() + patience.LONG
        while time.monotonic() < deadline:
            shown = self.service.call("GET", f"/transactions/{transaction}")
            if shown["status"] not in {"PENDING", "PROCESSING"}:
                return shown
            time.sleep(0.3)
        raise AssertionError(shown)

    def received(self) -> dict[str, Any]:
        (payment,) = self.service.call("GET", "/transactions?type=INCOMING")["data"]
        return self.wait_for(payment["id"])


@contextmanager
def serving(port: int, **settings: str) -> Iterator[Service]:
    root = pathlib.Path(tempfile.mkdtemp(prefix="payments-two-", dir="/tmp")).resolve()
    root.chmod(0o711)
    service = Service(root, port, tree=environment.PROJECT, **settings)
    try:
        yield service
    finally:
        service.stop()
        processes.end(processes.marked(str(root)), politely=signal.SIGINT, patience=5)
        shutil.rmtree(root, ignore_errors=True)
        shutil.rmtree(environment.Home(root=root).sockets, ignore_errors=True)


@pytest.fixture
def banks():
    places = {domain: programs.free_port() for domain in ("bank.one.example", "bank.two.example")}
    with ExitStack() as stack:
        network = stack.enter_context(Network())
        found = []
        for domain, port in places.items():
            others = [f"{name}=127.0.0.1:{place}" for name, place in places.items() if name != domain]
            service = serving(
                port,
                # Less for the machine to start: what several processes of a role do to each other is seen elsewhere.
                WEB_WORKERS="1",
                WORKER_PROCESSES="1",
                SANDBOX_SETTLEMENT="tests.support.servers.shared_network.SharedNode",
                TEST_NETWORK=network.url,
                SANDBOX_UMA_DOMAIN=domain.partition(".")[2],
                UMA_LOOPBACK=",".join(others),
            )
            found.append(Bank(stack.enter_context(service), domain))
        yield found


def test_two_services_pay_each_other_both_ways(banks):
    one, two = banks

    for payer, payee in ((one, two), (two, one)):
        sent = payer.wait_for(payer.pay(payee.address))
        got = payee.received()

        assert (sent["status"], sent["sentAmount"]["amount"]) == ("COMPLETED", _SENT)
        assert (got["status"], got["receivedAmount"]["amount"]) == ("COMPLETED", _SENT)
        assert got["source"] == {"sourceType": "UMA_ADDRESS", "umaAddress": payer.address}
        assert got["counterpartyInformation"]["FULL_NAME"] == f"Customer of {payer.domain}"
        if payer is one:
            assert (one.balance, two.balance) == (_FUNDED - _SENT, _FUNDED + _SENT)

    assert (one.balance, two.balance) == (_FUNDED, _FUNDED)
    for bank in banks:
        checked = bank.service.manage("ledger_check")
        assert checked.returncode == 0, checked.stdout
