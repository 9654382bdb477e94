"""Explanations of a quote's numbers, line by line, from stored rows: even years later, without a source of rates."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from payments.models import FeeSchedule, LockSide, Quote
from payments.pricing import arithmetic, platform_fees
from payments.providers.rate_source import Pair
from payments.rates.book import Crossing, Crossings
from platforms.base import money

_SHOWN_DIGITS = 12
"""Digits after the point of a periodic intermediate result."""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """One step of the computation: name, formula, result."""

    what: str
    working: str
    result: str


@dataclasses.dataclass(frozen=True, slots=True)
class Explanation:
    """A recalculated quote."""

    crossing: Crossing | None
    """The mid rate and its path; None when the stored rates do not hold it."""
    lines: Sequence[Line]
    differences: Sequence[str]
    """Differences between stored and recalculated values: empty unless something is wrong."""


def explain(quote: Quote) -> Explanation:
    """Recalculate a quote from the snapshot and the fee schedule that it names, and compare it with the stored one.

    `quote.rate_snapshot` and `quote.fee_schedule` are read: two queries unless they are loaded.
    """
    crossing = _crossing(quote)
    if crossing is None:
        return Explanation(None, (), ("the mid rate: the stored rates do not hold this pair",))
    schedule: FeeSchedule | None = quote.fee_schedule
    multiplier = schedule.rate_multiplier if schedule else Decimal(1)
    fees = arithmetic.Fees(schedule.fixed_fee, schedule.variable_rate) if schedule else arithmetic.Fees()
    rate = arithmetic.round_rate(Fraction(crossing.rate) * Fraction(multiplier))
    price = arithmetic.price(
        lock=quote.lock_side,
        amount=quote.total_sending if quote.lock_side == LockSide.SENDING else quote.leaving_amount,
        exchange_rate=rate,
        sending_decimals=money.currency(quote.sending_currency).decimals,
        receiving_decimals=money.currency(quote.leaving_currency).decimals,
        fees=fees,
        platform_fee=quote.platform_fee_terms and platform_fees.of_terms(quote.platform_fee_terms),
    )
    sum_ = _Sum(quote.sending_currency, quote.leaving_currency, fees, rate, price, quote.platform_fee_terms)
    amounts = sum_.from_sending() if quote.lock_side == LockSide.SENDING else sum_.from_receiving()
    lines = [*_rate_lines(quote, crossing, multiplier, rate), *amounts, *sum_.remainder(), *_bridge_lines(quote, sum_)]
    return Explanation(crossing, lines, list(_differences(quote, rate, price)))


def _crossing(quote: Quote) -> Crossing | None:
    pairs = map(Pair.from_json, quote.rate_snapshot.pairs) if quote.rate_snapshot else ()
    return Crossings(pairs).find(quote.sending_currency, quote.leaving_currency)


def _rate_lines(quote: Quote, crossing: Crossing, multiplier: Decimal, rate: Decimal) -> Iterator[Line]:
    unit = f"{quote.sending_currency} for one {quote.leaving_currency}"
    if not crossing.steps:
        yield Line("Mid rate", "both sides have one currency", f"{_plain(crossing.rate)} {unit}")
    else:
        factors = [
            f"1 / {_plain(step.pair.rate)}" if step.is_inverse else _plain(step.pair.rate) for step in crossing.steps
        ]
        yield Line(
            "Mid rate",
            f"{' x '.join(f'({each})' if len(factors) > 1 else each for each in factors)},"
            f" to {arithmetic.RATE_DIGITS} digits",
            f"{_plain(crossing.rate)} {unit}",
        )
    yield Line("Rate with margin", f"{_plain(crossing.rate)} x {_plain(multiplier)}", f"{_plain(rate)} {unit}")


@dataclasses.dataclass(frozen=True, slots=True)
class _Sum:
    """The arithmetic of a price, in words."""

    sending: str
    receiving: str
    fees: arithmetic.Fees
    rate: Decimal
    price: arithmetic.Price
    platforms: Mapping[str, Any] | None
    """Terms of the platform's fee, if it has one."""

    def from_sending(self) -> Iterator[Line]:
        price = self.price
        yield Line("Sent", "as asked for", self._sent(price.sending))
        yield from self._fee_lines()
        yield self._exchanged_line()
        bought = Fraction(price.exchanged) / self._unit_cost()
        yield Line(
            "Received",
            f"{self._sent(price.exchanged)} / {_plain(self.rate)} = {self.exact(bought, self.receiving)}, rounded down",
            self._got(price.receiving),
        )

    def from_receiving(self) -> Iterator[Line]:
        price, share = self.price, self.fees.variable_rate
        cost = price.receiving * self._unit_cost()
        yield Line("Received", "as asked for", self._got(price.receiving))
        needed = arithmetic.to_units(cost.numerator, cost.denominator, side=arithmetic.Side.UP)
        yield Line(
            "To be exchanged",
            f"{self._got(price.receiving)} x {_plain(self.rate)} = {self.exact(cost, self.sending)}, rounded up",
            self._sent(needed),
        )
        total = (needed + self.fees.fixed) / (1 - Fraction(share))
        working = (
            f"({self._sent(needed)} + {self._sent(self.fees.fixed)}) / (1 - {_plain(share)})"
            f" = {self.exact(total, self.sending)}, rounded up"
        )
        if self.platforms is not None:
            working = f"the least amount that leaves {self._sent(needed)} after the fees below"
        yield Line("Sent", working, self._sent(price.sending))
        yield from self._fee_lines()
        yield self._exchanged_line()

    def remainder(self) -> Iterator[Line]:
        yield Line(
            "Rounding difference",
            f"{self._sent(self.price.exchanged)} - {self._got(self.price.receiving)} x {_plain(self.rate)}",
            self.exact(self.price.rounding, self.sending),
        )

    def _fee_lines(self) -> Iterator[Line]:
        price, share = self.price, self.fees.variable_rate
        yield Line("Fixed fee", "by the schedule" if self.fees.fixed else "none", self._sent(self.fees.fixed))
        yield Line(
            "Variable fee",
            f"{self._sent(price.sending)} x {_plain(share)}"
            f" = {self.exact(price.sending * Fraction(share), self.sending)}, rounded up",
            self._sent(price.variable_fee),
        )
        if self.platforms is not None:
            yield Line("Platform's fee", self._platforms_working(self.platforms), self._sent(price.platform_fee))

    def _platforms_working(self, terms: Mapping[str, Any]) -> str:
        """Write how the platform's fee is computed, and where it is from."""
        fee, sending = platform_fees.of_terms(terms), self.price.sending
        variable = self.exact(sending * Fraction(fee.variable_rate), self.sending)
        working = (
            f"{self._sent(fee.fixed)} + {self._sent(sending)} x {_plain(fee.variable_rate)} = {variable}, rounded up"
        )
        bounds = [f"at least {self._sent(fee.minimum)}"] if fee.minimum else []
        bounds += [f"at most {self._sent(fee.maximum)}"] if fee.maximum is not None else []
        origin = "as the quote named it" if terms["isOverride"] else "as the platform has configured it"
        return "; ".join([f"{origin}: {working}", *bounds])

    def _exchanged_line(self) -> Line:
        price = self.price
        working = f"{self._sent(price.sending)} - {self._sent(self.fees.fixed)} - {self._sent(price.variable_fee)}"
        if self.platforms is not None:
            working += f" - {self._sent(price.platform_fee)}"
        return Line("Exchanged", working, self._sent(price.exchanged))

    def _unit_cost(self) -> Fraction:
        """Return the cost of one smallest receiving unit, in smallest sending units."""
        decimals = money.currency(self.sending).decimals - money.currency(self.receiving).decimals
        return Fraction(self.rate) * Fraction(10) ** decimals

    def _sent(self, amount: int) -> str:
        return self.exact(Fraction(amount), self.sending)

    def _got(self, amount: int) -> str:
        return self.exact(Fraction(amount), self.receiving)

    @staticmethod
    def exact(units: Fraction, currency: str) -> str:
        """Write an amount of smallest units, possibly with a fraction, in the major unit."""
        decimals = money.currency(currency).decimals
        if units.denominator == 1:
            return f"{Decimal(units.numerator).scaleb(-decimals):.{decimals}f} {currency}"
        scaled = units * 10**_SHOWN_DIGITS
        digits = scaled.numerator // scaled.denominator
        text = f"{Decimal(digits).scaleb(-decimals - _SHOWN_DIGITS):.{decimals + _SHOWN_DIGITS}f}".rstrip("0")
        return f"{text}{'' if scaled.denominator == 1 else '…'} {currency}"


def _bridge_lines(quote: Quote, sum_: _Sum) -> Iterator[Line]:
    """Yield the lines of the currency that bridges two institutions: the other one exchanged it."""
    if quote.bridge_currency:
        gave = f"{_plain(Decimal(str(quote.rate_details['counterpartyMultiplier'])))} {quote.receiving_currency}"
        yield Line(
            "Receiver gets",
            f"as the receiver's institution promised: {gave} for one {quote.bridge_currency}, less its fee",
            sum_.exact(Fraction(quote.total_receiving), quote.receiving_currency),
        )


def _stored_as(quote: Quote, rate: Decimal, price: arithmetic.Price) -> Decimal:
    """Return the rate shown by a quote: its own, or the one that follows from both institutions' rates."""
    if not quote.bridge_currency:
        return rate
    return arithmetic.effective_rate(
        exchanged=price.exchanged,
        receiving=quote.total_receiving,
        sending_decimals=money.currency(quote.sending_currency).decimals,
        receiving_decimals=money.currency(quote.receiving_currency).decimals,
    )


def _differences(quote: Quote, rate: Decimal, price: arithmetic.Price) -> Iterator[str]:
    found: dict[str, tuple[Decimal | int, Decimal | int]] = {
        "exchange rate": (quote.exchange_rate, _stored_as(quote, rate, price)),
        "amount sent": (quote.total_sending, price.sending),
        "amount received": (quote.leaving_amount, price.receiving),
        "fees": (quote.fees_included, price.fees),
        "platform's fee": (quote.platform_fees or 0, price.platform_fee),
    }
    for name, (stored, worked_out) in found.items():
        if stored != worked_out:
            yield f"{name}: stored {_plain(Decimal(stored))}, worked out {_plain(Decimal(worked_out))}"


def _plain(number: Decimal) -> str:
    """Write a number without exponent and trailing zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
