"""The payments described in docs/platform-developer/payments.md, played on the real service."""

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any

from payments.models import JournalEntry, Posting, Quote, SuspenseItem
from platforms.base import money
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests
from tests.support.processes.worker import Worker
from webhooks.models import Event

FEES: dict[str, Any] = {"fixed_fee": 50, "variable_rate": "0.01", "rate_multiplier": "1.01"}
"""What the platform of the stories is charged on payments from US dollars to pesos and euros."""


@dataclasses.dataclass
class Scene:
    """The parties of a story: Alice pays, Carol may be paid."""

    api: Api
    worker: Worker
    alice: str
    carol: str

    def pesos(self, suffix: str = "789") -> str:
        return self.api.external_account(self.alice, quote_requests.clabe(suffix), "MXN")

    def ask(self, source: Any, destination: str) -> dict[str, Any]:
        reply = quote_requests.quote(self.api, source, destination)
        assert reply.status_code == 201, reply.content
        return dict(reply.json())

    def from_account(self, destination: str) -> dict[str, Any]:
        account = self.api.internal_account(self.alice)
        self.api.fund(account, 100_00)
        return self.execute(self.ask(account, destination))

    def collected(self, destination: str, suffix: str = "789") -> dict[str, Any]:
        source = self.api.external_account(self.alice, factories.usd_account(suffix))
        return self.execute(self.ask(source, destination))

    def realtime(self, destination: str) -> dict[str, Any]:
        return self.ask(quote_requests.realtime("USD", self.alice), destination)

    def execute(self, quote: dict[str, Any]) -> dict[str, Any]:
        assert self.api.post(f"/quotes/{quote['id']}/execute").status_code == 200
        return quote

    def send(self, quote: dict[str, Any], amount: int = 100_00) -> dict[str, Any]:
        body = {"quoteId": quote["id"], "currencyCode": "USD", "currencyAmount": amount}
        assert self.api.post("/sandbox/send", body).status_code == 200
        return quote

    def wait(self, seconds: int) -> None:
        self.worker.run()
        assert self.api.post("/sandbox/clock/advance", {"seconds": seconds}).status_code == 200
        self.worker.run()


def _suffix(suffix: str) -> Callable[[Scene], dict[str, Any]]:
    return lambda scene: scene.from_account(scene.pesos(suffix))


def _long(scene: Scene) -> dict[str, Any]:
    quote = scene.from_account(scene.pesos("003"))
    scene.wait(361)
    return quote


def _to_carol(scene: Scene) -> dict[str, Any]:
    return scene.from_account(scene.api.internal_account(scene.carol, "EUR"))


def _to_carol_who_leaves(scene: Scene) -> dict[str, Any]:
    quote = _to_carol(scene)
    assert scene.api.delete(f"/customers/{scene.carol}").status_code == 200
    return quote


def _unused(scene: Scene) -> dict[str, Any]:
    quote = scene.realtime(scene.pesos())
    scene.wait(301)
    return quote


def _late(scene: Scene) -> dict[str, Any]:
    return scene.send(_unused(scene))


def _twice(scene: Scene) -> dict[str, Any]:
    return scene.send(scene.send(scene.realtime(scene.pesos())), 40_00)


STORIES: dict[str, Callable[[Scene], dict[str, Any]]] = {
    "any other": _suffix("789"),
    "002": _suffix("002"),
    "003": _long,
    "004": _suffix("004"),
    "005": _suffix("005"),
    "006": _suffix("006"),
    "007": _suffix("007"),
    "to an internal account": _to_carol,
    "the receiver is gone": _to_carol_who_leaves,
    "collected": lambda scene: scene.collected(scene.pesos()),
    "collected, 004": lambda scene: scene.collected(scene.pesos("004")),
    "not collected": lambda scene: scene.collected(scene.pesos(), "002"),
    "funded": lambda scene: scene.send(scene.realtime(scene.pesos())),
    "another amount": lambda scene: scene.send(scene.realtime(scene.pesos()), 70_00),
    "too late": _late,
    "paid again": _twice,
    "unused": _unused,
}


def play(scene: Scene, name: str, page: str) -> str:
    """Play a story to its end and return what the document says of it; `page` is its text, with the stories before."""
    quote = STORIES[name](scene)
    scene.worker.run()
    stored = Quote.objects.select_related("transaction").get(id=quote["id"].partition(":")[2])
    movements = _movements(stored)
    parts = [steps(quote["transactionId"]), _ending(scene.api, quote), _as_before(movements, name, page) or movements]
    return "\n\n".join(part for part in parts if part)


_TOLD = re.compile(
    r"^### (?P<heading>[^\n]+)\n(?:(?!^### ).)*?<!-- played: (?P<name>[^\n]+?) -->\n(?P<text>.*?)\n<!-- end -->",
    re.MULTILINE | re.DOTALL,
)


def _as_before(movements: str, name: str, page: str) -> str:
    """Return a sentence in place of movements that an earlier story has; empty where none has them."""
    order = list(STORIES)
    for match in _TOLD.finditer(page):
        is_earlier = order.index(match["name"]) < order.index(name)
        if is_earlier and movements.startswith("|") and match["text"].endswith(movements):
            anchor = re.sub(r"[^a-z0-9 -]", "", match["heading"].lower()).replace(" ", "-")
            return f"The movements are those of [{match['heading']}](#{anchor})."
    return ""


def steps(payment: str) -> str:
    """Return the statuses of a payment in their order, each with the events that are sent in it, as a sentence."""
    shown: list[str] = []
    last = ""
    for event in Event.objects.filter(resource=payment).order_by("id"):
        status = json.loads(event.payload)["data"]["status"]
        if status == last:
            shown[-1] += f", `{event.type}`"
        else:
            shown.append(f"`{status}` `{event.type}`")
        last = status
    return f"{' → '.join(shown)}."


def _ending(api: Api, quote: dict[str, Any]) -> str:
    shown = api.get(f"/transactions/{quote['transactionId']}").json()
    status = api.get(f"/quotes/{quote['id']}").json()["status"]
    told = [f"The quote ends `{status}`", *reasons(shown)]
    items = SuspenseItem.objects.filter(transaction_id=quote["transactionId"].partition(":")[2])
    return "; ".join([*told, *waiting(items)]) + "."


def reasons(shown: dict[str, Any]) -> Iterator[str]:
    """Yield why a transaction has failed, and how far its refund is."""
    if "failureReason" in shown:
        yield f"`failureReason` is `{shown['failureReason']}`"
    if "refund" in shown:
        yield f"`refund` is `{shown['refund']['status']}` for `{shown['refund']['reason']}`"


def waiting(items: Iterable[SuspenseItem]) -> Iterator[str]:
    """Yield what is in suspense."""
    return (f"{amount(item.amount, item.currency)} waits for a person: `{item.reason}`" for item in items)


def _movements(quote: Quote) -> str:
    entries = JournalEntry.objects.filter(transaction_id=quote.transaction_id).order_by("id")
    if not entries:
        return "Nothing moves in the books."
    return table_of(entries, lambda posting: _place(posting, quote), lambda account: _account(account, quote))


def table_of(
    entries: Iterable[JournalEntry], place: Callable[[Posting], tuple[Any, ...]], name: Callable[[Any], str]
) -> str:
    """Return the entries as a table: a row for each currency of an entry, its postings in the order of their places."""
    rows = ["| Movement | Debit | Credit |", "|---|---|---|"]
    for entry in entries:
        movement = f"`{entry.purpose}`"
        postings = sorted(entry.postings.select_related("account"), key=place)
        for currency in dict.fromkeys(posting.currency for posting in postings):
            debit, credit = (
                ", ".join(
                    f"{name(posting.account)} {amount(posting.amount, posting.currency)}"
                    for posting in postings
                    if (posting.side == "D", posting.currency) == (is_debit, currency)
                )
                for is_debit in (True, False)
            )
            rows.append(f"| {movement} | {debit} | {credit} |")
            movement = ""
    return "\n".join(row.replace("|  |", "| |") for row in rows)


def _place(posting: Posting, quote: Quote) -> tuple[bool, bool, int]:
    """Return where a line stands: the sending currency first, in it the debits first."""
    return posting.currency != quote.sending_currency, posting.side != "D", posting.id


def _account(account: Any, quote: Quote) -> str:
    if account.is_guarded:
        payer = quote.source_internal_account
        return "payer" if payer is not None and payer.ledger_account_id == account.id else "receiver"
    return str(account.kind).replace("_", " ").lower()


def amount(units: int, currency: str) -> str:
    """Return an amount as the document writes it."""
    decimals = money.currency(currency).decimals
    return f"{Decimal(units).scaleb(-decimals):,.{decimals}f} {currency}"
