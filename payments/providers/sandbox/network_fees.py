"""The sandbox's network fees: a fixed table, near to usual fees."""

import dataclasses
from collections.abc import Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType

from payments.providers.network_fees import NetworkFee, NetworkFeesUnknown

_ETHER = Decimal(3000)
FEES: Mapping[str, NetworkFee] = MappingProxyType(
    {
        "SOLANA": NetworkFee(5_000, "SOL", 9, Decimal(150)),
        "TRON": NetworkFee(13_500_000, "TRX", 6, Decimal("0.25")),
        "POLYGON": NetworkFee(3_250_000_000_000_000, "POL", 18, Decimal("0.40")),
        "BASE": NetworkFee(650_000_000_000, "ETH", 18, _ETHER),
        "ETHEREUM": NetworkFee(325_000_000_000_000, "ETH", 18, _ETHER),
        "LIGHTNING": NetworkFee(10, "BTC", 8, Decimal(100_000)),
        "SPARK": NetworkFee(0, "BTC", 8, Decimal(100_000)),
    }
)
"""Network → fee, with the price of its asset in US dollars."""


_TEST_NETWORKS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "SPARK": ("TESTNET", "REGTEST"),
        "LIGHTNING": ("TESTNET", "REGTEST", "SIGNET"),
        "SOLANA": ("TESTNET", "DEVNET"),
        "TRON": ("TESTNET", "NILE", "SHASTA"),
        "POLYGON": ("TESTNET", "AMOY"),
        "BASE": ("TESTNET", "SEPOLIA"),
        "ETHEREUM": ("TESTNET", "SEPOLIA", "HOODI"),
    }
)


class SandboxNetworkFees:
    """Fixed fees."""

    test_networks = _TEST_NETWORKS

    def estimate(self, *, network: str, currency: str) -> NetworkFee:
        """Return the fee of a network; stablecoins count as dollars."""
        fee = FEES.get(network)
        if fee is None:
            raise NetworkFeesUnknown
        return dataclasses.replace(fee, price=Decimal(1)) if currency == fee.asset else fee
