"""The public JSON of currencies and of amounts."""

import functools
from typing import Any

from platforms.base import errors, money


def currency_amount(amount: int, code: str) -> dict[str, Any]:
    """Return the JSON of an amount with its currency."""
    return {"amount": amount, "currency": currency_json(code)}


@functools.cache
def currency_json(code: str) -> dict[str, Any]:
    """Return the JSON of a currency; raises RecordDamaged for one that nobody knows: no request could store it."""
    try:
        currency = money.currency(code)
    except KeyError as error:
        raise errors.RecordDamaged from error
    return {
        "code": currency.code,
        "name": currency.name,
        "symbol": currency.symbol,
        "decimals": currency.decimals,
    }
