"""Nodes of the network that do what the sandbox's never does."""

from payments.providers.lightning_node import Payment, PaymentFailure, PaymentState, SettlementUnavailable
from payments.providers.sandbox.lightning_node import SandboxSettlement
from tests.support.faulty_rails import WorkerDied


class DeadlyNode(SandboxSettlement):
    """Pays, and lets the worker die before it can write that down: the first time."""

    def __init__(self) -> None:
        self.paid = 0

    def pay(self, order):
        payment = super().pay(order)
        self.paid += 1
        if self.paid == 1:
            raise WorkerDied
        return payment


class AbsentNode(SandboxSettlement):
    """Can't be reached."""

    def pay(self, order):
        raise SettlementUnavailable


class LonelyNode(SandboxSettlement):
    """Knows the way to nobody."""

    def pay(self, order):
        return Payment(state=PaymentState.FAILED, failure=PaymentFailure.NO_ROUTE)


class LyingNode(SandboxSettlement):
    """Says that it has paid, and shows something else for a proof."""

    def pay(self, order):
        return Payment(state=PaymentState.SETTLED, preimage=b"x" * 32)


class CostlyNode(SandboxSettlement):
    """Pays at once, over nodes that take one and a half satoshis, by a preimage that tests know."""

    preimage = b""

    def pay(self, order):
        super().pay(order)
        self.settle(self.preimage)
        return Payment(state=PaymentState.SETTLED, preimage=self.preimage, fee_msat=1500)


class ForgetfulNode(SandboxSettlement):
    """Forgets what it pays."""

    def track(self, payment_hash):
        return Payment(state=PaymentState.UNKNOWN) if getattr(self, "has_paid", False) else super().track(payment_hash)

    def pay(self, order):
        payment = super().pay(order)
        self.has_paid = True
        return payment
