"""The sandbox's exchange rates: those of the account types table, so that examples always give the same result."""

import dataclasses
import datetime as dt
import uuid
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

from payments.account_types import table
from payments.providers.rate_source import Pair, RatesUnavailable, RateTable
from platforms.forcing import asked, catalogue
from platforms.forcing.catalogue import Outcome

ANCHOR = "USD"
STEP = "RATES"
_STALE, _UNAVAILABLE = "STALE", "UNAVAILABLE"
_FACTORS: Mapping[str, Decimal] = MappingProxyType({"JUMP_UP": Decimal("1.1"), "JUMP_DOWN": Decimal("0.9")})
"""What the price of a dollar is multiplied by."""


class SandboxRates:
    """Constant rates, always valid now; others for platforms that have forced them."""

    name = "SANDBOX"
    refresh_every = dt.timedelta(minutes=5)
    stale_after = dt.timedelta(hours=1)

    def fetch(self, now: dt.datetime) -> RateTable:
        """Return the table."""
        return RateTable(
            tuple(Pair(code, ANCHOR, rate) for code, rate in table.SANDBOX_RATES.items() if code != ANCHOR)
        )

    def for_platform(self, platform_id: uuid.UUID) -> "SandboxRates":
        """Return the source whose rates a platform has forced, else this one."""
        forced = asked.about(STEP, platform_id=platform_id, key=STEP)
        return _ForcedRates(forced.id, forced.outcome.name) if forced else self


class _ForcedRates(SandboxRates):
    """Rates of one platform. Their snapshots have a name of their own, so no other platform meets them."""

    def __init__(self, outcome_id: uuid.UUID, outcome: str) -> None:
        # As long as the names of sources may be: the end of a key is random.
        self.name = f"JUMP:{outcome_id.hex[-27:]}"
        self._outcome = outcome

    def fetch(self, now: dt.datetime) -> RateTable:
        """Return the table as the outcome has it; raises RatesUnavailable."""
        if self._outcome == _UNAVAILABLE:
            raise RatesUnavailable("the platform has forced it")
        factor = _FACTORS.get(self._outcome, Decimal(1))
        as_of = now - 2 * self.stale_after if self._outcome == _STALE else None
        pairs = super().fetch(now).pairs
        return RateTable(tuple(dataclasses.replace(pair, rate=pair.rate * factor, as_of=as_of) for pair in pairs))


catalogue.register(
    *(
        Outcome(
            step=STEP,
            name=name,
            does=f"Of your rates: {does}. No other platform's change.",
            shows=f"{shows}.",
            is_repeated=False,
        )
        for name, does, shows in (
            (
                "JUMP_UP",
                "a US dollar costs a tenth more of every currency",
                "`exchangeRate` of new quotes; others keep theirs",
            ),
            (
                "JUMP_DOWN",
                "a US dollar costs a tenth less of every currency",
                "`exchangeRate` of new quotes; others keep theirs",
            ),
            (_STALE, "they are two hours old", "400 `QUOTE_REQUEST_FAILED` with `asOf`, until this outcome is deleted"),
            (_UNAVAILABLE, "the source gives none", "400 `QUOTE_REQUEST_FAILED`, until this outcome is deleted"),
        )
    )
)
