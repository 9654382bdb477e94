"""Rails whose operators say what one payment may be, and how soon it arrives: limits and hours, as data.

All of them work at any hour of any day. Of a rail that is not here nothing of the kind is known.
"""

import dataclasses
import datetime as dt
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from platforms.base import money

_HALF_AN_HOUR = dt.timedelta(minutes=30)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Rail:
    """The limits and hours of one rail. Amounts are in the smallest unit of `currency`."""

    currency: str
    minimum: int = 1
    maximum: int = money.MAX_AMOUNT
    batch_every: dt.timedelta | None = None
    """How often collected payments are settled together, counted from midnight UTC; None: each by itself, at once."""
    credited_within: dt.timedelta
    """How soon after the settlement the receiver's bank has to credit the account."""
    source: str
    """Who sets them, and where they are published. They were compared with reports of it, not with the publication."""

    def takes(self, amount: int) -> bool:
        """Tell whether one payment may have this amount."""
        return self.minimum <= amount <= self.maximum

    def expected_at(self, now: dt.datetime) -> dt.datetime:
        """Return by when a payment that the rail takes now has arrived."""
        if self.batch_every is None:
            return now + self.credited_within
        midnight = now.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        batches = (now - midnight) // self.batch_every + 1
        return midnight + batches * self.batch_every + self.credited_within


RAILS: Mapping[str, Rail] = MappingProxyType(
    {
        # Indian time is five and a half hours ahead, so its half hours are those of UTC.
        "NEFT": Rail(
            currency="INR",
            batch_every=_HALF_AN_HOUR,
            credited_within=dt.timedelta(hours=2),
            source="Reserve Bank of India, questions and answers on the NEFT system",
        ),
        "RTGS": Rail(
            currency="INR",
            minimum=200_000_00,
            credited_within=_HALF_AN_HOUR,
            source="Reserve Bank of India, questions and answers on the RTGS system",
        ),
        "INSTAPAY": Rail(
            currency="PHP",
            maximum=50_000_00,
            credited_within=dt.timedelta(minutes=1),
            source="Bangko Sentral ng Pilipinas, National Retail Payment System: InstaPay",
        ),
    }
)
"""By the names of account types."""


def takes(rail: str, amount: int) -> bool:
    """Tell whether one payment by a rail may have this amount, in the smallest unit of the rail's currency."""
    return rail not in RAILS or RAILS[rail].takes(amount)


def by_amount(names: Sequence[str], amount: int) -> str:
    """Return the rail that is made for an amount: of those that take it the one that takes the fewest others.

    Empty where nothing is known of one of them, or none takes it.
    """
    if not all(name in RAILS for name in names):
        return ""
    fitting = [name for name in names if RAILS[name].takes(amount)]
    return max(fitting, key=lambda name: RAILS[name].minimum, default="")
