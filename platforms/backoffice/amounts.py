"""Amounts as people read and write them."""

from decimal import Decimal

from platforms.base import errors, money
from platforms.base.money import major_units

__all__ = ["major_units", "smallest_units"]


def smallest_units(amount: Decimal, currency_code: str, *, field: str) -> int:
    """Return an amount of the major unit in the currency's smallest: 12.34 USD is 1234.

    Raises InvalidInput, naming `field`, for more decimals than the currency has and for what no amount can be.
    """
    decimals = money.currency(currency_code).decimals
    units = amount.scaleb(decimals)
    if units != units.to_integral_value():
        raise errors.InvalidInput.field(field, f"{currency_code} has {decimals or 'no'} decimals")
    if abs(units) > money.MAX_AMOUNT:
        raise errors.InvalidInput.field(field, "is larger than an amount can be")
    return int(units)
