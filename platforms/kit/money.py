"""Currencies and amounts: integers in the smallest unit, never floats."""

import dataclasses
import functools

from babel import Locale
from babel.numbers import get_currency_precision

MAX_AMOUNT = 2**63 - 1
"""The largest amount a column or an API field can hold (int64)."""

_CRYPTO = {
    "BTC": ("Bitcoin", "₿", 8),
    "USDC": ("USD Coin", "USDC", 6),
    "USDT": ("Tether USD", "USDT", 6),
    "USDB": ("USDB", "USDB", 6),
}


# fmt: off
SUPPORTED_CURRENCIES = frozenset({
    "AED", "ARS", "BDT", "BRL", "BWP", "CAD", "COP", "DKK", "EGP", "EUR", "GBP", "GHS", "GTQ", "HKD", "HTG", "IDR",
    "INR", "JMD", "KES", "MWK", "MXN", "MYR", "NGN", "PHP", "PKR", "RWF", "SGD", "THB", "TZS", "UGX", "USD", "VND",
    "XAF", "XOF", "ZAR", "ZMW", *_CRYPTO,
})
# fmt: on
"""What a platform may configure: every currency that an account type can hold."""


@dataclasses.dataclass(frozen=True, slots=True)
class Currency:
    """A currency: code, English name, symbol, and the number of decimals of its major unit (ISO 4217)."""

    code: str
    name: str
    symbol: str
    decimals: int


@functools.cache
def currency(code: str) -> Currency:
    """Return the currency of a code; raises KeyError for an unknown one."""
    if code in _CRYPTO:
        name, symbol, decimals = _CRYPTO[code]
        return Currency(code, name, symbol, decimals)
    locale = Locale("en")
    return Currency(
        code, locale.currencies[code], locale.currency_symbols.get(code, code), get_currency_precision(code)
    )
