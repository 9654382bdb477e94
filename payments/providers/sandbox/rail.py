"""The sandbox rail."""

import dataclasses
import functools
from collections.abc import Mapping

from payments.account_types import table
from payments.providers.base import Instruction, Leg, RailOutcome, Verdict
from payments.providers.sandbox import forced_rail, magic

_SETTLED = RailOutcome(Verdict.SETTLED)


class SandboxRail:
    """A rail that plays what was forced, else the scenario selected by the account's number."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Answer by the suffix of the account's identifier."""
        return _play(instruction, transfers=magic.TRANSFERS, payouts=magic.PAYOUTS)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        """Answer for a payment that was pending at first, or that may have been returned."""
        return _play(instruction, transfers=magic.LATER, payouts=magic.LATER_PAYOUTS)


def _play(
    instruction: Instruction, *, transfers: Mapping[str, RailOutcome], payouts: Mapping[str, RailOutcome]
) -> RailOutcome:
    outcome = forced_rail.answer(instruction)
    if outcome is None:
        scenarios = payouts if instruction.leg == Leg.PAYOUT else transfers
        outcome = scenarios.get(magic.suffix(instruction.primary_identifier), _SETTLED)
    return _by(outcome, instruction.payment_rail or _usual_rail(instruction.account_type))


@functools.lru_cache(maxsize=256)
def _by(outcome: RailOutcome, rail: str) -> RailOutcome:
    return dataclasses.replace(outcome, payment_rail=rail)


def _usual_rail(account_type: str) -> str:
    """Return the first rail of a type; a refund to a payer has none that is known."""
    return table.get(account_type).ways[0] if account_type else ""
