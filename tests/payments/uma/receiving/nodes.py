"""Nodes of the network that do what the sandbox's never does."""

from django.db import connection

from payments.models import IncomingUmaPayment
from payments.providers.lightning_node import InvoiceNotAccepted, SettlementUnavailable, hash_of
from payments.providers.sandbox.lightning_node import SandboxSettlement
from tests.support.faulty_rails import WorkerDied


class DeadlyNode(SandboxSettlement):
    """Carries out each call, and lets the worker die after the first call of each kind."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def settle(self, preimage: bytes) -> None:
        super().settle(preimage)
        self._note("settle")

    def cancel(self, payment_hash: bytes) -> None:
        super().cancel(payment_hash)
        self._note("cancel")

    def _note(self, what: str) -> None:
        self.told.append(what)
        if self.told.count(what) == 1:
            raise WorkerDied


class AbsentNode(SandboxSettlement):
    """Can't be reached."""

    def make_invoice(self, order):
        raise SettlementUnavailable

    def find_invoice(self, payment_hash):
        raise SettlementUnavailable


class WaitingNode(SandboxSettlement):
    """Waits for a statement that takes long."""

    def find_invoice(self, payment_hash):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(600)")


class LateNode(SandboxSettlement):
    """Has returned the money when it is to be taken: the receiver's side was too slow."""

    def settle(self, preimage: bytes) -> None:
        self.cancel(hash_of(preimage))
        raise InvoiceNotAccepted


class SettledNode(SandboxSettlement):
    """Has taken the money by hand before it is told to return it."""

    def cancel(self, payment_hash: bytes) -> None:
        settled_by_hand(payment_hash)
        super().cancel(payment_hash)


def settled_by_hand(payment_hash: bytes) -> None:
    """Take the money of an invoice, as somebody does who works at the node."""
    session = IncomingUmaPayment.objects.get(payment_hash=payment_hash.hex())
    SandboxSettlement().settle(bytes.fromhex(session.preimage))
