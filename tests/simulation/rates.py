"""The source of rates outside: it moves, is away, hangs, and gives rates that make no sense."""

import dataclasses
import datetime as dt
import random
from collections.abc import Callable
from decimal import Decimal

from payments.providers.rate_source import GREATEST_RATE, LEAST_RATE, Pair, RatesUnavailable, RateTable
from tests.simulation import scheduler, sometimes

_FIRST = Decimal("17.5")
"""Pesos for a dollar."""
_GOOD_WAYS = {"moves": 9, "is slow": 1}
_WAYS = {"moves": 60, "is slow": 6, "is away": 6, "breaks": 3, "is old": 10, "goes to an end": 5, "makes no sense": 10}
_IS_GOOD = 0.6
"""The part of the seeds in which rates come, and make sense: after each failure there are none for a minute."""
_MOVES = (Decimal("0.9301"), Decimal("0.9997"), Decimal("1.0001"), Decimal("1.0703"))
"""No rate comes twice."""
_SENSELESS: tuple[Callable[[], RateTable], ...] = (
    lambda: RateTable((Pair("MXN", "USD", Decimal(0)),)),
    lambda: RateTable((Pair("MXN", "USD", Decimal("-17.5")),)),
    lambda: RateTable((Pair("MXN", "USD", Decimal("NaN")),)),
    lambda: RateTable((Pair("MXN", "USD", Decimal("sNaN")),)),
    lambda: RateTable((Pair("MXN", "USD", Decimal("Infinity")),)),
    lambda: RateTable((Pair("MXN", "USD", GREATEST_RATE * 10),)),
    lambda: RateTable((Pair("MXN", "USD", LEAST_RATE / 10),)),
    lambda: RateTable((Pair("MXN", "USD", _FIRST), Pair("MXN", "USD", _FIRST + 1))),
    lambda: RateTable((Pair("MXN", "USD", _FIRST), Pair("USD", "USD", Decimal(2)))),
    lambda: RateTable(()),
    lambda: RateTable((Pair("EUR", "USD", Decimal("0.9")),)),
    lambda: RateTable((Pair("MXN", "USD", 17.5),)),  # type: ignore[arg-type]
    lambda: RateTable((Pair("", "", Decimal(1)),)),
    lambda: RateTable((Pair("MXN\0", "USD", Decimal(1)), Pair("MXN", "USD", _FIRST))),
)


@dataclasses.dataclass(frozen=True)
class Given:
    """A rate that the source gave, and when."""

    at: float
    rate: Decimal


class SimulatedRates:
    """The adapter of a seed."""

    name = "SIMULATED"
    refresh_every = dt.timedelta(seconds=2)
    stale_after = dt.timedelta(seconds=8)

    def __init__(self, seed: int) -> None:
        """Draw everything by the seed."""
        self.chance = random.Random(f"rates {seed}")
        self.given: list[Given] = []
        self._rate = _FIRST
        self._ways = _GOOD_WAYS if self.chance.random() < _IS_GOOD else _WAYS

    def fetch(self, now: dt.datetime) -> RateTable:
        """Give rates, in the way that is drawn for this time."""
        run, actor = scheduler.running(), scheduler.current()
        assert run is not None
        assert actor is not None
        way = self.chance.choices([*self._ways], [*self._ways.values()])[0]
        run.step("rates fetch")
        run.note(actor, f"rates: the source {way}")
        match way:
            case "is away":
                raise RatesUnavailable("the source is away")
            case "breaks":
                message = "the adapter has a fault"
                raise ZeroDivisionError(message)
            case "makes no sense":
                sometimes.happened("rates make no sense")
                return self.chance.choice(_SENSELESS)()
            case "is slow":
                run.wait(None, self.chance.uniform(1, 40))
        self._rate *= self.chance.choice(_MOVES)
        rate = self.chance.choice([LEAST_RATE, GREATEST_RATE]) if way == "goes to an end" else self._rate
        as_of = now - dt.timedelta(seconds=self.chance.choice([5, 3600])) if way == "is old" else None
        self.given.append(Given(as_of.timestamp() if as_of else run.now, rate))
        return RateTable((Pair("MXN", "USD", rate, as_of),))
