"""A rail that hangs about every other payment, and raises about the rest."""

import threading

from payments.providers.base import Instruction, RailOutcome


class RudeRail:
    """What a platform in production has as its rail while the benchmark runs."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Never answer, or break down."""
        if instruction.transaction_id.int % 2:
            threading.Event().wait()
        message = "the adapter has a fault"
        raise ZeroDivisionError(message)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Do the same."""
        return self.submit(instruction)
