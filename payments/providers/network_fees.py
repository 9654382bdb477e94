"""Port: a blockchain's present fee for a transfer."""

import dataclasses
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Protocol


@dataclasses.dataclass(frozen=True, slots=True)
class NetworkFee:
    """A fee in the network's own asset, with the price of that asset in the withdrawn currency."""

    amount: int
    """In the smallest unit of `asset`."""
    asset: str
    decimals: int
    """Of `asset`: decimals between its smallest unit and the whole one."""
    price: Decimal
    """Of one whole unit of `asset`, in major units of the withdrawn currency."""

    def in_major_units(self) -> Fraction:
        """Return the fee in major units of the withdrawn currency, exactly."""
        return Fraction(self.amount, 10**self.decimals) * Fraction(self.price)


class NetworkFees(Protocol):
    """Provides the fees of networks."""

    test_networks: Mapping[str, Sequence[str]]
    """Network → its test networks, where there are any."""

    def estimate(self, *, network: str, currency: str) -> NetworkFee:
        """Return the present fee for a transfer of `currency` on a network with it; raises NetworkFeesUnknown."""


class NetworkFeesUnknown(Exception):
    """The fee is not available: no provider is configured, or it gave no answer."""
