"""Arithmetic of prices across currencies: pure, and exact to the last unit.

Amounts are integers in the smallest unit of their currency, rates are decimals, everything between is a rational
number. Rounding happens only here: `to_units` rounds an amount to the side named by the caller, `round_rate` rounds a
rate once, before it is shown or computed with.
"""

import dataclasses
import decimal
import enum
import functools
import math
from decimal import Decimal
from fractions import Fraction

from platforms.base import errors, money

RATE_DIGITS = 15
"""Significant digits of a rate: every JSON reader's floating-point number keeps them, so that the published rate is
exactly the computed one."""
_RATES = decimal.Context(prec=RATE_DIGITS, rounding=decimal.ROUND_HALF_EVEN)
_RATES_BELOW = decimal.Context(prec=RATE_DIGITS, rounding=decimal.ROUND_DOWN)


class AmountTooSmall(errors.DomainError):
    """Fees and rate leave nothing for the receiver."""

    code = "AMOUNT_OUT_OF_RANGE"
    message = "The amount is too small: after fees and exchange the receiver would get nothing."

    def __init__(self, least: int | None = None) -> None:
        """Take the least amount that could be sent, in the smallest unit of the sending currency, where it is known."""
        self.least = least
        if least is None:
            super().__init__()
        else:
            text = f"{self.message} The least amount is {least} in the smallest unit of the sending currency."
            super().__init__(text, minimum=least, expected={"minimum": least})


class FeesTooLarge(errors.DomainError):
    """The shares of the service and of the platform leave less than LEAST_LEFT of the sending amount."""

    code = "QUOTE_REQUEST_FAILED"
    message = "The shares that service and platform charge leave too little to be sent."


class AmountTooLarge(errors.DomainError):
    """An amount exceeds the largest amount."""

    code = "AMOUNT_OUT_OF_RANGE"
    message = "The amount is too large: one side of the payment would exceed what the service can hold."


class Side(enum.Enum):
    """Direction of rounding: DOWN for amounts given, UP for amounts charged."""

    DOWN = "DOWN"
    UP = "UP"


@dataclasses.dataclass(frozen=True, slots=True)
class Fees:
    """What the service charges, in the sending currency: a fixed amount, and a share of the whole sending amount."""

    fixed: int = 0
    variable_rate: Decimal = Decimal(0)

    def __post_init__(self) -> None:
        """Refuse values that no schedule may hold."""
        if self.fixed < 0 or not 0 <= self.variable_rate < 1:
            raise ValueError("fees are not negative, and their share is less than everything")


LEAST_LEFT = Decimal("0.1")
"""Of the sending amount, where two shares are taken: with less, the least amount would take long to find."""


@dataclasses.dataclass(frozen=True, slots=True)
class PlatformFee:
    """What a platform charges its customer, in the sending currency's smallest unit, beside the fees of the service.

    The fixed amount and the share of the whole sending amount, rounded up; the sum is raised to `minimum` and cut to
    `maximum`.
    """

    fixed: int = 0
    variable_rate: Decimal = Decimal(0)
    minimum: int = 0
    maximum: int | None = None

    def __post_init__(self) -> None:
        """Refuse values that no configuration may hold."""
        bounds = (self.minimum, self.minimum if self.maximum is None else self.maximum)
        if self.fixed < 0 or not 0 <= self.variable_rate < 1 or not 0 <= bounds[0] <= bounds[1]:
            raise ValueError("fees are not negative, their share is less than everything, and their bounds are ordered")

    def of(self, sending: int) -> int:
        """Return the fee of a whole sending amount."""
        return self.bounded(self.fixed + _variable_fee(sending, self.variable_rate))

    def bounded(self, fee: int) -> int:
        """Return a fee between the two bounds."""
        fee = max(fee, self.minimum)
        return fee if self.maximum is None else min(fee, self.maximum)


@dataclasses.dataclass(frozen=True, slots=True)
class Price:
    """A priced payment, in smallest units.

    sending = fees + exchanged; exchanged = the cost of `receiving` at the rate + `rounding`.
    """

    sending: int
    receiving: int
    fees: int
    """Sum of the fees of the service, fixed and variable, and of the platform's."""
    variable_fee: int
    """Of the service."""
    rounding: Fraction
    """Left in the exchange account, in smallest sending units, never negative."""
    platform_fee: int = 0

    @property
    def exchanged(self) -> int:
        """Return the part of the sending amount that is exchanged."""
        return self.sending - self.fees


def price(
    *,
    lock: str,
    amount: int,
    exchange_rate: Decimal,
    sending_decimals: int,
    receiving_decimals: int,
    fees: Fees,
    platform_fee: PlatformFee | None = None,
) -> Price:
    """Price a payment: `amount` is sent when `lock` is SENDING, and received when it is RECEIVING.

    `exchange_rate` is the price of one major unit of the receiving currency, in major units of the sending currency.
    With a SENDING lock the sender pays `amount` to the unit, and the receiver gets the most that it buys; with a
    RECEIVING lock the receiver gets `amount` to the unit, and the sender pays the least that buys it. `platform_fee`
    None: the platform charges nothing.
    Raises AmountTooSmall when the receiver would get nothing, AmountTooLarge beyond int64, FeesTooLarge.
    """
    cost, units = _unit_cost(exchange_rate, sending_decimals, receiving_decimals)
    least = _smallest_sending(to_units(cost, units, side=Side.UP), fees, platform_fee)
    if amount < 1:
        raise AmountTooSmall(least)
    if lock == "SENDING":
        sending = amount
    else:
        sending = _smallest_sending(to_units(amount * cost, units, side=Side.UP), fees, platform_fee)
    variable_fee = _variable_fee(sending, fees.variable_rate)
    platforms = 0 if platform_fee is None else platform_fee.of(sending)
    exchanged = sending - fees.fixed - variable_fee - platforms
    receiving = to_units(exchanged * units, cost, side=Side.DOWN) if lock == "SENDING" else amount
    if receiving < 1:
        raise AmountTooSmall(least)
    if max(sending, receiving) > money.MAX_AMOUNT:
        raise AmountTooLarge
    rounding = Fraction(exchanged * units - receiving * cost, units)
    return Price(sending, receiving, fees.fixed + variable_fee + platforms, variable_fee, rounding, platforms)


def effective_rate(*, exchanged: int, receiving: int, sending_decimals: int, receiving_decimals: int) -> Decimal:
    """Return the rate at which `exchanged` smallest sending units gave `receiving` smallest receiving ones.

    For amounts computed by more than one rate. Rounded down, so that dividing by it gives `receiving` again, rounded
    down to whole units, as a quote promises.
    """
    cost = Fraction(exchanged, receiving) * Fraction(10) ** (receiving_decimals - sending_decimals)
    return _RATES_BELOW.divide(Decimal(cost.numerator), Decimal(cost.denominator))


def to_units(numerator: int, denominator: int = 1, *, side: Side) -> int:
    """Round a rational number of units to whole ones, to the named side: the only rounding of amounts there is."""
    return numerator // denominator if side is Side.DOWN else -(-numerator // denominator)


def round_rate(rate: Fraction) -> Decimal:
    """Round a rate to RATE_DIGITS significant digits, half to even: the only rounding of rates there is."""
    return _RATES.divide(Decimal(rate.numerator), Decimal(rate.denominator))


@functools.lru_cache(maxsize=4096)
def _unit_cost(exchange_rate: Decimal, sending_decimals: int, receiving_decimals: int) -> tuple[int, int]:
    """Return (cost, units): so many smallest sending units buy so many smallest receiving units, exactly."""
    if not (exchange_rate.is_finite() and exchange_rate > 0):
        raise ValueError("a rate is a positive number")
    cost, units = exchange_rate.as_integer_ratio()
    cost, units = cost * 10**sending_decimals, units * 10**receiving_decimals
    divisor = math.gcd(cost, units)
    return cost // divisor, units // divisor


@functools.lru_cache(maxsize=4096)
def _ratio(share: Decimal) -> tuple[int, int]:
    return share.as_integer_ratio()


def _variable_fee(sending: int, rate: Decimal) -> int:
    part, whole = _ratio(rate)
    return to_units(sending * part, whole, side=Side.UP)


def _smallest_sending(exchanged: int, fees: Fees, platform_fee: PlatformFee | None) -> int:
    """Return the least amount that leaves `exchanged` after fees.

    What is left of `s` is floor(s - s * rate) - fixed, which grows by nothing or one with each unit of `s`; so it takes
    every value, and the first `s` that leaves `exchanged` is the quotient of `_smallest_without`.

    Two shares are rounded up each. What is left then falls short of the quotients by less than two units, and grows by
    one at most with each unit of `s`: from their greatest on, the first `s` that leaves enough leaves `exchanged`.
    """
    if platform_fee is None:
        return _smallest_without(exchanged + fees.fixed, fees.variable_rate)
    shares = fees.variable_rate + platform_fee.variable_rate
    if 1 - shares < LEAST_LEFT:
        raise FeesTooLarge
    wanted = exchanged + fees.fixed
    sending = _smallest_without(wanted + platform_fee.fixed, shares)
    if platform_fee.maximum is not None:
        sending = min(sending, _smallest_without(wanted + platform_fee.maximum, fees.variable_rate))
    sending = max(sending, _smallest_without(wanted + platform_fee.minimum, fees.variable_rate))
    while (missing := wanted - _left(sending, fees, platform_fee)) > 0:
        sending += missing
    return sending


def _left(sending: int, fees: Fees, platform_fee: PlatformFee) -> int:
    """Return what is left of an amount after shares and the platform's fee."""
    return sending - _variable_fee(sending, fees.variable_rate) - platform_fee.of(sending)


def _smallest_without(left: int, share: Decimal) -> int:
    """Return the least amount that leaves `left` when a share of it is taken, rounded up."""
    part, whole = _ratio(share)
    return to_units(left * whole, whole - part, side=Side.UP)
