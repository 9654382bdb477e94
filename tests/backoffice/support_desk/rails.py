"""A rail that keeps what it is given."""

from payments.providers.base import Instruction, RailOutcome, Verdict


class KeepingRail:
    """Fails every movement, and returns no money."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Keep the money."""
        return RailOutcome(Verdict.FAILED, failure_reason="OFFRAMP_FAILED", is_money_back=False)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Still keep it."""
        return self.submit(instruction)
