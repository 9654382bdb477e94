"""Currencies and amounts: integers in the smallest unit, never floats."""

import dataclasses
import functools
from collections.abc import Mapping

from babel import Locale
from babel.numbers import get_currency_precision
from django.conf import settings
from django.utils.module_loading import import_string

MAX_AMOUNT = 2**63 - 1
"""The largest amount a column or an API field can hold (int64)."""

_TABLE: Mapping[str, tuple[str, str, int] | None] = import_string(settings.CURRENCIES)
"""Code → name, symbol and decimals, where ISO 4217 does not list it."""

SUPPORTED_CURRENCIES = frozenset(_TABLE)
"""What a platform may configure: every currency that accounts can hold."""


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
    if asset := _TABLE.get(code):
        return Currency(code, *asset)
    locale = Locale("en")
    return Currency(
        code, locale.currencies[code], locale.currency_symbols.get(code, code), get_currency_precision(code)
    )


def major_units(amount: int, currency_code: str) -> str:
    """Return an amount of the smallest unit in the currency's major unit, exact: 1234 USD is `12.34 USD`."""
    decimals = currency(currency_code).decimals
    whole, rest = divmod(abs(amount), 10**decimals)
    sign = "-" if amount < 0 else ""
    fraction = f".{rest:0{decimals}d}" if decimals else ""
    return f"{sign}{whole:,}{fraction} {currency_code}"
