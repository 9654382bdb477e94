"""Rails that do what the sandbox's never does."""

import datetime as dt
import socket
from collections.abc import Callable
from typing import ClassVar, cast

from django.db import connection

from payments.providers.base import Instruction, Leg, RailOutcome, RailUnavailable, Verdict
from payments.providers.sandbox.rail import SandboxRail


class WorkerDied(BaseException):
    """Ends a worker as a kill does: nothing catches it, nothing is written any more."""


class DeadlyRail(SandboxRail):
    """Carries out each call, and lets the worker die after the first call of each kind."""

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


class SilentRail(SandboxRail):
    """Takes each payment by the rail that it names, and never says when the money arrives."""

    def submit(self, instruction: Instruction) -> RailOutcome:
        after = dt.timedelta(hours=1)
        return RailOutcome(Verdict.PENDING, ask_again_after=after, payment_rail=instruction.payment_rail)

    def status(self, instruction: Instruction, provider_reference: str) -> RailOutcome:
        return self.submit(instruction)


class MoodyRail(SandboxRail):
    """Does not answer as it should about amounts that have a mood; all others it treats as the sandbox's does."""

    moods: ClassVar[dict[int, Callable[[], RailOutcome]]] = {}

    def submit(self, instruction: Instruction) -> RailOutcome:
        mood = self.moods.get(instruction.amount)
        return mood() if mood is not None else super().submit(instruction)


def break_down() -> RailOutcome:
    """Fail as nobody has foreseen."""
    message = "the adapter has a fault"
    raise ZeroDivisionError(message)


def say_nothing_sensible() -> RailOutcome:
    """Answer what is no answer."""
    return cast("RailOutcome", None)


def be_away() -> RailOutcome:
    """Say that the rail can't be reached."""
    raise RailUnavailable


def wait_for_the_database() -> RailOutcome:
    """Wait for a statement that takes long."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(600)")
    return RailOutcome(Verdict.SETTLED)


def never_answer() -> RailOutcome:
    """Wait for a reply that does not come, and take every error for one that is worth another look."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        while True:
            try:
                ours.recv(1)
            except Exception:  # noqa: BLE001 - so do adapters
                continue
