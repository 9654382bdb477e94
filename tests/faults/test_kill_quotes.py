"""The worker is killed with -9 again and again while quotes are collected, paid out and refunded."""

import threading
import time
from typing import Any

import pytest

from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.servers.services import FUNDED, Service, finish, read_all

pytestmark = pytest.mark.service

_QUOTES, _KILLS = 24, 4
_ENDS = {"789": "COMPLETED", "004": "FAILED", "005": "FAILED", "006": "REFUNDED"}


class Parties:
    """A customer with money in an account of ours and in a bank, and receivers for each ending."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.customer = service.call("POST", "/customers", factories.individual(), key="paying customer")["id"]
        accounts = f"/customers/internal-accounts?customerId={self.customer}&currency=USD"
        self.account = service.call("GET", accounts)["data"][0]["id"]
        service.call("POST", f"/sandbox/internal-accounts/{self.account}/fund", {"amount": FUNDED}, key="paying fund")
        self.bank = self._external("bank", "USD", factories.usd_account())
        self.targets = {suffix: self._external(suffix, "MXN", quote_requests.clabe(suffix)) for suffix in _ENDS}

    def _external(self, key: str, currency: str, info: dict[str, Any]) -> str:
        body = {"customerId": self.customer, "currency": currency, "accountInfo": info}
        return str(self.service.call("POST", "/customers/external-accounts", body, key=key)["id"])

    def pay(self, number: int) -> tuple[str, str, str]:
        """Make the payment of a number; return its transaction, where it is paid from, and the receiver's suffix."""
        suffix = list(_ENDS)[number % len(_ENDS)]
        place = ("internal", "bank", "real time")[number % 3]
        source: Any = {"internal": self.account, "bank": self.bank}.get(place) or quote_requests.realtime(
            "USD", self.customer
        )
        body = quote_requests.body(source, self.targets[suffix], amount=1_00 + number)
        quote = self.service.call("POST", "/quotes", body, key=f"quote {number}")
        if place == "real time":
            sent = {"quoteId": quote["id"], "currencyCode": "USD"}
            self.service.call("POST", "/sandbox/send", sent, key=f"send {number}")
        else:
            self.service.call("POST", f"/quotes/{quote['id']}/execute", key=f"execute {number}")
        return quote["transactionId"], place, suffix


def test_killing_the_worker_loses_and_doubles_no_quote(service):
    cast = Parties(service)
    made: list[tuple[str, str, str]] = []
    payer = threading.Thread(target=lambda: made.extend(cast.pay(number) for number in range(_QUOTES)))

    payer.start()
    killed = 0
    for _ in range(_KILLS):
        time.sleep(0.8)
        killed += service.kill("celery", "worker")
    payer.join()
    finish(service)

    assert killed > 0
    assert len(made) == _QUOTES
    payments = {payment["id"]: payment for payment in read_all(service, cast.customer)}
    assert {payment: shown["status"] for payment, shown in payments.items()} == {
        payment: _ENDS[suffix] for payment, _, suffix in made
    }
    assert {shown["refund"]["status"] for shown in payments.values() if "refund" in shown} == {"COMPLETED"}
    paid = [payment for payment, place, suffix in made if (place, suffix) == ("internal", "789")]
    accounts = f"/customers/internal-accounts?customerId={cast.customer}&currency=USD"
    held = service.call("GET", accounts)["data"][0]["balance"]["amount"]
    assert held == FUNDED - sum(payments[payment]["sentAmount"]["amount"] for payment in paid)
    with service.database() as connection:
        # What belongs to no payment is what accounts were funded with, once for each test of the service.
        doubled = (
            "SELECT transaction_id, purpose FROM payments_journalentry WHERE transaction_id IS NOT NULL"
            " GROUP BY 1, 2 HAVING count(*) > 1"
        )
        assert connection.execute(doubled).fetchall() == []
        told_twice = (
            "SELECT resource, type FROM webhooks_event WHERE resource LIKE 'Transaction:%' GROUP BY 1, 2"
            " HAVING count(*) > 1"
        )
        assert connection.execute(told_twice).fetchall() == []
    checked = service.manage("ledger_check")
    assert checked.returncode == 0, checked.stdout
