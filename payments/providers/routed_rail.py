"""A rail that distributes instructions over several rails of one environment."""

from collections.abc import Mapping

from payments.providers.base import Instruction, Rail, RailOutcome

OTHERS = "*"
"""Key of the rail for everything without a rail of its own."""


class RoutedRail:
    """Passes an instruction to the rail for its account type, else for its currency, else to the rail for others.

    A refund to the payer has no account type: its currency decides.
    """

    def __init__(self, rails: Mapping[str, Rail]) -> None:
        """Take the rails by what they serve."""
        self._rails = rails

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Submit a payment."""
        return self._of(instruction).submit(instruction)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Ask the same rail for the status of a submitted payment."""
        return self._of(instruction).status(instruction, provider_reference)

    def _of(self, instruction: Instruction) -> Rail:
        names = (instruction.account_type, instruction.currency, OTHERS)
        return next(self._rails[name] for name in names if name in self._rails)
