"""Rails of the service itself, which know of payments what no adapter tells: they register here.

An adapter of the settings takes an instruction and answers (`providers.base.Rail`). A rail of our own has rows too, and
chooses which instructions it takes.
"""

from collections.abc import Sequence
from typing import Protocol

from payments.providers.base import Rail


class OwnRail(Protocol):
    """A rail of the service itself."""

    def in_front_of(self, rail: Rail, environment: str) -> Rail:
        """Return a rail that takes what is ours, and hands everything else to `rail`."""


_registered: list[OwnRail] = []


def register(rail: OwnRail) -> None:
    """Have the workflow ask a rail."""
    _registered.append(rail)


def rails() -> Sequence[OwnRail]:
    """Return the rails of the service itself."""
    return tuple(_registered)
