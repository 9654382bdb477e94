"""Leases that are outlasted: a rail that takes its time, and the clocks that leases are measured by."""

import time
import types
from collections.abc import Callable

import pytest
from django.db import connection

from payments.providers.sandbox.rail import SandboxRail
from payments.workflow import advancing, leases


class SlowRail(SandboxRail):
    """Takes as long for each call as `during` says, and records its instructions."""

    def __init__(self) -> None:
        """Begin with calls that take no time."""
        self.told: list[object] = []
        self.during: Callable[[], object] = lambda: None

    def submit(self, instruction):
        """Wait, and do as the sandbox does."""
        self.told.append(instruction.transaction_id)
        self.during()
        return super().submit(instruction)


def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Return a function that moves on every clock that leases are measured by, by so many seconds."""
    passed = [time.monotonic()]
    now = types.SimpleNamespace(monotonic=lambda: passed[0])
    monkeypatch.setattr(leases, "time", now)
    monkeypatch.setattr(advancing, "time", now)

    def move(seconds: float) -> None:
        passed[0] += seconds
        with connection.cursor() as cursor:
            cursor.execute("UPDATE platforms_platform SET clock_offset = clock_offset + %s * interval '1s'", [seconds])

    return move
