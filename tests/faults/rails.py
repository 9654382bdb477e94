"""Rails that do what the sandbox's never does."""

import datetime as dt

from payments.providers.base import Instruction, Leg, RailOutcome, Verdict
from payments.providers.sandbox.rail import SandboxRail


class WorkerDied(BaseException):
    """Ends a worker as a kill does: nothing catches it, nothing is written any more."""


class DeadlyRail(SandboxRail):
    """Does what it is told each time, and lets the worker die the first time that it is told a thing."""

    def __init__(self) -> None:
        self.told: list[tuple[Leg, str, int]] = []

    def submit(self, instruction: Instruction) -> RailOutcome:
        return self._answer("submit", instruction, super().submit(instruction))

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        return self._answer("status", instruction, super().status(instruction, provider_reference))

    def _answer(self, verb: str, instruction: Instruction, outcome: RailOutcome) -> RailOutcome:
        asked = (instruction.leg, verb, instruction.amount)
        self.told.append(asked)
        if self.told.count(asked) == 1:
            raise WorkerDied
        return outcome


class StubbornRail(SandboxRail):
    """Thinks about each refund for a minute, and then refuses it."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        if instruction.leg == Leg.REFUND:
            return RailOutcome(Verdict.PENDING, ask_again_after=dt.timedelta(minutes=1))
        return super().submit(instruction)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        if instruction.leg == Leg.REFUND:
            return RailOutcome(Verdict.FAILED)
        return super().status(instruction, provider_reference)
