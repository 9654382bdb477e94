"""A model of the bank, and every kind of movement that may come back from it: what books and bank are compared by."""

import dataclasses
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Sum

from banks.models import BankBatch, BankException, BankPayment
from banks.statements.by_hand import decisions
from payments.models import Posting, SuspenseItem
from platforms.base import clock
from tests.banks.rail import world as rail
from tests.banks.statements import world
from tests.banks.statements.world import Entry
from tests.support import damaged_rows
from tests.support.payments import quote_requests, scenarios


@dataclasses.dataclass
class Bank:
    """What the bank holds for us, and tells by its statements; in cents."""

    write: Callable[..., bytes] = world.camt
    balance: int = 0
    statements: int = 0

    def state(self, *entries: Entry) -> None:
        """Move money, and send the statement of it."""
        self.statements += 1
        world.send(self.write(list(entries), number=self.statements, opening=self.balance))
        self.balance += sum(one.amount for one in entries)


def booked() -> int:
    """What the books say that the bank holds, in euro cents."""
    rows = Posting.objects.filter(account__kind="RAIL_SETTLEMENT", currency="EUR")
    sums = dict(rows.values_list("side").annotate(Sum("amount")))
    return int(sums.get("D", 0) - sums.get("C", 0))


@dataclasses.dataclass(frozen=True)
class Out:
    """A movement of ours that was given to the bank: its row, and the payment whose money it is, if any."""

    row: BankPayment
    payment: str = ""


def give_out(worker) -> None:
    worker.run()
    batch = BankBatch.objects.get(state="OPEN")
    rail.close(batch)
    rail.release(batch)
    rail.sweep()


def _out(payment: str = "", **of: Any) -> Out:
    return Out(BankPayment.objects.get(direction="PUSH", **of), payment)


def transfer(api, acme, worker, alice: str, bank: Bank) -> Out:
    rail.connect(acme.platform)
    [paid] = rail.given_out(api, worker, alice, 20_00)
    return _out(paid)


def payout(api, acme, worker, alice: str, bank: Bank) -> Out:
    """The payout of a quote that was paid from an internal account in dollars."""
    rail.connect(acme.platform)
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    reply = quote_requests.quote(
        api, source, api.external_account(alice, rail.euro_account(), "EUR"), immediatelyExecute=True
    )
    payment = str(reply.json()["transactionId"])
    give_out(worker)
    return _out(payment)


def refund(api, acme, worker, alice: str, bank: Bank) -> Out:
    """The refund of a quote that was collected, and whose payout failed."""
    rail.connect(acme.platform, debit_format="SEPA_CORE_008_08")
    pesos = api.external_account(alice, quote_requests.clabe("002"), "MXN")
    source = api.external_account(alice, rail.euro_account(), "EUR")
    reply = quote_requests.quote(api, source, pesos, immediatelyExecute=True)
    payment = str(reply.json()["transactionId"])
    give_out(worker)
    bank.state(Entry(100_00, BankPayment.objects.get(leg="COLLECTION").end_to_end_id))
    worker.run()
    give_out(worker)
    return _out(payment)


def sent_back_out_of_suspense(api, acme, worker, alice: str, bank: Bank) -> Out:
    """Money of nobody that is known, sent back to who paid."""
    rail.connect(acme.platform)
    bank.state(Entry(50_00, text="hello"))
    with transaction.atomic():
        decisions.send_back(
            exception=BankException.objects.get().pk, reason="not ours", actor=rail.ANNA, now=clock.real_now()
        )
    give_out(worker)
    return _out()


def paid_again_out_of_suspense(api, acme, worker, alice: str, bank: Bank) -> Out:
    """A payout that the rail kept, paid once more."""
    source = api.internal_account(alice)
    api.fund(source, 100_00)
    outside = api.external_account(alice, rail.euro_account(ending="007"), "EUR")
    reply = quote_requests.quote(api, source, outside, immediatelyExecute=True)
    payment = str(reply.json()["transactionId"])
    worker.run()
    rail.connect(acme.platform)
    damaged_rows.release(scenarios.item_of(payment), "PAY_AGAIN")
    give_out(worker)
    return _out(payment)


def payout_of_uma(api, acme, worker, alice: str, bank: Bank) -> Out:
    """Money that came by UMA, on its way to the receiver's bank."""
    rail.connect(acme.platform)
    body = {
        "currency": "EUR",
        "customerId": alice,
        "accountInfo": rail.euro_account(),
        "defaultUmaDepositAccount": True,
    }
    assert api.post("/customers/external-accounts", body).status_code == 201
    paid = {
        "senderUmaAddress": f"$success.eur@{settings.SANDBOX_UMA_DOMAIN}",
        "customerId": alice,
        "receivingCurrencyCode": "EUR",
        "receivingCurrencyAmount": 40_00,
    }
    payment = str(api.post("/sandbox/uma/receive", paid).json()["id"])
    give_out(worker)
    return _out(payment)


def waiting_item() -> SuspenseItem:
    item: SuspenseItem = SuspenseItem.objects.get(resolved_at=None, way="")
    return item
