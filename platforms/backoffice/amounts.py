"""Amounts as people read them."""

from platforms.base import money


def major_units(amount: int, currency_code: str) -> str:
    """Return an amount of the smallest unit in the currency's major unit, exact: 1234 USD is `12.34 USD`."""
    decimals = money.currency(currency_code).decimals
    whole, rest = divmod(abs(amount), 10**decimals)
    sign = "-" if amount < 0 else ""
    fraction = f".{rest:0{decimals}d}" if decimals else ""
    return f"{sign}{whole:,}{fraction} {currency_code}"
