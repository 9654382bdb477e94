"""Amounts: whole numbers of the smallest unit in the API, decimals for people. Never floats.

How many decimals a currency has is not in any table here: every amount in a reply brings its currency.
"""

import decimal
import re
from decimal import Decimal
from typing import Protocol

LARGEST = 2**63 - 1
"""The largest amount that the service takes, in the smallest unit of any currency."""
_EXACT = decimal.Context(prec=400, traps=[decimal.Inexact, decimal.InvalidOperation, decimal.Overflow])
_NUMBER = re.compile(r"-?[0-9]{1,100}(\.[0-9]{1,100})?")


class WithDecimals(Protocol):
    """A currency as replies carry it; `decimals` is how many its major unit has."""

    @property
    def code(self) -> str:
        """The code: `USD`."""

    @property
    def decimals(self) -> int:
        """The number of decimals of the major unit: 2."""


def to_smallest(amount: Decimal | int | str, currency: WithDecimals) -> int:
    """Return an amount of major units in the smallest unit: `"25.00"` USD is 2500.

    Raises ValueError for what is no number, has more decimals than the currency, or is too large; TypeError for floats,
    which can't hold 0.10.
    """
    if isinstance(amount, bool) or not isinstance(amount, Decimal | int | str):
        raise TypeError(f"an amount is a Decimal, an int or a str, not a {type(amount).__name__}")
    if isinstance(amount, str) and not _NUMBER.fullmatch(amount):
        raise ValueError("an amount is written with digits and a point: 25.00")
    value = Decimal(amount)
    if not value.is_finite() or abs(value.adjusted()) > 100:
        raise ValueError("the amount is out of range")
    scaled = value.scaleb(currency.decimals, context=_EXACT)
    if scaled != scaled.to_integral_value():
        raise ValueError(f"{currency.code} has {currency.decimals} decimals, and the amount has more")
    if abs(scaled) > LARGEST:
        raise ValueError("the amount is out of range")
    return int(scaled)


def to_decimal(amount: int, currency: WithDecimals) -> Decimal:
    """Return an amount of the smallest unit in major units, with all decimals of the currency: 2500 is `25.00` USD."""
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise TypeError(f"an amount of the smallest unit is an int, not a {type(amount).__name__}")
    return Decimal(amount).scaleb(-currency.decimals, context=_EXACT)


def format_amount(amount: int, currency: WithDecimals) -> str:
    """Return an amount of the smallest unit as text: `25.00 USD`. The form of a country is for libraries of locales."""
    return f"{to_decimal(amount, currency):f} {currency.code}"
