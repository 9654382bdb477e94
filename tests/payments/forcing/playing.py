"""Payments brought to each question that the sandbox answers in place of the outside world."""

from collections.abc import Callable
from typing import Any

from payments.models import Transaction, TransactionStatusChange
from tests.conftest import Api
from tests.support.payments import quote_requests, scenarios
from tests.support.payments.checking import CheckedApi, CheckedWorker

PLAYS: dict[str, Callable[..., str]] = {
    "TRANSFER_OUT": scenarios.transfer_out(),
    "TRANSFER_IN": scenarios.transfer_in(),
    "COLLECT": scenarios.collected(),
    "PAY_OUT": scenarios.quoted(),
    "GIVE_BACK": scenarios.funded(99_00),
}
"""By the step of a rail, how a payment reaches it; that by UMA needs another institution."""
LONG_ENOUGH = (1, 61, 361)
"""Seconds by which the clock is moved: all that a rail does without being told when is done then."""


def force(api: Any, step: str, outcome: str, **fields: Any) -> dict[str, Any]:
    """Force an outcome of the next question of a step."""
    reply = api.post("/sandbox/outcomes", {"for": {"next": step}, "outcome": outcome, **fields})
    assert reply.status_code == 201, reply.content
    forced: dict[str, Any] = reply.json()
    return forced


def pass_time(api: CheckedApi, worker: CheckedWorker, *seconds: int) -> None:
    """Do what is due, move the clock, and do what is due then."""
    worker.run()
    for each in seconds or LONG_ENOUGH:
        assert api.post("/sandbox/clock/advance", {"seconds": each}).status_code == 200
        worker.run()


def statuses(public_id: str) -> list[str]:
    """The statuses that a payment has had."""
    rows = TransactionStatusChange.objects.filter(transaction_id=public_id.partition(":")[2]).order_by("id")
    return [row.to_status for row in rows]


def story(api: Any, public_id: str) -> tuple[list[str], str | None, str | None]:
    """The statuses of a payment, why it failed, and where its refund stands."""
    shown = api.get(f"/transactions/{public_id}").json()
    return statuses(public_id), shown.get("failureReason"), shown.get("refund", {}).get("status")


def by_uma(api: Any, alice: str, sender: Any, worker: Any) -> str:
    """Have an institution pay Alice, whose money goes on to her bank in Mexico."""
    body = {"currency": "MXN", "customerId": alice, "accountInfo": quote_requests.clabe()}
    reply = api.post("/customers/external-accounts", {**body, "defaultUmaDepositAccount": True})
    assert reply.status_code == 201, reply.content
    asked = sender.ask(500_00, receiving_currency="MXN")
    worker.run()
    sender.pay(asked)
    return str(Transaction.objects.get().public_id)


def client_of(tenant: Any) -> Api:
    """A client with the credentials of a platform."""
    return Api(tenant.client_id, tenant.client_secret)
