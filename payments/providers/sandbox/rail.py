"""The sandbox rail."""

from collections.abc import Mapping

from payments.providers.base import Instruction, Leg, RailOutcome, Verdict
from payments.providers.sandbox import magic

_SETTLED = RailOutcome(Verdict.SETTLED)


class SandboxRail:
    """A rail that plays the scenario which the account's number asks for."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Answer by the suffix of the account's identifier."""
        return _play(instruction, transfers=magic.TRANSFERS, payouts=magic.PAYOUTS)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Answer what becomes of a payment that was pending at first, or that may have come back."""
        return _play(instruction, transfers=magic.LATER, payouts=magic.LATER_PAYOUTS)


def _play(
    instruction: Instruction, *, transfers: Mapping[str, RailOutcome], payouts: Mapping[str, RailOutcome]
) -> RailOutcome:
    scenarios = payouts if instruction.leg == Leg.PAYOUT else transfers
    return scenarios.get(magic.suffix(instruction.primary_identifier), _SETTLED)
