"""The arithmetic of an exchange under any amount, rate, fee and number of decimals: no unit is made, none is lost."""

import random
import time
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from payments.pricing import arithmetic
from payments.pricing.arithmetic import Fees
from platforms.base import money
from tests.selection import hooks

BULK = 1_000_000
"""Random quotes of the bulk test: about ten seconds of a processor."""

rates = st.builds(
    lambda digits, exponent: Decimal(digits).scaleb(exponent - len(str(digits)) + 1),
    st.integers(1, 10**arithmetic.RATE_DIGITS - 1),
    st.integers(-12, 11),
) | st.sampled_from([Decimal("1e-12"), Decimal("1e12"), Decimal(1)])
shares = st.integers(0, 10**8 - 1).map(lambda units: Decimal(units).scaleb(-8)) | st.just(Decimal(0))
fixed_fees = st.integers(0, 10**6) | st.integers(0, money.MAX_AMOUNT)
amounts = st.integers(1, 10**4) | st.integers(1, money.MAX_AMOUNT)
corridors = st.fixed_dictionaries(
    {
        "exchange_rate": rates,
        "sending_decimals": st.integers(0, 8),
        "receiving_decimals": st.integers(0, 8),
        "fees": st.builds(Fees, fixed_fees, shares),
    }
)


def cost_of(corridor: dict[str, Any]) -> Fraction:
    """What one smallest receiving unit costs, in smallest sending units: the definition, not the code under test."""
    smallest = Fraction(10 ** corridor["sending_decimals"], 10 ** corridor["receiving_decimals"])
    return Fraction(corridor["exchange_rate"]) * smallest


def received_for(sending: int, corridor) -> int:
    """What the contract says that a sender's total gives (contract of the API, chapter on quotes)."""
    fees = corridor["fees"]
    charged = fees.fixed + ceil(sending * Fraction(fees.variable_rate))
    return floor(Fraction(sending - charged) / cost_of(corridor))


def priced(lock: str, amount: int, corridor) -> arithmetic.Price | None:
    try:
        return arithmetic.price(lock=lock, amount=amount, **corridor)
    except (arithmetic.AmountTooSmall, arithmetic.AmountTooLarge):
        return None


def assert_nothing_is_made_or_lost(price: arithmetic.Price, corridor) -> None:
    fees = corridor["fees"]
    assert price.sending == price.fees + price.exchanged
    assert price.fees == fees.fixed + price.variable_fee
    assert price.variable_fee == ceil(price.sending * Fraction(fees.variable_rate))
    assert price.rounding == price.exchanged - price.receiving * cost_of(corridor)
    assert 0 <= price.rounding < max(Fraction(1), cost_of(corridor))
    assert 1 <= price.receiving <= money.MAX_AMOUNT
    assert 1 <= price.sending <= money.MAX_AMOUNT


@given(amount=amounts, corridor=corridors)
@settings(max_examples=500)
def test_what_is_sent_is_sent_to_the_unit_and_buys_the_most_it_can(amount, corridor):
    price = priced("SENDING", amount, corridor)

    if price is None:
        assert not 1 <= received_for(amount, corridor) <= money.MAX_AMOUNT
        return
    assert price.sending == amount
    assert price.receiving == received_for(amount, corridor)
    assert price.rounding < cost_of(corridor)
    assert_nothing_is_made_or_lost(price, corridor)


@given(amount=amounts, corridor=corridors)
@settings(max_examples=500)
def test_what_is_received_is_received_to_the_unit_and_costs_the_least_it_can(amount, corridor):
    price = priced("RECEIVING", amount, corridor)

    if price is None:
        assert received_for(money.MAX_AMOUNT, corridor) < amount
        return
    assert price.receiving == amount
    assert received_for(price.sending, corridor) >= amount
    assert received_for(price.sending - 1, corridor) < amount
    assert price.rounding < 1
    assert_nothing_is_made_or_lost(price, corridor)


@given(first=amounts, second=amounts, corridor=corridors, lock=st.sampled_from(["SENDING", "RECEIVING"]))
@settings(max_examples=300)
def test_more_gives_no_less_and_costs_no_less(first, second, corridor, lock):
    low, high = (priced(lock, amount, corridor) for amount in sorted((first, second)))

    if low and high:
        assert low.sending <= high.sending
        assert low.receiving <= high.receiving
        assert low.fees <= high.fees


@given(amount=amounts, corridor=corridors)
@settings(max_examples=300)
def test_there_and_back_no_one_gains(amount, corridor):
    """Paying for exactly what an amount would buy costs no more than that amount, and buys the same."""
    forward = priced("SENDING", amount, corridor)

    if forward:
        back = arithmetic.price(lock="RECEIVING", amount=forward.receiving, **corridor)
        assert back.sending <= forward.sending


@given(value=st.fractions(min_value=Fraction(1, 10**30), max_value=10**30))
@settings(max_examples=500)
def test_a_rate_survives_being_written_as_a_json_number(value):
    rate = arithmetic.round_rate(value)

    assert Decimal(repr(float(rate))) == rate
    assert abs(Fraction(rate) - value) <= value / 10 ** (arithmetic.RATE_DIGITS - 1) / 2


def test_a_million_random_quotes_make_and_lose_no_unit(pytestconfig):
    seed = time.time_ns()
    randomness = random.Random(seed)
    refused, quotes = 0, hooks.some_of(BULK, pytestconfig)
    for number in range(quotes):
        corridor = _random_corridor(randomness)
        lock = "SENDING" if number % 2 else "RECEIVING"
        amount = int(10 ** (randomness.random() * 18)) + 1
        try:
            price = arithmetic.price(lock=lock, amount=amount, **corridor)
        except (arithmetic.AmountTooSmall, arithmetic.AmountTooLarge):
            refused += 1
            continue
        _check(price, lock, amount, corridor, f"seed {seed}, quote {number}")

    assert refused < quotes / 2


_POWERS = [10**exponent for exponent in range(25)]
_RATES = [Decimal(1).scaleb(exponent) for exponent in range(-12, 13)]
_random_digits = [Decimal(random.Random(digits).randrange(10**14, 10**15)).scaleb(-14) for digits in range(500)]
"""1 to 9.99..., with all the digits that a rate may have."""
_SHARES = [Decimal(random.Random(share).randrange(10**8 // 20)).scaleb(-8) for share in range(200)]


def _random_corridor(randomness: random.Random):
    pick = randomness.random
    rate = _RATES[int(pick() * 24)] * _random_digits[int(pick() * 500)]
    share = _SHARES[int(pick() * 200)]
    return {
        "exchange_rate": rate,
        "sending_decimals": int(pick() * 9),
        "receiving_decimals": int(pick() * 9),
        "fees": Fees(int(10 ** (pick() * 6)) - 1, share),
    }


def _check(price: arithmetic.Price, lock: str, amount: int, corridor, hint: str) -> None:
    """All of the rules with whole numbers alone, which is quicker than with fractions."""
    fees = corridor["fees"]
    part, whole = fees.variable_rate.as_integer_ratio()
    cost, units = corridor["exchange_rate"].as_integer_ratio()
    cost *= _POWERS[corridor["sending_decimals"]]
    units *= _POWERS[corridor["receiving_decimals"]]
    sending, receiving = price.sending, price.receiving
    exchanged = sending - price.fees
    kept = exchanged * units - receiving * cost

    assert price.fees == fees.fixed - (-sending * part // whole), hint
    assert kept >= 0, hint
    assert price.rounding * units == kept, hint
    if lock == "SENDING":
        assert sending == amount, hint
        assert kept < cost, hint
    else:
        one_less = sending - 1 - fees.fixed + (-(sending - 1) * part // whole)
        assert receiving == amount, hint
        assert kept < units, hint
        assert one_less * units < receiving * cost, hint
