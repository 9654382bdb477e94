"""The port to the world's exchange rates."""

import dataclasses
import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Protocol, Self

from platforms.base import clock

LEAST_RATE, GREATEST_RATE = Decimal("1e-12"), Decimal("1e12")


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """What one major unit of `destination` costs: `rate` major units of `source`.

    `as_of` is the moment it was true; None when that is the moment it was last taken.
    """

    source: str
    destination: str
    rate: Decimal
    as_of: dt.datetime | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the pair as a snapshot keeps it: the rate as a decimal string."""
        kept = {"source": self.source, "destination": self.destination, "rate": f"{self.rate:f}"}
        return kept | ({"asOf": clock.iso(self.as_of)} if self.as_of else {})

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return the pair that `to_json` has kept."""
        as_of = dt.datetime.fromisoformat(kept["asOf"]) if "asOf" in kept else None
        return cls(kept["source"], kept["destination"], Decimal(kept["rate"]), as_of)


@dataclasses.dataclass(frozen=True, slots=True)
class RateTable:
    """All that a source knows at a moment; what it does not list is found by crossing what it lists."""

    pairs: tuple[Pair, ...]
    changes_at: dt.datetime | None = None
    """When the source already knows that it will say something else."""

    def __post_init__(self) -> None:
        """Refuse what no market says, whichever source it comes from: it would be quoted within minutes."""
        known = set()
        for pair in self.pairs:
            if not (pair.rate.is_finite() and LEAST_RATE <= pair.rate <= GREATEST_RATE):
                raise RatesUnavailable(f"the rate of {pair.source} for {pair.destination} is out of range")
            if pair.source == pair.destination or (pair.source, pair.destination) in known:
                raise RatesUnavailable(f"the pair {pair.source}, {pair.destination} makes no sense or comes twice")
            known.add((pair.source, pair.destination))
        if not self.pairs:
            raise RatesUnavailable("there is no rate at all")

    @property
    def as_of(self) -> dt.datetime | None:
        """The newest moment that any pair is as of."""
        return max((pair.as_of for pair in self.pairs if pair.as_of), default=None)


class RateSource(Protocol):
    """Where rates come from."""

    name: str
    """Under which its snapshots are kept."""
    refresh_every: dt.timedelta
    stale_after: dt.timedelta
    """The age at which a rate is too old to quote, counted from the moment it was as of."""

    def fetch(self, now: dt.datetime) -> RateTable:
        """Return the present rates. Outside of any database transaction: it may use the network.

        Raises RatesUnavailable.
        """


class RatesUnavailable(Exception):
    """The source can't be reached, or what it says makes no sense; the rates known so far stay."""
