"""What a platform charges its customer for a quote, as it has configured or the quote names, within its limits."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import orjson

from payments.pricing.arithmetic import PlatformFee
from platforms.base import errors
from platforms.operations.platform_fees import plain, shown

_OVERRIDE = "platformFeeOverride"


def configured(configs: str | None, *, source_type: str, destination_type: str) -> PlatformFee | None:
    """Return the fee of a quote by the `fee_configs` of its sending currency, as JSON; None where none fits.

    The most specific one counts, the source before the destination.
    """
    if configs is None:
        return None
    by_types = {(each.get("sourceType"), each.get("destinationType")): each for each in orjson.loads(configs)}
    places = ((source_type, destination_type), (source_type, None), (None, destination_type), (None, None))
    found = next((by_types[place] for place in places if place in by_types), None)
    return found and of_terms(found)


def allowed(override: PlatformFee, *, most_fixed: int, most_share: Decimal, currency: str) -> PlatformFee:
    """Return the fee that a quote names in place of the configured one; raises InvalidInput for one above the limits.

    `most_fixed` in the smallest unit of the currency, `most_share` of the whole sending amount.
    """
    problems, expected = [], {}
    numbers: tuple[tuple[str, Any, Any], ...] = (
        ("fixed", override.fixed, most_fixed),
        ("variableRate", override.variable_rate, most_share),
    )
    for name, number, most in numbers:
        if number > most:
            reason = f"must be at most {plain(most)}: the operator allows no more in {currency}"
            problems.append((f"{_OVERRIDE}.{name}", reason))
            expected[f"{_OVERRIDE}.{name}"] = {"maximum": shown(most)}
    if problems:
        raise errors.InvalidInput(problems).expecting(expected)
    return override


def refuse_own(override: PlatformFee) -> None:
    """Raise InvalidInput for a fee on a payment of the platform itself, which would be paid to the payer."""
    if override != PlatformFee():
        raise errors.InvalidInput.field(_OVERRIDE, "must be left out, or zero: the platform itself pays")


def terms(fee: PlatformFee, *, is_override: bool) -> dict[str, Any]:
    """Return what a quote keeps of its fee: amounts in the smallest unit of the sending currency, the share as text."""
    return {
        "fixed": fee.fixed,
        "variableRate": f"{fee.variable_rate:f}",
        "minimum": fee.minimum,
        "maximum": fee.maximum,
        "isOverride": is_override,
    }


def of_terms(kept: Mapping[str, Any]) -> PlatformFee:
    """Return the fee of what a quote keeps, or a platform has configured."""
    return PlatformFee(kept["fixed"], Decimal(kept["variableRate"]), kept.get("minimum") or 0, kept.get("maximum"))
