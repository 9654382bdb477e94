"""Paying a UMA address over the API, step by step."""

from typing import Any

from django.conf import settings

from payments.ledger import check
from payments.models import Posting
from webhooks.models import Event


def sandbox(name: str) -> str:
    """The address of somebody at the sandbox's counterparty."""
    return f"${name}@{settings.SANDBOX_UMA_DOMAIN}"


class Paying:
    """A customer with an account, and the worker that takes payments further."""

    def __init__(self, api, customer: str, account: str, worker) -> None:
        self.api, self.customer, self.account, self.worker = api, customer, account, worker

    def look_up(self, address: str, **query: str):
        return self.api.get(f"/receiver/uma/{address}", **(query or {"customerId": self.customer}))

    def ask(self, address: str, *, lookup: str | None = None, side="SENDING", amount=100_00, key=None, **fields: Any):
        """Ask for a quote; look the receiver up before, unless a `lookup` is named."""
        destination = {"destinationType": "UMA_ADDRESS", "umaAddress": address}
        if "currency" in fields:
            destination["currency"] = fields.pop("currency")
        body = {
            "lookupId": lookup or self.look_up(address).json()["lookupId"],
            "source": {"sourceType": "ACCOUNT", "accountId": self.account},
            "destination": destination,
            "lockedCurrencySide": side,
            "lockedCurrencyAmount": amount,
            **fields,
        }
        return self.api.post("/quotes", body, key=key)

    def quote(self, address: str, **fields: Any) -> dict[str, Any]:
        reply = self.ask(address, **fields)
        assert reply.status_code == 201, reply.content
        made: dict[str, Any] = reply.json()
        return made

    def execute(self, quote: dict[str, Any]):
        return self.api.post(f"/quotes/{quote['id']}/execute")

    def pay(self, address: str, **fields: Any) -> dict[str, Any]:
        """Pay an address and return the transaction once the workers have done what is due."""
        quote = self.quote(address, **fields)
        reply = self.execute(quote)
        assert reply.status_code == 200, reply.content
        return self.work(quote)

    def work(self, quote: dict[str, Any]) -> dict[str, Any]:
        self.worker.run()
        return self.transaction(quote)

    def pass_time(self, quote: dict[str, Any], seconds: int) -> dict[str, Any]:
        """Let time pass by the platform's clock; return the transaction after the workers have done what is due."""
        assert self.api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200
        return self.work(quote)

    def transaction(self, quote: dict[str, Any]) -> dict[str, Any]:
        shown: dict[str, Any] = self.api.get(f"/transactions/{quote['transactionId']}").json()
        return shown

    def balance(self) -> int:
        accounts = self.api.get("/customers/internal-accounts", customerId=self.customer).json()["data"]
        held: int = next(account["balance"]["amount"] for account in accounts if account["id"] == self.account)
        return held


def books_are_sound() -> bool:
    faults = check.run().faults
    assert faults == [], faults
    return True


def entries(quote: dict[str, Any]) -> dict[str, list[str]]:
    """The journal entries of a quote's payment: by purpose, each line as `kind D|C amount currency`."""
    found: dict[str, list[str]] = {}
    key = quote["transactionId"].partition(":")[2]
    for line in Posting.objects.filter(entry__transaction_id=key).select_related("entry", "account").order_by("id"):
        text = f"{line.account.kind} {line.side} {line.amount} {line.account.currency}"
        found.setdefault(line.entry.purpose, []).append(text)
    return found


def events(quote: dict[str, Any]) -> list[str]:
    """The types of the events about a quote's payment, in order."""
    rows = Event.objects.filter(resource=quote["transactionId"]).order_by("id")
    return [event.type.removeprefix("OUTGOING_PAYMENT.") for event in rows]
