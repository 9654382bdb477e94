"""The public JSON of currencies and of amounts."""

import functools
from typing import Any

from platforms.base import money


def currency_amount(amount: int, code: str) -> dict[str, Any]:
    """Return the JSON of an amount with its currency."""
    return {"amount": amount, "currency": currency_json(code)}


@functools.cache
def currency_json(code: str) -> dict[str, Any]:
    """Return the JSON of a currency."""
    currency = money.currency(code)
    return {
        "code": currency.code,
        "name": currency.name,
        "symbol": currency.symbol,
        "decimals": currency.decimals,
    }
