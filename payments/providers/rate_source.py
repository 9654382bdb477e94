"""The port to sources of exchange rates."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Protocol, Self, runtime_checkable

from platforms.base import clock

LEAST_RATE, GREATEST_RATE = Decimal("1e-12"), Decimal("1e12")


@dataclasses.dataclass(frozen=True, slots=True)
class Pair:
    """Price of one major unit of `destination`: `rate` major units of `source`.

    `as_of` is the time for which it is valid; None when that is the time of the request.
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
        """Return the pair from its form in a snapshot."""
        as_of = dt.datetime.fromisoformat(kept["asOf"]) if "asOf" in kept else None
        return cls(kept["source"], kept["destination"], Decimal(kept["rate"]), as_of)


@dataclasses.dataclass(frozen=True, slots=True)
class RateTable:
    """All rates of a source at a moment; a missing pair is found by crossing others."""

    pairs: tuple[Pair, ...]
    changes_at: dt.datetime | None = None
    """When the source already knows that its rates will change."""

    def __post_init__(self) -> None:
        """Refuse values that no market has, whatever the source: they would be quoted within minutes."""
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
        """The newest time for which any pair is valid."""
        return max((pair.as_of for pair in self.pairs if pair.as_of), default=None)


class RateSource(Protocol):
    """A source of rates."""

    name: str
    """Key of its snapshots."""
    refresh_every: dt.timedelta
    stale_after: dt.timedelta
    """The age at which a rate is too old to quote, counted from the time for which it is valid."""

    def fetch(self, now: dt.datetime) -> RateTable:
        """Return the present rates. Outside of any database transaction: it may use the network.

        Raises RatesUnavailable.
        """


@runtime_checkable
class OfPlatforms(Protocol):
    """A source that has other rates for some platforms."""

    def for_platform(self, platform_id: uuid.UUID) -> RateSource:
        """Return the source of a platform's rates; most have this one."""


class RatesUnavailable(Exception):
    """The source can't be reached, or its answer is invalid; the rates known so far stay."""
