"""The rate book: every rate of a snapshot, or that follows from it."""

import collections
import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from payments.pricing import arithmetic
from payments.providers.rate_source import GREATEST_RATE, LEAST_RATE, Pair
from platforms.base import clock, errors


class RateUnknown(errors.DomainError):
    """No source has a rate between two currencies."""

    code = "QUOTE_REQUEST_FAILED"
    message = "There is no exchange rate between these currencies."


class RatesStale(errors.DomainError):
    """The rates are too old to quote from."""

    code = "QUOTE_REQUEST_FAILED"
    is_passing = True
    message = "There are no exchange rates at the moment. Try again later."


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """One pair on the path from the receiving to the sending currency; an inverse one is used the other way round."""

    pair: Pair
    is_inverse: bool

    @property
    def cost(self) -> Fraction:
        """The exact cost of one unit by this step."""
        return 1 / Fraction(self.pair.rate) if self.is_inverse else Fraction(self.pair.rate)


@dataclasses.dataclass(frozen=True, slots=True)
class Crossing:
    """A rate and its origin: sending major units per one receiving major unit."""

    rate: Decimal
    steps: tuple[Step, ...]

    @property
    def as_of(self) -> dt.datetime | None:
        """The oldest time of its pairs; None when the source does not give it."""
        return min((step.pair.as_of for step in self.steps if step.pair.as_of), default=None)


class Crossings:
    """The pairs of a snapshot, and the rates that follow from them. Immutable, so results are cached."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        """Take the pairs of a snapshot."""
        self._pairs = {(pair.source, pair.destination): pair for pair in pairs}
        self._neighbours: dict[str, set[str]] = collections.defaultdict(set)
        for source, destination in self._pairs:
            self._neighbours[source].add(destination)
            self._neighbours[destination].add(source)
        self._found: dict[tuple[str, str], Crossing | None] = {}

    def find(self, sending: str, receiving: str) -> Crossing | None:
        """Return the rate between two currencies: direct, else inverse, else through one they have in common."""
        key = (sending, receiving)
        if key not in self._found:
            self._found[key] = self._search(sending, receiving)
        return self._found[key]

    def _search(self, sending: str, receiving: str) -> Crossing | None:
        if sending == receiving:
            return Crossing(Decimal(1), ())
        steps = self._step(sending, receiving)
        for common in self._in_common(sending, receiving):
            steps = steps or (*self._step(sending, common), *self._step(common, receiving))
        if not steps:
            return None
        cost = Fraction(1)
        for step in steps:
            cost *= step.cost
        # Two extreme rates may give a product that can't be stored.
        return Crossing(arithmetic.round_rate(cost), steps) if LEAST_RATE <= cost <= GREATEST_RATE else None

    def _step(self, sending: str, receiving: str) -> tuple[Step, ...]:
        if pair := self._pairs.get((sending, receiving)):
            return (Step(pair, is_inverse=False),)
        if pair := self._pairs.get((receiving, sending)):
            return (Step(pair, is_inverse=True),)
        return ()

    def _in_common(self, sending: str, receiving: str) -> Iterator[str]:
        # .get: a look-up must not add an unknown currency.
        shared = self._neighbours.get(sending, set()) & self._neighbours.get(receiving, set())
        # The best connected first, then by name: the same path each time.
        yield from sorted(shared, key=lambda code: (-len(self._neighbours[code]), code))


@dataclasses.dataclass(frozen=True, slots=True)
class RateBook:
    """The last answer of a source, and its age."""

    snapshot_id: uuid.UUID
    source: str
    taken_at: dt.datetime
    stale_before: dt.datetime
    """Rates for an earlier time are too old to quote from."""
    crossings: Crossings

    def rate(self, sending: str, receiving: str) -> Decimal:
        """Return the mid rate: the price of one major unit of `receiving`, in major units of `sending`.

        It has at most `arithmetic.RATE_DIGITS` significant digits. Raises RateUnknown, RatesStale.
        """
        found = self.find(sending, receiving)
        if found is None:
            raise RateUnknown(f"There is no exchange rate between {sending} and {receiving}.")
        as_of = found.as_of or self.taken_at
        if as_of < self.stale_before and sending != receiving:
            raise RatesStale(
                f"The exchange rate between {sending} and {receiving} is as of {clock.iso(as_of)}, too long ago to"
                " quote from. Try again later.",
                asOf=clock.iso(as_of),
            )
        return found.rate

    def find(self, sending: str, receiving: str) -> Crossing | None:
        """Return a rate with its origin, however old it is; None when it is unknown."""
        return self.crossings.find(sending, receiving)

    def explain(self, sending: str, receiving: str) -> dict[str, Any]:
        """Return, as JSON-ready data, the origin of a rate and every number it was computed from."""
        found = self.find(sending, receiving)
        if found is None:
            raise RateUnknown(f"There is no exchange rate between {sending} and {receiving}.")
        return {
            "snapshotId": str(self.snapshot_id),
            "source": self.source,
            "takenAt": clock.iso(self.taken_at),
            "asOf": clock.iso(found.as_of or self.taken_at),
            "rate": f"{found.rate:f}",
            "steps": [step.pair.to_json() | {"inverse": step.is_inverse} for step in found.steps],
        }
