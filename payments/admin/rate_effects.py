"""What two people are told before a rate or a fee applies: in per cent and major units, with a worked example."""

import datetime as dt
import uuid
from decimal import Decimal

from payments.models import FeeSchedule, StaffRate
from payments.pricing import arithmetic
from payments.pricing.arithmetic import Fees
from platforms.backoffice.effects import Effect
from platforms.base import clock, errors, money
from platforms.database.rows import by_key
from platforms.models import Platform

_EXAMPLE = 100
"""Major units."""
_NEUTRAL = "USD"
"""What the example of a schedule for any currency is in."""


def enter_rate(*, source: str, destination: str, rate: Decimal, effective_at: dt.datetime | None) -> Effect:
    """Return what an exchange rate would do. Changes nothing."""
    if rate <= 0:
        raise errors.InvalidInput.field("rate", "must be more than 0")
    now = clock.real_now()
    earlier: StaffRate | None = (
        StaffRate.objects.filter(source=source, destination=destination, effective_at__lte=now)
        .order_by("-effective_at", "-id")
        .first()
    )
    instead = "No rate was entered before."
    if earlier is not None:
        change = (rate / earlier.rate - 1) * 100
        instead = f"1 {destination} costs {earlier.rate.normalize():f} {source}: a change of {change:+.2f} %"
    return Effect(
        does=f"1 {destination} costs {rate.normalize():f} {source} {_from(effective_at, 'UTC')}, where platforms use "
        "manual rates.",
        more={"Example": _bought(source, destination, rate), "Until then": instead},
    )


def _bought(source: str, destination: str, rate: Decimal) -> str:
    sending, receiving = money.currency(source), money.currency(destination)
    units = _EXAMPLE * 10**sending.decimals
    try:
        price = arithmetic.price(
            lock="SENDING",
            amount=units,
            exchange_rate=rate,
            sending_decimals=sending.decimals,
            receiving_decimals=receiving.decimals,
            fees=Fees(),
        )
    except errors.DomainError as refusal:
        return f"For {money.major_units(units, source)}: {refusal.text}"
    return f"{money.major_units(units, source)} buys {money.major_units(price.receiving, destination)} before fees."


def enter_schedule(
    *,
    platform: uuid.UUID,
    source_currency: str,
    destination_currency: str,
    fixed_fee: int,
    variable_rate: Decimal,
    rate_multiplier: Decimal,
    effective_from: dt.datetime | None,
    effective_until: dt.datetime | None,
) -> Effect:
    """Return what a fee schedule would do. Changes nothing."""
    if fixed_fee and not source_currency:
        raise errors.InvalidInput.field("source_currency", "needs a source currency: the fixed fee is an amount in it")
    owner: Platform | None = by_key(Platform.objects, platform)
    if owner is None:
        raise errors.InvalidInput.field("platform", "must be a platform that there is")
    schedule = FeeSchedule(
        platform=owner,
        source_currency=source_currency,
        destination_currency=destination_currency,
        fixed_fee=fixed_fee,
        variable_rate=variable_rate,
        rate_multiplier=rate_multiplier,
    )
    now = owner.now()
    in_force = FeeSchedule.objects.filter(
        platform=owner,
        source_currency=source_currency,
        destination_currency=destination_currency,
        effective_from__lte=effective_from or now,
    ).exclude(effective_until__lte=effective_from or now)
    earlier = in_force.order_by("-effective_from", "-id").first()
    until = f" until {_at(effective_until)}" if effective_until else ""
    return Effect(
        does=f"{owner.public_id} is charged {terms(schedule)} for {_corridor(schedule)} "
        f"{_from(effective_from, _CLOCK)}{until}.",
        more={
            "Example": example(schedule),
            "Until then": terms(earlier) if earlier else "What the next most specific schedule says, else no fee.",
        },
    )


def end_schedule(*, schedule: uuid.UUID | None, effective_until: dt.datetime | None) -> Effect:
    """Return what ending a fee schedule would do. Changes nothing."""
    row: FeeSchedule | None = by_key(FeeSchedule.objects.select_related("platform"), schedule)
    if row is None:
        raise errors.InvalidInput.field("schedule", "must be a schedule that there is")
    return Effect(
        does=f"{row.platform.public_id} is no longer charged {terms(row)} for {_corridor(row)} "
        f"{_from(effective_until, _CLOCK)}.",
        more={
            "Example": f"Until then: {example(row)}",
            "Afterwards": "What the next most specific schedule says, else no fee.",
        },
    )


_CLOCK = "by the platform's clock"


def terms(schedule: FeeSchedule) -> str:
    """Return what a schedule charges, as people write it."""
    fixed = money.major_units(schedule.fixed_fee, schedule.source_currency) if schedule.fixed_fee else "no fixed fee"
    margin = (schedule.rate_multiplier - 1) * 100
    return (
        f"{fixed}, {_plain(schedule.variable_rate * 100)} % of the send amount and an FX margin of {_plain(margin)} %"
    )


def example(schedule: FeeSchedule) -> str:
    """Return what a customer pays of a round amount, by the arithmetic of quotes."""
    code = schedule.source_currency or _NEUTRAL
    decimals = money.currency(code).decimals
    units = _EXAMPLE * 10**decimals
    try:
        price = arithmetic.price(
            lock="SENDING",
            amount=units,
            exchange_rate=Decimal(1),
            sending_decimals=decimals,
            receiving_decimals=decimals,
            fees=Fees(schedule.fixed_fee, schedule.variable_rate),
        )
    except errors.DomainError:
        return f"{money.major_units(units, code)} is too little: the fees take all of it."
    fees = money.major_units(price.fees, code)
    exchanged = money.major_units(price.exchanged, code)
    rate = f", at the mid rate times {_plain(schedule.rate_multiplier)}" if schedule.rate_multiplier != 1 else ""
    return f"Of {money.major_units(units, code)} the customer pays {fees} in fees; {exchanged} is exchanged{rate}."


def _corridor(schedule: FeeSchedule) -> str:
    return f"{schedule.source_currency or 'any currency'} to {schedule.destination_currency or 'any currency'}"


def _plain(number: Decimal) -> str:
    return f"{number.normalize():f}"


def _from(moment: dt.datetime | None, clock_named: str) -> str:
    return f"from {_at(moment)} ({clock_named})" if moment else "as soon as it is approved"


def _at(moment: dt.datetime) -> str:
    return f"{moment.astimezone(dt.UTC):%Y-%m-%d %H:%M}"
