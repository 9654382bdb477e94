"""Port: what a blockchain charges for a transfer at the moment."""

import dataclasses
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Protocol


@dataclasses.dataclass(frozen=True, slots=True)
class NetworkFee:
    """A fee in the network's own asset, and what that asset is worth in the currency that is withdrawn."""

    amount: int
    """In the smallest unit of `asset`."""
    asset: str
    decimals: int
    """Of `asset`: how many places its smallest unit lies behind the whole one."""
    price: Decimal
    """Of one whole unit of `asset`, in major units of the currency that is withdrawn."""

    def in_major_units(self) -> Fraction:
        """Return the fee in major units of the currency that is withdrawn, exactly."""
        return Fraction(self.amount, 10**self.decimals) * Fraction(self.price)


class NetworkFees(Protocol):
    """Knows the fees of networks."""

    test_networks: Mapping[str, Sequence[str]]
    """Network → its test networks, where there are any."""

    def estimate(self, *, network: str, currency: str) -> NetworkFee:
        """Return what a transfer of `currency` costs now on a network that carries it; raises NetworkFeesUnknown."""


class NetworkFeesUnknown(Exception):
    """The fee can't be told: nobody is configured to ask, or they gave no answer."""
