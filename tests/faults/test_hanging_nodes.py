"""Lightning nodes that hang: nobody waits but the payments that they are asked about, and none is paid twice."""

import threading
from typing import Any

import pytest
from django.db import connections

from payments import tasks
from payments.models import NextAction, Transaction
from payments.providers import calls, registry
from payments.providers.sandbox.lightning_node import SandboxSettlement
from payments.workflow import counterparty_calls, leases
from payments.workflow.counterparty_calls import Calls
from platforms.models import WorkFailure
from tests.payments.uma.receiving.conftest import address, peer, sender  # noqa: F401 - fixtures
from tests.payments.uma.sending.conftest import dollars, paying  # noqa: F401 - fixtures
from tests.support import patience
from tests.support.damaged_rows import assert_put_back, make_due
from tests.support.processes import held_rows
from tests.support.uma.paying import books_are_sound, entries, sandbox

pytestmark = [pytest.mark.service, pytest.mark.django_db(transaction=True)]
MANY = calls.MOST_OF_PLATFORM + 2


class HangingNode(SandboxSettlement):
    """Answers a worker when `released` is set, and never looks up meanwhile. What it is told then, it does."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.released.set()
        self.asked: list[tuple[str, bytes]] = []
        self.paid: list[bytes] = []
        self.connections: list[Any] = []

    def find_invoice(self, payment_hash):
        self._hang(NextAction.RECEIVE, payment_hash)
        return super().find_invoice(payment_hash)

    def pay(self, order):
        self._hang(NextAction.PAY_INVOICE, order.payment_hash)
        self.paid.append(order.payment_hash)
        return super().pay(order)

    def about(self, step):
        return [payment_hash for asked, payment_hash in self.asked if asked == step]

    def _hang(self, step, payment_hash):
        if not self.released.is_set():
            self.asked.append((step, payment_hash))
            self.connections.append(connections["default"])
            self.released.wait(patience.LONG)


@pytest.fixture
def node(adapters, monkeypatch):
    """A node that hangs once `released` is cleared; workers ask it as they do in production."""
    adapters(settlement=f"{__name__}.HangingNode")
    monkeypatch.setattr(counterparty_calls._OfThisProcess, "calls", Calls(in_threads=True))
    # What has hung in this test is not remembered in the next.
    monkeypatch.setattr(calls, "_calls", calls._Calls())
    monkeypatch.setattr(calls, "PATIENCE_SECONDS", 0.3)
    monkeypatch.setattr(calls, "IN_DOUBT_SECONDS", 0.05)
    found: Any = registry.settlement("SANDBOX")
    yield found
    found.released.set()
    patience.until(held_rows.are_none)


def executed(paying) -> dict[str, Any]:  # noqa: F811
    quote: dict[str, Any] = paying.quote(sandbox("success.eur"), amount=1_00)
    assert paying.execute(quote).status_code == 200
    return quote


def are_done(worker, payments) -> bool:
    worker.run()
    return not payments.exclude(next_action=NextAction.CALL_BACK).filter(next_action_at__isnull=False).exists()


@pytest.mark.parametrize("step", [NextAction.PAY_INVOICE, NextAction.RECEIVE])
def test_a_node_that_hangs_holds_up_nobody_and_is_told_once(request, acme, worker, neighbour, node, step):  # noqa: PLR0917 - fixtures and a case
    """Before, each payment held the worker for thirty seconds, and was then cut off."""
    quotes = []
    if step == NextAction.PAY_INVOICE:
        quotes = [executed(request.getfixturevalue("paying")) for _ in range(MANY)]
    else:
        for _ in range(MANY):
            sender = request.getfixturevalue("sender")
            reply = sender.ask(1_00)
            sender.pay(reply)
            sender.call_back(reply)
    is_done = neighbour()
    node.released.clear()
    node.paid.clear()

    tasks.advance_due_payments()

    assert is_done()
    # As many as may be unanswered; the others wait, as if never claimed.
    assert len(node.about(step)) == len(set(node.about(step))) == calls.MOST_OF_PLATFORM
    waiting = Transaction.objects.filter(next_action=step, platform=acme.platform)
    assert sorted(waiting.values_list("attempts", flat=True)) == [0, 0, *[1] * calls.MOST_OF_PLATFORM]
    assert not WorkFailure.objects.exists()
    assert held_rows.count() == len(node.asked), "nobody else takes up what is asked"
    node.released.set()
    ours = Transaction.objects.filter(platform=acme.platform)
    patience.until(lambda: are_done(worker, ours))
    assert len(node.paid) == len(set(node.paid)) == len(quotes)
    assert all(list(entries(quote)).count("QUOTE_EXECUTED") == 1 for quote in quotes)
    assert books_are_sound()


def test_a_node_that_never_answers_is_given_up_and_left_alone_for_a_while(paying, worker, node, monkeypatch):  # noqa: F811
    """The thread that waits can't be ended: it is left behind, without its connection to the database."""
    monkeypatch.setattr(leases, "STEP_SECONDS", 0.5)
    quote = executed(paying)
    key = Transaction.objects.get(id=quote["transactionId"].partition(":")[2])
    node.released.clear()

    tasks.advance_due_payments()

    patience.until(WorkFailure.objects.exists)
    assert {note.error for note in WorkFailure.objects.all()} == {"TookTooLong"}
    patience.until(held_rows.are_none)
    patience.until(lambda: all(left.connection is None for left in node.connections))
    assert key.platform_id in calls.left_out(calls.NODE)[0]
    assert calls.left_out(calls.RAIL) == (set(), set()), "rails are others"
    assert len(node.about(NextAction.PAY_INVOICE)) == 1
    make_due(key.pk)
    tasks.advance_due_payments()
    assert len(node.about(NextAction.PAY_INVOICE)) == 1, "nobody asks a node that hung a moment ago"
    assert_put_back(key.pk, error="TookTooLong")

    node.released.set()
    monkeypatch.setattr(leases, "STEP_SECONDS", 30.0)
    calls._calls._hung.clear()
    make_due(key.pk)
    patience.until(lambda: are_done(worker, Transaction.objects.filter(next_action=NextAction.PAY_INVOICE)))
    # The abandoned call may have gone on; whatever it requested, the network knows a payment by its hash.
    assert len(set(node.paid)) == 1
    assert books_are_sound()
