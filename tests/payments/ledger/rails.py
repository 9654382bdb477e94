"""Rails that change their mind about what they have settled."""

import datetime as dt

from payments.providers.base import Direction, Instruction, Leg, RailOutcome, Verdict


class LosingRail:
    """Settles, then reports a returned payout without returning the money."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Settle; a payout is to be asked about again at once."""
        again = dt.timedelta() if instruction.leg == Leg.PAYOUT else None
        return RailOutcome(Verdict.SETTLED, ask_again_after=again)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Say that it came back and is kept."""
        return RailOutcome(Verdict.RETURNED, failure_reason="OFFRAMP_FAILED", is_money_back=False)


class _ChangingRail:
    """Settles everything at once, and says something else of what went out when it is asked again."""

    later: RailOutcome

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Settle; what goes out is to be asked about again at once."""
        goes_out = instruction.leg == Leg.PAYOUT or (
            instruction.leg == Leg.TRANSFER and instruction.direction == Direction.PUSH
        )
        return RailOutcome(Verdict.SETTLED, ask_again_after=dt.timedelta() if goes_out else None)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Return the present outcome."""
        return self.later


class CallingBackRail(_ChangingRail):
    """Its payouts are called back by their sender, and the money is there again."""

    later = RailOutcome(Verdict.CANCELLED)


class ReturningRail(_ChangingRail):
    """Its payouts are sent back by the receiving bank."""

    later = RailOutcome(Verdict.RETURNED, failure_reason="BANK_REJECTED")


class RefundReturningRail(ReturningRail):
    """Its refunds, and what leaves suspense, are sent back as its payouts are."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Settle; whatever goes out is to be asked about again at once."""
        again = dt.timedelta() if instruction.direction == Direction.PUSH else None
        return RailOutcome(Verdict.SETTLED, ask_again_after=again)


class KeepingRail(_ChangingRail):
    """Settles, and says so again."""

    later = RailOutcome(Verdict.SETTLED)


class LosingCallingBackRail(_ChangingRail):
    """Its payouts are called back, and it does not return the money."""

    later = RailOutcome(Verdict.CANCELLED, is_money_back=False)
