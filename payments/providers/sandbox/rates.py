"""The sandbox's exchange rates: a fixed table, so that every example gives the same numbers for ever."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

from payments.providers.rate_source import Pair, RateTable

ANCHOR = "USD"

# fmt: off
PER_DOLLAR: Mapping[str, Decimal] = MappingProxyType({
    code: Decimal(rate)
    for code, rate in {
        "AED": "3.6725", "ARS": "1050", "BDT": "119.5", "BRL": "5.4", "BWP": "13.6", "CAD": "1.38", "COP": "4100",
        "DKK": "6.87", "EGP": "48.5", "EUR": "0.92", "GBP": "0.79", "GHS": "15.6", "GTQ": "7.7", "HKD": "7.8",
        "HTG": "131", "IDR": "15800", "INR": "83.5", "JMD": "157", "KES": "129", "MWK": "1735", "MXN": "18.5",
        "MYR": "4.4", "NGN": "1600", "PHP": "57", "PKR": "278", "RWF": "1350", "SGD": "1.34", "THB": "34.5",
        "TZS": "2650", "UGX": "3700", "VND": "25000", "XAF": "603.5", "XOF": "603.5", "ZAR": "18", "ZMW": "26.5",
        "BTC": "0.0000125", "USDC": "1", "USDT": "1", "USDB": "1",
    }.items()
})
# fmt: on
"""What one US dollar buys. Invented, and near enough to look real."""


class SandboxRates:
    """Always the same, and always as of now."""

    name = "SANDBOX"
    refresh_every = dt.timedelta(minutes=5)
    stale_after = dt.timedelta(hours=1)

    def fetch(self, now: dt.datetime) -> RateTable:
        """Return the table."""
        return RateTable(tuple(Pair(code, ANCHOR, rate) for code, rate in PER_DOLLAR.items()))
