"""The client in Python: amounts are exact, or refused."""

import dataclasses
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from payments_platform_client import format_amount, to_decimal, to_smallest

from platforms.base import money

pytestmark = pytest.mark.beside


@dataclasses.dataclass(frozen=True)
class Currency:
    code: str
    decimals: int


USD, VND, BTC, LARGE = Currency("USD", 2), Currency("VND", 0), Currency("BTC", 8), Currency("ETH", 18)


@pytest.mark.parametrize(
    ("text", "currency", "smallest"),
    [
        ("25.00", USD, 2500),
        ("25", USD, 2500),
        ("25.5", USD, 2550),
        ("25.500000", USD, 2550),
        ("0.01", USD, 1),
        ("-0.01", USD, -1),
        ("0", USD, 0),
        ("007.10", USD, 710),
        ("1000", VND, 1000),
        ("1000.0", VND, 1000),
        ("0.00000001", BTC, 1),
        ("9.223372036854775807", LARGE, 2**63 - 1),
        ("92233720368547758.07", USD, 2**63 - 1),
    ],
)
def test_major_units_become_smallest_ones(text, currency, smallest):
    assert to_smallest(text, currency) == smallest
    assert to_smallest(Decimal(text), currency) == smallest
    assert to_decimal(smallest, currency) == Decimal(text)


def test_whole_numbers_are_major_units():
    assert to_smallest(25, USD) == 2500
    assert to_smallest(25, VND) == 25


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        " ",
        "25,00",
        "1e2",
        "0x1",
        "1_000",
        "+1",
        ".5",
        "5.",
        "1.001",
        "\u0661",
        "NaN",
        "Infinity",
        "92233720368547758.08",
        Decimal("NaN"),
        Decimal("Infinity"),
        Decimal("1.001"),
        Decimal("1e999999"),
        Decimal("1e-999999"),
        2**63,
    ],
)
def test_what_is_no_amount_of_the_currency_is_refused(wrong):
    with pytest.raises(ValueError, match="amount"):
        to_smallest(wrong, USD)


@pytest.mark.parametrize("wrong", [0.1, 1.0, True, None, b"1"])
def test_fractions_that_are_not_exact_are_refused(wrong):
    with pytest.raises(TypeError, match="amount"):
        to_smallest(wrong, USD)
    with pytest.raises(TypeError, match="amount"):
        to_decimal(wrong, USD)


def test_amounts_are_shown_with_all_decimals():
    assert str(to_decimal(2500, USD)) == "25.00"
    assert format_amount(2500, USD) == "25.00 USD"
    assert format_amount(-5, USD) == "-0.05 USD"
    assert format_amount(1000, VND) == "1000 VND"
    assert format_amount(1, BTC) == "0.00000001 BTC"
    assert format_amount(2**63 - 1, LARGE) == "9.223372036854775807 ETH"


@given(st.integers(-(2**63 - 1), 2**63 - 1), st.integers(0, 18))
def test_there_and_back_is_the_same(amount, decimals):
    currency = Currency("XXX", decimals)

    assert to_smallest(to_decimal(amount, currency), currency) == amount
    assert to_smallest(f"{to_decimal(amount, currency):f}", currency) == amount


def test_the_bound_is_that_of_the_service():
    assert to_smallest(str(money.MAX_AMOUNT), VND) == money.MAX_AMOUNT
    with pytest.raises(ValueError, match="range"):
        to_smallest(str(money.MAX_AMOUNT + 1), VND)
