"""A rail that hangs for every other payment, and raises for the rest."""

import threading

from payments.providers.base import Instruction, RailOutcome


class RudeRail:
    """Serves as a production platform's rail while the benchmark runs."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Never answer, or break down."""
        if instruction.transaction_id.int % 2:
            threading.Event().wait()
        message = "the adapter has a fault"
        raise ZeroDivisionError(message)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Do the same."""
        return self.submit(instruction)
