"""A rail that remembers what it was asked to do."""

from typing import ClassVar

from payments.providers.base import Instruction, RailOutcome
from payments.providers.sandbox.rail import SandboxRail


class ListeningRail(SandboxRail):
    """The sandbox's, with a record of its instructions."""

    heard: ClassVar[list[Instruction]] = []

    def submit(self, instruction: Instruction) -> RailOutcome:
        """Note it, and answer as the sandbox does."""
        self.heard.append(instruction)
        return super().submit(instruction)
