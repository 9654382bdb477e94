"""The adapter of the rail's port, and the choice between it and the rail of the settings.

They stand here, and not in `payments.providers`, because they read and write rows of our own.
"""

import datetime as dt

from django.db import transaction
from django.db.models import Exists, OuterRef

from banks.models import BankPayment, BankPaymentState
from banks.rail import collecting, routes
from payments.providers.base import Instruction, Rail, RailOutcome, RailUnavailable, Verdict
from platforms.database.rows import by_key
from platforms.models import Platform

_ASK_AGAIN = dt.timedelta(hours=1)
"""An answer of the bank makes a payment due at once. This pause is for an answer during a worker's question."""
_ASK_WAITING_AGAIN = dt.timedelta(minutes=5)


IS_RETURNED = Exists(BankPayment.objects.filter(movement=OuterRef("pk"), state=BankPaymentState.RETURNED))
"""Whether a bank has returned a payment: a condition in a query of payments."""


class ChosenRail:
    """Hands each instruction to the bank connection of its route, else to the rail of the settings."""

    def __init__(self, settings_rail: Rail, environment: str) -> None:
        """Keep the rail of the settings, and the environment of the platforms."""
        self._settings_rail, self._environment = settings_rail, environment

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Hand a payment to its rail."""
        return self._of(instruction).submit(instruction)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Ask the same rail for the state of a submitted payment."""
        return self._of(instruction).status(instruction, provider_reference)

    def _of(self, instruction: Instruction) -> Rail:
        name = routes.connection_for(instruction, self._environment)
        return BankFilesRail(name) if name else self._settings_rail


class BankFilesRail:
    """Collects payments into batches for files, and answers from rows written by the import of a bank's answers."""

    def __init__(self, connection_name: str) -> None:
        """Take the connection for new payments."""
        self._connection_name = connection_name

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Put a payment into a batch, once; a payment refused for good fails, and is refunded by the workflow."""
        now = self._now(instruction)
        with transaction.atomic(durable=True):
            payment = collecting.take(instruction=instruction, connection_name=self._connection_name, now=now)
        return _outcome(payment)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Return the state of a payment; one without a batch is tried again."""
        return self.submit(instruction)

    @staticmethod
    def _now(instruction: Instruction) -> dt.datetime:
        platform = by_key(Platform.objects.only("clock_offset"), instruction.platform_id)
        if platform is None:
            raise RailUnavailable
        return platform.now()


def _outcome(payment: BankPayment) -> RailOutcome:
    reference, state = payment.end_to_end_id, BankPaymentState(payment.state)
    if state is BankPaymentState.SETTLED:
        return RailOutcome(Verdict.SETTLED, provider_reference=reference)
    if state in _ENDS:
        return RailOutcome(_ENDS[state], failure_reason=payment.failure_reason or None, provider_reference=reference)
    after = _ASK_WAITING_AGAIN if state is BankPaymentState.WAITING else _ASK_AGAIN
    return RailOutcome(Verdict.PENDING, ask_again_after=after, provider_reference=reference)


_ENDS = {
    BankPaymentState.REFUSED: Verdict.FAILED,
    BankPaymentState.CANCELLED: Verdict.FAILED,
    BankPaymentState.REJECTED: Verdict.REJECTED,
    BankPaymentState.RETURNED: Verdict.RETURNED,
}
