"""Prices, compared with results calculated by hand."""

from decimal import Decimal
from fractions import Fraction

import pytest

from payments.pricing import arithmetic
from payments.pricing.arithmetic import Fees, Side
from platforms.base import money

LARGEST = money.MAX_AMOUNT


def price(lock: str, amount: int, rate: str, decimals=(2, 2), fees=None) -> arithmetic.Price:
    return arithmetic.price(
        lock=lock,
        amount=amount,
        exchange_rate=Decimal(rate),
        sending_decimals=decimals[0],
        receiving_decimals=decimals[1],
        fees=fees or Fees(),
    )


def test_a_sender_of_a_hundred_dollars_buys_pesos_for_what_fees_leave():
    # 100.00 USD - 1.50 - 1 % (1.00) = 97.50; at 0.06 USD a peso: 1625.00 MXN.
    priced = price("SENDING", 100_00, "0.06", fees=Fees(150, Decimal("0.01")))

    assert priced == arithmetic.Price(
        sending=100_00, receiving=1625_00, fees=250, variable_fee=100, rounding=Fraction(0)
    )
    assert priced.exchanged == 97_50


def test_a_receiver_of_a_thousand_pesos_gets_them_to_the_last_centavo():
    # 1000.00 MXN cost 60.00 USD: 62.13 - 1.50 - 0.63 (1 % rounded up) leaves just that, 62.12 leaves 59.99.
    priced = price("RECEIVING", 1000_00, "0.06", fees=Fees(150, Decimal("0.01")))

    assert priced == arithmetic.Price(sending=62_13, receiving=1000_00, fees=213, variable_fee=63, rounding=Fraction(0))


def test_the_receiver_loses_no_more_than_a_unit_and_the_exchange_keeps_the_rest():
    # 100 cents at 0.03 USD a unit without decimals (3 cents each): 33 units, one cent stays.
    priced = price("SENDING", 1_00, "0.03", decimals=(2, 0))

    assert (priced.receiving, priced.rounding) == (33, Fraction(1))


def test_where_a_cent_buys_many_units_the_sender_pays_whole_cents():
    # One satoshi costs 0.08 cents: 13 of them cost 1.04 cents, so 2 cents are sent and 0.96 stay.
    priced = price("RECEIVING", 13, "80000", decimals=(2, 8))

    assert (priced.sending, priced.receiving, priced.rounding) == (2, 13, Fraction(96, 100))


def test_the_same_currency_costs_what_it_is():
    assert price("SENDING", 7, "1").receiving == 7
    assert price("RECEIVING", 7, "1").sending == 7


@pytest.mark.parametrize(
    ("lock", "amount", "rate", "fees"),
    [
        ("SENDING", 0, "1", Fees()),
        ("SENDING", -5, "1", Fees()),
        ("SENDING", 50, "1", Fees(50)),
        ("SENDING", 50, "1", Fees(500)),
        ("SENDING", 1, "1", Fees(0, Decimal("0.00000001"))),
        ("SENDING", 99, "1.01", Fees()),
        ("RECEIVING", 0, "1", Fees()),
        ("RECEIVING", -1, "1", Fees(10)),
    ],
)
def test_what_gives_the_receiver_nothing_is_refused(lock, amount, rate, fees):
    decimals = (2, 0) if rate == "1.01" else (2, 2)

    with pytest.raises(arithmetic.AmountTooSmall):
        price(lock, amount, rate, decimals=decimals, fees=fees)


@pytest.mark.parametrize(
    ("lock", "amount", "rate"),
    [
        ("SENDING", LARGEST, "0.99"),
        ("SENDING", LARGEST + 1, "1"),
        ("RECEIVING", LARGEST, "1.01"),
        ("RECEIVING", LARGEST + 1, "0.5"),
    ],
)
def test_what_no_column_can_hold_is_refused(lock, amount, rate):
    with pytest.raises(arithmetic.AmountTooLarge):
        price(lock, amount, rate)


def test_the_largest_amount_there_is_can_be_priced():
    assert price("SENDING", LARGEST, "1").receiving == LARGEST
    assert price("RECEIVING", LARGEST, "1").sending == LARGEST


@pytest.mark.parametrize("rate", ["0", "-1", "NaN", "Infinity"])
def test_a_rate_is_a_positive_number(rate):
    with pytest.raises(ValueError, match="positive"):
        price("SENDING", 100, rate)


@pytest.mark.parametrize(("fixed", "variable"), [(-1, "0"), (0, "1"), (0, "-0.1"), (0, "1.5")])
def test_fees_are_less_than_everything_and_not_negative(fixed, variable):
    with pytest.raises(ValueError, match="fees"):
        Fees(fixed, Decimal(variable))


def test_amounts_are_rounded_to_the_side_that_is_named():
    assert [arithmetic.to_units(value, 2, side=Side.DOWN) for value in (-3, 3, 4)] == [-2, 1, 2]
    assert [arithmetic.to_units(value, 2, side=Side.UP) for value in (-3, 3, 4)] == [-1, 2, 2]


def test_a_rate_is_rounded_once_to_fifteen_digits_half_to_even():
    assert arithmetic.round_rate(Fraction(1, 3)) == Decimal("0.333333333333333")
    assert arithmetic.round_rate(Fraction(2, 3) * 10**20) == Decimal(66666666666666700000)
    assert arithmetic.round_rate(Fraction("1.000000000000005")) == Decimal("1.00000000000000")
    assert arithmetic.round_rate(Fraction("1.000000000000015")) == Decimal("1.00000000000002")
    assert arithmetic.round_rate(Fraction("1.0000000000000050000000000000000000001")) == Decimal("1.00000000000001")
