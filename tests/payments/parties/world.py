"""Who pays and is paid where the table of parties is played, and what they do."""

import dataclasses
from collections.abc import Callable
from typing import Any

from compliance import gates
from compliance.gates import Decision, Side
from payments.models import JournalEntry, Quote, Transaction
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.processes.worker import Worker
from webhooks.models import Event

ENDINGS = {"PENDING": "001", "REJECTED": "002", "UNVERIFIED": "003"}
"""The new name by which the sandbox selects a customer's status."""


class StillNeeded(Exception):
    """A payment that is under way keeps the customer from being deleted."""


def traces() -> list[int]:
    """Count what a refusal must not leave behind."""
    return [model._default_manager.count() for model in (Quote, Transaction, JournalEntry, Event)]


@dataclasses.dataclass
class World:
    """Carol, whose state is tried; Alice, who is approved; and both their accounts."""

    api: Api
    worker: Worker
    alice: str
    carol: str
    dollars: str
    """Alice's, funded; `pesos` and `bank` are accounts of hers elsewhere."""
    pesos: str
    bank: str
    account: str
    """Carol's internal account."""

    def become(self, state: str) -> None:
        """Bring Carol into a state: by a new name, which the sandbox decides about, or by deletion."""
        if state == gates.DELETED:
            reply = self.api.delete(f"/customers/{self.carol}")
            if reply.status_code == 409:
                raise StillNeeded
            assert reply.status_code == 200
        elif state != "APPROVED":
            name = {"customerType": "INDIVIDUAL", "fullName": f"Carol Changed {ENDINGS[state]}"}
            assert self.api.patch(f"/customers/{self.carol}", name).json()["kycStatus"] == state

    def ask(self, state: str, side: Side, call: Callable[[], Any]) -> Decision:
        """Return what a call is answered; a refusal says why and leaves nothing behind."""
        before = traces()
        reply = call()
        if reply.status_code in {200, 201}:
            return Decision.ALLOWED
        code, details = {
            gates.DELETED: ((410, "CUSTOMER_DELETED"), {"side": side}),
        }.get(state, ((403, "USER_NOT_READY"), {"side": side, "customerStatus": state}))
        assert (quote_requests.code_of(reply), reply.json()["details"]) == (code, details)
        assert traces() == before
        return Decision.REFUSED

    def credited(self, amount: int) -> Decision:
        """Return whether the money that Carol's account has can leave it."""
        assert factories.balance_of(self.account) == amount
        leaving = self.api.transfer_out(self.account, self.bank, amount)
        return {201: Decision.ALLOWED, 403: Decision.HELD}[leaving.status_code]

    def ended(self, quote: dict[str, Any]) -> Decision:
        """Let the workers work; return whether a quote was paid, or its money went back."""
        self.worker.run()
        payment = self.api.get(f"/transactions/{quote['transactionId']}").json()
        if payment["status"] == "COMPLETED":
            return Decision.ALLOWED
        assert (payment["status"], payment["failureReason"]) == ("FAILED", "QUOTE_EXECUTION_FAILED")
        assert payment["refund"]["status"] == "COMPLETED"
        return Decision.REFUSED

    def quote(self, source: Any, destination: str, **fields: Any) -> dict[str, Any]:
        reply = quote_requests.quote(self.api, source, destination, **fields)
        assert reply.status_code == 201, reply.content
        quoted: dict[str, Any] = reply.json()
        return quoted

    def send(self, quote: dict[str, Any]) -> None:
        assert self.api.post("/sandbox/send", {"quoteId": quote["id"], "currencyCode": "USD"}).status_code == 200

    def carols_pesos(self, suffix: str = "789") -> str:
        return self.api.external_account(self.carol, quote_requests.clabe(suffix), "MXN")
