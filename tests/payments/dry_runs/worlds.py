"""Random worlds: customers, accounts, limits and payments in any state, and random requests to them.

Everything follows from a seed.
"""

import random
from collections.abc import Iterable
from typing import Any, TypeVar

from django.db import connection, transaction

from payments.ledger import holds
from payments.models import Approval, ExternalAccount, IncomingUmaPayment, InternalAccount, LedgerAccount
from platforms.base import clock, identifiers
from tests.conftest import Api
from tests.support import factories
from tests.support.payments import quote_requests, spending
from tests.support.uma.paying import sandbox

T = TypeVar("T")
_CURRENCIES = ("USD", "EUR", "MXN")
_ABSENT = "0197d6f0-0000-7000-8000-000000000001"
_WRONG: tuple[Any, ...] = (None, 0, -1, 1.5, "", "x", True, [], {}, 2**63, "InternalAccount:x", "USD", "XXX", "\0")


class World:
    """A platform with customers, accounts and tokens, that changes at random."""

    def __init__(self, seed: int, api: Api, rival: Api, worker: Any) -> None:
        self.random, self.api, self.worker = random.Random(seed), api, worker
        self.customers = [api.customer(f"Customer {number}") for number in range(3)]
        holders = [*self.customers, None]
        self.internal = {
            account: code
            for holder in holders
            for code in _CURRENCIES
            for account in [api.internal_account(holder, code)]
        }
        self.external = [api.external_account(holder) for holder in holders]
        self.external += [
            api.external_account(self.customers[0], quote_requests.clabe(), "MXN"),
            api.external_account(None, factories.usd_account("003")),
        ]
        other = rival.customer("Of another platform")
        self.others = [rival.internal_account(other), rival.external_account(other)]
        self.agents = [
            spending.limited(api, currencies=spending.a_day(self._amount() * 3)),
            spending.limited(
                api,
                currencies=spending.dollars(amountRange={"max": 50_000}, budget={"max": 90_000, "recurrence": "NONE"}),
                allowedPayees=[self.external[0], *list(self.internal)[:2]],
            ),
        ]
        self.quotes: list[str] = []
        self.payments: list[str] = []
        for account in self.internal:
            api.fund(account, self._amount() * 2)
        # A dry run fetches no rates: they are there, as in a service whose scheduler runs.
        assert self.api.post("/quotes", quote_requests.body(*list(self.internal)[:2])).status_code == 201

    # What happens between two requests.

    def change(self) -> str:
        """Change something, and return what."""
        step = self.random.choices(
            [self._fund, self._bound, self._hold, self._judge, self._judge_account, self._delete, self._quote,
             self._pay, self._be_paid, self._work, self._wait],
            [4, 2, 2, 3, 3, 1, 6, 4, 2, 2, 1],
        )[0]  # fmt: skip
        step()
        return step.__name__

    def _fund(self) -> None:
        account = self._one(list(self.internal))
        self.api.post(f"/sandbox/internal-accounts/{account}/fund", {"amount": self._amount()})

    def _bound(self) -> None:
        least, most = self._one([(1, 10**12), (1, 10**12), (500, 10**12), (1, 20_000)])
        ways = self._one([["INCOMING", "OUTGOING"], ["INCOMING", "OUTGOING"], ["OUTGOING"], ["INCOMING"]])
        quote_requests.change_currency(
            self.api, self._one(_CURRENCIES), minAmount=least, maxAmount=most, enabledTransactionTypes=ways
        )

    def _hold(self) -> None:
        account = InternalAccount.objects.get(id=identifiers.parse("InternalAccount", self._one(list(self.internal))))
        LedgerAccount.objects.exclude(held_at=None).update(held_at=None)
        if self._chance(0.5):
            with transaction.atomic():
                holds.hold([account.ledger_account_id], now=clock.real_now())

    def _judge(self) -> None:
        key = identifiers.parse("Customer", self._one(self.customers))
        status = self._one(["APPROVED", "APPROVED", "APPROVED", "PENDING", "REJECTED"])
        with connection.cursor() as cursor:
            cursor.execute("UPDATE compliance_customer SET kyc_status = %s WHERE id = %s", [status, key])

    def _judge_account(self) -> None:
        key = identifiers.parse("ExternalAccount", self._one(self.external))
        status = self._one(["ACTIVE", "ACTIVE", "PENDING", "UNDER_REVIEW", "INACTIVE"])
        ExternalAccount.objects.filter(id=key).update(status=status)

    def _delete(self) -> None:
        number = self.random.randrange(4)
        holder = [*self.customers, None][number]
        path = "/customers" if holder else "/platform"
        self.api.delete(f"{path}/external-accounts/{self.external[number]}")
        if self._chance(0.6):
            self.external[number] = self.api.external_account(holder)

    def _quote(self) -> None:
        reply = self.api.post("/quotes", self._body_of_quote())
        if reply.status_code == 201:
            self._keep(reply.json())
            if self._chance(0.2):
                self.api.post(f"/quotes/{self.quotes[-1]}/execute")

    def _pay(self) -> None:
        reply = self.api.post(*self._transfer())
        if reply.status_code == 201:
            self._keep(reply.json())

    def _be_paid(self) -> None:
        body = {
            "senderUmaAddress": sandbox("success.usd"),
            "customerId": self._one(self.customers),
            "receivingCurrencyCode": "USD",
            "receivingCurrencyAmount": self._amount(),
        }
        reply = self.api.post("/sandbox/uma/receive", body)
        if reply.status_code == 200:
            self._keep(reply.json())
            if self._chance(0.7):
                # As long as the platform is asked, which it is from another thread.
                asked = self._one([[], [{"name": "FULL_NAME", "mandatory": True}]])
                IncomingUmaPayment.objects.filter(
                    transaction_id=identifiers.parse("Transaction", self.payments[-1])
                ).update(approval=Approval.ASKED, requested_fields=asked, receiver_information=None)

    def _work(self) -> None:
        self.worker.run()

    def _wait(self) -> None:
        self.api.post("/sandbox/clock/advance", {"seconds": self._one([30, 400])})

    def _keep(self, made: dict[str, Any]) -> None:
        if made["id"].startswith("Quote:"):
            self.quotes.append(made["id"])
        self.payments.append(made.get("transactionId", made["id"]))

    # Requests.

    def request(self) -> tuple[Api, str, Any]:
        """A request that can be rehearsed: who asks, the path, and the body."""
        caller = self._one([self.api, self.api, *self.agents])
        path, body = self.random.choices(
            [self._transfer, self._new_quote, self._execution, self._cancellation, self._approval, self._batch],
            [8, 6, 6, 4, 3, 4],
        )[0]()
        if body and self._chance(0.2):
            self._spoil(body)
        return caller, path, body

    def _transfer(self) -> tuple[str, Any]:
        if self._chance(0.7):
            return "/transfer-out", self._sides(self._internal("USD"), self._external())
        return "/transfer-in", self._sides(self._external(), self._internal("USD"))

    def _new_quote(self) -> tuple[str, Any]:
        return "/quotes", self._body_of_quote()

    def _body_of_quote(self) -> dict[str, Any]:
        source: Any = self._one([self._internal(), self._internal(), self._external()])
        if self._chance(0.15):
            source = quote_requests.realtime(self._one(_CURRENCIES), self._one(self.customers))
        destination = self._one([self._internal(), self._external(), self._external()])
        body = quote_requests.body(
            source, destination, amount=self._amount(), side=self._one(["SENDING", "SENDING", "RECEIVING"])
        )
        return body | ({"immediatelyExecute": True} if self._chance(0.3) else {})

    def _execution(self) -> tuple[str, Any]:
        return f"/quotes/{self._known(self.quotes, 'Quote')}/execute", None

    def _cancellation(self) -> tuple[str, Any]:
        return f"/transactions/{self._known(self.payments, 'Transaction')}/cancel", None

    def _approval(self) -> tuple[str, Any]:
        body = {"receiverCustomerInfo": {"FULL_NAME": "Ada"}} if self._chance(0.5) else {}
        return f"/transactions/{self._known(self.payments, 'Transaction')}/approve", body

    def _batch(self) -> tuple[str, Any]:
        transfers = []
        for _ in range(self.random.randint(1, 5)):
            path, body = self._transfer()
            transfers.append(body | {"type": "OUT" if path == "/transfer-out" else "IN"})
        return "/transfers/batch", {"mode": self._one(["EACH", "ALL"]), "transfers": transfers}

    def _spoil(self, body: dict[str, Any]) -> None:
        inner = [body, *(value for value in body.values() if isinstance(value, dict) and value)]
        inner += [each for each in body.get("transfers", ()) if isinstance(each, dict)]
        part = self._one(inner)
        name = self._one(list(part))
        if self._chance(0.3):
            del part[name]
        else:
            part[name] = self._one(_WRONG)

    def _sides(self, source: str, destination: str) -> dict[str, Any]:
        body = {"source": {"accountId": source}, "destination": {"accountId": destination}, "amount": self._amount()}
        if self._chance(0.1):
            body["currency"] = self._one(_CURRENCIES)
        return body

    def _internal(self, code: str = "") -> str:
        if self._chance(0.06):
            return self._one([self.others[0], f"InternalAccount:{_ABSENT}", self._external()])
        wanted = code if code and self._chance(0.9) else self._one(_CURRENCIES)
        return self._one([account for account, currency in self.internal.items() if currency == wanted])

    def _external(self) -> str:
        if self._chance(0.06):
            return self._one([self.others[1], f"ExternalAccount:{_ABSENT}", next(iter(self.internal))])
        return self._one(self.external)

    def _known(self, names: list[str], kind: str) -> str:
        if not names or self._chance(0.08):
            return self._one([f"{kind}:{_ABSENT}", "nonsense", self.others[0]])
        return self._one(names[-6:])

    def _amount(self) -> int:
        return self._one([1, 99, 2_500, 10_000, 25_000, 80_000, self.random.randint(1, 200_000)])

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _one(self, choices: Iterable[T]) -> T:
        return self.random.choice(list(choices))
