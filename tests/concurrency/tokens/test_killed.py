"""Processes are killed with -9 while a token's payments wait, are approved and rejected, and while their time ends."""

import threading
import time
from typing import Any

import pytest

from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.payments.spending import dollars
from tests.support.servers.services import FUNDED, Service, finish, read_all

pytestmark = pytest.mark.service

_PAYMENTS, _KILLS, _LEFT_ALONE = 24, 4, "left alone"
_DECISIONS = ("approve", "reject", _LEFT_ALONE)
_ENDS = {"approve": ("COMPLETED", None), "reject": ("FAILED", "CANCELLED")}
_ENDS[_LEFT_ALONE] = ("FAILED", "PAYMENT_APPROVAL_TIMED_OUT")


class Agent:
    """A token with a budget, whose payments wait, and somebody who decides about two of three."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.customer = service.call("POST", "/customers", factories.individual(), key="waiting customer")["id"]
        accounts = f"/customers/internal-accounts?customerId={self.customer}&currency=USD"
        self.account = service.call("GET", accounts)["data"][0]["id"]
        service.call("POST", f"/sandbox/internal-accounts/{self.account}/fund", {"amount": FUNDED}, key="waiting fund")
        self.dollars = self._external("USD", factories.usd_account())
        self.pesos = self._external("MXN", quote_requests.clabe())
        limits = dollars(approvalAbove=0, budget={"max": FUNDED, "recurrence": "NONE"})
        body = {"name": "agent", "permissions": ["TRANSACT"], "spendingLimits": {"currencies": limits}}
        self.token = service.call("POST", "/tokens", body, key="waiting token")
        self.client = service.by(self.token)

    def _external(self, currency: str, info: dict[str, Any]) -> str:
        body = {"customerId": self.customer, "currency": currency, "accountInfo": info}
        return str(self.service.call("POST", "/customers/external-accounts", body, key=f"waiting {currency}")["id"])

    def pay(self, number: int) -> str:
        """Make the payment of a number, and decide about it; return its id."""
        amount = 1_00 + number
        if number % 2:
            sides = {"source": {"accountId": self.account}, "destination": {"accountId": self.dollars}}
            made = self.client.call("POST", "/transfer-out", {**sides, "amount": amount}, key=f"waiting {number}")
            payment = made["id"]
        else:
            body = quote_requests.body(self.account, self.pesos, amount=amount)
            quote = self.client.call("POST", "/quotes", body, key=f"waiting quote {number}")
            self.client.call("POST", f"/quotes/{quote['id']}/execute", key=f"waiting execute {number}")
            payment = quote["transactionId"]
        if (verb := _DECISIONS[number % len(_DECISIONS)]) != _LEFT_ALONE:
            self.service.call("POST", f"/transactions/{payment}/{verb}", {}, key=f"waiting {verb} {number}")
        return str(payment)


def test_killing_processes_loses_no_budget_and_decides_nothing_twice(service):
    agent = Agent(service)
    made: list[str] = []
    payer = threading.Thread(target=lambda: made.extend(agent.pay(number) for number in range(_PAYMENTS)))

    payer.start()
    killed = [0, 0]
    for _ in range(_KILLS):
        time.sleep(0.8)
        killed[0] += service.kill("celery", "worker")
        killed[1] += service.kill("config.processes.web")
    payer.join()
    service.call("POST", "/sandbox/clock/advance", {"seconds": 24 * 3600 + 1})
    killed[0] += service.kill("celery", "worker")
    finish(service)

    assert min(killed) > 0
    assert len(made) == _PAYMENTS
    payments = {payment["id"]: payment for payment in read_all(service, agent.customer)}
    ended = [(payments[payment]["status"], payments[payment].get("failureReason")) for payment in made]
    assert ended == [_ENDS[_DECISIONS[number % len(_DECISIONS)]] for number in range(_PAYMENTS)]
    spent = sum(payment["sentAmount"]["amount"] for payment in payments.values() if payment["status"] == "COMPLETED")
    accounts = f"/customers/internal-accounts?customerId={agent.customer}&currency=USD"
    assert service.call("GET", accounts)["data"][0]["balance"]["amount"] == FUNDED - spent
    limits = service.call("GET", f"/tokens/{agent.token['id']}")["spendingLimits"]
    assert limits["currencies"][0]["budget"]["spent"] == spent
    checked = service.manage("ledger_check")
    assert checked.returncode == 0, checked.stdout
