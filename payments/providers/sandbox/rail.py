"""The sandbox rail."""

from payments.providers.base import Instruction, RailOutcome, Verdict
from payments.providers.sandbox import magic

_SETTLED = RailOutcome(Verdict.SETTLED)


class SandboxRail:
    """A rail that plays the scenario which the account's number asks for."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Answer by the suffix of the account's identifier."""
        return magic.TRANSFERS.get(magic.suffix(instruction.primary_identifier), _SETTLED)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Answer what becomes of a payment that was pending at first."""
        return magic.LATER.get(magic.suffix(instruction.primary_identifier), _SETTLED)
