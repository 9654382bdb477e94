"""Several rails that serve one environment."""

from collections.abc import Mapping

from payments.providers.base import Instruction, Rail, RailOutcome

OTHERS = "*"
"""In place of a name: everything that no other rail is named for."""


class RoutedRail:
    """Hands an instruction to the rail that is named for its account type, else for its currency, else for the others.

    A refund to whoever paid names no account type: it goes by its currency.
    """

    def __init__(self, rails: Mapping[str, Rail]) -> None:
        """Keep the rails by what they serve."""
        self._rails = rails

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Hand a payment over."""
        return self._of(instruction).submit(instruction)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Ask the same rail how a submitted payment stands."""
        return self._of(instruction).status(instruction, provider_reference)

    def _of(self, instruction: Instruction) -> Rail:
        names = (instruction.account_type, instruction.currency, OTHERS)
        return next(self._rails[name] for name in names if name in self._rails)
