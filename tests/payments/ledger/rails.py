"""A rail that loses a payout after it has settled it."""

import datetime as dt

from payments.providers.base import Instruction, Leg, RailOutcome, Verdict


class LosingRail:
    """Settles, then says that a payout came back and that it does not give the money back."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Settle; a payout is to be asked about again at once."""
        again = dt.timedelta() if instruction.leg == Leg.PAYOUT else None
        return RailOutcome(Verdict.SETTLED, ask_again_after=again)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Say that it came back and is kept."""
        return RailOutcome(Verdict.RETURNED, failure_reason="OFFRAMP_FAILED", is_money_back=False)
