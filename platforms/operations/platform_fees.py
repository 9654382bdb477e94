"""Fees that platforms charge their own customers: the limits that the operator sets, and what a platform configures.

A limit of zero allows nothing, and is what a platform begins with. What is configured is never above the limits: who
lowers a limit lowers what is configured with it. What a payment is charged: `payments.pricing.platform_fees`.
"""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from platforms import audit
from platforms.base import clock, errors, money
from platforms.database.rows import by_key
from platforms.models import Platform, PlatformCurrency

DECIMALS = 8
"""Of a share."""
GREATEST_SHARE = Decimal("0.5")
"""More than half of what a customer sends is a typing error."""
MOST_CONFIGS = 200
LIMIT = "platform.limit_fees"


def limit(
    *,
    platform_id: uuid.UUID,
    currency: str,
    most_fixed: int,
    most_share: Decimal,
    actor: audit.Actor,
    now: clock.RealTime,
    reason: str,
) -> PlatformCurrency:
    """Set the most that a platform may charge its customers for what they send in a currency; zero: nothing.

    `most_fixed` in the currency's smallest unit, `most_share` of the whole sending amount. What the platform has
    configured above that is lowered. Raises InvalidInput.
    """
    platform = by_key(Platform.objects.select_for_update(no_key=True), platform_id)
    if platform is None:
        raise errors.InvalidInput.field("platform_id", "must be a platform of the service")
    row = PlatformCurrency.objects.select_for_update(no_key=True).filter(platform=platform, code=currency).first()
    problems = []
    if row is None:
        problems.append(("currency", "must be a currency of the platform"))
    if not 0 <= most_fixed <= money.MAX_AMOUNT:
        problems.append(("most_fixed", f"must be between 0 and {money.MAX_AMOUNT}"))
    if not 0 <= most_share <= GREATEST_SHARE or most_share != round(most_share, DECIMALS):
        problems.append(("most_share", f"must be between 0 and {GREATEST_SHARE}, with at most {DECIMALS} decimals"))
    if row is None or problems:
        raise errors.InvalidInput(problems)
    present, before = clock.of(platform, now), (row.most_fixed_fee, row.most_fee_share)
    lowered = [within(each, most_fixed=most_fixed, most_share=most_share) for each in row.fee_configs or ()]
    is_lowered = lowered != (row.fee_configs or [])
    row.most_fixed_fee, row.most_fee_share, row.fee_configs = most_fixed, most_share, lowered or None
    row.fees_due_at = row.fees_due_at or next_day(present)
    row.save(update_fields=["most_fixed_fee", "most_fee_share", "fee_configs", "fees_due_at"])
    if is_lowered:
        platform.updated_at = present
        platform.save(update_fields=["updated_at"])
    audit.record(
        audit.Subject(platform.id, platform.public_id),
        LIMIT,
        actor=actor,
        now=present,
        currency=currency,
        mostFixed=most_fixed,
        mostShare=f"{most_share:f}",
        before=[before[0], f"{before[1]:f}"],
        feeConfigs=lowered if is_lowered else "",
        reason=reason,
    )
    return row


def configure(platform: Platform, wanted: Sequence[Mapping[str, Any]]) -> None:
    """Replace what a locked platform charges its customers, in all of its currencies.

    `wanted` as the API names it, of the right types. Raises InvalidInput that names every wrong field, with what is
    expected of it.
    """
    rows = {row.code: row for row in platform.currencies.select_for_update(no_key=True).order_by("id")}
    problems: list[tuple[str, str]] = []
    unknown: list[tuple[str, str]] = []
    expected: dict[str, object] = {}
    configs: dict[str, list[dict[str, Any]]] = {code: [] for code in rows}
    seen = set()
    for index, entry in enumerate(wanted):
        path, code = f"feeConfigs.{index}", entry["currency"]
        if code not in rows:
            unknown.append((f"{path}.currency", f"must be a currency of the platform: supportedCurrencies adds {code}"))
            continue
        place = (code, entry.get("sourceType"), entry.get("destinationType"))
        if place in seen:
            problems.append((path, "must be listed once for its currency, sourceType and destinationType"))
        seen.add(place)
        for name, least, most in _bounds(rows[code], entry):
            if not least <= entry.get(name, 0) <= most:
                problems.append((f"{path}.{name}", f"must be between {least} and {plain(most)}: {_WHY[name]}"))
                expected[f"{path}.{name}"] = {"minimum": least, "maximum": shown(most)}
        configs[code].append({**entry, "variableRate": f"{entry['variableRate']:f}"})
    if unknown or problems:
        refusal = errors.InvalidInput(unknown + problems, code="INVALID_CURRENCY" if unknown else None)
        raise refusal.expecting(expected)
    for code, row in rows.items():
        row.fee_configs = configs[code] or None
        row.save(update_fields=["fee_configs"])


_OF_OPERATOR = "the operator allows no more in this currency"
_WHY = {
    "fixed": _OF_OPERATOR,
    "variableRate": _OF_OPERATOR,
    "minimum": _OF_OPERATOR,
    "maximum": "it is at least the minimum",
}


def _bounds(row: PlatformCurrency, entry: Mapping[str, Any]) -> Sequence[tuple[str, Any, Any]]:
    """Return least and most of each number of a configured fee."""
    bounds: list[tuple[str, Any, Any]] = [
        ("fixed", 0, row.most_fixed_fee),
        ("variableRate", 0, row.most_fee_share),
        ("minimum", 0, row.most_fixed_fee),
    ]
    if "maximum" in entry:
        bounds.append(("maximum", entry.get("minimum", 0), money.MAX_AMOUNT))
    return bounds


def plain(number: int | Decimal) -> str:
    """Write an amount or a share without exponent and trailing zeros."""
    return str(number) if isinstance(number, int) else f"{number.normalize():f}"


def shown(number: int | Decimal) -> int | float:
    """Return an amount or a share as a JSON number."""
    return number if isinstance(number, int) else float(number)


def within(config: Mapping[str, Any], *, most_fixed: int, most_share: Decimal) -> dict[str, Any]:
    """Return a configured fee with what is above the limits lowered to them."""
    lowered = {
        **config,
        "fixed": min(config["fixed"], most_fixed),
        "variableRate": f"{min(Decimal(config['variableRate']), most_share):f}",
    }
    if "minimum" in config:
        lowered["minimum"] = min(config["minimum"], most_fixed)
    return lowered


def next_day(moment: dt.datetime) -> dt.datetime:
    """Return the first instant of the next day, in UTC."""
    day = moment.astimezone(dt.UTC).date() + dt.timedelta(days=1)
    return dt.datetime.combine(day, dt.time.min, dt.UTC)
